import type { Route } from '../http/route.ts'
import { type AuditServices, auditRoutes } from './audit.ts'
import { queueRoutes } from './queues.ts'
import { searchRoutes } from './search.ts'

export type DeskServices = AuditServices

/** What is asked across the rooms: one search box, the counts of the home screen, and who did what. */
export const deskRoutes = (services: DeskServices): readonly Route[] => [
  ...searchRoutes,
  ...queueRoutes,
  ...auditRoutes(services),
]
