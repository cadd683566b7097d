import { TextField } from '../../ui/fields/field.tsx'
import { type TextKey, useText } from '../text.ts'

// A person that is entered for a transfer or as a cobuyer.

const names = ['firstName', 'middleName', 'lastName', 'email', 'phone'] as const
const places = ['line1', 'line2', 'city', 'state', 'zip'] as const
type Name = (typeof names)[number] | (typeof places)[number]

export type PersonDraft = Readonly<Partial<Record<Name, string>>>

interface PersonFieldsProps {
  /** The pointer of the person in the body, empty if the body is the person. */
  readonly at: string
  readonly value: PersonDraft
  readonly onChange: (value: PersonDraft) => void
  readonly isAddressRequired: boolean
}

export function PersonFields({ at, value, onChange, isAddressRequired }: PersonFieldsProps) {
  const t = useText()
  const field = (name: Name, pointer: string, isRequired: boolean) => (
    <TextField
      key={name}
      label={t(`field.${name}` satisfies TextKey)}
      name={pointer}
      value={value[name] ?? ''}
      isRequired={isRequired}
      onChange={(text) => onChange({ ...value, [name]: text })}
    />
  )
  return (
    <div className="contracts-fields">
      {names.map((name) => field(name, `${at}/${name}`, name === 'firstName' || name === 'lastName'))}
      {places.map((name) => field(name, `${at}/address/${name}`, isAddressRequired && name !== 'line2'))}
    </div>
  )
}

/** The person of a body. Undefined while a name, or a needed part of the address, is missing. */
export function personOf(draft: PersonDraft, isAddressRequired: boolean) {
  const text = (name: Name) => draft[name]?.trim() || null
  const { firstName, lastName } = { firstName: text('firstName'), lastName: text('lastName') }
  if (!firstName || !lastName) return undefined
  const [line1, city, state, zip] = [text('line1'), text('city'), text('state'), text('zip')]
  const isWhole = line1 && city && state && zip
  const isEmpty = !line1 && !city && !state && !zip
  if (!isWhole && (isAddressRequired || !isEmpty)) return undefined
  const address = isWhole ? { line1, line2: text('line2'), city, state, zip } : null
  return {
    firstName,
    middleName: text('middleName'),
    lastName,
    email: text('email'),
    phone: text('phone'),
    address,
  }
}
