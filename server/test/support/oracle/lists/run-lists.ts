import fc from 'fast-check'
import { dateIn } from '../../../../src/domain/dates.ts'
import { processTypes } from '../../../../src/domain/process-types.ts'
import { type Draws, instants, maybe } from './draws.ts'
import type { Meaning, NaiveList, NaiveRow } from './lists.ts'
import { newestFirst, rowsIn } from './meanings.ts'

// Runs of automatic processes and what happened to their candidates: random rows, and the naive meaning of their lists.

const guidOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

export async function fillRuns({ draw, text, insert }: Draws, count: number): Promise<void> {
  const status = fc.constantFrom('Completed', 'CompletedWithErrors', 'Failed', 'Aborted')
  const run = fc.record({
    process_type: fc.constantFrom(...processTypes),
    status,
    executor: fc.constantFrom('Caller', 'Service'),
    started_at: fc.constantFrom(...instants.slice(0, 5)),
    started_by: text,
  })
  const rows = draw(run, count).map((row, at) => ({
    ...{
      ...row,
      guid: guidOf(at),
      heartbeat_at: row.started_at,
      finished_at: row.started_at,
      is_dry_run: false,
    },
    ...{ parameters: {}, candidates: 0, succeeded: 0, skipped: 0, failed: 0, errors: [], resume_after: 0 },
  }))
  await insert('automatic_process_run', rows)
  const item = fc.record({
    outcome: fc.constantFrom('Succeeded', 'Skipped', 'Failed'),
    code: maybe(text),
    message: maybe(text),
  })
  const items = draw(item, count).map((row, at) => ({
    ...{ ...row, run_guid: guidOf(at % 2), entity_id: at * 3 + 1, result: null },
  }))
  await insert('automatic_process_run_item', items, 'entity_id')
}

const dayOf = ({ r }: NaiveRow) => dateIn('America/Chicago', new Date(String(r?.started_at)))
const byDay = (fits: (started: string, asked: string) => boolean): Meaning => ({
  values: (row) => [dayOf(row)],
  matches: (row, value) => fits(dayOf(row), String(value)),
})
const isForbidden: NonNullable<NaiveList['isForbidden']> = ({ scopes }) => scopes.length > 0

export const runLists: Readonly<Record<string, NaiveList>> = {
  '/automatic-process-runs': {
    isForbidden,
    rows: (world) => rowsIn(world, 'automatic_process_run', () => true).map((r) => ({ r })),
    id: ({ r }) => Number(r?.id),
    inOwnOrder: newestFirst(({ r }) => [Number(r?.id)]),
    shown: { in: ({ guid }) => String(guid), of: ({ r }) => String(r?.guid) },
    where: {
      startedFrom: byDay((started, asked) => started >= asked),
      startedTo: byDay((started, asked) => started <= asked),
    },
  },
  '/automatic-process-runs/{guid}/items': {
    isForbidden,
    named: () => [guidOf(0), guidOf(1), guidOf(2), guidOf(999_999)],
    rows: (world, _, named) =>
      world.all('automatic_process_run').some(({ guid }) => guid === named)
        ? rowsIn(world, 'automatic_process_run_item', (i) => i.run_guid === named).map((i) => ({ i }))
        : undefined,
    id: ({ i }) => Number(i?.entity_id),
    shown: { in: ({ entityId }) => String(entityId), of: ({ i }) => String(i?.entity_id) },
  },
}
