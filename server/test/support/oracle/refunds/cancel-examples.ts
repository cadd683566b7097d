import { calculateCancel } from '../../../../src/domain/cancellation/calculation.ts'
import type {
  CancelFacts,
  CancelledContract,
  CancelTerms,
  Party,
} from '../../../../src/domain/cancellation/facts.ts'
import type { CancelReason } from '../../../../src/domain/cancellation/reasons.ts'
import type { CancelCalculation } from '../../../../src/domain/cancellation/results.ts'
import type { CancelRule } from '../../../../src/domain/cancellation/rules.ts'
import { rulesFromWritten } from '../../../../src/domain/cancellation/rules-file.ts'
import { type Cents, centsOf } from '../../../../src/domain/money.ts'
import type { CancelMethod } from '../../../../src/domain/refund/methods.ts'
import { startRules } from '../../../../src/reference/cancel-rules.ts'
import { cancelMethods, cancelReasons } from '../../../../src/reference/cancellation-values.ts'
import { contractR1, who } from '../earnings/memory-ledger.ts'

// Cancellations of the examples, on the rules, methods and reasons that every administrator starts with.

/** The rules in the format of files. */
export { startRules }

export const seededRules: readonly CancelRule[] = startRules
  .flatMap(rulesFromWritten)
  .map(({ program: _, ...rule }, at) => ({ ...rule, layer: 'Own', id: at + 1, programId: null }))

export const seededMethods = cancelMethods.map(({ code, details }) => ({
  code,
  ...details,
})) as unknown as readonly CancelMethod[] // The list keeps details of any kind.

const reasons = new Map(
  cancelReasons.map(({ code, details }) => [code, { code, ...details } as unknown as CancelReason]),
)

export function reasonOf(code: string): CancelReason {
  const reason = reasons.get(code)
  if (!reason) throw new Error(`There is no reason ${code}.`)
  return reason
}

export const party = (type: string, id: number, name: string): Party => ({
  type,
  id,
  number: `${type}${id}`,
  name,
})

export const people = {
  dealer: party('Dealer', who.dealer, 'Hill Country Ford'),
  customer: party('Customer', 40, 'Maria Lopez'),
  bank: party('LienHolder', 21, 'First Bank'),
}

const lineNames: Readonly<Record<number, string>> = { [who.reserve]: 'RESERVE', [who.admin]: 'ADMIN' }

const linesR1 = contractR1.lines.map(({ code, amount, accountHolderId, isInternal }) => ({
  code,
  amount,
  accountHolder: {
    ...party('Account', accountHolderId, code),
    number: lineNames[accountHolderId] ?? `A${accountHolderId}`,
  },
  isInternal,
  cancelRule: 'Proportional' as const,
  cancelMethodCode: null,
}))

/** The example contract: sold in Texas for 2,995.00, 60 months and 75,000 miles from 12,000. */
export const contractC1: CancelledContract = {
  stateOfSale: 'TX',
  productTypeCode: 'VSC',
  programId: 1,
  programMethod: 'PRORATA_LESSER',
  term: { saleDate: '2024-03-15', expirationDate: '2029-03-15', suspensions: [], extendedDays: 0 },
  effectiveOdometer: 12_000,
  expirationOdometer: 87_000,
  odometerUnit: 'miles',
  isTransferred: false,
  delivery: null,
  sellerKind: null,
  financeCharge: null,
  isUsedWithoutWarranty: false,
  retail: centsOf(2995),
  lines: linesR1,
  taxes: [
    {
      type: 'State',
      rate: 6_000_000,
      taxable: centsOf(2995),
      tax: centsOf(179.7),
      isRefundable: false,
      rule: { id: 1, place: 'TX' },
    },
    {
      type: 'County',
      rate: 1_000_000,
      taxable: centsOf(2995),
      tax: centsOf(29.95),
      isRefundable: false,
      rule: { id: 2, place: 'Travis County, TX' },
    },
    {
      type: 'City',
      rate: 500_000,
      taxable: centsOf(2995),
      tax: centsOf(14.98),
      isRefundable: false,
      rule: { id: 3, place: 'Austin, TX' },
    },
  ],
  services: [],
  balances: null,
  customer: people.customer,
  cobuyerName: null,
  dealer: people.dealer,
  lienHolder: people.bank,
  isDealerOwing: false,
  claims: { paid: centsOf(412.35), authorized: centsOf(0) },
  hasClaim: true,
  documents: [],
}

