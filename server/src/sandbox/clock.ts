import type { SettableClock } from '../db/clock.ts'
import { instant as instantColumn, orNull } from '../db/columns.ts'
import { command, statement } from '../db/statement.ts'
import type { Databases } from '../db/tenants.ts'

const SAVE_CLOCK = command('update platform.sandbox_clock set stands_at = $1')
const FIND_CLOCK = statement(
  { stands_at: orNull(instantColumn) },
  'select stands_at from platform.sandbox_clock',
)

/** Sets the clock and stores the setting, so that the next start keeps it. */
export async function saveClock(
  databases: Databases,
  clock: SettableClock,
  instant: Date | null,
): Promise<void> {
  await SAVE_CLOCK.run(databases.platform, [instant])
  clock.set(instant)
}

/** Sets the clock to the stored time. */
export async function loadClock(databases: Databases, clock: SettableClock): Promise<void> {
  const row = await FIND_CLOCK.first(databases.platform, [])
  clock.set(row?.stands_at ?? null)
}
