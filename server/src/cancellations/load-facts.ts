import { stateOf } from '../contracts/contract-rows.ts'
import {
  amountsOn,
  type EarningFacts,
  type EarningRow,
  loadEarningFacts,
  refundTermOf,
} from '../contracts/earning-facts.ts'
import { type Db, run } from '../db/database.ts'
import type {
  CancelFacts,
  CancelLine,
  CancelledContract,
  CancelSettings,
  Party,
} from '../domain/cancel-facts.ts'
import { isUsedWithoutWarranty } from '../domain/cancel-free-look.ts'
import type { CancelStanding } from '../domain/cancel-guards.ts'
import type { CalendarDate } from '../domain/dates.ts'
import { documentTypeOf } from '../domain/document-types.ts'
import { sumOf } from '../domain/ledger-rows.ts'
import { type Loan, scheduledBalances } from '../domain/loan-balances.ts'
import { type Cents, centsOf } from '../domain/money.ts'
import { clockOn } from '../domain/refund-clock.ts'
import type { MethodCode, RefundService } from '../domain/refund-methods.ts'
import type { ChargedTax } from '../domain/refund-tax.ts'
import type { Caller } from '../http/caller.ts'
import type { CancelReasonModel } from '../reference/cancel-reasons.ts'
import { type CancelFinds, findForCancel, findHolders, type NamedInCancel, NOBODY } from './find-facts.ts'
import type { FoundContract } from './find-statement.ts'
import { rulesOf } from './remember-rules.ts'

/** Everything that a cancellation of a contract is decided on. */
export interface LoadedCancel {
  readonly contract: Pick<FoundContract, 'id' | 'number'>
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
  readonly holders: ReadonlyMap<number, Party>
  /** The codes of those in use. */
  readonly methods: ReadonlySet<MethodCode>
  /** The code of the method that was named by its id. */
  readonly methodCode: MethodCode | undefined
  /** The id that a new request will have, where one is made. */
  readonly newId: number | null
  /** Of the documents that were named, those that the contract has. */
  readonly documentIds: ReadonlySet<number>
}

interface Loading {
  readonly caller: Caller
  /** A request is made of it. */
  readonly isNew?: boolean
  /** False where nobody has looked yet whether the caller sees the contract. */
  readonly isSeen?: boolean
}

/** Loads it with few statements, which go out together. */
export async function loadCancel(
  db: Db,
  contractId: number,
  named: NamedInCancel,
  { caller, isNew = false, isSeen = true }: Loading,
): Promise<LoadedCancel> {
  const found = await findForCancel(db, contractId, named, { isNew, ...(isSeen ? {} : { caller }) })
  const { rules, methods } = await rulesOf(db, caller.tenant.id, found.rulesVersion)
  // To most contracts nothing has happened that a refund would follow from.
  const earning = found.eventful ? await loadHappened(db, contractId) : NOTHING_HAPPENED
  const gone = await findGone(db, earning, found)
  const { settings } = found
  const facts: Omit<CancelSettings, 'rules' | 'methods'> = {
    fee: centsOf(Number(settings.defaultFee)),
    claimsDeductMode: settings.claimsDeductMode as CancelSettings['claimsDeductMode'],
    refundPayer: found.payer,
    shortfallAccount: found.shortfall,
  }
  return {
    contract: found,
    factsOn: (date) => ({
      contract: contractOn(date, { found, earning, gone }),
      settings: { ...facts, rules, methods },
    }),
    standing: {
      state: stateOf(found),
      hasGapClaim: found.product_type_code === 'GAP' && found.claimed,
      openCancelRequestId: found.request,
      transferDate: found.transferred,
      lastPaidLossDate: found.lastLoss,
      odometerReadings: readingsIn(found),
    },
    reason: found.reason?.isActive ? found.reason : undefined,
    limits: {
      quoteFutureDays: Number(settings.quoteFutureDays),
      cancelBackDays: Number(settings.cancelBackDays),
      requiresDocuments: settings.requireCancelDocuments === true,
    },
    holders: found.parties,
    methods: new Set(methods.map(({ code }) => code)),
    methodCode: found.method,
    newId: found.newId,
    documentIds: new Set(found.documentIds),
  }
}

/** What of the earnings a refund follows from. */
type Happened = Pick<EarningFacts, 'happened' | 'lines'> & { readonly facts: EarningFacts | null }

const NOTHING_HAPPENED: Happened = { happened: [], lines: new Map(), facts: null }

interface Known {
  readonly found: CancelFinds
  readonly earning: Happened
  /** The holders of lines that the contract has no more. */
  readonly gone: ReadonlyMap<number, Party>
}

const EARNING = `select id, finalize_date, effective_date, expiration_date, effective_odometer, expiration_odometer, item, inputs
  from contract where id = $1`

