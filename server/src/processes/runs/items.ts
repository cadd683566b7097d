import { anyJson, int, oneOf, orNull, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { command } from '../../db/statement.ts'
import { type Filters, type ListQuery, listOf } from '../../http/search.ts'
import type { ItemModel } from './run-model.ts'

/** What happened to a candidate, or in a dry run: would have happened. */
export interface RunItem {
  readonly entityId: number
  readonly outcome: 'Succeeded' | 'Skipped' | 'Failed'
  readonly code: string | null
  readonly message: string | null
  readonly result: unknown
}

const SAVE =
  command(`insert into automatic_process_run_item (run_guid, entity_id, outcome, code, message, result)
  select $1, i.entity_id, i.outcome, i.code, i.message, i.result
  from jsonb_to_recordset($2::jsonb) as i (entity_id bigint, outcome text, code text, message text, result jsonb)
  on conflict (run_guid, entity_id) do update set outcome = excluded.outcome, code = excluded.code,
    message = excluded.message, result = excluded.result`)

export async function saveItems(tx: Tx, guid: string, items: readonly RunItem[]): Promise<void> {
  if (items.length === 0) return
  const rows = items.map(({ entityId, ...item }) => ({ entity_id: entityId, ...item }))
  await SAVE.run(tx, [guid, JSON.stringify(rows)])
}

const outcomes = ['Succeeded', 'Skipped', 'Failed'] as const

export const itemSearch = {
  filters: { outcome: { match: 'oneOf', column: 'i.outcome', values: outcomes } },
  sort: {},
} as const satisfies { filters: Filters; sort: ListQuery<unknown>['sort'] }

export const itemList = (guid: string): ListQuery<ItemModel> =>
  listOf({
    ...itemSearch,
    columns: {
      ...{ entityId: int, outcome: oneOf(outcomes), code: orNull(text), message: orNull(text) },
      result: orNull(anyJson),
    },
    select: 'i.entity_id as "entityId", i.outcome, i.code, i.message, i.result',
    from: 'automatic_process_run_item i',
    id: 'i.entity_id',
    where: [sql`i.run_guid = ${guid}`],
    row: (row) => ({ ...row, result: (row.result ?? null) as ItemModel['result'] }),
  })
