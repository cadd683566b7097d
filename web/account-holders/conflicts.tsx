import { ConflictDialog } from '../actions/conflict-dialog.tsx'
import { useFormat } from '../ui/words/format.ts'
import type { Field } from './field-types.ts'
import { plainText } from './plain-text.ts'
import { useText } from './text.ts'
import { isSame, type Values } from './values.ts'

interface ConflictsProps {
  readonly fields: readonly Field[]
  /** The record as the form began, as it is now, and what was to be saved. */
  readonly before: Values
  readonly theirs: Values
  readonly changes: Values
  readonly onClose: () => void
  /** Saves what was chosen, on top of what the others saved. */
  readonly onSave: (chosen: Values) => void
}

/** Somebody saved the record in the meantime: of each changed field, one of the two values is kept. */
export function Conflicts({ fields, before, theirs, changes, onClose, onSave }: ConflictsProps) {
  const t = useText()
  const format = useFormat()
  const show = (field: Field, value: unknown) => plainText(field, value, t, format)
  const conflicts = fields
    .filter(({ name }) => name in changes && !isSame(changes[name], theirs[name]))
    .map((field) => ({
      name: field.name,
      label: t(`field.${field.label}`),
      before: show(field, before[field.name]),
      theirs: show(field, theirs[field.name]),
      yours: show(field, changes[field.name]),
    }))
  const save = (kept: ReadonlySet<string>) =>
    onSave(Object.fromEntries(Object.entries(changes).filter(([name]) => kept.has(name))))
  return <ConflictDialog open conflicts={conflicts} onClose={onClose} onSave={save} />
}