async function loadHappened(db: Db, contractId: number): Promise<Happened> {
  const [row] = await run<EarningRow>(db, EARNING, [contractId])
  if (!row) throw new Error(`The contract ${contractId} has gone.`)
  const facts = await loadEarningFacts(db, row)
  return { happened: facts.happened, lines: facts.lines, facts }
}

async function findGone(db: Db, { lines }: Happened, found: CancelFinds): Promise<Known['gone']> {
  const standing = new Set(found.lines.map(({ code }) => code))
  const ids = [...lines].flatMap(([code, line]) => (standing.has(code) ? [] : [line.accountHolderId]))
  if (ids.length === 0) return new Map()
  return new Map((await findHolders(db, ids)).map((one) => [one.id, one]))
}

function contractOn(date: CalendarDate, known: Known): CancelledContract {
  const { found } = known
  const lines = linesOn(date, known)
  const term = refundTermOf(found, known.earning)
  return {
    stateOfSale: found.state_of_sale,
    productTypeCode: found.product_type_code,
    programId: found.program_id,
    programMethod: found.methodCode ?? 'PRORATA_DAYS',
    term,
    effectiveOdometer: found.effective_odometer,
    expirationOdometer: found.expiration_odometer,
    odometerUnit: found.usageUnit === 'Hours' ? 'hours' : 'miles',
    isTransferred: found.is_transferred,
    isUsedWithoutWarranty: isUsedWithoutWarranty(found.condition, found.warranties, found.sale_date),
    retail: sumOf(lines.map(({ amount }) => amount)),
    lines,
    taxes: found.taxes.map(taxOf),
    services: found.soldServices.map((service) => serviceOf(service, found)),
    balances: balancesOf(found, clockOn(term, date).totalMonths),
    customer: partyIn(found, found.customer_id) ?? NOBODY,
    cobuyerName: nameOf(found.cobuyer),
    dealer: partyIn(found, found.dealer_id) ?? NOBODY,
    lienHolder: found.financing?.dealType === 'Cash' ? null : partyIn(found, found.lien_holder_id),
    isDealerOwing: found.owing,
    claims: { paid: found.paid, authorized: found.authorized },
    documents: [...new Set(found.documentTypes)].map((id) => documentTypeOf(id).name),
  }
}

const partyIn = ({ parties }: CancelFinds, id: number | null): Party | null => parties.get(id ?? 0) ?? null

/** Changes of the lines after the day are undone. */
const changesLines: readonly string[] = ['Refinalize', 'LedgerEdit', 'LedgerDelete']

function linesOn(date: CalendarDate, { found, earning, gone }: Known): CancelLine[] {
  const { finalize_date } = found
  const day = finalize_date !== null && date < finalize_date ? finalize_date : date
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

/** Rates are kept in percent, and counted in millionths of one. */
const taxOf = (kept: FoundContract['taxes'][number]): ChargedTax => ({
  type: kept.taxTypeCode,
  rate: Math.round(kept.rate * 1_000_000),
  taxable: centsOf(kept.taxable),
  tax: centsOf(kept.tax),
  isRefundable: kept.refundable,
})

function serviceOf(
  { code, price, quantity }: FoundContract['soldServices'][number],
  { services }: CancelFinds,
): RefundService {
  const [, used = 0, reserved = 0] = services?.find((one) => one[0] === code) ?? []
  return { code, price, quantity, used, reserved }
}

/** What the loan was to be at the beginning of each month of the contract, where enough of it is known. */
function balancesOf({ financing }: FoundContract, months: number): Cents[] | null {
  const { amountFinanced, apr, termMonths, residualValue } = financing ?? {}
  if (typeof amountFinanced !== 'number' || typeof apr !== 'number' || typeof termMonths !== 'number')
    return null
  const loan: Loan = {
    ...{ apr, termMonths, amountFinanced: centsOf(amountFinanced) },
    residual: centsOf(typeof residualValue === 'number' ? residualValue : 0),
  }
  return scheduledBalances(loan, months)
}

function nameOf(person: FoundContract['cobuyer']): string | null {
  const { firstName, lastName, companyName } = person ?? {}
  const name = [firstName, lastName].filter((part) => typeof part === 'string' && part !== '').join(' ')
  return name === '' ? ((companyName as string | null | undefined) ?? null) : name
}

/** What it showed at the sale, and what was read since. A correction says that what was read before was wrong. */
function readingsIn({ sale_date, usage, readings }: CancelFinds): CancelStanding['odometerReadings'] {
  const sale = usage === null ? [] : [{ date: sale_date, value: usage, source: 'Sale' }]
  const all = [...sale, ...(readings ?? []).map(([date, value, source]) => ({ date, value, source }))]
  return all.slice(
    Math.max(
      all.findLastIndex(({ source }) => source === 'Correction'),
      0,
    ),
  )
}
