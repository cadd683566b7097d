import { Button } from '../../ui/button.tsx'
import { MoneyField, SelectField } from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText, wordOf } from '../text.ts'
import { type CutDraft, cutReasons } from './draft.ts'
import type { CellProps } from './grid-types.ts'

/** What was cut of a line and why. Cuts of the rules are told; those of an adjuster are entered here. */
export function LineCuts({ line, name, issue, answered, rights, onChange }: CellProps) {
  const t = useText()
  const format = useFormat()
  const cuts = (issue?.adjustments ?? []).filter(
    ({ target, targetId, isAutomatic }) =>
      target === line.kind && targetId === answered?.line.id && (isAutomatic || !rights.approved),
  )
  const set = (at: number, changes: Partial<CutDraft>) =>
    onChange({ cuts: line.cuts.map((cut, index) => (index === at ? { ...cut, ...changes } : cut)) })
  if (cuts.length === 0 && !rights.approved) return null
  return (
    <div className="claims-cuts">
      {cuts.map((cut) => (
        <span key={cut.id} className="claims-cut">
          <b>{format.money(cut.amount)}</b> {wordOf(t, 'cut', cut.reasonCode)}
        </span>
      ))}
      {rights.approved &&
        line.cuts.map((cut, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cuts have no ids, and keep their order
          <div key={at} className="claims-pair">
            <MoneyField
              label={`${t('lines.cutAmount')}, ${name}`}
              isLabelHidden
              autoFocus={cut.amount === undefined}
              value={cut.amount}
              onChange={(amount) => set(at, { amount })}
            />
            <SelectField
              label={`${t('lines.cutReason')}, ${name}`}
              isLabelHidden
              isRequired
              value={cut.reasonCode}
              options={cutReasons.map((reason) => ({ value: reason, title: wordOf(t, 'cut', reason) }))}
              onChange={(value) =>
                set(at, { reasonCode: cutReasons.find((reason) => reason === value) ?? 'Other' })
              }
            />
            <Button
              size="small"
              kind="quiet"
              icon="close"
              aria-label={t('lines.cutRemove', { name })}
              onClick={() => onChange({ cuts: line.cuts.filter((_, index) => index !== at) })}
            />
          </div>
        ))}
      {rights.approved && line.cuts.length === 0 && (
        <Button
          size="small"
          kind="quiet"
          aria-label={t('lines.cutAdd', { name })}
          onClick={() => onChange({ cuts: [{ amount: undefined, reasonCode: 'Adjuster', note: '' }] })}
        >
          {t('lines.cutShort')}
        </Button>
      )}
    </div>
  )
}
