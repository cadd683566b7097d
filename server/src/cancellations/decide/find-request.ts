import { seesContract } from '../../access/scope.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Caller } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'

/** The id of the request that an id or a number names; `by: id` where only an id is meant. */
export async function findRequestId(
  db: Db,
  caller: Caller,
  identifier: string,
  by: 'id' | 'any' = 'any',
): Promise<number> {
  const isId = /^[1-9]\d{0,15}$/.test(identifier) && Number.isSafeInteger(Number(identifier))
  const id = isId ? Number(identifier) : null
  const sees = seesContract(caller)
  const { rows } = await sql<{ id: number }>`
    select r.id from cancel_request r join contract c on c.id = r.contract_id
    where (r.id = ${id}::bigint or (${by === 'any'} and lower(r.number) = lower(${identifier})))
      ${sees ? sql`and ${sees}` : sql``}
    order by (r.id = ${id}::bigint) desc nulls last limit 1`.execute(db)
  return found(rows[0], `cancel request ${identifier}`).id
}
