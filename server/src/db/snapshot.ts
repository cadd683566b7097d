import { type Db, databaseOnClient, poolOf } from './database.ts'
import { leavePlace, takePlace } from './places.ts'

const STATEMENT_SECONDS = 300

/**
 * Reads with many statements as if they were one: all of them see the same moment, while others go on writing. For reads
 * over everything, so each statement may take longer than one of a request.
 */
export async function inSnapshot<Result>(db: Db, read: (snapshot: Db) => Promise<Result>): Promise<Result> {
  const pool = poolOf(db)
  await takePlace(pool)
  try {
    const client = await pool.connect()
    try {
      await client.query('begin isolation level repeatable read read only')
      await client.query(`set local statement_timeout = '${STATEMENT_SECONDS}s'`)
      return await read(databaseOnClient(client))
    } finally {
      await client.query('rollback').catch(() => undefined)
      client.release()
    }
  } finally {
    leavePlace(pool)
  }
}