/** The same in Florida, with a refundable tax of 7%. */
export const contractC2: CancelledContract = {
  ...contractC1,
  stateOfSale: 'FL',
  taxes: [
    { type: 'State', rate: 7_000_000, taxable: centsOf(2995), tax: centsOf(209.65), isRefundable: true },
  ],
}

const line = (code: string, amount: number, id: number, isInternal: boolean) => ({
  ...{ code, amount: centsOf(amount), isInternal, cancelRule: 'Proportional' as const },
  accountHolder: { ...party('Account', id, code), number: code },
  cancelMethodCode: null,
})

/** GAP for 895.00 over 72 months from 2024-01-20. */
export const contractC3: CancelledContract = {
  ...contractC1,
  productTypeCode: 'GAP',
  programId: 2,
  programMethod: 'PRORATA_MONTHS',
  term: { saleDate: '2024-01-20', expirationDate: '2030-01-20', suspensions: [], extendedDays: 0 },
  effectiveOdometer: null,
  expirationOdometer: null,
  retail: centsOf(895),
  lines: [
    line('RESERVE', 240, who.reserve, true),
    line('PREMTAX', 4.8, who.tax, false),
    line('ADMIN', 60, who.admin, true),
    line('AGENT', 40, who.agent, false),
    line('MARKUP', 550.2, who.dealer, false),
  ],
  taxes: [],
  claims: { paid: centsOf(0), authorized: centsOf(0) },
  hasClaim: false,
}

/** Six oil services for 594.00. */
export const contractC4: CancelledContract = {
  ...contractC3,
  productTypeCode: 'PPM',
  programId: 3,
  programMethod: 'SERVICES',
  term: { saleDate: '2024-03-15', expirationDate: '2027-03-15', suspensions: [], extendedDays: 0 },
  effectiveOdometer: 12_000,
  expirationOdometer: 57_000,
  retail: centsOf(594),
  lines: [
    line('RESERVE', 330, who.reserve, true),
    line('ADMIN', 40, who.admin, true),
    line('AGENT', 25, who.agent, false),
    line('MARKUP', 199, who.dealer, false),
  ],
  services: [{ code: 'OIL', price: centsOf(55), quantity: 6, used: 2, reserved: 0 }],
  claims: { paid: centsOf(110), authorized: centsOf(0) },
}

export const factsOf = (
  contract: CancelledContract,
  settings: Partial<CancelFacts['settings']> = {},
): CancelFacts => ({
  contract,
  settings: {
    fee: centsOf(50),
    claimsDeductMode: 'Paid',
    refundDays: 45,
    refundPayer: 'Administrator',
    holidays: [],
    roundsToDollars: false,
    shortfallAccount: { ...party('Account', who.admin, 'ADMIN'), number: 'ADMIN', isInternal: true },
    rules: seededRules,
    methods: seededMethods,
    ...settings,
  },
})

/** The example cancellation, on 2025-09-10 at 41,250 miles. */
export const termsC1: CancelTerms = {
  cancelDate: '2025-09-10',
  cancelOdometer: 41_250,
  reason: reasonOf('CUSTREQ'),
  requestedBy: 'Customer',
  noticeReceivedDate: '2025-09-10',
  lienPaidOff: null,
  payee: null,
  override: null,
  payments: null,
  mayChoosePayee: false,
}

/** A cancellation requested on a date, with a notice on that date. */
export const on = (cancelDate: string, more: Partial<CancelTerms> = {}): CancelTerms => ({
  ...termsC1,
  cancelDate,
  noticeReceivedDate: cancelDate,
  ...more,
})

export const dollars = (cents: Cents): number => cents / 100

/** The calculation of a cancel that must not be refused. */
export function calculated(facts: CancelFacts, terms: CancelTerms): CancelCalculation {
  const outcome = calculateCancel(facts, terms)
  if ('refused' in outcome) throw new Error(JSON.stringify(outcome.refused))
  return outcome
}
