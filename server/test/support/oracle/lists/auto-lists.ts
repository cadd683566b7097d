import { dateIn } from '../../../../src/domain/dates.ts'
import type { NaiveList, NaiveRow } from './lists.ts'
import { idOf, rowsIn } from './meanings.ts'
import { seesContract } from './scope.ts'
import type { Raw, World } from './world.ts'

// The candidates for an automatic step on a date. Default: today.

const ZONE = 'America/Chicago'

type Qualifies = (contract: Raw, asOf: string, world: World) => boolean

/** Whether a date is more than this many days ago. Computed with numbers, because the last dates would overflow. */
const isPast = (date: string, days: number, asOf: string) =>
  Date.parse(asOf) - Date.parse(date) > days * 86_400_000

/** Whether the contract has an undecided cancel request. */
const isAskedFor = (contract: Raw, world: World) =>
  world
    .all('cancel_request')
    .some(
      (request) =>
        request.contract_id === contract.id &&
        ['Requested', 'NeedsInfo', 'Approved'].includes(String(request.status)),
    )

/** Whether the contract has a claim that was neither denied nor voided. */
const isClaimed = (contract: Raw, world: World) =>
  world
    .all('claim')
    .some(
      (claim) => claim.contract_id === contract.id && !['Denied', 'Voided'].includes(String(claim.status)),
    )

const hasRunOut: Qualifies = (c, asOf, world) =>
  c.status === 'Active' &&
  Number(c.open_claims) === 0 &&
  !isAskedFor(c, world) &&
  (String(c.expiration_date) < asOf ||
    (c.expiration_odometer !== null && Number(c.last_odometer) > Number(c.expiration_odometer)))

const isForgotten: Qualifies = (c, asOf, world) => {
  const isPending = c.status === 'Pending' || c.held_from === 'Pending'
  const isLate = isPending && c.funding_status === 'NotFunded' && isPast(String(c.sale_date), 90, asOf)
  const made = dateIn(ZONE, new Date(String(c.created_at)))
  const isOld = c.status === 'Quote' && isPast(made, 30, asOf)
  const isPaid = (row: Raw) =>
    row.contract_id === c.id &&
    (Number(row.paid_amount) > 0 || row.status === 'InProcess' || row.status === 'Paid')
  const isSigned = (row: Raw) =>
    row.entity_type === 'Contract' &&
    row.entity_id === c.id &&
    Number(row.versions) > 0 &&
    (row.details as { isSigned?: boolean }).isSigned === true
  return (
    (isLate || isOld) &&
    !isClaimed(c, world) &&
    !world.all('ledger').some(isPaid) &&
    !world.all('document').some(isSigned)
  )
}

/** Whether the holder's rule for a payoff of the contract owes the refund by itself: that of the rule that names most. */
function owesAtPayoff(c: Raw, world: World): boolean {
  const fits = (names: unknown, value: unknown) =>
    names === null || ([names].flat() as unknown[]).includes(value)
  const rules = world
    .all('cancel_rule')
    .filter(
      (r) =>
        r.is_active === true &&
        r.side === 'Holder' &&
        fits(r.state, c.state_of_sale) &&
        fits(r.product_type_codes, c.product_type_code) &&
        fits(r.program_id, c.program_id) &&
        fits(r.reason_codes, 'PAYOFF') &&
        (r.effective_from === null || String(r.effective_from) <= String(c.sale_date)) &&
        (r.effective_to === null || String(r.effective_to) >= String(c.sale_date)),
    )
  const rank = (r: Raw) => {
    const named = [r.program_id, r.state, r.product_type_codes, r.reason_codes].map((one) =>
      one === null ? 0 : 1,
    )
    const count = named.filter((one) => one === 1).length
    return `${count}${named.join('')}${r.layer === 'Own' ? 1 : 0}${r.effective_from ?? '0000-00-00'}${String(1e9 - Number(r.id))}`
  }
  const [best] = rules.toSorted((one, two) => (rank(one) < rank(two) ? 1 : -1))
  return best?.refunds_at_payoff === true
}

/** Whether a GAP contract was replaced by another one on the vehicle, or paid off where the refund is then owed. */
const isNotNeeded: Qualifies = (c, asOf, world) => {
  const isActiveGap = ({ product_type_code, status }: Raw) =>
    product_type_code === 'GAP' && status === 'Active'
  const hasCome = (day: string) => day <= asOf && day <= String(c.expiration_date)
  const replaces = (other: Raw) =>
    isActiveGap(other) &&
    other.vin === c.vin &&
    String(other.sale_date) > String(c.sale_date) &&
    hasCome(String(other.sale_date))
  const { payoffDate } = (c.financing ?? {}) as { payoffDate?: string }
  const isPaidOff = payoffDate !== undefined && hasCome(payoffDate) && owesAtPayoff(c, world)
  return (
    isActiveGap(c) &&
    !isClaimed(c, world) &&
    !isAskedFor(c, world) &&
    (isPaidOff || (c.vin !== null && world.all('contract').some(replaces)))
  )
}

const candidates = (qualifies: Qualifies): NaiveList => ({
  rows: (world, caller) =>
    rowsIn(world, 'contract', (c) => seesContract(world, caller, c)).map((c) => ({ c })),
  id: idOf('c'),
  shown: { in: (row) => String(row.contractId), of: ({ c }: NaiveRow) => String(c?.id) },
  narrows: ({ c }, { asOfDate = dateIn(ZONE, new Date()) }, { world }) =>
    qualifies(c as Raw, String(asOfDate), world),
  where: {
    asOfDate: { values: () => ['2020-01-01', '2024-06-30', '2030-01-01'], matches: () => true },
    adminCompanyId: {
      values: (_, world) =>
        world.all('account_holder').flatMap((h) => (h.type === 'AdminCompany' ? [h.id] : [])),
      matches: (_, value, { world }) =>
        world.all('account_holder').some((h) => h.type === 'AdminCompany' && h.id === value),
    },
    // In detail the refund is computed, and these contracts have no terms to compute it from.
    detail: { values: () => [false], matches: () => true },
  },
})

export const autoLists: Readonly<Record<string, NaiveList>> = {
  '/contracts/autoexpire': candidates(hasRunOut),
  '/contracts/autovoidable': candidates(isForgotten),
  '/contracts/autocancelgap': candidates(isNotNeeded),
}
