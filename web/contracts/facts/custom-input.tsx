import { useCallback } from 'react'
import type { CustomField } from '../../../sdk/src/types.gen.ts'
import {
  CheckField,
  DateField,
  MoneyField,
  NumberField,
  SelectField,
  TextField,
} from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { numberControl } from './fact-input.tsx'

interface CustomInputProps {
  readonly field: CustomField
  /** The pointer under which the service names it. */
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly fault: string | undefined
}

/** The control of a custom field, by the type of its values. */
export function CustomInput({ field, name, value, onChange, fault }: CustomInputProps) {
  const shared = { ...{ label: field.name, name, fault, value, onChange }, isRequired: field.isRequired }
  const asNumber = { ...shared, ...numberControl(value, onChange) }
  switch (field.dataType) {
    case 'Text':
      return <TextField {...shared} maxLength={field.maxLength ?? undefined} />
    case 'Number':
      return <NumberField {...asNumber} decimals={6} />
    case 'Money':
      return <MoneyField {...asNumber} />
    case 'Date':
      return <DateField {...shared} />
    case 'Bool':
      return (
        <CheckField
          {...shared}
          value={value === 'true'}
          onChange={(isTicked) => onChange(String(isTicked))}
        />
      )
    case 'List':
      return (
        <SelectField
          {...shared}
          options={(field.options ?? []).map((option) => ({ value: option, title: option }))}
        />
      )
  }
}

/** Writes the text of a custom field as people read it. A field that is not known any more has no type. */
export function useCustomText(): (dataType: CustomField['dataType'] | undefined, text: string) => string {
  const t = useText()
  const { money, date } = useFormat()
  return useCallback(
    (dataType, text) => {
      if (text === '') return '—'
      if (dataType === 'Bool') return t(text === 'true' ? 'custom.yes' : 'custom.no')
      if (dataType === 'Date') return date(text)
      return dataType === 'Money' && !Number.isNaN(Number(text)) ? money(Number(text)) : text
    },
    [t, money, date],
  )
}
