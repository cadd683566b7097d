import { z } from 'zod'
import { text } from '../../http/schemas.ts'
import { listField, objectField } from '../fields.ts'
import { type Kind, kinds } from '../kinds.ts'
import { AddressAnswer, AddressInput } from '../people.ts'

const License = z.strictObject({
  state: z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters'),
  number: text(60),
})

/** The administrator's own company. It comes with the administrator, so a file can change it but not add another. */
export const adminCompany: Kind = {
  type: 'AdminCompany',
  path: '/admincompanies',
  idName: 'adminCompanyId',
  tag: 'AdminCompanies',
  noun: 'admin company',
  table: 'admin_company',
  limitedSees: 'none',
  fields: {
    licenseNumbers: listField('license_numbers', License, { inKindTable: true }),
    remitTo: objectField('remit_to', { input: AddressInput, answer: AddressAnswer }, { inKindTable: true }),
  },
}

/** The kinds that a file can have. Customers are not among them: sales make them. */
export const fileKinds: readonly Kind[] = [adminCompany, ...kinds]

/** The name of a kind's list in a file: `DealerGroup` becomes `dealerGroups`. */
export function sectionName({ type }: Kind): string {
  const name = `${type[0]?.toLowerCase()}${type.slice(1)}`
  return name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The kind whose list has this name, in any letter case: `dealergroups`. */
export const kindOfSection = (name: string) => fileKinds.find((kind) => isSame(sectionName(kind), name))

/** The kind with this type, in any letter case: `Dealer`. */
export const fileKindOfType = (type: string) => fileKinds.find((kind) => isSame(kind.type, type))

/** `3 dealers` or `1 repair facility`. */
export const countedKind = ({ noun }: Kind, count: number) =>
  `${count} ${count === 1 ? noun : noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`
