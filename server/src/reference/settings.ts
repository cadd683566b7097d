import { isDeepStrictEqual } from 'node:util'
import { anyJson, int, oneOf, orNull, text } from '../db/columns.ts'
import type { Db, Tx } from '../db/database.ts'
import { command, statement } from '../db/statement.ts'
import { emit, lockedOnce } from '../db/unit-of-work.ts'
import {
  effectiveValue,
  type Setting,
  type SettingKey,
  type SettingValues,
  settingFault,
  settingGroups,
  settings,
  settingTypes,
  settingValues,
} from '../domain/settings.ts'
import type { Acting, Caller } from '../http/caller.ts'
import { found, Problem } from '../http/problems.ts'
import { type Filters, listOf, type Sort } from '../http/search.ts'

/** The typed values of these settings, with defaults for those that are not set. */
export async function loadSettings<const Key extends SettingKey>(
  db: Db,
  keys: readonly Key[],
): Promise<Pick<SettingValues, Key>> {
  const rows = await FIND_VALUES.rows(db, [keys])
  return settingValues(Object.fromEntries(rows.map(({ key, value }) => [key, value])), keys)
}

const FIND_VALUES = statement(
  { key: text, value: orNull(anyJson) },
  'select key, value from general_setting where key = any($1)',
)

/** A setting with its current value. */
type SettingModel = Omit<Setting, 'values' | 'atMost'> & { readonly value: unknown }

const settingWith = (id: number) =>
  found(
    settings.find((setting) => setting.id === id),
    `setting ${id}`,
  )

/** A sandbox runs nothing by itself until somebody sets a schedule. */
const defaultOf = ({ key, defaultValue }: Setting, { tenant }: Pick<Caller, 'tenant'>): unknown =>
  tenant.isSandbox && key.startsWith('schedule.') ? '' : defaultValue

const FIND_VALUE = statement({ value: orNull(anyJson) }, 'select value from general_setting where key = $1')

export async function readSetting(db: Db, caller: Pick<Caller, 'tenant'>, id: number): Promise<SettingModel> {
  const setting = settingWith(id)
  const { values: _, atMost: __, ...shown } = setting
  const defaultValue = defaultOf(setting, caller)
  const row = await FIND_VALUE.first(db, [setting.key])
  return { ...shown, defaultValue, value: row ? effectiveValue(setting, row.value) : defaultValue }
}

/** The setting, locked against other changes, even if it has no row yet. */
export const lockSetting = (tx: Tx, caller: Pick<Caller, 'tenant'>, id: number): Promise<SettingModel> =>
  lockedOnce(tx, `setting ${id}`, async () => {
    const setting = settingWith(id)
    // A missing row cannot be locked, so the default is written first.
    await LOCK.run(tx, [setting.key, JSON.stringify(defaultOf(setting, caller) ?? null)])
    return readSetting(tx, caller, id)
  })

const LOCK =
  command(`insert into general_setting (key, value, updated_at, updated_by) values ($1, $2, now(), 'default')
  on conflict (key) do update set key = excluded.key`)
const RESET_VALUE = command('delete from general_setting where key = $1')
const SET_VALUE = command(
  'update general_setting set value = $2, updated_at = $3, updated_by = $4 where key = $1',
)

/**
 * Sets a value; null resets it to the default. It takes effect at the commit. A request that changes nothing is no event, and
 * leaves who set the value.
 */
export async function changeSetting(
  tx: Tx,
  { caller, now }: Acting,
  id: number,
  value: unknown,
): Promise<SettingModel> {
  const setting = settingWith(id)
  const before = await lockSetting(tx, caller, id)
  const defaultValue = defaultOf(setting, caller)
  const fault = value === null ? undefined : settingFault(setting, value)
  if (fault)
    throw new Problem('SettingInvalid', fault, {
      errors: [{ pointer: '/value', code: 'SettingInvalid', message: fault }],
    })
  const wanted = value ?? defaultValue
  const isUnchanged = isDeepStrictEqual(wanted, before.value)
  // Also if the default was set by name: from now on the value follows the default.
  if (value === null && defaultValue === setting.defaultValue) await RESET_VALUE.run(tx, [setting.key])
  else if (!isUnchanged) await SET_VALUE.run(tx, [setting.key, JSON.stringify(wanted), now, caller.name])
  if (isUnchanged) return before
  emit(tx, { subject: `generalsettings/${id}`, type: 'setting.changed', data: { id, key: setting.key } })
  return readSetting(tx, caller, id)
}

// The statement contains the settings as declared in the code, joined with the stored values.
const DEFINED = JSON.stringify(
  settings.map(({ id, groupId, key, type, scope, defaultValue }) => ({
    ...{ id, group_id: groupId, key, type, scope, default_value: defaultValue },
    group_name: settingGroups.find((group) => group.id === groupId)?.name,
  })),
).replaceAll("'", "''")

const filters = {
  groupId: { match: 'id', column: 'd.group_id' },
  key: { match: 'whole', column: 'd.key' },
  scope: { match: 'oneOf', column: 'd.scope', values: ['Global', 'AdminCompany', 'Product'] },
  // No setting is specific to a product yet.
  productId: { match: 'id where', where: '(?::bigint is null)' },
} as const satisfies Filters

const sort = {
  key: { column: 'd.key', text: true },
  groupId: { column: 'd.group_id' },
} as const satisfies Sort

export const settingSearch = { filters, sort }

export const settingList = listOf({
  ...settingSearch,
  columns: { id: int, key: text, value: orNull(anyJson), groupName: text, type: oneOf(settingTypes) },
  select: `d.id, d.key, case when s.key is null then d.default_value else s.value end as value,
    d.group_name as "groupName", d.type`,
  from: `jsonb_to_recordset('${DEFINED}'::jsonb)
      as d (id int, group_id int, key text, type text, scope text, default_value jsonb, group_name text)
    left join general_setting s on s.key = d.key`,
  id: 'd.id',
  row: (record) => ({ ...record, value: effectiveValue(settingWith(record.id), record.value) }),
})
