import { sql } from 'kysely'
import type { SettableClock } from '../db/clock.ts'
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
  const row = await databases.platform
    .selectFrom('platform.sandbox_clock')
    .select('stands_at')
    .executeTakeFirst()
  clock.set(row?.stands_at ?? null)
}
