import { cents, date, instant, int, oneOf, orNull, text } from '../../db/columns.ts'
import { sql } from '../../db/sql.ts'
import { claimStatuses, claimTypes } from '../../domain/claims/claim.ts'
import { amountOf } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../../http/search.ts'
import type { ClaimIndexModel } from './models.ts'
import { seesClaim } from './visibility.ts'

const HAS_INSPECTION = 'exists (select from claim_inspection i where i.claim_id = m.id)'

/** Every filter has an index with the id behind the value, so that the rows of one value come in the order of the list. */
const filters = {
  number: { match: 'whole', column: 'm.number' },
  contractNumber: { match: 'whole', column: 'm.contract_number' },
  contractId: { match: 'id', column: 'm.contract_id' },
  vin: { match: 'whole', column: 'm.vin' },
  customerName: { match: 'contains', column: 'u.name', folded: 'u.name_folded' },
  status: { match: 'oneOf', column: 'm.status', values: claimStatuses },
  claimType: { match: 'oneOf', column: 'm.claim_type', values: claimTypes },
  facilityId: { match: 'id', column: 'm.repair_facility_id' },
  dealerId: { match: 'id', column: 'm.dealer_id' },
  productId: {
    match: 'id where',
    where: 'm.contract_id in (select id from contract where product_id = ?)',
  },
  planId: { match: 'id where', where: 'm.contract_id in (select id from contract where plan_id = ?)' },
  adjusterId: { match: 'id', column: 'm.adjuster_id' },
  lossDateFrom: { match: 'from', column: 'm.loss_date' },
  lossDateTo: { match: 'to', column: 'm.loss_date' },
  reportedFrom: { match: 'from', column: 'm.reported_date' },
  reportedTo: { match: 'to', column: 'm.reported_date' },
  authorizedFrom: { match: 'from', column: 'm.authorized_date' },
  authorizedTo: { match: 'to', column: 'm.authorized_date' },
  paidFrom: { match: 'from', column: 'm.paid_date' },
  paidTo: { match: 'to', column: 'm.paid_date' },
  hasInspection: { match: 'flag', column: HAS_INSPECTION },
  holdReasonId: {
    match: 'id where',
    // The claim waits, or one of its details.
    where: `m.id in (
      select o.claim_id from claim_hold o where o.to_date is null and o.reason_id = ?
      union select d.claim_id from claim_detail d where d.status = 'Hold' and d.hold_reason_id = ?)`,
  },
  updatedSince: { match: 'since', column: 'm.updated_at' },
} as const satisfies Filters

const sort = {
  number: { column: 'm.number', text: true },
  lossDate: { column: 'm.loss_date' },
  reportedDate: { column: 'm.reported_date' },
  updatedAt: { column: 'm.updated_at' },
  requested: { column: 'm.requested' },
} as const satisfies Sort

export const claimSearch = { filters, sort }

const columns = {
  ...{ id: int, number: text, status: oneOf(claimStatuses), claimType: oneOf(claimTypes) },
  ...{ contractNumber: orNull(text), customerName: orNull(text), vin: orNull(text), lossDate: date },
  ...{ lossOdometer: orNull(int), facilityName: orNull(text), adjuster: orNull(text) },
  ...{ requested: cents, authorized: cents, paid: cents, updatedAt: instant },
}

/** As a join, of which PostgreSQL begins with the side that has fewer rows. A flag would be looked up for every claim. */
const withInspection: Filters[string] = {
  match: 'text where',
  where: (value) =>
    value === true
      ? sql`m.id in (select i.claim_id from claim_inspection i)`
      : sql`not ${sql.raw(HAS_INSPECTION)}`,
}

type Asked = Readonly<Partial<Record<keyof typeof filters, unknown>>>

const CONTRACT = 'join contract c on c.id = m.contract_id'
const CUSTOMER = 'left join account_holder u on u.id = c.customer_id'

/** The claims that a caller sees. Other tables are joined before rows are chosen only where they decide. */
export function claimList(caller: Caller, asked: Asked): ListQuery<ClaimIndexModel> {
  const sees = seesClaim(caller)
  const isByCustomer = asked.customerName !== undefined
  const isByContract = isByCustomer || sees !== undefined
  const deciding = [...(isByContract ? [CONTRACT] : []), ...(isByCustomer ? [CUSTOMER] : [])]
  const shown = [CONTRACT, CUSTOMER].filter((join) => !deciding.includes(join))
  return listOf({
    filters: { ...filters, hasInspection: withInspection },
    sort,
    columns,
    select: `m.id, m.number, m.status, m.claim_type as "claimType", m.contract_number as "contractNumber",
      u.name as "customerName", m.vin, m.loss_date as "lossDate", m.loss_odometer as "lossOdometer",
      (select f.name from account_holder f where f.id = m.repair_facility_id) as "facilityName",
      (select a.user_name from app_user a where a.id = m.adjuster_id) as adjuster,
      m.requested, m.authorized, m.paid, m.updated_at as "updatedAt"`,
    from: ['claim m', ...deciding].join(' '),
    joined: shown.join(' '),
    id: 'm.id',
    longTable: 'claim',
    where: [sees],
    row: (row) => ({
      ...row,
      requested: amountOf(row.requested),
      authorized: amountOf(row.authorized),
      paid: amountOf(row.paid),
      updatedAt: row.updatedAt.toISOString(),
    }),
  })
}
