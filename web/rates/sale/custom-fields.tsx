import type { CustomField } from '../../../sdk/src/types.gen.ts'
import {
  CheckField,
  DateField,
  MoneyField,
  NumberField,
  SelectField,
  TextField,
} from '../../ui/fields/field.tsx'
import { useText } from '../text.ts'
import type { FieldValue } from './sale-values.ts'

interface CustomFieldsProps {
  readonly fields: readonly CustomField[]
  readonly values: Readonly<Record<string, FieldValue>>
  readonly onChange: (code: string, value: FieldValue) => void
  /** The fault of a field that was sent, by its code. */
  readonly faultOf: (code: string) => string | undefined
}

/** What the administrator asks for besides, such as the salesperson. */
export function CustomFields({ fields, values, onChange, faultOf }: CustomFieldsProps) {
  return (
    <div className="rates-sale-fields">
      {fields.map((field) => (
        <OneField
          key={field.code}
          field={field}
          value={values[field.code]}
          onChange={(value) => onChange(field.code, value)}
          fault={faultOf(field.code)}
        />
      ))}
    </div>
  )
}

interface OneFieldProps {
  readonly field: CustomField
  readonly value: FieldValue
  readonly onChange: (value: FieldValue) => void
  readonly fault: string | undefined
}

function OneField({ field, value, onChange, fault }: OneFieldProps) {
  const t = useText()
  const { code, name, dataType, isRequired, requiredAt, maxLength, options } = field
  const shared = { label: name, name: `/customFieldValues/${code}`, fault }
  const isRequiredNow = isRequired && requiredAt !== 'Finalize'
  const hint = isRequired && requiredAt === 'Finalize' ? t('field.later') : undefined
  const text = typeof value === 'string' ? value : ''
  const number = typeof value === 'number' ? value : undefined
  switch (dataType) {
    case 'Text':
      return (
        <TextField
          {...shared}
          {...{ hint, value: text, onChange, isRequired: isRequiredNow }}
          maxLength={maxLength ?? undefined}
        />
      )
    case 'Number':
      return (
        <NumberField
          {...shared}
          {...{ hint, value: number, onChange, isRequired: isRequiredNow }}
          decimals={6}
        />
      )
    case 'Money':
      return <MoneyField {...shared} {...{ hint, value: number, onChange, isRequired: isRequiredNow }} />
    case 'Date':
      return <DateField {...shared} {...{ hint, value: text, onChange, isRequired: isRequiredNow }} />
    case 'Bool':
      return <CheckField {...shared} {...{ hint, value: value === true, onChange }} />
    case 'List':
      return (
        <SelectField
          {...shared}
          {...{ hint, value: text, onChange, isRequired: isRequiredNow }}
          options={(options ?? []).map((option) => ({ value: option, title: option }))}
        />
      )
    default:
      return dataType satisfies never
  }
}
