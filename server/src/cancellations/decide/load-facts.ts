import { loadContractEvents, refundTermOf, uncorrected } from '../../contracts/earnings/facts.ts'
import type { ContractEvent } from '../../contracts/record/events.ts'
import { warrantedItem } from '../../contracts/record/item.ts'
import { stateOf } from '../../contracts/record/rows.ts'
import type { Db } from '../../db/database.ts'
import type {
  CancelFacts,
  CancelLine,
  CancelledContract,
  CancelSettings,
  Party,
} from '../../domain/cancellation/facts.ts'
import { isUsedWithoutWarranty } from '../../domain/cancellation/free-look.ts'
import type { CancelEligibility } from '../../domain/cancellation/guards.ts'
import { type Loan, scheduledBalances } from '../../domain/contract/loan-balances.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { documentTypeOf } from '../../domain/document-types.ts'
import { type Cents, centsOf, sumCents } from '../../domain/money.ts'
import { refundClockOn } from '../../domain/refund/clock.ts'
import type { MethodCode, RefundService } from '../../domain/refund/methods.ts'
import type { ChargedTax } from '../../domain/refund/tax.ts'
import type { Caller } from '../../http/caller.ts'
import type { CancelReasonModel } from '../../reference/cancel-reasons.ts'
import { loadCachedRules } from '../rules/rules-cache.ts'
import { type CancelFinds, findForCancel, type NamedInCancel, NOBODY } from './find-facts.ts'
import type { FoundContract } from './find-statement.ts'

/** Everything that a cancellation of a contract is decided on. */
export interface LoadedCancel {
  readonly contract: Pick<FoundContract, 'id' | 'number'>
  /** The contract as it stands for a cancellation as of a day: its lines are those of then. */
  readonly factsOn: (date: CalendarDate) => CancelFacts
  readonly eligibility: CancelEligibility
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
  const { rules, methods } = await loadCachedRules(db, caller.tenant.id, found.rulesVersion)
  // To most contracts nothing has happened that a refund would follow from.
  const happened = found.eventful ? await loadContractEvents(db, contractId) : []
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
      contract: contractOn(date, { found, happened, newMaxOdometer: Number(settings.newMaxOdometer) }),
      settings: { ...facts, rules, methods },
    }),
    eligibility: {
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

interface Known {
  readonly found: CancelFinds
  readonly happened: readonly ContractEvent[]
  readonly newMaxOdometer: number
}

function contractOn(date: CalendarDate, known: Known): CancelledContract {
  const { found } = known
  const lines = linesOn(date, known)
  const term = refundTermOf(found, known)
  return {
    stateOfSale: found.state_of_sale,
    productTypeCode: found.product_type_code,
    programId: found.program_id,
    programMethod: found.methodCode ?? 'PRORATA_DAYS',
    term,
    effectiveOdometer: found.effective_odometer,
    expirationOdometer: found.expiration_odometer,
    odometerUnit: found.item.usageUnit === 'Hours' ? 'hours' : 'miles',
    isTransferred: found.is_transferred,
    isUsedWithoutWarranty: isUsedWithoutWarranty(warrantedItem(found.item), found.sale_date, known),
    retail: sumCents(lines.map(({ amount }) => amount)),
    lines,
    taxes: found.taxes.map(taxOf),
    services: found.soldServices.map((service) => serviceOf(service, found)),
    balances: balancesOf(found, refundClockOn(term, date).totalMonths),
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

/**
 * The lines in effect on the day: corrections that came after it are undone. A refinalize is not: from then on the price,
 * the term and the tax are the new ones, and what was paid for the old is settled already.
 */
function linesOn(date: CalendarDate, { found, happened }: Known): CancelLine[] {
  const { finalize_date } = found
  const day = finalize_date !== null && date < finalize_date ? finalize_date : date
  const sinceRefinalize = happened.slice(happened.findLastIndex(({ kind }) => kind === 'Refinalize') + 1)
  return uncorrected(
    found.lines,
    sinceRefinalize.filter((one) => one.date > day),
  )
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
function readingsIn({ sale_date, item, readings }: CancelFinds): CancelEligibility['odometerReadings'] {
  const { usage } = item
  const sale = usage === null ? [] : [{ date: sale_date, value: usage, source: 'Sale' }]
  const all = [...sale, ...(readings ?? []).map(([date, value, source]) => ({ date, value, source }))]
  return all.slice(
    Math.max(
      all.findLastIndex(({ source }) => source === 'Correction'),
      0,
    ),
  )
}
