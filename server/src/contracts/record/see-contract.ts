import { seesContract } from '../../access/scope.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Caller } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import type { ContractRow } from './rows.ts'

/** A contract that the caller sees, as it is kept; 404 where there is none for it. */
export async function seeContract(db: Db, caller: Caller, id: number): Promise<ContractRow> {
  const sees = seesContract(caller)
  const { rows } = await sql<ContractRow>`select c.* from contract c where c.id = ${id}
    ${sees ? sql`and ${sees}` : sql``}`.execute(db)
  return found(rows[0], `contract ${id}`)
}
