import { z } from 'zod'
import { seesContract } from '../access/scope.ts'
import type { Db } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'
import { type Route, route } from '../http/route.ts'
import { CalendarDate, Id } from '../http/schemas.ts'
import type { Filters, ListQuery } from '../http/search.ts'
import { addressField, requiredTextField } from './common-fields.ts'
import { type Field, flagField, textField } from './fields.ts'
import { type Holder, type HolderContext, kindTables, loadHolder, lockHolder } from './holders.ts'
import type { Kind } from './kinds.ts'
import { Email, personInput } from './people.ts'
import { changeHolder } from './save-holders.ts'
import { seesHolder } from './scope.ts'
import { MASKED_DATE, type Seals } from './seals.ts'
import { holderFilters, holderSort } from './search.ts'
import { answerShape, patchShape } from './shapes.ts'

/** Sealed; shown is only that there is one. */
const birthDate: Field = {
  input: CalendarDate.nullable(),
  answer: z.string().nullable().describe('Masked.'),
  initial: null,
  isOwn: true,
  select: { birth_date: 'k.birth_date' },
  read: (row, { open }) => (row.birth_date === null ? null : open(String(row.birth_date))),
  show: (row) => row.birth_date && MASKED_DATE,
  write: (value, { seal }) => ({ birth_date: typeof value === 'string' ? seal(value) : null }),
}

const own = { own: true }
const answered = (field: Field): Field => {
  const { input: _, ...rest } = field
  return rest
}

/** The name that lists and letters show: the company's, or the person's. */
function nameOf(values: Readonly<Record<string, unknown>>): string {
  const { firstName, middleName, lastName, suffix, companyName, isBusiness } = values
  if (!firstName && !lastName && !companyName) return ''
  const person = [firstName, middleName, lastName, suffix].filter(Boolean).join(' ')
  return String((isBusiness && companyName) || (firstName || lastName ? person : companyName))
}

/** Someone who bought a product. Made by a sale or a transfer, never by itself. */
export const customer: Kind = {
  type: 'Customer',
  path: '/customers',
  idName: 'customerId',
  tag: 'Customers',
  noun: 'customer',
  table: 'customer',
  // Those of its contracts (scope.ts).
  limitedSees: 'own',
  numberPrefix: 'C-',
  displayName: nameOf,
  fields: {
    number: answered(requiredTextField('number', z.string())),
    firstName: textField('first_name', 100, own),
    middleName: textField('middle_name', 100, own),
    lastName: textField('last_name', 100, own),
    suffix: textField('suffix', 20, own),
    companyName: textField('company_name', 200, own),
    birthDate,
    email: { ...textField('email', 254), input: Email.nullable() },
    phone: textField('phone', 40),
    mobile: textField('mobile', 40, own),
    address: addressField,
    taxIdLast4: { ...textField('tax_id_last4', 4, own), input: personInput.taxIdLast4 },
    preferredLanguage: textField('preferred_language', 20, own),
    isBusiness: flagField('is_business', own),
    doNotContact: flagField('do_not_contact', own),
  },
}

const Customer = z
  .object({
    ...answerShape(customer).shape,
    contracts: z.array(z.object({ type: z.literal('Contract'), id: Id, number: z.string().nullable() })),
  })
  .meta({ id: 'Customer' })
type CustomerModel = z.input<typeof Customer>

const CustomerRow = z
  .object({
    id: Id,
    name: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    contractCount: z.int().describe('The customer’s contracts that the caller sees.'),
  })
  .meta({ id: 'CustomerSearchResult' })

/** The contracts `c` that the caller sees. */
const visible = (caller: Caller): Sql => seesContract(caller) ?? sql`true`

async function withContracts(db: Db, caller: Caller, holder: Holder): Promise<CustomerModel> {
  const { rows } = await sql<CustomerModel['contracts'][number]>`
    select 'Contract' as type, c.id, c.number from contract c
    where c.customer_id = ${holder.id} and ${visible(caller)} order by c.id`.execute(db)
  return { ...holder, contracts: rows } as unknown as CustomerModel
}

const digits = (of: string) => `nullif(regexp_replace(${of}, '\\D', '', 'g'), '')`

/** Customers with a contract that is named, among those that the caller sees. */
const ofContract = (column: 'vin' | 'number', sees: () => Sql) =>
  ({
    match: 'text where',
    where: (value: unknown) => sql`h.id in (
      select c.customer_id from contract c where lower(c.${sql.raw(column)}) = lower(${value}) and ${sees()})`,
  }) as const

export const customerSearch = {
  filters: {
    ...holderFilters,
    firstName: { match: 'begins', column: 'k.first_name' },
    lastName: { match: 'begins', column: 'k.last_name' },
    companyName: { match: 'contains', column: 'k.company_name', folded: 'k.company_name_folded' },
    email: { match: 'whole', column: 'h.email' },
    phone: {
      match: 'text where',
      where: `h.id in (
        select id from account_holder where regexp_replace(phone, '\\D', '', 'g') = ${digits('?::text')}
        union select id from customer where regexp_replace(mobile, '\\D', '', 'g') = ${digits('?::text')})`,
    },
    vin: ofContract('vin', () => sql`true`),
    contractNumber: ofContract('number', () => sql`true`),
  },
  sort: { ...holderSort, lastName: { column: 'k.last_name', text: true } },
} as const satisfies { filters: Filters; sort: ListQuery<unknown>['sort'] }

const customerList = (caller: Caller): ListQuery<z.input<typeof CustomerRow>> => ({
  ...customerSearch,
  filters: {
    ...customerSearch.filters,
    vin: ofContract('vin', () => visible(caller)),
    contractNumber: ofContract('number', () => visible(caller)),
  },
  select: sql`h.id, h.name, h.city, h.state, h.phone, h.email, (
    select count(*) from contract c where c.customer_id = h.id and ${visible(caller)}) as "contractCount"`,
  from: kindTables(customer),
  id: 'h.id',
  where: [sql`h.type = 'Customer'`, seesHolder(caller, 'Customer')],
  row: (row: z.input<typeof CustomerRow>) => row,
})

/** Customers come with contracts: they are listed, read and changed. */
export function customerRoutes(seals: Seals): readonly Route[] {
  const reading: HolderContext = { kind: customer, seals }
  const shared = { tag: customer.tag, path: '/customers/{customerId}', answer: Customer } as const
  return [
    route.list({
      path: '/customers',
      tag: customer.tag,
      summary: 'List customers',
      permission: 'accountholders:read',
      form: 'array',
      row: CustomerRow,
      search: customerSearch,
      list: ({ caller }) => customerList(caller),
    }),
    route.read({
      ...shared,
      summary: 'Read a customer',
      permission: 'accountholders:read',
      handler: async ({ db, caller, params: { customerId } }) =>
        withContracts(db, caller, await loadHolder(db, reading, caller, customerId)),
    }),
    route.write({
      ...shared,
      method: 'PATCH',
      summary: 'Change a customer',
      permission: ['contracts:write', 'accountholders:write'],
      body: patchShape(customer),
      subject: 'accountholders/{id}',
      current: async ({ tx, caller, params: { customerId } }) =>
        withContracts(tx, caller, await lockHolder(tx, reading, caller, customerId)),
      handler: async ({ tx, params: { customerId }, body, ...acting }) => {
        const changed = await changeHolder(tx, acting, reading, { id: customerId, patch: body })
        return withContracts(tx, acting.caller, changed)
      },
    }),
  ]
}
