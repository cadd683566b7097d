import { z } from 'zod'
import { seesContract } from '../../access/scope.ts'
import { date, int, orNull, text as textColumn } from '../../db/columns.ts'
import { sql } from '../../db/sql.ts'
import { contractStatuses } from '../../domain/contract/states.ts'
import { amountOf } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import type { Route } from '../../http/route.ts'
import { CalendarDate, Id, Money } from '../../http/schemas.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../../http/search.ts'
import { twins } from '../../http/twins.ts'
import { fundingStatuses } from '../record/models.ts'
import { contractTable } from '../record/rows.ts'

const text = z.string().nullable()

/** A contract in a list. */
const ContractSearchResult = z
  .object({
    id: Id,
    number: text.describe('Null for a quote.'),
    status: z.enum(contractStatuses),
    fundingStatus: z.enum(fundingStatuses),
    customerName: text,
    vin: text,
    year: z.int().nullable(),
    make: text,
    model: text,
    productName: z.string(),
    planName: z.string(),
    termMonths: z.int(),
    termMiles: z.int().nullable(),
    saleDate: CalendarDate,
    expirationDate: CalendarDate,
    dealerNumber: z.string(),
    dealerName: z.string(),
    retailPrice: Money,
    dealerCost: Money,
  })
  .meta({ id: 'ContractSearchResult' })
type ContractSearchResult = z.input<typeof ContractSearchResult>

const digitsIn = (column: string) => `nullif(regexp_replace(${column}, '\\D', '', 'g'), '')`

/** The text as an id, if it can be one. */
const idIn = (text: string) =>
  /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null

/**
 * The filters of the contract list. Each has an index with the id behind the value, so that the rows of one value come in the
 * order of the list.
 */
const contractSearch = {
  filters: {
    number: { match: 'whole', column: 'c.number' },
    vin: { match: 'whole', column: 'c.vin' },
    vinLast8: { match: 'whole', column: 'right(c.vin, 8)' },
    identifier: {
      match: 'text where',
      where: (value) => sql`(c.id = ${idIn(String(value))}::bigint or lower(c.number) = lower(${value}))`,
    },
    customerName: { match: 'contains', column: 'h.name', folded: 'h.name_folded' },
    nameLike: {
      match: 'similar',
      where: (text) => sql`c.customer_id in (
        select id from account_holder where name_folded operator(platform.%) ${text}
        union select id from customer where last_name_folded operator(platform.%) ${text})`,
      likeness: (text) => sql`greatest(platform.similarity(h.name_folded, ${text}),
        platform.similarity(k.last_name_folded, ${text}))`,
    },
    lastName: { match: 'begins', column: 'k.last_name' },
    phone: {
      match: 'text where',
      where: `c.customer_id in (
        select id from account_holder where regexp_replace(phone, '\\D', '', 'g') = ${digitsIn('?::text')}
        union select id from customer where regexp_replace(mobile, '\\D', '', 'g') = ${digitsIn('?::text')})`,
    },
    email: { match: 'whole', column: 'h.email' },
    status: { match: 'oneOf', column: 'c.status', values: contractStatuses },
    fundingStatus: { match: 'oneOf', column: 'c.funding_status', values: fundingStatuses },
    productTypeCode: { match: 'whole', column: 'c.product_type_code' },
    productId: { match: 'id', column: 'c.product_id' },
    programId: { match: 'id', column: 'c.program_id' },
    planId: { match: 'id', column: 'c.plan_id' },
    dealerId: { match: 'id', column: 'c.dealer_id' },
    dealerNumber: {
      match: 'text where',
      where: `c.dealer_id = (select id from account_holder where type = 'Dealer' and lower(number) = lower(?))`,
    },
    dealerGroupId: { match: 'id', column: 'c.dealer_group_id' },
    agentId: { match: 'id', column: 'c.agent_id' },
    lienHolderId: { match: 'id', column: 'c.lien_holder_id' },
    state: { match: 'whole', column: 'c.state_of_sale' },
    saleDateFrom: { match: 'from', column: 'c.sale_date' },
    saleDateTo: { match: 'to', column: 'c.sale_date' },
    effectiveFrom: { match: 'from', column: 'c.effective_date' },
    effectiveTo: { match: 'to', column: 'c.effective_date' },
    expirationFrom: { match: 'from', column: 'c.expiration_date' },
    expirationTo: { match: 'to', column: 'c.expiration_date' },
    cancelDateFrom: { match: 'from', column: 'c.cancel_date' },
    cancelDateTo: { match: 'to', column: 'c.cancel_date' },
    updatedSince: { match: 'since', column: 'c.updated_at' },
    hasOpenClaim: { match: 'flag', column: '(c.open_claims > 0)' },
    hasOpenHold: { match: 'flag', column: '(c.open_holds > 0)' },
    needsRefinalize: { match: 'flag', column: '(c.pending_changes is not null)' },
    externalKey: {
      match: 'text where',
      // Keys are stored in lower case, and only contracts with keys are in the index.
      where: (value) =>
        sql`(c.external_keys <> '{}' and c.external_keys @> ${[String(value).toLowerCase()]}::text[])`,
    },
  },
  sort: {
    number: { column: 'c.number', text: true },
    saleDate: { column: 'c.sale_date' },
    expirationDate: { column: 'c.expiration_date' },
    retailPrice: { column: 'c.retail_price' },
    updatedAt: { column: 'c.updated_at' },
  },
} as const satisfies { filters: Filters; sort: Sort }

