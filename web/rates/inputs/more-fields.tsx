import { useAnswer } from '../../api/queries.ts'
import { DateField, MoneyField, NumberField, SelectField, TextField } from '../../ui/fields/field.tsx'
import { useText, wordOf } from '../text.ts'
import type { InputName } from './inputs.ts'
import { type InputFieldsProps, numberOf, SaleDateField, textOf } from './vehicle-fields.tsx'

const choices = {
  fuelType: ['Gas', 'Diesel', 'Hybrid', 'Electric', 'Other'],
  aspiration: ['Natural', 'Turbo', 'Supercharged'],
  condition: ['New', 'Used', 'CPO'],
  vehicleUse: ['Personal', 'Commercial', 'Rideshare'],
  dealType: ['Cash', 'Loan', 'Lease', 'Balloon'],
} as const satisfies Partial<Record<InputName, readonly string[]>>

type ChoiceName = keyof typeof choices

function ChoiceField({ input, inputs, onChange }: InputFieldsProps & { readonly input: ChoiceName }) {
  const t = useText()
  return (
    <SelectField
      label={t(`input.${input}`)}
      name={input}
      value={inputs[input] ?? ''}
      onChange={(value) => onChange({ [input]: value })}
      options={choices[input].map((value) => ({ value, title: wordOf(t, input, value) }))}
    />
  )
}

type AmountName =
  | 'vehiclePurchasePrice'
  | 'financedAmount'
  | 'monthlyPayment'
  | 'msrp'
  | 'nadaValue'
  | 'itemPurchasePrice'

export function AmountField({ input, inputs, onChange }: InputFieldsProps & { readonly input: AmountName }) {
  const t = useText()
  return (
    <MoneyField
      label={t(`input.${input}`)}
      name={input}
      value={numberOf(inputs[input])}
      onChange={(value) => onChange({ [input]: textOf(value) })}
    />
  )
}

/** What some products and surcharges ask for besides. */
export function MoreVehicleFields(props: InputFieldsProps) {
  const t = useText()
  const { inputs, onChange } = props
  return (
    <div className="rates-fields">
      <ItemTypeField {...props} />
      <ChoiceField {...props} input="fuelType" />
      <ChoiceField {...props} input="aspiration" />
      <ChoiceField {...props} input="condition" />
      <ChoiceField {...props} input="vehicleUse" />
      <DateField
        label={t('input.inServiceDate')}
        name="inServiceDate"
        value={inputs.inServiceDate ?? ''}
        onChange={(inServiceDate) => onChange({ inServiceDate })}
      />
    </div>
  )
}

/** The deal: GAP and prices of liability rest on it. */
export function DealFields(props: InputFieldsProps) {
  const t = useText()
  const { inputs, onChange } = props
  return (
    <div className="rates-fields">
      <ChoiceField {...props} input="dealType" />
      <AmountField {...props} input="vehiclePurchasePrice" />
      <AmountField {...props} input="financedAmount" />
      <NumberField
        label={t('input.financeTermMonths')}
        name="financeTermMonths"
        value={numberOf(inputs.financeTermMonths)}
        onChange={(value) => onChange({ financeTermMonths: textOf(value) })}
        unit={t('months.unit')}
      />
      <NumberField
        label={t('input.apr')}
        name="apr"
        value={numberOf(inputs.apr)}
        onChange={(value) => onChange({ apr: textOf(value) })}
        unit="%"
        decimals={4}
      />
      <AmountField {...props} input="monthlyPayment" />
      <AmountField {...props} input="msrp" />
      <AmountField {...props} input="nadaValue" />
      <TextField
        label={t('input.state')}
        name="state"
        value={inputs.state ?? ''}
        onChange={(state) => onChange({ state: stateCode(state) })}
        hint={t('state.hint')}
      />
    </div>
  )
}

/** What a quote of another item asks for: its price in place of VIN and odometer. */
export function ItemFields(props: InputFieldsProps) {
  const t = useText()
  const { inputs, onChange } = props
  return (
    <div className="rates-fields">
      <ItemTypeField {...props} />
      <AmountField {...props} input="itemPurchasePrice" />
      <TextField
        label={t('input.serialNumber')}
        name="serialNumber"
        value={inputs.serialNumber ?? ''}
        onChange={(serialNumber) => onChange({ serialNumber })}
      />
      <SaleDateField {...props} />
    </div>
  )
}

/** Two letters, as the API wants them. */
export const stateCode = (text: string): string =>
  text
    .replace(/[^a-z]/gi, '')
    .slice(0, 2)
    .toUpperCase()

/** What is covered. A vehicle unless something else is chosen. */
export function ItemTypeField({ inputs, onChange }: InputFieldsProps) {
  const t = useText()
  const types = useItemTypes()
  return (
    <SelectField
      label={t('input.assetTypeCode')}
      name="assetTypeCode"
      value={inputs.assetTypeCode ?? ''}
      onChange={(assetTypeCode) => onChange({ assetTypeCode })}
      options={types.map(({ code, name }) => ({ value: code, title: name }))}
      emptyTitle={t('assetTypeCode.usual')}
    />
  )
}

function useItemTypes() {
  const answer = useAnswer('GET /Rates/AssetTypes', { query: { pageSize: 200 } }, { staleTime: 600_000 })
  return answer.data?.data ?? []
}

/** Whether the item has a VIN. Until the types are known, everything is a vehicle. */
export function useIsVehicle(assetTypeCode: string | undefined): boolean {
  const type = useItemTypes().find(({ code }) => code === assetTypeCode)
  return type === undefined || type.identifierType === 'VIN'
}
