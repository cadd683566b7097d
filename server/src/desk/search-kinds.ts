import { seesContract } from '../access/scope.ts'
import { customer } from '../account-holders/customers.ts'
import { kinds } from '../account-holders/kinds.ts'
import { seesAnyHolder, seesHolder } from '../account-holders/scope.ts'
import { seesCash } from '../cash/transactions/answer.ts'
import { seesClaim } from '../claims/record/visibility.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Permission } from '../domain/permissions.ts'
import type { SearchTerms } from '../domain/search-text.ts'
import type { Caller } from '../http/caller.ts'
import { fold, literally } from '../http/search-rows.ts'
import { productTypes } from '../reference/product-types.ts'

// What the search box finds, a kind at a time. Every way of finding has an index, which the lists of the kind use as well.

/** Why something was found. */
export const reasons = [
  ...['number', 'serial', 'numberStart', 'contractNumber', 'authorizationNumber', 'checkNumber'],
  ...['vin', 'vinLast8', 'phone', 'email', 'name'],
] as const
export type Reason = (typeof reasons)[number]

/** A way to find records, the surest first. Nothing if the text cannot be that. */
type Way = readonly [reason: Reason, condition: Sql | undefined]

interface SearchKind {
  readonly permission: Permission
  readonly from: string
  readonly id: string
  ways(terms: SearchTerms): readonly Way[]
  sees(caller: Caller): Sql | undefined
  /** The columns `number`, `type`, `title`, `details` and `status` of a row, and the joins that they need. */
  readonly shown: string
  readonly joined: string
}

const given = <Value>(value: Value | null, condition: (value: Value) => Sql): Sql | undefined =>
  value === null ? undefined : condition(value)
const some = <Value>(values: readonly Value[], condition: (values: readonly Value[]) => Sql) =>
  values.length === 0 ? undefined : condition(values)

const isText = (column: string) => (value: string) => sql`lower(${sql.raw(column)}) = lower(${value})`

/** As the filters of lists have it: a range, which an index can answer for any value. */
const begins = (column: string) => (value: string) =>
  sql`(lower(${sql.raw(column)}) collate "C" >= lower(${value})
  and lower(${sql.raw(column)}) collate "C" < lower(${value}) || repeat(U&'\\+10FFFF', 64))`

/** The number of a series whose letters were not given. */
const inSeries = (column: string, prefixes: readonly string[], digits: number) => (serial: string) =>
  sql`lower(${sql.raw(column)}) = any(${prefixes.map((prefix) => `${prefix}${serial.padStart(digits, '0')}`.toLowerCase())}::text[])`

const PHONE_DIGITS = (column: string) => `regexp_replace(${column}, '\\D', '', 'g')`

const hasPhone = (phones: readonly string[]) =>
  sql`${sql.raw(PHONE_DIGITS('h.phone'))} = any(${phones}::text[])`
const hasMobile = (phones: readonly string[]) =>
  sql`h.id in (select id from customer where ${sql.raw(PHONE_DIGITS('mobile'))} = any(${phones}::text[]))`

/** Every word is in the name. With `atStart`, the first one begins a word of it. */
function hasWords(words: readonly string[], atStart: boolean): Sql {
  const [first = '', ...others] = words.map((word) => literally(fold(word)))
  const inside = (word: string) => sql`h.name_folded like ${`%${word}%`}`
  const begun = sql`(h.name_folded like ${`${first}%`} or h.name_folded like ${`% ${first}%`})`
  return sql.join([atStart ? begun : inside(first), ...others.map(inside)], sql` and `)
}

const hasLastName = (name: string) =>
  sql`h.id in (select id from customer where lower(last_name) collate "C" = lower(${name}))`

const ofCustomer = (condition: Sql | undefined) =>
  condition &&
  sql`c.customer_id in (select h.id from account_holder h where h.type = 'Customer' and ${condition})`

/** What finds the account holder `h` as a person knows it. */
const holderWays = ({ email, words }: SearchTerms): readonly Way[] => [
  ['email', given(email, isText('h.email'))],
  ['name', some(words, (all) => hasWords(all, true))],
  ['name', some(words, (all) => hasWords(all, false))],
]

const customerWays = (terms: SearchTerms): readonly Way[] => [
  ['phone', some(terms.phones, hasPhone)],
  ['phone', some(terms.phones, hasMobile)],
  ...holderWays(terms),
  ['name', given(terms.lastName, hasLastName)],
]

const list = (...parts: readonly string[]) => `array_remove(array[${parts.join(', ')}]::text[], null)`
const VEHICLE = `nullif(concat_ws(' ', c.vehicle_year, c.make, c.model), '')`
const CUSTOMER = 'left join account_holder u on u.id = c.customer_id'
const PLACE = 'h.city, h.state'

const holderShown = `h.number, h.type, h.name as title, ${list(PLACE)} as details, h.status`

