import { seesContract } from '../../access/scope.ts'
import { findContractId } from '../../contracts/record/read-contract.ts'
import { seeContract } from '../../contracts/record/rows.ts'
import { int } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import type { Caller } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import type { TwinPath } from '../../http/twins.ts'

// How the two versions of an operation find their contract or their cancel request.

/** A contract by its id, which the operation itself looks for, or in v2 by its id or number. */
export const contractPath: TwinPath<number> = {
  v1: '/contracts/{contractId}',
  v2: '/v2/contracts/{identifier}',
  identifiedBy: 'its id or number',
  byId: (_, __, id) => id,
  byIdentifier: findContractId,
}

/** The same for a list, which answers 404 if the caller may not see the contract. */
export const visibleContractPath: TwinPath<number> = {
  ...contractPath,
  byId: async (db, caller, id) => (await seeContract(db, caller, id)).id,
}

/** A cancel request. It is found when the operation asks for it: some operations check the caller's rights first. */
export const cancelRequestPath: TwinPath<() => Promise<number>> = {
  v1: '/cancelrequests/{cancelRequestId}',
  v2: '/v2/cancelrequests/{identifier}',
  identifiedBy: 'its id or number',
  byId: (_, __, id) => async () => id,
  byIdentifier: async (db, caller, identifier) => () => findRequestId(db, caller, identifier),
}

/** The same for a list, which answers 404 if the caller may not see the request. */
export const visibleRequestPath: TwinPath<number> = {
  ...cancelRequestPath,
  byId: (db, caller, id) => findRequestId(db, caller, String(id), 'id'),
  byIdentifier: findRequestId,
}

/** The id of the request with this id or number; `by: id` accepts an id only. */
async function findRequestId(
  db: Db,
  caller: Caller,
  identifier: string,
  by: 'id' | 'any' = 'any',
): Promise<number> {
  const isId = /^[1-9]\d{0,15}$/.test(identifier) && Number.isSafeInteger(Number(identifier))
  const id = isId ? Number(identifier) : null
  const sees = seesContract(caller)
  const row = await query({ id: int })`
    select r.id from cancel_request r join contract c on c.id = r.contract_id
    where (r.id = ${id}::bigint or (${by === 'any'} and lower(r.number) = lower(${identifier})))
      ${sees ? sql`and ${sees}` : sql``}
    order by (r.id = ${id}::bigint) desc nulls last limit 1`.first(db)
  return found(row, `cancel request ${identifier}`).id
}
