import type { Db } from '../../db/database.ts'
import { changesBetween } from '../../db/diff.ts'
import type { FileFault } from '../../domain/rate-book/book.ts'
import type { NamedRecord } from '../fields.ts'
import { dateFaults, newReferences, type Values } from '../holder-rules.ts'
import { isClosed } from '../holder-types.ts'
import { loadHolderRows } from '../holders.ts'
import { changedValues, newValues, storedValues } from '../save-holders.ts'
import type { Seals } from '../seals.ts'
import { kindFields } from '../shapes.ts'
import { type FileForm, inFileForm, masked } from './file-form.ts'
import { adminCompany, fileKinds } from './file-kinds.ts'
import { fieldPath, holderShape } from './file-shapes.ts'
import { entryValues, lineIn, placed, problemFaults } from './holder-values.ts'
import { type FileNames, type KnownProgram, loadNames, wordsFor } from './names.ts'
import { parentFaults } from './parents.ts'
import type { HolderBody, HolderEntry } from './read-body.ts'
import { loadRecordNames } from './record-names.ts'

/** What a file changes in one field, as a file says it, with secrets masked. */
export interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** What a file does to one account holder. */
export interface PlannedHolder {
  readonly entry: HolderEntry
  readonly change: 'New' | 'Changed' | 'Unchanged'
  /** The stored record, unless it is new. */
  readonly stored: StoredHolder | undefined
  /** The new values of its fields. */
  readonly values: Values
  readonly fields: readonly FieldChange[]
  /** The records that it refers to. */
  readonly references: readonly NamedRecord[]
}

export interface StoredHolder {
  readonly id: number
  readonly version: number
  readonly values: Values
}

export interface HolderPlan {
  readonly holders: readonly PlannedHolder[]
  readonly names: FileNames
}

/** What is needed besides the database. */
export interface PlanContext {
  readonly seals: Seals
  readonly programs: readonly KnownProgram[]
  readonly today: string
}

/** What the entries of a file would change, or every fault in them. Nothing is locked. */
export async function planHolders(
  db: Db,
  { seals, programs, today }: PlanContext,
  entries: readonly HolderEntry[],
): Promise<HolderPlan | { readonly faults: readonly FileFault[] }> {
  const names = await loadNames(db, entries, programs)
  const stored = await loadStored(db, seals, entries, names)
  const form = await loadForm(db, entries, stored, programs, names)
  const faults: FileFault[] = []
  const holders = entries.flatMap((entry) => {
    const planned = planEntry(entry, { names, today, form, stored: stored.get(entry) })
    if (!('faults' in planned)) return [planned]
    faults.push(...planned.faults)
    return []
  })
  faults.push(
    ...closedFaults(holders, names),
    ...(await parentFaults(db, holders, ({ stored, entry }) => stored?.id ?? names.idOfAdded(entry))),
  )
  return faults.length > 0 ? { faults: inOrder(faults) } : { holders, names }
}

const inOrder = (faults: readonly FileFault[]) =>
  faults.toSorted((one, other) => one.file.localeCompare(other.file) || one.line - other.line)

async function loadStored(
  db: Db,
  seals: Seals,
  entries: readonly HolderEntry[],
  names: FileNames,
): Promise<ReadonlyMap<HolderEntry, StoredHolder>> {
  const found = new Map<HolderEntry, StoredHolder>()
  for (const kind of fileKinds) {
    const known = entries.flatMap((entry) => {
      const record = entry.kind === kind ? names.stored(kind.type, entry.number) : undefined
      return record ? [[record.id, entry] as const] : []
    })
    if (known.length === 0) continue
    const byId = new Map(known)
    for (const row of await loadHolderRows(db, kind, [...byId.keys()])) {
      const entry = byId.get(row.id)
      if (entry)
        found.set(entry, { id: row.id, version: row.row_version, values: storedValues({ kind, seals }, row) })
    }
  }
  return found
}

interface EntryContext {
  readonly names: FileNames
  readonly today: string
  readonly form: FileForm
  readonly stored: StoredHolder | undefined
}

