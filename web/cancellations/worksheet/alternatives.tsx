import type { ReactNode } from 'react'
import type { CancelAlternative, CancelCalculation } from '../../../sdk/src/types.gen.ts'
import { useToday } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { DateField, SelectField } from '../../ui/fields/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Format, useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { methods, useWords, type Words } from '../words.ts'
import type { Choice, Choices } from './alternative-choices.ts'

interface AlternativesProps {
  readonly calculation: CancelCalculation
  /** The day of the cancellation that the alternatives are compared with. */
  readonly cancelDate: string
  readonly choices: Choices
  /** As the service answered them, in the order of the choices. Undefined while they come. */
  readonly answered: readonly CancelAlternative[] | undefined
  readonly onUse: (choice: Choice) => void
  /** Whether the caller may take this choice over. */
  readonly canUse: (choice: Choice) => boolean
  readonly children?: ReactNode
}

interface Row {
  readonly key: 'method' | 'factor' | 'gross' | 'claims' | 'fee' | 'net' | 'tax' | 'total' | 'due'
  readonly value: (calculation: CancelCalculation, words: Words, format: Format) => string
}

const compared: readonly Row[] = [
  { key: 'method', value: ({ method }, words) => words.method(method) },
  { key: 'factor', value: ({ unearnedFactor }) => unearnedFactor.toFixed(6) },
  { key: 'gross', value: ({ grossRefund }, _, format) => format.money(grossRefund) },
  { key: 'claims', value: ({ claimsDeduction }, _, format) => format.money(claimsDeduction) },
  { key: 'fee', value: ({ cancelFee }, _, format) => format.money(cancelFee) },
  { key: 'net', value: ({ netRefund }, _, format) => format.money(netRefund) },
  { key: 'tax', value: ({ salesTaxRefund }, _, format) => format.money(salesTaxRefund) },
  { key: 'total', value: ({ totalRefund }, _, format) => format.money(totalRefund) },
  { key: 'due', value: ({ refundDueDate }, _, format) => format.date(refundDueDate) },
]

/** The same cancellation on other days and by other methods, beside the one in hand. */
export function Alternatives({
  calculation,
  cancelDate,
  choices,
  answered,
  onUse,
  canUse,
  children,
}: AlternativesProps) {
  const t = useText()
  const words = useWords()
  const format = useFormat()
  return (
    <Panel title={t('alternatives.title')} id="alternatives">
      {children}
      <div className="cancellations-choices">
        {choices.choices.map((choice) => (
          <ChoiceFields key={choice.number} choice={choice} cancelDate={cancelDate} onChange={choices.set} />
        ))}
      </div>
      <div className="cancellations-scroll">
        <table className="cancellations-compare" aria-label={t('alternatives.title')}>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('alternatives.this')}</th>
              {choices.choices.map(({ number }) => (
                <th key={number} scope="col">
                  {t('alternatives.number', { number })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <DateRow cancelDate={cancelDate} choices={choices.choices} />
            {compared.map(({ key, value }) => (
              <tr key={key}>
                <th scope="row">{t(`compare.${key}`)}</th>
                <td>{value(calculation, words, format)}</td>
                {choices.choices.map(({ number }, at) => (
                  <Compared
                    key={number}
                    own={value(calculation, words, format)}
                    value={shown(answered?.[at], (other) => value(other, words, format))}
                  />
                ))}
              </tr>
            ))}
            <RefusedRow choices={choices.choices} answered={answered} />
            <tr>
              <td />
              <td />
              {choices.choices.map((choice, at) => (
                <td key={choice.number}>
                  {answered?.[at]?.calculation && canUse(choice) && (
                    <Button kind="quiet" size="small" onClick={() => onUse(choice)}>
                      {t('alternatives.use', { number: choice.number })}
                    </Button>
                  )}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

const shown = (
  alternative: CancelAlternative | undefined,
  value: (calculation: CancelCalculation) => string,
): string | undefined => (alternative?.calculation ? value(alternative.calculation) : undefined)

/** A value of an alternative. One that differs is marked, for the eye and for the ear. */
function Compared({ own, value }: { readonly own: string; readonly value: string | undefined }) {
  const t = useText()
  if (value === undefined) return <td>{t('none')}</td>
  if (value === own) return <td>{value}</td>
  return (
    <td className="cancellations-differs">
      <mark>{value}</mark>
      <span className="visually-hidden"> {t('alternatives.differs')}</span>
    </td>
  )
}

function DateRow({
  cancelDate,
  choices,
}: {
  readonly cancelDate: string
  readonly choices: readonly Choice[]
}) {
  const t = useText()
  const format = useFormat()
  return (
    <tr>
      <th scope="row">{t('terms.cancelDate')}</th>
      <td>{format.date(cancelDate)}</td>
      {choices.map((choice) => (
        <Compared
          key={choice.number}
          own={format.date(cancelDate)}
          value={format.date(choice.cancelDate || cancelDate)}
        />
      ))}
    </tr>
  )
}

/** Why an alternative has no figures. */
function RefusedRow({
  choices,
  answered,
}: {
  readonly choices: readonly Choice[]
  readonly answered: readonly CancelAlternative[] | undefined
}) {
  const t = useText()
  const words = useWords()
  if (!answered?.some(({ refused }) => refused.length > 0)) return null
  return (
    <tr>
      <th scope="row">{t('alternatives.refused')}</th>
      <td />
      {choices.map(({ number }, at) => (
        <td key={number}>{answered[at]?.refused.map(words.refusal).join(', ')}</td>
      ))}
    </tr>
  )
}

interface ChoiceFieldsProps {
  readonly choice: Choice
  /** The day of an alternative that names none. */
  readonly cancelDate: string
  readonly onChange: (choice: Choice) => void
}

function ChoiceFields({ choice, cancelDate, onChange }: ChoiceFieldsProps) {
  const t = useText()
  const words = useWords()
  const today = useToday()
  const { number } = choice
  return (
    <fieldset className="cancellations-choice">
      <legend>{t('alternatives.number', { number })}</legend>
      <DateField
        label={t('alternatives.date')}
        name={`/alternatives/${number - 1}/cancelDate`}
        value={choice.cancelDate || cancelDate}
        onChange={(day) => onChange({ ...choice, cancelDate: day === cancelDate ? '' : day })}
        hint={(choice.cancelDate || cancelDate) === today ? t('today') : undefined}
      />
      <SelectField
        label={t('alternatives.method')}
        name={`/alternatives/${number - 1}/cancelMethodCode`}
        value={choice.method}
        onChange={(value) => onChange({ ...choice, method: methods.find((one) => one === value) ?? '' })}
        emptyTitle={t('alternatives.byRule')}
        options={methods.map((method) => ({ value: method, title: words.method(method) }))}
      />
    </fieldset>
  )
}
