import { linesBeforeCorrections, refundTerm } from '../../contracts/earnings/facts.ts'
import type { ContractEvent } from '../../contracts/record/events.ts'
import { warrantedItem } from '../../contracts/record/item.ts'
import type { ContractRow } from '../../contracts/record/rows.ts'
import type {
  CancelLine,
  CancelledContract,
  CancelSettings,
  Party,
  RefundPayer,
} from '../../domain/cancellation/facts.ts'
import { isUsedWithoutWarranty } from '../../domain/cancellation/free-look.ts'
import type { CancelEligibility } from '../../domain/cancellation/guards.ts'
import { type Loan, scheduledBalances } from '../../domain/contract/loan-balances.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { documentTypeById } from '../../domain/document-types.ts'
import { type Cents, centsOf, sumCents } from '../../domain/money.ts'
import { refundClockOn } from '../../domain/refund/clock.ts'
import type { MethodCode, RefundService } from '../../domain/refund/methods.ts'
import { type ChargedTax, taxPlaceText } from '../../domain/refund/tax.ts'
import type { CancelReasonModel } from '../../reference/cancel-reasons.ts'

// What is read of a contract for a cancellation, and how it becomes the facts of the decision.

/** The contract columns that a cancellation depends on. */
interface ContractColumns
  extends Pick<
    ContractRow,
    | ('id' | 'number' | 'status' | 'held_from' | 'dealer_id' | 'customer_id' | 'lien_holder_id')
    | ('product_type_code' | 'program_id' | 'state_of_sale' | 'sale_date' | 'expiration_date')
    | ('effective_odometer' | 'expiration_odometer' | 'finalize_date' | 'is_transferred')
    | ('financing' | 'cobuyer' | 'item' | 'delivery_date' | 'delivery_method')
  > {
  readonly methodCode: MethodCode | null
  readonly soldServices: ContractRow['sold']['services']
  readonly taxes: ContractRow['sales_tax']['details']
  readonly taxPlace: ContractRow['sales_tax']['jurisdiction']
}

type PartyRow = readonly [type: string, id: number, number: string, name: string]
type LineRow = readonly [
  code: string,
  amount: Cents,
  isInternal: boolean,
  cancelRule: CancelLine['cancelRule'],
  cancelMethodCode: MethodCode | null,
  accountHolderId: number,
]

/** What the statement of load-facts.ts returns. */
export interface FactsRow extends ContractColumns {
  readonly reason:
    | readonly [id: number, code: string, name: string, isActive: boolean, details: object]
    | null
  readonly lines: readonly LineRow[] | null
  readonly parties: readonly PartyRow[] | null
  readonly payer: RefundPayer
  readonly settings: Readonly<Record<string, unknown>> | null
  readonly shortfall: readonly [...PartyRow, isInternal: boolean] | null
  /** Whether the dealer still owes dealer cost for the contract. */
  readonly owing: boolean
  readonly paid: Cents
  readonly authorized: Cents
  readonly lastLoss: CalendarDate | null
  /** Whether there is a claim that is neither denied nor voided. */
  readonly claimed: boolean
  readonly services: readonly [code: string, used: number, reserved: number][] | null
  readonly documentTypes: readonly number[]
  readonly documentIds: readonly number[]
  readonly readings: readonly [date: CalendarDate, value: number, source: string][] | null
  readonly transferred: CalendarDate | null
  readonly request: number | null
  /** Whether the contract has events that its term or its lines depend on. */
  readonly hasEvents: boolean
  readonly rulesVersion: string
}

export const partyFromRow = ([type, id, number, name]: PartyRow): Party => ({ type, id, number, name })

export function shortfallAccountFromRow({ shortfall }: FactsRow): CancelSettings['shortfallAccount'] {
  if (!shortfall) throw new Error('No disbursement account is set up to bear a shortfall.')
  const [type, id, number, name, isInternal] = shortfall
  return { type, id, number, name, isInternal }
}

export function activeReason({ reason }: FactsRow): CancelReasonModel | undefined {
  if (!reason) return undefined
  const [id, code, name, isActive, details] = reason
  if (!isActive) return undefined
  // The list of reasons stores exactly these members in `details`.
  return {
    id,
    code,
    name,
    isActive,
    ...(details as Omit<CancelReasonModel, 'id' | 'code' | 'name' | 'isActive'>),
  }
}

/** The row with what it refers to. */
export interface Known {
  readonly row: FactsRow
  readonly events: readonly ContractEvent[]
  readonly holders: ReadonlyMap<number, Party>
  readonly newMaxOdometer: number
  readonly delivery: CancelledContract['delivery']
  readonly sellerKind: CancelledContract['sellerKind']
}

/** Stands in for a missing party. Only a contract that is still a quote has no customer, and it cannot be cancelled. */
const NO_PARTY: Party = { type: 'Customer', id: 0, number: null, name: '' }

