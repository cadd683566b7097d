import { z } from 'zod'
import { seesContract } from '../access/scope.ts'
import { int, orNull, text } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { query } from '../db/statement.ts'
import type { Caller } from '../http/caller.ts'
import { type Route, route } from '../http/route.ts'
import { Id } from '../http/schemas.ts'
import { type Filters, type ListQuery, listOf } from '../http/search.ts'
import { refuse } from '../http/validation.ts'
import { addressField, requiredTextField } from './common-fields.ts'
import { defineField, type Field, flagField, textField } from './fields.ts'
import { type Holder, type HolderContext, kindTables, loadHolder, lockHolder } from './holders.ts'
import type { Kind } from './kinds.ts'
import { Email, KnownBirthDate, missingBirthDate, personInput } from './people.ts'
import { changeHolder } from './save-holders.ts'
import { seesHolder } from './scope.ts'
import { MASKED_DATE, type Seals } from './seals.ts'
import { holderFilters, holderSort } from './search.ts'
import { answerShape, patchShape } from './shapes.ts'

/** Stored encrypted. The answer only shows that there is one, and what is answered, sent back, keeps it. */
const birthDate = defineField({
  columns: { birth_date: orNull(text) },
  input: KnownBirthDate.nullable(),
  answer: z.string().nullable(),
  initial: null,
  inKindTable: true,
  read: ({ birth_date }, { open }) => birth_date && open(birth_date),
  show: ({ birth_date }) => birth_date && MASKED_DATE,
  combine(sent, stored) {
    if (sent !== MASKED_DATE) return sent
    if (typeof stored !== 'string') throw refuse([missingBirthDate()])
    return stored
  },
  write: (value, { seal }) => ({ birth_date: typeof value === 'string' ? seal(value) : null }),
})

const ownTable = { inKindTable: true }
const readOnly = (field: Field): Field => {
  const { input: _, ...rest } = field
  return rest
}

/** The name in lists and letters: of the company or of the person. */
function customerName(values: Readonly<Record<string, unknown>>): string {
  const { firstName, middleName, lastName, suffix, companyName, isBusiness } = values
  if (!firstName && !lastName && !companyName) return ''
  const person = [firstName, middleName, lastName, suffix].filter(Boolean).join(' ')
  return String((isBusiness && companyName) || (firstName || lastName ? person : companyName))
}

/** The buyer of a contract. Customers are created by a sale or a transfer only. */
export const customer: Kind = {
  type: 'Customer',
  path: '/customers',
  idName: 'customerId',
  tag: 'Customers',
  noun: 'customer',
  table: 'customer',
  // The customers of the contracts that the caller sees: see scope.ts.
  limitedSees: 'own',
  numberPrefix: 'C-',
  displayName: customerName,
  fields: {
    number: readOnly(requiredTextField('number', z.string())),
    firstName: textField('first_name', 100, ownTable),
    middleName: textField('middle_name', 100, ownTable),
    lastName: textField('last_name', 100, ownTable),
    suffix: textField('suffix', 20, ownTable),
    companyName: textField('company_name', 200, ownTable),
    birthDate,
    email: { ...textField('email', 254), input: Email.nullable() },
    phone: textField('phone', 40),
    mobile: textField('mobile', 40, ownTable),
    address: addressField,
    taxIdLast4: { ...textField('tax_id_last4', 4, ownTable), input: personInput.taxIdLast4 },
    preferredLanguage: textField('preferred_language', 20, ownTable),
    isBusiness: flagField('is_business', ownTable),
    doNotContact: flagField('do_not_contact', ownTable),
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
    contractCount: z.int().describe('How many contracts of the customer the caller can see.'),
  })
  .meta({ id: 'CustomerSearchResult' })

/** The condition that the caller sees a contract `c`. */
const visibleContract = (caller: Caller): Sql => seesContract(caller) ?? sql`true`

async function withContracts(db: Db, caller: Caller, holder: Holder): Promise<CustomerModel> {
  const contracts = await query({ id: int, number: orNull(text) })`
    select c.id, c.number from contract c
    where c.customer_id = ${holder.id} and ${visibleContract(caller)} order by c.id`.rows(db)
  return {
    ...holder,
    contracts: contracts.map((contract) => ({ type: 'Contract', ...contract })),
  } as unknown as CustomerModel
}

const digitsSql = (text: string) => `nullif(regexp_replace(${text}, '\\D', '', 'g'), '')`

/** Customers by a column of their contracts, as far as the caller sees these. */
const byContract = (column: 'vin' | 'number', sees: () => Sql) =>
  ({
    match: 'text where',
    where: (value: unknown) => sql`h.id in (
      select c.customer_id from contract c where lower(c.${sql.raw(column)}) = lower(${value}) and ${sees()})`,
  }) as const

const customerSearch = {
  filters: {
    ...holderFilters,
    firstName: { match: 'begins', column: 'k.first_name' },
    lastName: { match: 'begins', column: 'k.last_name' },
    companyName: { match: 'contains', column: 'k.company_name', folded: 'k.company_name_folded' },
    email: { match: 'whole', column: 'h.email' },
    phone: {
      match: 'text where',
      where: `h.id in (
        select id from account_holder where regexp_replace(phone, '\\D', '', 'g') = ${digitsSql('?::text')}
        union select id from customer where regexp_replace(mobile, '\\D', '', 'g') = ${digitsSql('?::text')})`,
    },
    vin: byContract('vin', () => sql`true`),
    contractNumber: byContract('number', () => sql`true`),
  },
  sort: { ...holderSort, lastName: { column: 'k.last_name', text: true } },
} as const satisfies { filters: Filters; sort: ListQuery<unknown>['sort'] }

const customerColumns = {
  id: int,
  name: text,
  city: orNull(text),
  state: orNull(text),
  phone: orNull(text),
  email: orNull(text),
  contractCount: int,
}

const customerList = (caller: Caller): ListQuery<z.input<typeof CustomerRow>> =>
  listOf({
    ...customerSearch,
    filters: {
      ...customerSearch.filters,
      vin: byContract('vin', () => visibleContract(caller)),
      contractNumber: byContract('number', () => visibleContract(caller)),
    },
    select: sql`h.id, h.name, h.city, h.state, h.phone, h.email, (
    select count(*) from contract c where c.customer_id = h.id and ${visibleContract(caller)}) as "contractCount"`,
    from: kindTables(customer),
    id: 'h.id',
    where: [sql`h.type = 'Customer'`, seesHolder(caller, 'Customer')],
    columns: customerColumns,
    row: (row) => row,
  })

/** Customers can be listed, read and changed. Sales create them. */
export function customerRoutes(seals: Seals): readonly Route[] {
  const context: HolderContext = { kind: customer, seals }
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
        withContracts(db, caller, await loadHolder(db, context, caller, customerId)),
    }),
    route.write({
      ...shared,
      method: 'PATCH',
      summary: 'Change a customer',
      permission: ['contracts:write', 'accountholders:write'],
      body: patchShape(customer),
      subject: 'accountholders/{id}',
      current: async ({ tx, caller, params: { customerId } }) =>
        withContracts(tx, caller, await lockHolder(tx, context, caller, customerId)),
      handler: async ({ tx, params: { customerId }, body, ...acting }) => {
        const changed = await changeHolder(tx, acting, context, { id: customerId, patch: body })
        return withContracts(tx, acting.caller, changed)
      },
    }),
  ]
}
