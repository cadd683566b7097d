import type { IdNameDescription, Vehicle } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { DateField, NumberField, type Option, SelectField, TextField } from '../../ui/field.tsx'
import { useText } from '../text.ts'
import { DealerField } from './dealer-field.tsx'
import { type Inputs, plainNumber } from './inputs.ts'
import { VinField } from './vin-field.tsx'

export interface InputFieldsProps {
  readonly inputs: Inputs
  readonly onChange: (changes: Inputs) => void
}

/** What every quote asks for. */
export function VehicleFields({
  inputs,
  onChange,
  vehicle,
}: InputFieldsProps & { readonly vehicle?: Vehicle | undefined }) {
  const t = useText()
  return (
    <>
      <DealerField value={inputs.dealerNumber} onChange={onChange} />
      <VinField
        name="vin"
        value={inputs.vin ?? ''}
        onChange={(vin) => onChange({ vin })}
        year={yearOf(inputs)}
        vehicle={vehicle?.vin && vehicle.vin === inputs.vin ? vehicleTitle(vehicle) : undefined}
        autoFocus
      />
      <fieldset className="rates-or">
        <legend>{t('vin.or')}</legend>
        <MakeAndModel inputs={inputs} onChange={onChange} />
      </fieldset>
      <div className="rates-pair">
        <SelectField
          label={t('input.driveType')}
          name="driveType"
          value={inputs.driveType ?? ''}
          onChange={(driveType) => onChange({ driveType })}
          options={['FWD', 'RWD', 'AWD', '4WD'].map((value) => ({ value, title: value }))}
        />
        <NumberField
          label={t('input.odometer')}
          name="odometer"
          value={numberOf(inputs.odometer)}
          onChange={(odometer) => onChange({ odometer: textOf(odometer) })}
          unit={t('miles.unit')}
          isRequired
        />
      </div>
      <SaleDateField inputs={inputs} onChange={onChange} />
    </>
  )
}

export function SaleDateField({ inputs, onChange }: InputFieldsProps) {
  const t = useText()
  return (
    <DateField
      label={t('input.saleDate')}
      name="saleDate"
      value={inputs.saleDate ?? ''}
      onChange={(saleDate) => onChange({ saleDate })}
      isRequired
    />
  )
}

/** Year, make, model and trim, each narrowed down by those before it. */
function MakeAndModel({ inputs, onChange }: InputFieldsProps) {
  const t = useText()
  const { year = '', make = '', model = '', trim = '' } = inputs
  const inYear = {
    pageSize: 200,
    sortBy: 'name',
    ...(yearOf(inputs) ? { year: yearOf(inputs) } : {}),
  } as const
  const kept = { staleTime: 600_000, keepPrevious: true } as const
  const makes = useAnswer('GET /Rates/VehicleMakes', { query: inYear }, kept)
  const models = useAnswer(
    'GET /Rates/VehicleModels',
    { query: { ...inYear, make } },
    { ...kept, keepPrevious: false, enabled: make !== '' },
  )
  const trims = useAnswer(
    'GET /Rates/VehicleTrims',
    { query: { ...inYear, make, model } },
    { ...kept, keepPrevious: false, enabled: make !== '' && model !== '' },
  )
  return (
    <div className="rates-fields">
      <TextField
        label={t('input.year')}
        name="year"
        value={year}
        onChange={(typed) => onChange({ year: typed.replace(/\D/g, '').slice(0, 4) })}
        inputMode="numeric"
        className="rates-year"
      />
      <SelectField
        label={t('input.make')}
        name="make"
        value={make}
        onChange={(chosen) => onChange({ make: chosen, model: '', trim: '' })}
        options={optionsWith(makes.data?.data, make)}
      />
      <SelectField
        label={t('input.model')}
        name="model"
        value={model}
        onChange={(chosen) => onChange({ model: chosen, trim: '' })}
        options={optionsWith(models.data?.data, model)}
        disabled={make === ''}
      />
      <SelectField
        label={t('input.trim')}
        name="trim"
        value={trim}
        onChange={(chosen) => onChange({ trim: chosen })}
        options={optionsWith(trims.data?.data, trim)}
        disabled={model === ''}
      />
    </div>
  )
}

/** The rows as choices. A value that came with the address stays, even if no row has it. */
function optionsWith(rows: readonly IdNameDescription[] = [], value: string): readonly Option[] {
  const options = [...new Set(rows.map(({ name }) => name))].map((name) => ({ value: name, title: name }))
  return value === '' || options.some((option) => option.value === value)
    ? options
    : [{ value, title: value }, ...options]
}

const yearOf = ({ year = '' }: Inputs) => (/^\d{4}$/.test(year) ? Number(year) : undefined)

export function numberOf(text: string | undefined): number | undefined {
  const number = plainNumber(text ?? '')
  return typeof number === 'number' ? number : undefined
}

export const textOf = (number: number | undefined): string => (number === undefined ? '' : String(number))

/** The vehicle as people name it: 2024 FORD F-150 XLT. */
export const vehicleTitle = ({ year, make, model, trim, bodyStyle, driveType }: Vehicle): string =>
  [year, make, model, trim, bodyStyle, driveType].filter((part) => part !== null && part !== '').join(' ')
