import { type Db, run } from '../../db/database.ts'
import { settings } from '../../domain/settings.ts'

type Key =
  | 'defaultFee'
  | 'newMaxOdometer'
  | 'requireFundingToFinalize'
  | 'autoVoidDays'
  | 'voidWindowDays'
  | 'autoExpireOnHold'
  | 'transferDays'
  | 'transferFee'
  | 'quoteValidDays'

const defaults = new Map(settings.map(({ key, defaultValue }) => [key, defaultValue]))

/** What the administrator has set, or the default. */
export async function settingOf(db: Db, key: Key): Promise<unknown> {
  const [row] = await run<{ value: unknown }>(db, 'select value from general_setting where key = $1', [key])
  return row ? row.value : defaults.get(key)
}
