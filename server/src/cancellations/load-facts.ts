import type { ContractRow } from '../contracts/contract-rows.ts'
import { stateOf } from '../contracts/contract-rows.ts'
import { amountsOn, type EarningFacts, loadEarningFacts, refundTermOf } from '../contracts/earning-facts.ts'
import type { Db } from '../db/database.ts'
import { together } from '../db/together.ts'
import type { CancelFacts, CancelLine, CancelledContract, CancelSettings } from '../domain/cancel-facts.ts'
import type { CancelStanding } from '../domain/cancel-guards.ts'
import type { CalendarDate } from '../domain/dates.ts'
import { documentTypeOf } from '../domain/document-types.ts'
import { sumOf } from '../domain/ledger-rows.ts'
import { type Loan, scheduledBalances } from '../domain/loan-balances.ts'
import { type Cents, centsOf } from '../domain/money.ts'
import { clockOn } from '../domain/refund-clock.ts'
import type { MethodCode, RefundService } from '../domain/refund-methods.ts'
import type { ChargedTax } from '../domain/refund-tax.ts'
import type { CancelReasonModel } from '../reference/cancel-reasons.ts'
import { foundRules } from '../reference/load-cancel-rules.ts'
import {
  type CancelFinds,
  findForCancel,
  findHolders,
  type NamedInCancel,
  type ReadParty,
} from './find-facts.ts'

/** Everything that a cancellation of a contract is decided on. */
export interface LoadedCancel {
  readonly row: ContractRow
  /** The contract as it stands for a cancellation as of a day: its lines are those of then. */
  readonly factsOn: (date: CalendarDate) => CancelFacts
  readonly standing: CancelStanding
  /** None: what was named is not there, or no longer in use. */
  readonly reason: CancelReasonModel | undefined
  readonly limits: {
    readonly quoteFutureDays: number
    readonly cancelBackDays: number
    readonly requiresDocuments: boolean
  }
  /** The account holders that were named, as far as they are there. */
  readonly holders: ReadonlyMap<number, ReadParty>
  /** The codes of those in use. */
  readonly methods: ReadonlySet<MethodCode>
  /** The code of the method that was named by its id. */
  readonly methodCode: MethodCode | undefined
  /** The id that a new request will have, where one is made. */
  readonly newId: number | null
  /** Of the documents that were named, those that the contract has. */
  readonly documentIds: ReadonlySet<number>
}

/** A contract that is at hand, or on its way. */
export interface CancelSubject {
  readonly id: number
  readonly row: Promise<ContractRow>
}

export const atHand = (row: ContractRow): CancelSubject => ({ id: row.id, row: Promise.resolve(row) })

/** Loads it with few statements, which go out together, with the one for the contract where that is still on its way. */
export async function loadCancel(
  db: Db,
  { id, row: coming }: CancelSubject,
  named: NamedInCancel,
  isNew = false,
): Promise<LoadedCancel> {
  const [row, found] = await together([coming, findForCancel(db, id, named, isNew)])
  const [rules, methods] = [foundRules(found.rules), found.methods ?? []]
  // To most contracts nothing has happened that a refund would follow from.
  const earning = found.eventful ? await loadHappened(db, row) : NOTHING_HAPPENED
  const gone = await findGone(db, earning, found)
  const { settings } = found
  const facts: Omit<CancelSettings, 'rules' | 'methods'> = {
    fee: centsOf(Number(settings.defaultFee)),
    claimsDeductMode: settings.claimsDeductMode as CancelSettings['claimsDeductMode'],
    refundPayer: found.dealer.refundPayer,
    shortfallAccount: found.shortfall,
  }
  return {
    row,
    factsOn: (date) => ({
      contract: contractOn(date, row, { found, earning, gone }),
      settings: { ...facts, rules, methods },
    }),
    standing: {
      state: stateOf(row),
      hasGapClaim: row.product_type_code === 'GAP' && found.claims.open,
      openCancelRequestId: found.request,
      transferDate: found.transferred,
      lastPaidLossDate: found.claims.lastLoss,
      odometerReadings: readingsIn(row, found),
    },
    reason: found.reason?.isActive ? found.reason : undefined,
    limits: {
      quoteFutureDays: Number(settings.quoteFutureDays),
      cancelBackDays: Number(settings.cancelBackDays),
      requiresDocuments: settings.requireCancelDocuments === true,
    },
    holders: new Map((found.holders ?? []).map((one) => [one.id, one])),
    methods: new Set(methods.map(({ code }) => code)),
    methodCode: found.method ?? undefined,
    newId: found.newId,
    documentIds: new Set(found.documents.ids),
  }
}

/** What of the earnings a refund follows from. */
type Happened = Pick<EarningFacts, 'happened' | 'lines'> & { readonly facts: EarningFacts | null }

const NOTHING_HAPPENED: Happened = { happened: [], lines: new Map(), facts: null }

interface Known {
  readonly found: CancelFinds
  readonly earning: Happened
  /** The holders of lines that the contract has no more. */
  readonly gone: ReadonlyMap<number, ReadParty>
}

async function loadHappened(db: Db, row: ContractRow): Promise<Happened> {
  const facts = await loadEarningFacts(db, row)
  return { happened: facts.happened, lines: facts.lines, facts }
}