/** These filters need a table of the customer to find contracts, not only to show them. PostgreSQL plans each join. */
const holderFilters = ['customerName', 'nameLike', 'email'] as const
const personFilters = ['nameLike', 'lastName'] as const
const CUSTOMER = 'left join account_holder h on h.id = c.customer_id'
const PERSON = 'left join customer k on k.id = c.customer_id'
const DEALER = 'left join account_holder d on d.id = c.dealer_id'

type FilterInput = Readonly<Partial<Record<keyof typeof contractSearch.filters, unknown>>>

const { id, number, status, vin, make, model, retail_price, dealer_cost } = contractTable.columns

const columns = {
  ...{
    id,
    number,
    status,
    fundingStatus: contractTable.columns.funding_status,
    customerName: orNull(textColumn),
  },
  ...{ vin, year: orNull(int), make, model, productName: textColumn, planName: textColumn, termMonths: int },
  ...{
    termMiles: orNull(int),
    saleDate: date,
    expirationDate: date,
    dealerNumber: textColumn,
    dealerName: textColumn,
  },
  ...{ retail: retail_price, cost: dealer_cost },
}

/** The contracts that the caller may see. */
export function contractList(caller: Caller, filters: FilterInput): ListQuery<ContractSearchResult> {
  const isGiven = (name: keyof FilterInput) => filters[name] !== undefined
  const needsHolder = holderFilters.some(isGiven)
  const needsPerson = personFilters.some(isGiven)
  return listOf({
    ...contractSearch,
    columns,
    select: `c.id, c.number, c.status, c.funding_status as "fundingStatus", h.name as "customerName", c.vin,
      c.vehicle_year as year, c.make, c.model, c.product_name as "productName", c.plan_name as "planName",
      c.term_months as "termMonths", c.term_miles as "termMiles", c.sale_date as "saleDate",
      c.expiration_date as "expirationDate", d.number as "dealerNumber", d.name as "dealerName",
      c.retail_price as retail, c.dealer_cost as cost`,
    from: `contract c ${needsHolder ? CUSTOMER : ''} ${needsPerson ? PERSON : ''}`,
    joined: needsHolder ? DEALER : `${CUSTOMER} ${DEALER}`,
    id: 'c.id',
    longTable: 'contract',
    where: [seesContract(caller)],
    isOneValue: caller.scopes.length === 1 && caller.scopes[0]?.type === 'Dealer',
    row: ({ retail, cost, ...found }) => ({
      ...found,
      retailPrice: amountOf(retail),
      dealerCost: amountOf(cost),
    }),
  })
}

/** The list of contracts. */
export const contractSearchRoutes = (): readonly Route[] =>
  twins.rootList(
    { v1: '/contracts', v2: '/v2/contracts' },
    {
      tag: 'Contracts',
      summary: 'List contracts',
      permission: 'contracts:read',
      row: ContractSearchResult,
      search: contractSearch,
      list: ({ caller, query }) => contractList(caller, query),
    },
  )