export function contractOn(date: CalendarDate, known: Known): CancelledContract {
  const { row, holders, events } = known
  const holder = (id: number | null): Party | null => holders.get(id ?? 0) ?? null
  const lines = linesOn(date, known)
  const term = refundTerm(row, { contractEvents: events })
  return {
    stateOfSale: row.state_of_sale,
    productTypeCode: row.product_type_code,
    programId: row.program_id,
    programMethod: row.methodCode ?? 'PRORATA_DAYS',
    term,
    effectiveOdometer: row.effective_odometer,
    expirationOdometer: row.expiration_odometer,
    odometerUnit: row.item.usageUnit === 'Hours' ? 'hours' : 'miles',
    isTransferred: row.is_transferred,
    delivery: known.delivery,
    sellerKind: known.sellerKind,
    financeCharge: financeCharge(row),
    isUsedWithoutWarranty: isUsedWithoutWarranty(warrantedItem(row.item), row.sale_date, known),
    retail: sumCents(lines.map(({ amount }) => amount)),
    lines,
    taxes: row.taxes.map((stored) => chargedTax(stored, row)),
    services: row.soldServices.map((service) => refundService(service, row)),
    balances: loanBalances(row, refundClockOn(term, date).totalMonths),
    customer: holder(row.customer_id) ?? NO_PARTY,
    cobuyerName: personName(row.cobuyer),
    dealer: holder(row.dealer_id) ?? NO_PARTY,
    lienHolder: row.financing?.dealType === 'Cash' ? null : holder(row.lien_holder_id),
    isDealerOwing: row.owing,
    claims: { paid: row.paid, authorized: row.authorized },
    hasClaim: row.claimed,
    documents: [...new Set(row.documentTypes)].map((id) => documentTypeById(id).name),
  }
}

/**
 * The lines in effect on the day: later corrections are undone. A refinalize is not undone: from then on the new price,
 * term and tax count, and payments for the old ones are already settled.
 */
function linesOn(date: CalendarDate, { row, events, holders }: Known): CancelLine[] {
  const lines = (row.lines ?? []).map(
    ([code, amount, isInternal, cancelRule, cancelMethodCode, accountHolderId]): CancelLine => ({
      ...{ code, amount, isInternal, cancelRule, cancelMethodCode },
      accountHolder: holders.get(accountHolderId) ?? NO_PARTY,
    }),
  )
  const { finalize_date } = row
  const day = finalize_date !== null && date < finalize_date ? finalize_date : date
  const sinceRefinalize = events.slice(events.findLastIndex(({ kind }) => kind === 'Refinalize') + 1)
  return linesBeforeCorrections(
    lines,
    sinceRefinalize.filter((event) => event.date > day),
  )
}

/** Rates are stored in percent and computed in millionths of a percent. */
const chargedTax = (
  stored: FactsRow['taxes'][number],
  { taxPlace }: Pick<FactsRow, 'taxPlace'>,
): ChargedTax => ({
  type: stored.taxTypeCode,
  rate: Math.round(stored.rate * 1_000_000),
  taxable: centsOf(stored.taxable),
  tax: centsOf(stored.tax),
  isRefundable: stored.refundable,
  roundMode: stored.roundMode ?? 'HalfUp',
  rule: { id: stored.ruleId, place: taxPlaceText(stored.taxTypeCode, taxPlace) },
})

function refundService(
  { code, price, quantity }: FactsRow['soldServices'][number],
  { services }: FactsRow,
): RefundService {
  const [, used = 0, reserved = 0] = services?.find((service) => service[0] === code) ?? []
  return { code, price, quantity, used, reserved }
}

/** The scheduled loan balance at the start of each contract month, when enough of the loan is known. */
function loanBalances({ financing }: FactsRow, months: number): Cents[] | null {
  const { amountFinanced, apr, termMonths, residualValue } = financing ?? {}
  if (typeof amountFinanced !== 'number' || typeof apr !== 'number' || typeof termMonths !== 'number')
    return null
  const loan: Loan = {
    ...{ apr, termMonths, amountFinanced: centsOf(amountFinanced) },
    residual: centsOf(typeof residualValue === 'number' ? residualValue : 0),
  }
  return scheduledBalances(loan, months)
}

/** The finance charges on the price of the contract, if the financing tells them. */
function financeCharge({ financing }: FactsRow): Cents | null {
  const charge = financing?.financeChargeOnContract
  return typeof charge === 'number' ? centsOf(charge) : null
}

function personName(person: FactsRow['cobuyer']): string | null {
  const { firstName, lastName, companyName } = person ?? {}
  const name = [firstName, lastName].filter((part) => typeof part === 'string' && part !== '').join(' ')
  return name === '' ? ((companyName as string | null | undefined) ?? null) : name
}

/**
 * The reading at the sale and those since. A correction replaces the readings that were recorded before it. The one at the
 * sale stands, because the contract was rated by it; it is lower only if the correction is lower.
 */
export function odometerReadings({
  sale_date,
  item,
  readings,
}: FactsRow): CancelEligibility['odometerReadings'] {
  const { usage } = item
  const sale = usage === null ? [] : [{ date: sale_date, value: usage, source: 'Sale' }]
  const all = [...sale, ...(readings ?? []).map(([date, value, source]) => ({ date, value, source }))]
  const lastCorrection = all.findLastIndex(({ source }) => source === 'Correction')
  const correction = all[lastCorrection]
  if (!correction) return all
  const atSale = sale.map((reading) => ({ ...reading, value: Math.min(reading.value, correction.value) }))
  return [...atSale, ...all.slice(lastCorrection)]
}
