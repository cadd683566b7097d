import type { Route } from '../http/route.ts'
import { cancelReasonRoutes } from './cancel-reasons.ts'
import { listRoutes } from './lists.ts'

/** The room's contents: lists that everything else refers to. Every signed-in caller may read them. */
export const referenceRoutes: readonly Route[] = [...listRoutes, ...cancelReasonRoutes]
