import { customFieldRoutes } from '../custom-fields/routes.ts'
import type { Keys } from '../db/keys.ts'
import type { Route } from '../http/route.ts'
import { adminCompanyRoutes } from './admin-companies.ts'
import { allHolderRoutes } from './all-holders.ts'
import { customFieldOwner } from './custom-field-owners.ts'
import { hasCustomFields } from './custom-fields-field.ts'
import { customerRoutes } from './customers.ts'
import { kindRoutes } from './kind-routes.ts'
import { kinds } from './kinds.ts'
import { lienHolderRoutes } from './lien-holders.ts'
import { rateVisibilityRoutes } from './rate-visibilities.ts'
import { repairFacilityRoutes } from './repair-facilities.ts'
import { createSeals } from './seals.ts'

/** Everyone whom money flows to or from. */
export function accountHolderRoutes({ keys }: { keys: Keys }): Route[] {
  const seals = createSeals(keys)
  return [
    ...allHolderRoutes(keys),
    ...adminCompanyRoutes,
    ...customerRoutes(seals),
    ...rateVisibilityRoutes(seals),
    ...repairFacilityRoutes(seals),
    ...kinds.flatMap((kind) => kindRoutes(kind, seals)),
    ...lienHolderRoutes(seals),
    ...kinds.filter(hasCustomFields).flatMap((kind) => customFieldRoutes(customFieldOwner(kind, seals))),
  ]
}
