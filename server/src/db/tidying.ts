import { z } from 'zod'
import { forEachReached } from './ask-all.ts'
import { job } from './jobs.ts'
import { command } from './statement.ts'
import type { Databases } from './tenants.ts'

/** Every ten minutes: removes what is no longer needed. */
export const tidyingJob = (databases: Databases) =>
  job({ name: 'db:tidy', payload: z.object({}), schedule: '*/10 * * * *', run: () => tidyUp(databases) })

/** Removes sessions that have ended, and old counts of wrong guesses. */
export async function tidyUp(databases: Databases): Promise<void> {
  await forEachReached(await databases.tenants(), (tenant) =>
    DELETE_ENDED_SESSIONS.run(databases.of(tenant), []),
  )
  await DELETE_OLD_GUESSES.run(databases.platform, [])
}

const DELETE_ENDED_SESSIONS = command(
  `with ended as (delete from session where expires_at < now() returning token_hash)
   delete from platform.credential where kind = 'Session' and lookup in (select encode(token_hash, 'hex') from ended)`,
)
const DELETE_OLD_GUESSES = command(
  `delete from platform.guess where last_at < now() - interval '1 day' or (failures = 0 and last_at < now() - interval '1 hour')`,
)
