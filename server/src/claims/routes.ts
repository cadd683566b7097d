import type { FormServices } from '../contracts/form/write-form.ts'
import type { Route } from '../http/route.ts'
import { adjusterRoutes } from './entry/adjusters.ts'
import { inspectionRoutes } from './inspections/routes.ts'
import { claimPaperRoutes } from './papers/routes.ts'
import { writeLetter } from './papers/write-letter.ts'
import { claimChangeRoutes } from './payments/routes.ts'
import type { ClaimServices } from './record/read-claim.ts'
import { claimFigureRoutes } from './statistics/routes.ts'

/** Claims: what is asked of contracts, what was decided, and what is paid. */
export const claimRoutes = (services: ClaimServices & FormServices): readonly Route[] => [
  ...claimChangeRoutes(services, writeLetter(services)),
  ...inspectionRoutes(services),
  ...claimPaperRoutes(services),
  ...claimFigureRoutes,
  ...adjusterRoutes,
]
