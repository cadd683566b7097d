import { TextField } from '../../ui/fields/field.tsx'
import { stateCode } from '../inputs/more-fields.tsx'
import { useText } from '../text.ts'
import type { PersonValues } from './sale-values.ts'

interface PersonFieldsProps {
  /** Where the person stands in the body. */
  readonly at: 'customer' | 'cobuyer'
  readonly values: PersonValues
  readonly onChange: (changes: Partial<PersonValues>) => void
}

/** Name, address, and how to reach the person. */
export function PersonFields({ at, values, onChange }: PersonFieldsProps) {
  const t = useText()
  const isCustomer = at === 'customer'
  // A business has a name of its own in place of a person's.
  const isPerson = isCustomer && values.companyName.trim() === ''
  return (
    <div className="rates-sale-fields">
      <TextField
        label={t(`${at}.firstName`)}
        name={`/${at}/firstName`}
        value={values.firstName}
        onChange={(firstName) => onChange({ firstName })}
        isRequired={isPerson}
      />
      <TextField
        label={t(`${at}.lastName`)}
        name={`/${at}/lastName`}
        value={values.lastName}
        onChange={(lastName) => onChange({ lastName })}
        isRequired={isPerson}
      />
      {isCustomer && (
        <TextField
          label={t('customer.companyName')}
          name="/customer/companyName"
          value={values.companyName}
          onChange={(companyName) => onChange({ companyName })}
          hint={t('customer.companyName.hint')}
        />
      )}
      <TextField
        label={t(`${at}.line1`)}
        name={`/${at}/address/line1`}
        value={values.line1}
        onChange={(line1) => onChange({ line1 })}
        className="rates-wide"
        isRequired={isCustomer}
      />
      <TextField
        label={t(`${at}.line2`)}
        name={`/${at}/address/line2`}
        value={values.line2}
        onChange={(line2) => onChange({ line2 })}
      />
      <TextField
        label={t(`${at}.city`)}
        name={`/${at}/address/city`}
        value={values.city}
        onChange={(city) => onChange({ city })}
        isRequired={isCustomer}
      />
      <TextField
        label={t(`${at}.state`)}
        name={`/${at}/address/state`}
        value={values.state}
        onChange={(state) => onChange({ state: stateCode(state) })}
        isRequired={isCustomer}
      />
      <TextField
        label={t(`${at}.zip`)}
        name={`/${at}/address/zip`}
        value={values.zip}
        onChange={(zip) => onChange({ zip })}
        inputMode="numeric"
        isRequired={isCustomer}
      />
      <TextField
        label={t(`${at}.phone`)}
        name={`/${at}/phone`}
        value={values.phone}
        onChange={(phone) => onChange({ phone })}
        type="tel"
      />
      <TextField
        label={t(`${at}.email`)}
        name={`/${at}/email`}
        value={values.email}
        onChange={(email) => onChange({ email })}
        type="email"
      />
    </div>
  )
}
