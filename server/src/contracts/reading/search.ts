import { seesContract } from '../../access/scope.ts'
import { sql } from '../../db/sql.ts'
import { contractStatuses } from '../../domain/contract/states.ts'
import { amountOf, type Cents } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import type { Filters, ListQuery, Sort } from '../../http/search.ts'
import { fundingStatuses } from '../record/models.ts'
import type { ContractSearchResult } from './search-models.ts'

const digits = (of: string) => `nullif(regexp_replace(${of}, '\\D', '', 'g'), '')`

/** What an id can be written as. */
const idIn = (text: string) =>
  /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null

/**
 * What contracts are searched by. Each has an index that answers it: with the id behind the value, so that the rows of one
 * value come in the order of the list.
 */
export const contractSearch = {
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
        select id from account_holder where regexp_replace(phone, '\\D', '', 'g') = ${digits('?::text')}
        union select id from customer where regexp_replace(mobile, '\\D', '', 'g') = ${digits('?::text')})`,
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
      // In lower case as the keys are kept; only contracts that have some are in the index.
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

type Found = Omit<ContractSearchResult, 'retailPrice' | 'dealerCost'> & Record<'retail' | 'cost', Cents>

/** What somebody asks for of the customer needs the customer's tables to find contracts, not only to show them. */
const ofCustomer = ['customerName', 'nameLike', 'lastName', 'email'] as const
const CUSTOMER = 'left join account_holder h on h.id = c.customer_id'
const DEALER = 'left join account_holder d on d.id = c.dealer_id'

type Asked = Readonly<Partial<Record<keyof typeof contractSearch.filters, unknown>>>

/** The contracts that the caller sees. */
export function contractList(caller: Caller, asked: Asked): ListQuery<ContractSearchResult> {
  const isOfCustomer = ofCustomer.some((name) => asked[name] !== undefined)
  return {
    ...contractSearch,
    select: `c.id, c.number, c.status, c.funding_status as "fundingStatus", h.name as "customerName", c.vin,
      c.vehicle_year as year, c.make, c.model, c.product_name as "productName", c.plan_name as "planName",
      c.term_months as "termMonths", c.term_miles as "termMiles", c.sale_date as "saleDate",
      c.expiration_date as "expirationDate", d.number as "dealerNumber", d.name as "dealerName",
      c.retail_price as retail, c.dealer_cost as cost`,
    from: isOfCustomer ? `contract c ${CUSTOMER} left join customer k on k.id = c.customer_id` : 'contract c',
    joined: isOfCustomer ? DEALER : `${CUSTOMER} ${DEALER}`,
    id: 'c.id',
    longTable: 'contract',
    where: [seesContract(caller)],
    row: shown,
  }
}

const shown = (row: Found): ContractSearchResult => ({
  id: row.id,
  number: row.number,
  status: row.status,
  fundingStatus: row.fundingStatus,
  customerName: row.customerName,
  vin: row.vin,
  year: row.year,
  make: row.make,
  model: row.model,
  productName: row.productName,
  planName: row.planName,
  termMonths: row.termMonths,
  termMiles: row.termMiles,
  saleDate: row.saleDate,
  expirationDate: row.expirationDate,
  dealerNumber: row.dealerNumber,
  dealerName: row.dealerName,
  retailPrice: amountOf(row.retail),
  dealerCost: amountOf(row.cost),
})
