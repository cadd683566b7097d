import { int } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import type { Sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'

/** The ids of the next contracts `c` that meet a condition. */
export async function candidateIds(
  db: Db,
  where: Sql,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly number[]> {
  const rows = await query({ id: int })`
    select c.id from contract c where c.id > ${after} and ${where} order by c.id limit ${limit}`.rows(db)
  return rows.map(({ id }) => id)
}
