import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { statement } from '../../db/statement.ts'
import { groupBy } from '../../domain/group-by.ts'
import type { FileFault } from '../../domain/rate-book/book.ts'
import type { Acting } from '../../http/caller.ts'
import type { Values } from '../holder-rules.ts'
import { type Holder, holderFromRow, loadHolderRows, lockHolder } from '../holders.ts'
import { changeHolder, insertHolder } from '../save-holders.ts'
import type { Seals } from '../seals.ts'
import { kindFields } from '../shapes.ts'
import { entryValues, lineIn, problemFaults } from './holder-values.ts'
import type { FileNames } from './names.ts'
import type { HolderPlan, PlannedHolder } from './plan-holders.ts'

/** An account holder before and after, as the API answers it. */
export interface SavedHolder {
  readonly before: Holder | undefined
  readonly after: Holder
}

/**
 * Saves what was planned in this transaction, through the same use cases as the API. With faults the transaction must be
 * rolled back.
 */
export async function applyHolders(
  tx: Tx,
  { acting, seals }: { readonly acting: Acting; readonly seals: Seals },
  { holders, names }: HolderPlan,
): Promise<{ readonly saved: readonly SavedHolder[] } | { readonly faults: readonly FileFault[] }> {
  const planned = holders.filter(({ change }) => change !== 'Unchanged')
  const overtaken = await lockUnchanged(tx, planned)
  if (overtaken.length > 0) return { faults: overtaken }
  const saving: Saving = { tx, acting, seals, names, saved: new Map(), faults: [], later: [] }
  for (const level of levelsOf(planned, names))
    for (const together of chunksOf(level, TOGETHER)) await saveTogether(saving, together)
  // Two new account holders may refer to each other.
  for (const { holder, patch } of saving.later) await saveLater(saving, holder, patch)
  if (saving.faults.length > 0) return { faults: saving.faults }
  return { saved: planned.flatMap((holder) => saving.saved.get(holder) ?? []) }
}

/** How many are saved at the same time, so that the database need not wait for us between their statements. */
const TOGETHER = 25

const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

const LOCK = statement(
  { id: int, version: int },
  `select id, row_version as version from account_holder where id = any($1::bigint[]) order by id for update`,
)

/** Locks the records. One that somebody has changed since it was read is a fault: the file was compared with the old one. */
async function lockUnchanged(tx: Tx, planned: readonly PlannedHolder[]): Promise<FileFault[]> {
  const ids = planned.flatMap(({ stored }) => (stored ? [stored.id] : []))
  if (ids.length === 0) return []
  const versions = new Map((await LOCK.rows(tx, [ids])).map(({ id, version }) => [id, version]))
  return planned.flatMap(({ entry: { kind, number, file, line }, stored }) =>
    !stored || versions.get(stored.id) === stored.version
      ? []
      : [
          {
            file,
            line,
            reason: `The ${kind.noun} ${number} was changed by someone else meanwhile. Run the command again.`,
          },
        ],
  )
}

/** Those that others refer to come in earlier levels, as far as they do not refer to each other. */
function levelsOf(planned: readonly PlannedHolder[], names: FileNames): PlannedHolder[][] {
  const key = (type: string, id: number) => `${type} ${id}`
  const byKey = new Map(
    planned.map((holder) => {
      const { entry, stored } = holder
      return [key(entry.kind.type, stored?.id ?? names.idOfAdded(entry)), holder] as const
    }),
  )
  const levels = new Map<PlannedHolder, number>()
  const levelOf = (holder: PlannedHolder): number => {
    const known = levels.get(holder)
    if (known !== undefined) return known
    // One that refers back to it comes first.
    levels.set(holder, 0)
    const below = holder.references.map(({ type, id }) => {
      const other = byKey.get(key(type, id))
      return other ? levelOf(other) + 1 : 0
    })
    levels.set(holder, Math.max(0, ...below))
    return levels.get(holder) ?? 0
  }
  for (const holder of planned) levelOf(holder)
  const byLevel = groupBy(planned, levelOf)
  return [...byLevel].sort(([one], [other]) => one - other).map(([, level]) => level)
}

interface Saving {
  readonly tx: Tx
  readonly acting: Acting
  readonly seals: Seals
  readonly names: FileNames
  readonly saved: Map<PlannedHolder, SavedHolder>
  readonly faults: FileFault[]
  /** What refers to an account holder that does not exist yet. */
  readonly later: { readonly holder: PlannedHolder; readonly patch: Values }[]
}

async function saveTogether(saving: Saving, holders: readonly PlannedHolder[]): Promise<void> {
  await runAll(holders.map((holder) => saveHolder(saving, holder)))
  await readAdded(saving, holders)
}

async function saveHolder(saving: Saving, holder: PlannedHolder): Promise<void> {
  const { tx, acting, seals, names, faults } = saving
  const { entry, stored } = holder
  const context = { kind: entry.kind, seals }
  try {
    // The ids of account holders that were added meanwhile are known now.
    const { values } = entryValues(entry, names, stored?.values)
    const { now, later } = withoutUnknown(holder, values, names)
    if (Object.keys(later).length > 0) saving.later.push({ holder, patch: later })
    if (stored) {
      const before = await lockHolder(tx, context, acting.caller, stored.id)
      const after = await changeHolder(tx, acting, context, { id: stored.id, patch: now })
      saving.saved.set(holder, { before, after })
    } else names.setId(entry, await insertHolder(tx, acting, context, now))
  } catch (error) {
    faults.push(...problemFaults(entry, { lineOf: lineIn(entry) }, error))
  }
}

/** Reads what was added in one statement for each kind. */
async function readAdded(saving: Saving, holders: readonly PlannedHolder[]): Promise<void> {
  const { tx, acting, seals, names, saved } = saving
  const added = holders.filter(({ stored }) => !stored)
  for (const [kind, ofKind] of groupBy(added, ({ entry }) => entry.kind)) {
    const byId = new Map(ofKind.map((holder) => [names.idOfAdded(holder.entry), holder]))
    for (const row of await loadHolderRows(tx, kind, [...byId.keys()])) {
      const holder = byId.get(row.id)
      if (holder)
        saved.set(holder, { before: undefined, after: holderFromRow({ kind, seals }, row, acting.caller) })
    }
  }
}

/** Fields that refer to account holders that do not exist yet are saved later. */
function withoutUnknown({ entry }: PlannedHolder, values: Values, names: FileNames) {
  const fields = kindFields(entry.kind)
  const isLater = ([name, value]: readonly [string, unknown]) =>
    (fields[name]?.references?.(value, '') ?? []).some(({ id }) => names.isProvisional(id))
  const all = Object.entries(values)
  return {
    now: Object.fromEntries(all.filter((field) => !isLater(field))),
    later: Object.fromEntries(all.filter(isLater)),
  }
}

async function saveLater(saving: Saving, holder: PlannedHolder, patch: Values): Promise<void> {
  const { tx, acting, seals, names, faults } = saving
  const { entry } = holder
  const earlier = saving.saved.get(holder)
  if (!earlier) return
  try {
    const { values } = entryValues(entry, names, holder.stored?.values)
    const fields = Object.fromEntries(Object.keys(patch).map((name) => [name, values[name]]))
    const context = { kind: entry.kind, seals }
    const after = await changeHolder(tx, acting, context, { id: earlier.after.id, patch: fields })
    saving.saved.set(holder, { before: earlier.before, after })
  } catch (error) {
    faults.push(...problemFaults(entry, { lineOf: lineIn(entry) }, error))
  }
}
