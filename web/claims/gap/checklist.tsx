import { CheckField } from '../../ui/fields/field.tsx'
import { useText, wordOf } from '../text.ts'
import type { GapDraft } from './gap-draft.ts'

interface ChecklistProps {
  readonly draft: GapDraft
  readonly isReadOnly: boolean
  readonly onChange: (draft: GapDraft) => void
}

/** The documents that the settlement needs. One that is missing keeps the claim from being authorized. */
export function Checklist({ draft, isReadOnly, onChange }: ChecklistProps) {
  const t = useText()
  const { checklist } = draft
  return (
    <fieldset className="fieldset">
      <legend>{t('gap.checklist')}</legend>
      <div className="form-grid">
        {checklist.map(({ document, received }) => (
          <CheckField
            key={document}
            label={t(received ? 'gap.received' : 'gap.notReceived', {
              document: wordOf(t, 'documentType', document),
            })}
            value={received}
            disabled={isReadOnly}
            onChange={(isReceived) =>
              onChange({
                ...draft,
                checklist: checklist.map((one) =>
                  one.document === document ? { ...one, received: isReceived } : one,
                ),
              })
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