/** In the order in which they are answered. */
export const searchKinds = {
  Contract: {
    permission: 'contracts:read',
    from: 'contract c',
    id: 'c.id',
    ways: (terms) => [
      ['number', given(terms.number, isText('c.number'))],
      [
        'serial',
        given(
          terms.serial,
          inSeries(
            'c.number',
            productTypes.map(({ code }) => `${code}-`),
            7,
          ),
        ),
      ],
      ['vin', given(terms.vin, isText('c.vin'))],
      ['vinLast8', given(terms.vinEnd, isText('right(c.vin, 8)'))],
      ['numberStart', given(terms.numberStart, begins('c.number'))],
      ...customerWays(terms).map(([reason, condition]): Way => [reason, ofCustomer(condition)]),
    ],
    sees: (caller) => seesContract(caller),
    shown: `c.number, null::text as type, coalesce(u.name, ${VEHICLE}) as title,
      ${list(VEHICLE, 'c.plan_name', 'c.vin')} as details, c.status`,
    joined: CUSTOMER,
  },
  CancelRequest: {
    permission: 'contracts:read',
    from: 'cancel_request r join contract c on c.id = r.contract_id',
    id: 'r.id',
    ways: (terms) => [
      ['number', given(terms.number, isText('r.number'))],
      ['serial', given(terms.serial, inSeries('r.number', ['CXR-'], 6))],
      // A quote asks for nothing, so it is found by its own number only.
      [
        'contractNumber',
        given(terms.number, (number) => sql`(${isText('c.number')(number)} and r.status <> 'Quote')`),
      ],
    ],
    sees: (caller) => seesContract(caller),
    shown: `r.number, null::text as type, u.name as title,
      ${list('c.number', '(select v.name from reference_value v where v.id = r.reason_id)', 'r.cancel_date::text')} as details,
      r.status`,
    joined: CUSTOMER,
  },
  Claim: {
    permission: 'claims:read',
    from: 'claim m join contract c on c.id = m.contract_id',
    id: 'm.id',
    ways: (terms) => [
      ['number', given(terms.number, isText('m.number'))],
      ['serial', given(terms.serial, inSeries('m.number', ['CLM-'], 6))],
      [
        'authorizationNumber',
        given(terms.number, (number) => sql`m.authorization_number = ${number.toUpperCase()}`),
      ],
      ['contractNumber', given(terms.number, isText('m.contract_number'))],
      ['vin', given(terms.vin, isText('m.vin'))],
      ['numberStart', given(terms.numberStart, begins('m.number'))],
    ],
    sees: (caller) => seesClaim(caller),
    shown: `m.number, null::text as type, u.name as title,
      ${list('m.contract_number', 'm.claim_type', 'm.loss_date::text')} as details, m.status`,
    joined: CUSTOMER,
  },
  CashTransaction: {
    permission: 'cash:read',
    from: 'cash_transaction k',
    id: 'k.id',
    ways: (terms) => [
      ['number', given(terms.number, isText('k.number'))],
      ['checkNumber', given(terms.number ?? terms.serial, isText('k.check_number'))],
      ['serial', given(terms.serial, inSeries('k.number', ['CT-'], 6))],
    ],
    sees: seesCash,
    shown: `k.number, null::text as type, h.name as title,
      ${list('k.type', 'k.method', 'k.check_number', 'k.cash_date::text')} as details, k.status`,
    joined: 'join account_holder h on h.id = k.account_holder_id',
  },
  Dealer: {
    permission: 'accountholders:read',
    from: 'account_holder h',
    id: 'h.id',
    ways: (terms) =>
      only("h.type = 'Dealer'", [
        ['number', given(terms.number, isText('h.number'))],
        ['phone', some(terms.phones, hasPhone)],
        ...holderWays(terms),
      ]),
    sees: (caller) => seesHolder(caller, 'Dealer'),
    shown: holderShown,
    joined: '',
  },
  AccountHolder: {
    permission: 'accountholders:read',
    from: 'account_holder h',
    id: 'h.id',
    ways: (terms) =>
      only("h.type not in ('Dealer', 'Customer')", [
        ['number', given(terms.number, isText('h.number'))],
        ['serial', given(terms.serial, inSeries('h.number', holderPrefixes, 6))],
        ['phone', some(terms.phones, hasPhone)],
        ...holderWays(terms),
      ]),
    sees: seesAnyHolder,
    shown: holderShown,
    joined: '',
  },
  Customer: {
    permission: 'accountholders:read',
    from: 'account_holder h',
    id: 'h.id',
    ways: (terms) =>
      only("h.type = 'Customer'", [
        ['number', given(terms.number, isText('h.number'))],
        ['serial', given(terms.serial, inSeries('h.number', [customer.numberPrefix ?? ''], 6))],
        ...customerWays(terms),
      ]),
    sees: (caller) => seesHolder(caller, 'Customer'),
    shown: holderShown,
    joined: '',
  },
} as const satisfies Readonly<Record<string, SearchKind>>
export type SearchKindName = keyof typeof searchKinds

const holderPrefixes = kinds.flatMap(({ numberPrefix }) => (numberPrefix ? [numberPrefix] : []))

const only = (type: string, ways: readonly Way[]): readonly Way[] =>
  ways.map(([reason, condition]) => [reason, condition && sql`(${sql.raw(type)} and ${condition})`])
