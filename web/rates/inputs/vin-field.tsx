import { TextField } from '../../ui/fields/field.tsx'
import { type Text, useText } from '../text.ts'
import { tidyVin, VIN_LENGTH, type VinState, vinState } from './vin.ts'

interface VinFieldProps {
  readonly name: string
  readonly value: string
  readonly onChange: (vin: string) => void
  readonly year?: number | undefined
  readonly autoFocus?: boolean | undefined
  readonly isRequired?: boolean | undefined
  /** The vehicle that the service found, if it has decoded the VIN. */
  readonly vehicle?: string | undefined
}

/** A VIN with a counter. What is wrong with it is said while it is typed. */
export function VinField({ name, value, onChange, year, autoFocus, isRequired, vehicle }: VinFieldProps) {
  const t = useText()
  const state = vinState(value, year)
  return (
    <TextField
      label={t('input.vin')}
      name={name}
      value={value}
      onChange={(text) => onChange(tidyVin(text))}
      autoFocus={autoFocus}
      isRequired={isRequired}
      className="rates-vin"
      end={
        <span className="rates-vin-count" aria-hidden="true">
          {t('vin.count', { count: value.length, of: VIN_LENGTH })}
        </span>
      }
      hint={<VinHint state={state} vehicle={vehicle} />}
      fault={vinFault(t, state)}
    />
  )
}

/** What must be corrected. A text that is still too short is not wrong yet. */
function vinFault(t: Text, state: VinState): string | undefined {
  if (state.kind === 'characters') return t('vin.characters', { characters: state.wrong.join(' ') })
  if (state.kind === 'long') return t('vin.long', { extra: state.extra })
  if (state.kind !== 'checkDigit' || state.isWarning) return undefined
  return t('vin.checkDigit', { expected: state.expected })
}

function VinHint({ state, vehicle }: { readonly state: VinState; readonly vehicle: string | undefined }) {
  const t = useText()
  if (state.kind === 'short') return <span>{t('vin.short', { missing: state.missing })}</span>
  if (state.kind === 'checkDigit' && state.isWarning)
    return <span>{t('vin.warning', { expected: state.expected })}</span>
  if (state.kind === 'valid') return <span role="status">{vehicle || t('vin.valid')}</span>
  return <span>{t('vin.hint')}</span>
}