function planEntry(
  entry: HolderEntry,
  { names, today, form, stored }: EntryContext,
): PlannedHolder | { readonly faults: readonly FileFault[] } {
  const { kind, file, line, number } = entry
  if (kind === adminCompany && !stored)
    return {
      faults: [{ file, line, reason: `There is no company ${number}. Use the number of the administrator.` }],
    }
  const body = entryValues(entry, names, stored?.values)
  if (body.faults.length > 0) return { faults: body.faults }
  try {
    const before = stored?.values ?? {}
    const values = stored
      ? changedValues(kind, { patch: body.values, stored: before })
      : newValues(kind, body.values, today)
    const faults = [
      ...dateFaults({ ...before, ...values }).map(({ pointer, message }) =>
        placed(entry, body, pointer, message),
      ),
      ...requiredFaults(entry, body, names, before),
    ]
    if (faults.length > 0) return { faults }
    const isSame = Object.keys(values).length === 0
    return {
      ...{ entry, stored, values, change: !stored ? 'New' : isSame ? 'Unchanged' : 'Changed' },
      fields: stored ? fieldChanges(entry, values, before, form) : [],
      references: newReferences(kindFields(kind), { values, stored: before }),
    }
  } catch (error) {
    return { faults: problemFaults(entry, body, error) }
  }
}

/** A required custom field that is set can be changed but not removed. */
function requiredFaults(
  entry: HolderEntry,
  body: HolderBody,
  names: FileNames,
  { customFields: before }: Values,
): FileFault[] {
  const { customFields: after } = body.values
  if (!Array.isArray(before) || !Array.isArray(after)) return []
  const hasCode = (fields: { code: string }[], code: string) =>
    fields.some((field) => field.code.toLowerCase() === code.toLowerCase())
  return names
    .fieldsOf(entry.kind)
    .filter(({ isRequired, code }) => isRequired && hasCode(before, code) && !hasCode(after, code))
    .map(({ code }) =>
      placed(
        entry,
        body,
        '/customFields',
        `The field ${code} is required. It can be changed but not removed.`,
      ),
    )
}

function fieldChanges({ kind }: HolderEntry, values: Values, stored: Values, form: FileForm): FieldChange[] {
  const { parts } = holderShape(kind)
  return [...parts].flatMap(([written, { name, shape }]) => {
    if (!(name in values)) return []
    const before = inFileForm(stored[name], shape, form, name)
    const after = inFileForm(values[name], shape, form, name)
    const changes = changesBetween(before, after).map((change) => ({
      field: [written, ...change.pointer.split('/').slice(1)].join('.'),
      ...{ before: change.before, after: change.after },
    }))
    // Two secrets can look alike.
    return changes.length > 0 ? changes : [{ field: fieldPath(`/${name}`), before, after }]
  })
}

/** New links to records that cannot get any, as they will be after the file. */
function closedFaults(holders: readonly PlannedHolder[], names: FileNames): FileFault[] {
  const statuses = new Map(
    holders.map(({ entry, stored, values }) => {
      const id = stored?.id ?? names.idOfAdded(entry)
      return [`${entry.kind.type} ${id}`, values.status ?? stored?.values.status] as const
    }),
  )
  return holders.flatMap(({ entry, references }) => {
    const body = { lineOf: lineIn(entry) }
    return references.flatMap(({ type, id, pointer }) => {
      const record = names.recordWithId(type, id)
      const status = String(statuses.get(`${type} ${id}`) ?? record?.status)
      if (!isClosed(status)) return []
      const message = `The ${wordsFor(type)} ${record?.name ?? ''} has the status ${status}. Choose an active one.`
      return [placed(entry, body, pointer, message)]
    })
  })
}

/** How stored records are named: by the names in the file, and by those of everything that is stored. */
async function loadForm(
  db: Db,
  entries: readonly HolderEntry[],
  stored: ReadonlyMap<HolderEntry, StoredHolder>,
  programs: readonly KnownProgram[],
  names: FileNames,
): Promise<FileForm> {
  const referred = entries.flatMap((entry) => {
    const values = stored.get(entry)?.values
    return values ? newReferences(kindFields(entry.kind), { values, stored: {} }) : []
  })
  return { nameOf: await loadRecordNames(db, referred, programs, names), secret: masked }
}
