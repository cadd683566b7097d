import type { CustomFieldOwner } from '../custom-fields/owner.ts'
import type { OwnerKind } from './custom-fields-field.ts'
import { type HolderContext, lockHolder, requireHolder } from './holders.ts'
import { touchHolder } from './save-holders.ts'
import type { Seals } from './seals.ts'

/** A kind as the owner of custom fields. */
export function customFieldOwner(kind: OwnerKind, seals: Seals): CustomFieldOwner {
  const reading: HolderContext = { kind, seals }
  return {
    type: kind.type,
    table: kind.table,
    path: `${kind.path}/{${kind.idName}}`,
    idName: kind.idName,
    tag: kind.tag,
    read: 'accountholders:read',
    write: 'accountholders:write',
    requireOwner: (db, caller, id) => requireHolder(db, kind, caller, id),
    lockOwner: (tx, caller, id) => lockHolder(tx, reading, caller, id),
    touchOwner: (tx, acting, id) => touchHolder(tx, acting, reading, id),
  }
}
