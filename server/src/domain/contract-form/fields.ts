import type { ContractForm, FormParty } from './form.ts'
import { financingFields, itemFields } from './item-fields.ts'
import { listFields } from './list-fields.ts'
import { cancellationFields, coverageFields, priceFields, transferFields } from './sale-fields.ts'
import { addressLines, flagWords } from './words.ts'

// The names by which the fields of an administrator's own PDF are filled in. What they say is said as on our own form.

export interface FormField {
  /** `customer.name`. In a list, `N` stands for 1, 2, 3 and so on; `CODE` for the code of a custom field. */
  readonly name: string
  readonly about: string
}

/** A field that every form has; empty where nothing is known. */
export interface SingleField extends FormField {
  value(form: ContractForm): string | null | undefined
}

/** A field of each item of a list. */
export interface ListField extends FormField {
  values(form: ContractForm): readonly (readonly [key: string, value: string])[]
}

const contractFields: readonly SingleField[] = [
  { name: 'contract.number', about: 'The number of the contract', value: (form) => form.contractNumber },
  { name: 'contract.formNumber', about: 'The number of the form', value: (form) => form.formNumber },
  {
    name: 'contract.status',
    about: 'What it is: `Quote`, `Pending`, `Active`',
    value: (form) => form.status,
  },
  {
    name: 'contract.isDraft',
    about: '`Yes` while it is no contract yet',
    value: (form) => flagWords(form.isDraft),
  },
  { name: 'contract.stateOfSale', about: 'The state it is sold in', value: (form) => form.stateOfSale },
]

const roles = {
  administrator: 'administrator',
  obligor: 'obligor',
  insurer: 'insurer',
  dealer: 'selling dealer',
  customer: 'customer',
  cobuyer: 'co-buyer',
  lienHolder: 'lien holder',
} as const satisfies Partial<Record<keyof ContractForm, string>>
type Role = keyof typeof roles

const partyParts: Readonly<
  Record<string, readonly [about: string, (party: FormParty) => string | null | undefined]>
> = {
  name: ['Name', ({ name }) => name],
  number: ['Business number', ({ number }) => number],
  address: ['Whole address on one line', ({ address }) => address && addressLines(address).join(', ')],
  line1: ['Street', ({ address }) => address?.line1],
  line2: ['Second line of the street', ({ address }) => address?.line2],
  city: ['City', ({ address }) => address?.city],
  state: ['State', ({ address }) => address?.state],
  zip: ['ZIP code', ({ address }) => address?.zip],
  phone: ['Phone', ({ phone }) => phone],
  email: ['Email', ({ email }) => email],
}

const partyFields: readonly SingleField[] = (Object.keys(roles) as Role[]).flatMap((role) =>
  Object.entries(partyParts).map(([part, [about, read]]) => ({
    name: `${role}.${part}`,
    about: `${about} of the ${roles[role]}`,
    value: (form: ContractForm) => {
      const party = form[role]
      return party && read(party)
    },
  })),
)

const singleFields: readonly SingleField[] = [
  ...contractFields,
  ...partyFields,
  ...itemFields,
  ...coverageFields,
  ...priceFields,
  ...financingFields,
  ...cancellationFields,
  ...transferFields,
]

/** Every name there is. */
export const formFields: readonly FormField[] = [...singleFields, ...listFields]

/** What each field says on this form. Names are in lower case: a form may write them as it likes. */
export function formFieldValues(form: ContractForm): Map<string, string> {
  const values = new Map<string, string>()
  for (const { name, value } of singleFields) values.set(name.toLowerCase(), value(form) ?? '')
  for (const { name, values: all } of listFields)
    for (const [key, value] of all(form))
      values.set(name.replace(/\bN\b|\bCODE\b/, () => key).toLowerCase(), value)
  return values
}
