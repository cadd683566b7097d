import type { Contract } from '../../../sdk/src/types.gen.ts'
import type { FactField, FactSection, FieldKind } from './fields.ts'

// What may be edited, and how a draft becomes the body of a PATCH. The service decides; this saves a refusal.

type Standing = Pick<Contract, 'status' | 'heldFrom'>

/** Everything; rate inputs only as a pending change for refinalize; or only notes and addresses. */
export type Editing = 'all' | 'pendingChanges' | 'notes'

export function editingOf({ status, heldFrom }: Standing): Editing {
  if (status === 'Quote' || status === 'Pending') return 'all'
  if (status === 'Active') return 'pendingChanges'
  if (status === 'OnHold') return heldFrom === 'Pending' ? 'all' : 'pendingChanges'
  return 'notes'
}

export function isOpen(field: FactField, contract: Standing): boolean {
  const editing = editingOf(contract)
  if (field.isForceOnly) return editing === 'pendingChanges'
  return editing === 'notes' ? field.isAlwaysOpen === true : true
}

export const openFields = (section: FactSection, contract: Standing): readonly FactField[] =>
  section.fields.filter((field) => isOpen(field, contract))

/** Whether a change of the field only takes effect with a refinalize. */
export const waitsForRefinalize = (field: FactField, contract: Standing): boolean =>
  field.isRated === true && editingOf(contract) === 'pendingChanges'

/** A draft: the text of each field by its pointer. Empty: no value. */
export type Draft = Readonly<Record<string, string>>

const textOf = (field: FactField, contract: Contract): string => {
  const value = field.read(contract)
  if (value === null) return ''
  return field.kind === 'money' && typeof value === 'number' ? value.toFixed(2) : String(value)
}

export const draftOf = (fields: readonly FactField[], contract: Contract): Draft =>
  Object.fromEntries(fields.map((field) => [field.pointer, textOf(field, contract)]))

/** The pointers whose text differs between two drafts. */
export const changedPointers = (before: Draft, after: Draft): readonly string[] =>
  Object.keys(after).filter((pointer) => (after[pointer] ?? '').trim() !== (before[pointer] ?? ''))

/** The body of a PATCH that changes these fields. An odometer reading is sent whole, because it is a new one. */
export function patchOf(fields: readonly FactField[], draft: Draft, changed: readonly string[]): object {
  const body: Record<string, unknown> = {}
  const reads = changed.some((pointer) => pointer.startsWith(READING))
  for (const field of fields) {
    const isSent = changed.includes(field.pointer) || (reads && field.pointer.startsWith(READING))
    if (isSent) setAt(body, field.pointer, sentValue(field, draft[field.pointer] ?? ''))
  }
  return body
}

const READING = '/odometerReading/'

function sentValue({ kind }: FactField, text: string): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const isNumber = numberKinds.has(kind)
  const plain = trimmed.replaceAll(',', '')
  // A text that is no number is sent as it is; the service names the field.
  return isNumber && !Number.isNaN(Number(plain)) ? Number(plain) : trimmed
}

const numberKinds: ReadonlySet<FieldKind> = new Set(['year', 'whole', 'decimal', 'money', 'lienHolder'])

function setAt(body: Record<string, unknown>, pointer: string, value: unknown): void {
  const names = pointer.split('/').slice(1)
  const last = names.pop() ?? ''
  let place = body
  for (const name of names) {
    const inner = (place[name] ?? {}) as Record<string, unknown>
    place[name] = inner
    place = inner
  }
  place[last] = value
}
