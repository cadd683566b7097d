import { ConflictDialog } from '../../actions/conflict-dialog.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText, wordOf } from '../text.ts'
import type { Complaints } from './complaints.ts'
import type { DetailDraft, LineDraft } from './draft.ts'
import type { LinesEditor } from './use-lines.ts'

interface LinesConflictsProps {
  readonly editor: LinesEditor
  readonly complaints: Complaints
}

/** Somebody else saved details that are edited here. For each one it is chosen whose version stays. */
export function LinesConflicts({ editor, complaints }: LinesConflictsProps) {
  const t = useText()
  const words = useWords(complaints)
  if (editor.conflicts.length === 0) return null
  const numberOf = (key: string) => editor.saved.findIndex((detail) => detail.key === key) + 1
  return (
    <ConflictDialog
      open
      conflicts={editor.conflicts.map(({ key, before, theirs, yours }) => ({
        name: key,
        label: t('detail.name', { number: numberOf(key) }),
        before: words(before),
        theirs: words(theirs),
        yours: yours ? words(yours) : t('detail.removed'),
      }))}
      onClose={() => editor.settle(new Set(editor.conflicts.map(({ key }) => key)))}
      onSave={editor.settle}
    />
  )
}

/** A detail in words: what it complains of, and its lines. */
function useWords(complaints: Complaints): (detail: DetailDraft) => string {
  const t = useText()
  const format = useFormat()
  const lineWords = ({ kind, description, type, units, price, guide, unitsApproved, ...line }: LineDraft) => {
    const { priceApproved, cuts } = line
    const name = kind === 'Misc' ? wordOf(t, 'misc', type) : description || t(`lines.kind.${kind}`)
    const guided =
      guide === undefined
        ? ''
        : `${t('lines.guide')} ${kind === 'Labor' ? t('lines.hours', { hours: guide }) : format.money(guide)}`
    const approved = [unitsApproved, priceApproved === undefined ? undefined : format.money(priceApproved)]
      .filter((part) => part !== undefined)
      .join(' × ')
    return [
      `${name} ${units ?? ''} × ${format.money(price)}`,
      guided,
      approved && `${t('figure.adjusted')} ${approved}`,
      ...cuts.map(({ amount, reasonCode }) => `-${format.money(amount)} ${wordOf(t, 'cut', reasonCode)}`),
    ]
      .filter(Boolean)
      .join(', ')
  }
  return ({ complaintCode, causeCode, correctionCode, complaintText, components, lines }) =>
    [
      complaints.nameOf('complaint', complaintCode),
      complaints.nameOf('cause', causeCode),
      complaints.nameOf('correction', correctionCode),
      complaintText,
      components.map(({ code }) => code).join(', '),
      ...lines.map(lineWords),
    ]
      .filter(Boolean)
      .join('; ')
}
