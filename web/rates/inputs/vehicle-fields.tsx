import type { Vehicle } from '../../../sdk/src/types.gen.ts'
import { DateField, NumberField, SelectField, TextField } from '../../ui/fields/field.tsx'
import { useText } from '../text.ts'
import { DealerField } from './dealer-field.tsx'
import { type Inputs, plainNumber, yearOf } from './inputs.ts'
import { NameField } from './name-field.tsx'
import { useVehicleNames } from './use-vehicle-names.ts'
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

/** Year, make, model and trim, each with what fits to those before it. */
function MakeAndModel({ inputs, onChange }: InputFieldsProps) {
  const t = useText()
  const { year = '', make = '', model = '', trim = '' } = inputs
  const { makes, models, trims } = useVehicleNames(inputs)
  return (
    <div className="rates-fields">
      <TextField
        label={t('input.year')}
        name="year"
        value={year}
        onChange={(typed) => onChange({ year: typed.replace(/\D/g, '').slice(0, 4) })}
        inputMode="numeric"
      />
      <NameField
        input="make"
        value={make}
        names={makes}
        onChange={(typed) => onChange({ make: typed, model: '', trim: '' })}
      />
      <NameField
        input="model"
        value={model}
        names={models}
        onChange={(typed) => onChange({ model: typed, trim: '' })}
      />
      <NameField input="trim" value={trim} names={trims} onChange={(typed) => onChange({ trim: typed })} />
    </div>
  )
}

export function numberOf(text: string | undefined): number | undefined {
  const number = plainNumber(text ?? '')
  return typeof number === 'number' ? number : undefined
}

export const textOf = (number: number | undefined): string => (number === undefined ? '' : String(number))

/** The vehicle as people name it: 2024 FORD F-150 XLT. */
export const vehicleTitle = ({ year, make, model, trim, bodyStyle, driveType }: Vehicle): string =>
  [year, make, model, trim, bodyStyle, driveType].filter((part) => part !== null && part !== '').join(' ')
