import {
  CheckField,
  DateField,
  MoneyField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../ui/fields/field.tsx'
import type { Choice, PlainField } from './field-types.ts'
import { useOnFile } from './form.ts'
import { LinkInput, LinksInput } from './link-input.tsx'
import { choiceTitle } from './plain-text.ts'
import { type Translate, useText } from './text.ts'
import { isMask } from './values.ts'

interface PlainInputProps {
  readonly field: PlainField
  /** The JSON pointer of the value. The faults of the service find the control by it. */
  readonly pointer: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** The control of a field that has no fields of its own. */
export function PlainInput({ field, pointer, value, onChange }: PlainInputProps) {
  const t = useText()
  const hint = useHint(field, pointer, value)
  const isRequired = field.isRequired ?? false
  const common = { label: t(`field.${field.label}`), name: pointer, onChange, hint, isRequired }
  const text = typeof value === 'string' ? value : ''
  const number = typeof value === 'number' ? value : undefined
  switch (field.kind) {
    case 'flag':
      return <CheckField {...common} value={value === true} />
    case 'area':
    case 'texts':
      return <TextAreaField {...common} className="holder-wide" value={text} />
    case 'date':
    case 'secretDate':
      return <DateField {...common} value={isMask(text) ? '' : text} />
    case 'money':
      return <MoneyField {...common} value={number} />
    case 'number':
      return <NumberField {...common} value={number} />
    case 'percent':
      return <NumberField {...common} decimals={6} unit="%" value={number} />
    case 'state':
      return (
        <TextField
          {...common}
          maxLength={2}
          value={text}
          onChange={(typed) => onChange(typed.toUpperCase())}
        />
      )
    case 'yesNoDefault':
      return <SelectField {...common} value={text} emptyTitle={t('choice.bySetting')} options={yesAndNo(t)} />
    case 'choice':
      return (
        <SelectField
          {...common}
          isRequired={!field.mayBeEmpty}
          className="holder-chosen"
          emptyTitle={t('choice.none')}
          value={text}
          options={withPresent(field.choices, text).map((one) => ({
            value: one,
            title: choiceTitle(one, t),
          }))}
        />
      )
    case 'link':
      return <LinkInput {...common} to={field.to} value={number ?? null} />
    case 'links':
      return <LinksInput {...common} to={field.to} value={Array.isArray(value) ? value : []} />
    default:
      return <TextField {...common} value={text} />
  }
}

const yesAndNo = (t: Translate) => [
  { value: 'true', title: t('value.yes') },
  { value: 'false', title: t('value.no') },
]

/** A value that the portal does not know stays a choice, so that saving does not change it. */
const withPresent = (choices: readonly Choice[], present: string): readonly string[] =>
  present === '' || choices.some((choice) => choice === present) ? choices : [...choices, present]

/** What is on file of a value that is not shown, or what the field asks for. */
function useHint(field: PlainField, pointer: string, value: unknown): string | undefined {
  const t = useText()
  const onFile = useOnFile(pointer)
  const last4 = useOnFile(pointer.replace(/[^/]+$/, 'accountLast4'))
  switch (field.kind) {
    case 'secret':
      return onFile ? t('hint.onFile', { shown: String(onFile) }) : field.hint && t(field.hint)
    case 'secretDate':
      // The entries of a list are sent whole: a date that was typed and taken away again is gone.
      return isMask(value) || (onFile && !/\/\d+\//.test(pointer)) ? t('hint.keep') : undefined
    case 'writeOnly':
      return last4 ? t('hint.onFile', { shown: t('value.last4', { last4: String(last4) }) }) : undefined
    default:
      return field.hint && !(onFile && isForNew(field.hint)) ? t(field.hint) : undefined
  }
}

/** What happens if a field of a new record is left empty. */
const isForNew = (hint: string) => hint === 'hint.numberIssued' || hint === 'hint.effectiveDate'
