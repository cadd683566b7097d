import type { CustomFieldOwner } from '../custom-fields/owner.ts'
import { customFieldRoutes } from '../custom-fields/routes.ts'
import type { Keys } from '../db/keys.ts'
import type { Route } from '../http/route.ts'
import { adminCompanyRoutes } from './admin-companies.ts'
import { allHolderRoutes } from './all-holders.ts'
import { hasCustomFields, type OwnerKind } from './custom-fields-field.ts'
import { customerRoutes } from './customers.ts'
import { type HolderContext, lockHolder, requireHolder } from './holders.ts'
import { kindRoutes } from './kind-routes.ts'
import { kinds } from './kinds.ts'
import { lienHolderRoutes } from './lien-holders.ts'
import { rateVisibilityRoutes } from './rate-visibilities.ts'
import { repairFacilityRoutes } from './repair-facilities.ts'
import { touchHolder } from './save-holders.ts'
import { createSeals, type Seals } from './seals.ts'

/** Everyone that money is paid to or received from. */
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

/** Tells the room of custom fields how to find, lock and update an account holder of this kind. */
function customFieldOwner(kind: OwnerKind, seals: Seals): CustomFieldOwner {
  const context: HolderContext = { kind, seals }
  return {
    type: kind.type,
    table: kind.table,
    path: `${kind.path}/{${kind.idName}}`,
    idName: kind.idName,
    tag: kind.tag,
    read: 'accountholders:read',
    write: 'accountholders:write',
    requireOwner: (db, caller, id) => requireHolder(db, kind, caller, id),
    lockOwner: (tx, caller, id) => lockHolder(tx, context, caller, id),
    touchOwner: (tx, acting, id) => touchHolder(tx, acting, context, id),
  }
}
