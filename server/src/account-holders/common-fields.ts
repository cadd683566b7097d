import { z } from 'zod'
import { orNull, storedList, text } from '../db/columns.ts'
import { CalendarDate, ExternalReference, text as someText } from '../http/schemas.ts'
import { refuse } from '../http/validation.ts'
import {
  choiceField,
  dateField,
  defineField,
  type Field,
  type Fields,
  flagField,
  listField,
  objectField,
  textField,
} from './fields.ts'
import { holderStatuses } from './holder-types.ts'
import { withKnownBirthDates } from './known-contacts.ts'
import { paymentMethodsField } from './payment-methods.ts'
import { AddressAnswer, AddressInput, ContactPersonInput, Email, PersonAnswer } from './people.ts'
import { MASKED_DATE, maskedTaxId } from './seals.ts'

export const requiredTextField = (name: string, input: z.ZodType): Field =>
  defineField({
    columns: { [name]: text },
    ...{ input, answer: z.string(), read: (row) => row[name], write: (value) => ({ [name]: value }) },
  })

/** Nine digits. Dashes are removed. */
export const TaxId = z
  .string()
  .max(20)
  .transform((value) => value.replaceAll('-', ''))
  .pipe(z.string().regex(/^\d{9}$/, 'must be nine digits; dashes are ignored'))
  .meta({ example: '12-3456789' })

/** Stored encrypted, searched by a hash, and answered as its last four digits. */
const taxId = defineField({
  columns: { tax_id: orNull(text), tax_id_last4: orNull(text) },
  input: TaxId.nullable(),
  answer: z.string().nullable().meta({ example: '*****6789' }),
  initial: null,
  read: ({ tax_id }, { open }) => tax_id && open(tax_id),
  show: ({ tax_id_last4 }) => tax_id_last4 && maskedTaxId(tax_id_last4),
  write: (value, { seal, taxIdHash }) =>
    typeof value === 'string'
      ? { tax_id: seal(value), tax_id_hash: taxIdHash(value), tax_id_last4: value.slice(-4) }
      : { tax_id: null, tax_id_hash: null, tax_id_last4: null },
})

const addressColumns = {
  line1: orNull(text),
  line2: orNull(text),
  city: orNull(text),
  state: orNull(text),
  zip: orNull(text),
  county: orNull(text),
  country: text,
  address_type: orNull(text),
}

/** The address that lists are searched by, with a column for each part. */
export const addressField = defineField({
  columns: addressColumns,
  input: AddressInput,
  answer: AddressAnswer,
  read: ({ line1, line2, city, state, zip, county, country, address_type }) => ({
    ...{ line1, line2, city, state, zip, county, country },
    type: address_type,
  }),
  write(value) {
    const { type, ...parts } = value as z.output<typeof AddressInput>
    return { ...parts, address_type: type }
  },
})

/** Stored encrypted as a whole, because contacts have birth dates. */
const contacts = defineField({
  columns: { contacts: orNull(text) },
  input: z
    .array(ContactPersonInput)
    .max(100)
    .nullable()
    .transform((value) => value ?? []),
  answer: z.array(PersonAnswer),
  initial: [],
  read: ({ contacts }, { open }) => (contacts === null ? [] : readPeople(open(contacts))),
  show: ({ contacts }, _caller, { open }) =>
    contacts === null
      ? []
      : readPeople(open(contacts)).map((person) => ({
          ...person,
          birthDate: person.birthDate && MASKED_DATE,
        })),
  combine(sent, stored) {
    const { contacts, faults } = withKnownBirthDates(sent as ContactPerson[], stored as ContactPerson[])
    if (faults.length > 0) throw refuse(faults)
    return contacts
  },
  write(value, { seal }) {
    const people = value as unknown[]
    return { contacts: people.length === 0 ? null : seal(JSON.stringify(people)) }
  },
})

type ContactPerson = z.output<typeof ContactPersonInput>
const readPeople = (text: string) => storedList<ContactPerson>()(JSON.parse(text))

/** The fields of every account holder, in the order of the model. */
export const commonFields: Fields = {
  number: requiredTextField('number', someText(40)),
  name: requiredTextField('name', someText(200)),
  dbaName: textField('dba_name', 200),
  status: choiceField('status', holderStatuses, 'Active'),
  taxId,
  taxClassification: textField('tax_classification', 40),
  address: addressField,
  mailingAddress: objectField('mailing_address', { input: AddressInput, answer: AddressAnswer }),
  phone: textField('phone', 40),
  fax: textField('fax', 40),
  email: { ...textField('email', 254), input: Email.nullable() },
  website: textField('website', 2_000),
  contacts,
  effectiveDate: { ...dateField('effective_date'), input: CalendarDate, answer: CalendarDate },
  expirationDate: dateField('expiration_date'),
  paymentMethods: paymentMethodsField,
  autoPayReceive: flagField('auto_pay_receive'),
  statementCycle: choiceField('statement_cycle', ['None', 'Monthly', 'Weekly'], 'None'),
  statementDelivery: choiceField('statement_delivery', ['Email', 'Mail', 'Portal'], 'Email'),
  externalReferences: listField('external_references', ExternalReference, { most: 100 }),
  notes: textField('notes', 20_000),
}
