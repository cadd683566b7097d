import type { Logger } from 'pino'
import { run } from './database.ts'
import type { Databases } from './tenants.ts'

const EVERY_MILLISECONDS = 10 * 60_000

/** Removes what has served its time: idempotency records after two days, ended sessions, old failed sign-ins. */
export function startTidying(databases: Databases, log: Logger): () => void {
  const tidy = () => tidyUp(databases).catch((error) => log.warn({ err: error, event: 'tidying failed' }))
  const timer = setInterval(tidy, EVERY_MILLISECONDS)
  timer.unref()
  return () => clearInterval(timer)
}

export async function tidyUp(databases: Databases): Promise<void> {
  for (const tenant of await databases.tenants()) {
    const db = databases.of(tenant)
    await run(db, `delete from idempotency where created_at < now() - interval '48 hours'`, [])
    await run(
      db,
      `with ended as (delete from session where expires_at < now() returning token_hash)
       delete from platform.credential where kind = 'Session' and lookup in (select encode(token_hash, 'hex') from ended)`,
      [],
    )
  }
  await databases.platformPool.query(
    `delete from platform.sign_in_failure where at < now() - interval '1 hour'`,
  )
}
