import type { SettableClock } from '../db/clock.ts'
import { run } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Databases } from '../db/tenants.ts'

/** Sets the clock, and keeps it for the next start. */
export async function saveClock(
  databases: Databases,
  clock: SettableClock,
  instant: Date | null,
): Promise<void> {
  await sql`update platform.sandbox_clock set stands_at = ${instant}`.execute(databases.platform)
  clock.set(instant)
}

/** The clock as it was left. */
export async function loadClock(databases: Databases, clock: SettableClock): Promise<void> {
  const [row] = await run<{ stands_at: Date | null }>(
    databases.platform,
    'select stands_at from platform.sandbox_clock',
    [],
  )
  clock.set(row?.stands_at ?? null)
}
