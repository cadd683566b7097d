import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { FileFault } from '../../domain/rate-book/book.ts'
import type { Acting } from '../../http/caller.ts'
import type { Values } from '../holder-rules.ts'
import { type Holder, lockHolder } from '../holders.ts'
import { changeHolder, createHolder } from '../save-holders.ts'
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
  for (const holder of referredFirst(planned, names)) await saveHolder(saving, holder)
  // Two new account holders may refer to each other.
  for (const { holder, patch } of saving.later) await saveLater(saving, holder, patch)
  return saving.faults.length > 0 ? { faults: saving.faults } : { saved: [...saving.saved.values()] }
}

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

/** Those that others refer to come first, as far as they do not refer to each other. */
function referredFirst(planned: readonly PlannedHolder[], names: FileNames): PlannedHolder[] {
  const key = (type: string, id: number) => `${type} ${id}`
  const byKey = new Map(
    planned.map((holder) => {
      const { entry, stored } = holder
      return [key(entry.kind.type, stored?.id ?? names.provisionalId(entry)), holder] as const
    }),
  )
  const ordered = new Set<PlannedHolder>()
  const begun = new Set<PlannedHolder>()
  const visit = (holder: PlannedHolder) => {
    if (begun.has(holder)) return
    begun.add(holder)
    for (const { type, id } of holder.references) {
      const other = byKey.get(key(type, id))
      if (other) visit(other)
    }
    ordered.add(holder)
  }
  for (const holder of planned) visit(holder)
  return [...ordered]
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
    } else {
      const after = await createHolder(tx, acting, context, now)
      names.setId(entry, after.id)
      saving.saved.set(holder, { before: undefined, after })
    }
  } catch (error) {
    faults.push(...problemFaults(entry, { lineOf: lineIn(entry) }, error))
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
