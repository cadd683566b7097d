import { seesContract } from '../../access/scope.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { type Caller, isLimited } from '../../http/caller.ts'

/** The claims that a caller sees: those of the contracts it sees, and those of its own shops. `m` is the claim, `c` its contract. */
export function seesClaim(caller: Pick<Caller, 'scopes'>): Sql | undefined {
  if (!isLimited(caller)) return undefined
  const shops = ownShops(caller)
  const ofContract = seesContract(caller) ?? sql`true`
  return shops.length === 0
    ? ofContract
    : sql`(${ofContract} or m.repair_facility_id = any(${shops}::bigint[]))`
}

/** The condition for the claims a caller may see, to follow another one. */
export function andSeenBy(caller: Pick<Caller, 'scopes'>): Sql {
  const sees = seesClaim(caller)
  return sees ? sql`and ${sees}` : sql``
}

/** The repair facilities that a caller is limited to. */
export const ownShops = ({ scopes }: Pick<Caller, 'scopes'>): readonly number[] =>
  scopes.filter(({ type }) => type === 'RepairFacility').map(({ id }) => id)