async function findGone(db: Db, { lines }: Happened, found: CancelFinds): Promise<Known['gone']> {
  const standing = new Set(found.lines.map(({ code }) => code))
  const ids = [...lines].flatMap(([code, line]) => (standing.has(code) ? [] : [line.accountHolderId]))
  if (ids.length === 0) return new Map()
  return new Map((await findHolders(db, ids)).map((one) => [one.id, one]))
}

function contractOn(date: CalendarDate, row: ContractRow, known: Known): CancelledContract {
  const { found } = known
  const lines = linesOn(date, row, known)
  const term = refundTermOf(row, known.earning)
  return {
    stateOfSale: row.state_of_sale,
    productTypeCode: row.product_type_code,
    programId: row.program_id,
    programMethod: (row.sold.cancelMethodCode ?? 'PRORATA_DAYS') as MethodCode, // Books name no others.
    term,
    effectiveOdometer: row.effective_odometer,
    expirationOdometer: row.expiration_odometer,
    odometerUnit: row.item.usageUnit === 'Hours' ? 'hours' : 'miles',
    isTransferred: row.is_transferred,
    isUsedWithoutWarranty: isUsedWithoutWarranty(row),
    retail: sumOf(lines.map(({ amount }) => amount)),
    lines,
    taxes: row.sales_tax.details.map(taxOf),
    services: row.sold.services.map((service) => serviceOf(service, found)),
    balances: balancesOf(row, clockOn(term, date).totalMonths),
    customer: found.customer,
    cobuyerName: nameOf(row.cobuyer),
    dealer: found.dealer,
    lienHolder: row.financing?.dealType === 'Cash' ? null : found.lienHolder,
    isDealerOwing: found.owing,
    claims: { paid: found.claims.paid, authorized: found.claims.authorized },
    documents: found.documents.types.map((id) => documentTypeOf(id).name),
  }
}

/** Changes of the lines after the day are undone. */
const changesLines: readonly string[] = ['Refinalize', 'LedgerEdit', 'LedgerDelete']

function linesOn(date: CalendarDate, row: ContractRow, { found, earning, gone }: Known): CancelLine[] {
  const day = row.finalize_date !== null && date < row.finalize_date ? row.finalize_date : date
  const isOther = earning.happened.some((one) => one.date > day && changesLines.includes(one.kind))
  if (!isOther || !earning.facts) return [...found.lines]
  const amounts = amountsOn(earning.facts, day)
  const standing = found.lines.flatMap((line) => {
    const amount = amounts.get(line.code)
    return amount === undefined ? [] : [{ ...line, amount }]
  })
  const codes = new Set(found.lines.map(({ code }) => code))
  const others = [...amounts].flatMap(([code, amount]): CancelLine[] => {
    const line = codes.has(code) ? undefined : earning.lines.get(code)
    const accountHolder = line && gone.get(line.accountHolderId)
    if (!line || !accountHolder) return []
    // What its rule was is not known any more; nearly all give back their share.
    const rule = { cancelRule: 'Proportional', cancelMethodCode: null } as const
    return [{ code, amount, accountHolder, isInternal: line.isInternal, ...rule }]
  })
  return [...standing, ...others]
}

function isUsedWithoutWarranty({ item, sale_date }: ContractRow): boolean {
  const hasWarranty = item.vehicle?.warranties.some(({ endDate }) => endDate === null || endDate >= sale_date)
  return item.condition === 'Used' && !hasWarranty
}

/** Rates are kept in percent, and counted in millionths of one. */
const taxOf = (kept: ContractRow['sales_tax']['details'][number]): ChargedTax => ({
  type: kept.taxTypeCode,
  rate: Math.round(kept.rate * 1_000_000),
  taxable: centsOf(kept.taxable),
  tax: centsOf(kept.tax),
  isRefundable: kept.refundable,
})

function serviceOf(
  { code, price, quantity }: ContractRow['sold']['services'][number],
  { services }: CancelFinds,
): RefundService {
  const { used = 0, reserved = 0 } = services?.find((one) => one.code === code) ?? {}
  return { code, price, quantity, used, reserved }
}

/** What the loan was to be at the beginning of each month of the contract, where enough of it is known. */
function balancesOf({ financing }: ContractRow, months: number): Cents[] | null {
  const { amountFinanced, apr, termMonths, residualValue } = financing ?? {}
  if (typeof amountFinanced !== 'number' || typeof apr !== 'number' || typeof termMonths !== 'number')
    return null
  const loan: Loan = {
    ...{ apr, termMonths, amountFinanced: centsOf(amountFinanced) },
    residual: centsOf(typeof residualValue === 'number' ? residualValue : 0),
  }
  return scheduledBalances(loan, months)
}

function nameOf(person: ContractRow['cobuyer']): string | null {
  const { firstName, lastName, companyName } = person ?? {}
  const name = [firstName, lastName].filter((part) => typeof part === 'string' && part !== '').join(' ')
  return name === '' ? ((companyName as string | null | undefined) ?? null) : name
}

/** What it showed at the sale, and what was read since. A correction says that what was read before was wrong. */
function readingsIn(
  { sale_date, item }: ContractRow,
  { readings }: CancelFinds,
): CancelStanding['odometerReadings'] {
  const sale = item.usage === null ? [] : [{ date: sale_date, value: item.usage, source: 'Sale' }]
  const all = [...sale, ...(readings ?? [])]
  return all.slice(
    Math.max(
      all.findLastIndex(({ source }) => source === 'Correction'),
      0,
    ),
  )
}
