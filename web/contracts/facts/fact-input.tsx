import { useState } from 'react'
import type { Contract } from '../../../sdk/src/types.gen.ts'
import { call } from '../../api/client.ts'
import { faultOf } from '../../ui/fields/faults.tsx'
import {
  DateField,
  MoneyField,
  NumberField,
  type Option,
  SelectField,
  TextAreaField,
  TextField,
} from '../../ui/fields/field.tsx'
import { LookupField } from '../../ui/fields/lookup.tsx'
import { type Text, useText, wordOf } from '../text.ts'
import { waitsForRefinalize } from './editing.ts'
import type { FactField } from './fields.ts'

interface FactInputProps {
  readonly field: FactField
  readonly contract: Contract
  /** The text of the draft. Numbers and lenders are texts there, too. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** The refusal, which may name the field. */
  readonly error: unknown
}

/** The control of a field, by its kind. */
export function FactInput({ field, contract, value, onChange, error }: FactInputProps) {
  const t = useText()
  const shared = {
    ...{ label: t(field.label), name: field.pointer, fault: faultOf(error, field.pointer) },
    hint: waitsForRefinalize(field, contract) ? t('edit.waits') : undefined,
  }
  const asText = { ...shared, value, onChange }
  const asNumber = { ...shared, ...numberControl(value, onChange) }
  switch (field.kind) {
    case 'text':
      return <TextField {...asText} />
    case 'year':
      return <TextField {...asText} inputMode="numeric" maxLength={4} />
    case 'area':
      return <TextAreaField {...asText} />
    case 'date':
      return <DateField {...asText} />
    case 'money':
      return <MoneyField {...asNumber} />
    case 'whole':
      return <NumberField {...asNumber} />
    case 'decimal':
      return <NumberField {...asNumber} decimals={3} />
    case 'choice':
      return <SelectField {...asText} options={optionsOf(field, t)} />
    case 'lienHolder':
      return <LienHolderInput {...shared} shown={field.show?.(contract) ?? ''} {...{ value, onChange }} />
  }
}

/** The value and change of a control for numbers, over a text that is empty without one. */
export const numberControl = (text: string, onChange: (text: string) => void) => ({
  value: text === '' ? undefined : Number(text),
  onChange: (number: number | undefined) => onChange(number === undefined ? '' : String(number)),
})

const optionsOf = ({ choices }: FactField, t: Text) =>
  (choices?.values ?? []).map((value) => ({ value, title: wordOf(t, choices?.group ?? '', value) }))

interface LienHolderProps {
  readonly label: string
  readonly name: string
  readonly fault?: string | undefined
  readonly hint?: string | undefined
  /** The id of the lender, and the name it has now. */
  readonly value: string
  readonly shown: string
  readonly onChange: (value: string) => void
}

/** A lender, found by its name. */
export function LienHolderInput({ value, shown, onChange, ...shared }: LienHolderProps) {
  const [option, setOption] = useState<Option | null>(value === '' ? null : { value, title: shown })
  return (
    <LookupField
      {...shared}
      value={option}
      onChange={(chosen) => {
        setOption(chosen)
        onChange(chosen?.value ?? '')
      }}
      search={findLienHolders}
    />
  )
}

async function findLienHolders(name: string, signal: AbortSignal): Promise<readonly Option[]> {
  const query = { ...(name === '' ? {} : { name }), pageNumber: 1, pageSize: 20, sortBy: 'name' } as const
  const { data } = await call('GET /lienHolders', { query, signal })
  return data.items.map((lender) => ({
    value: String(lender.id),
    title: lender.name,
    subtitle: lender.number,
  }))
}
