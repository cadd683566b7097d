import type { DocumentServices } from '../documents/services.ts'
import { Problem } from '../http/problems.ts'
import type { Route } from '../http/route.ts'
import { inspectionRoutes } from './inspections/routes.ts'
import { claimChangeRoutes } from './payments/routes.ts'
import type { ClaimServices } from './record/read-claim.ts'

/** Claims: what is asked of contracts, what was decided, and what is paid. */
export const claimRoutes = (services: ClaimServices & DocumentServices): readonly Route[] => [
  ...claimChangeRoutes(services, async () => {
    throw new Problem('NotFound', 'There is no letter.')
  }),
  ...inspectionRoutes(services),
]
