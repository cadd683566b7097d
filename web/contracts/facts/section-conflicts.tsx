import type { Contract, Reference } from '../../../sdk/src/types.gen.ts'
import { type Conflict, ConflictDialog } from '../../actions/conflict-dialog.tsx'
import { useAnswer } from '../../api/queries.ts'
import { useText } from '../text.ts'
import { type Draft, draftOf } from './editing.ts'
import { useFactText } from './fact-value.ts'
import type { FactField } from './fields.ts'
import { nameOf } from './term-text.ts'

interface SectionConflictsProps {
  readonly fields: readonly FactField[]
  readonly changed: readonly string[]
  /** The contract when the section was opened, and as somebody else saved it since. */
  readonly before: Contract
  readonly theirs: Contract
  readonly yours: Draft
  readonly onClose: () => void
  readonly onSave: (kept: ReadonlySet<string>) => void
}

/** Of each changed field the three values, as people read them. */
export function SectionConflicts({ fields, changed, ...props }: SectionConflictsProps) {
  const { before, theirs, yours, onClose, onSave } = props
  const t = useText()
  const write = useFactText()
  const lienHolder = useLienHolderName(yours['/lienHolderId'] ?? '', [before.lienHolder, theirs.lienHolder])
  const [opened, saved] = [draftOf(fields, before), draftOf(fields, theirs)]
  const conflicts = fields
    .filter(({ pointer }) => changed.includes(pointer))
    .map((field): Conflict => {
      const text = (draft: Draft) => {
        const plain = draft[field.pointer] ?? ''
        return field.kind === 'lienHolder' ? lienHolder(plain) : write(field, plain)
      }
      return {
        ...{ name: field.pointer, label: t(field.label) },
        ...{ before: text(opened), theirs: text(saved), yours: text(yours) },
      }
    })
  return <ConflictDialog open {...{ conflicts, onClose, onSave }} />
}

/** The name of a lender by its id. One that neither contract names is asked for. */
function useLienHolderName(id: string, known: readonly (Reference | null)[]): (id: string) => string {
  const find = (wanted: string) => known.find((one) => String(one?.id) === wanted)
  const { data } = useAnswer(
    'GET /lienHolders/{lienHolderId}',
    { path: { lienHolderId: Number(id) } },
    { enabled: id !== '' && !find(id) },
  )
  return (wanted) => {
    const found = find(wanted)
    if (found) return nameOf(found)
    return wanted === id ? (data?.data.name ?? wanted) : wanted
  }
}
