import type { Route } from '../http/route.ts'
import { cancelMethodRoutes } from './cancel-methods.ts'
import { cancelReasonRoutes } from './cancel-reasons.ts'
import { combinationRoutes } from './complaint-combinations.ts'
import { complaintRoutes } from './complaints.ts'
import { listRoutes } from './lists.ts'
import { settingRoutes } from './setting-routes.ts'

/** All operations of the room: reference lists, which every signed-in caller may read, and settings. */
export const referenceRoutes: readonly Route[] = [
  ...listRoutes,
  ...cancelReasonRoutes,
  ...cancelMethodRoutes,
  ...complaintRoutes,
  ...combinationRoutes,
  ...settingRoutes,
]
