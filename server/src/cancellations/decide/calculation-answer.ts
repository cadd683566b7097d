import { seesCostLines } from '../../access/cost-visibility.ts'
import { namedFor } from '../../account-holders/reference-names.ts'
import { type SeenCalculation, withoutCostSplit } from '../../domain/cancellation/cost-visibility.ts'
import type { Party } from '../../domain/cancellation/facts.ts'
import type { RefundPayee } from '../../domain/cancellation/payee.ts'
import type { PlannedPayment } from '../../domain/cancellation/payments.ts'
import type { CancelCalculation } from '../../domain/cancellation/results.ts'
import { amountOf, amountOrNull } from '../../domain/money.ts'
import type { WorksheetStep } from '../../domain/worksheet-step.ts'
import type { Caller } from '../../http/caller.ts'
import type { OverrideInput } from './inputs.ts'
import type { CancelCalculationModel, CancelOverrideModel, CancelPaymentDetails } from './models.ts'
import { visiblePaymentLines } from './payment-answer.ts'

type Viewer = Pick<Caller, 'scopes'>

/**
 * The calculation as this caller may see it: limited callers do not see the parts of dealer cost. `mailTo`: the address
 * that was sent for the payment; if null, the payment goes to the payee's own address.
 */
export function calculationAnswer(
  calculation: CancelCalculation,
  viewer: Viewer,
  mailTo: CancelPaymentDetails['mailTo'] = null,
): CancelCalculationModel {
  const seen: SeenCalculation = seesCostLines(viewer) ? calculation : withoutCostSplit(calculation)
  return {
    ruleId: seen.ruleId,
    ruleCode: seen.ruleCode,
    ruleSource: seen.ruleSource ?? null,
    state: seen.state,
    isFreeLook: seen.isFreeLook,
    freeLookEndDate: seen.freeLookEndDate,
    daysElapsed: seen.daysElapsed,
    totalDays: seen.totalDays,
    monthsElapsed: seen.monthsElapsed,
    milesUsed: seen.milesUsed,
    timeFactor: seen.timeFactor,
    milesFactor: seen.milesFactor,
    retail: amountOf(seen.retail),
    claimsPaid: amountOf(seen.claimsPaid),
    ...figuresAnswer(seen),
    refundDueDate: seen.refundDueDate,
    lines: seen.lines.map((line) => ({
      code: line.code,
      accountHolder: line.accountHolder && reference(line.accountHolder, viewer),
      original: amountOf(line.original),
      unearnedFactor: line.unearnedFactor,
      refund: amountOf(line.refund),
      claimsDeduction: amountOf(line.claimsDeduction),
      chargeback: line.chargeback,
      direction: line.direction,
    })),
    shortfall: amountOf(seen.shortfall),
    payments: seen.payments.map((payment) => planned(payment, seen, { viewer, mailTo })),
    explanation: [...seen.explanation],
    steps: seen.steps.map(stepAnswer),
  }
}

// Members are named one by one: there are many steps, and spreading each would cost more than everything else here.
const stepAnswer = (step: WorksheetStep): CancelCalculationModel['steps'][number] => ({
  code: step.code,
  inputs: step.inputs,
  formula: step.formula,
  exact: step.exact,
  rounding: step.rounding,
  amount: amountOrNull(step.amount),
  ruleCode: step.ruleCode,
  source: step.source,
  clause: step.clause,
  words: step.words,
})

const reference = ({ type, id, number, name }: Party, viewer: Viewer) =>
  namedFor(viewer, { type, id, number, name })

const payeeAnswer = ({ type, accountHolder, name, isSole }: RefundPayee) => ({
  ...{ type, accountHolderId: accountHolder.id, name, isSole },
})

const figuresAnswer = (seen: Omit<CancelCalculation, 'lines' | 'computed'>) => ({
  method: seen.method,
  unearnedFactor: seen.unearnedFactor,
  refundPercent: seen.refundPercent,
  grossRefund: amountOf(seen.grossRefund),
  claimsDeduction: amountOf(seen.claimsDeduction),
  cancelFee: amountOf(seen.cancelFee),
  netRefund: amountOf(seen.netRefund),
  salesTaxRefund: amountOf(seen.salesTaxRefund),
  totalRefund: amountOf(seen.totalRefund),
  refundPayer: seen.refundPayer,
  payee: payeeAnswer(seen.payee),
})

/** A planned payment. */
const planned = (
  payment: PlannedPayment,
  { refundDueDate }: Pick<CancelCalculation, 'refundDueDate'>,
  { viewer, mailTo }: { readonly viewer: Viewer; readonly mailTo: CancelPaymentDetails['mailTo'] },
): CancelPaymentDetails => ({
  ...{ id: null, cancelId: null, ledgerId: null },
  payee: reference(payment.payee, viewer),
  payeeName: payment.payeeName,
  forPayeeName: payment.forPayeeName,
  amount: amountOf(payment.amount),
  method: payment.method,
  status: 'Pending',
  refundDueDate,
  latePenalty: 0,
  ...{ cashTransactionId: null, checkNumber: null, paidDate: null, confirmedDate: null },
  lines: visiblePaymentLines(payment.lines, viewer).map(({ disbursementCode, amount }) => ({
    disbursementCode,
    amount: amountOf(amount),
  })),
  ...{ mailTo, memo: null },
  isLienHolder: payment.isLienHolder,
})

/** The values that were set by hand, and the figures by the rules alone. Limited callers see two lines only. */
export function overrideAnswer(
  override: OverrideInput,
  calculation: CancelCalculation | null,
  viewer: Viewer,
): CancelOverrideModel {
  const { payee, cancelMethodId, cancelMethodCode } = override
  const computed = calculation?.computed ?? null
  const methodById = cancelMethodId === undefined ? null : (calculation?.method ?? null)
  return {
    reason: override.reason,
    cancelMethodCode: cancelMethodCode ?? methodById,
    unearnedFactor: override.unearnedFactor ?? null,
    grossRefund: override.grossRefund ?? null,
    claimsDeduction: override.claimsDeduction ?? null,
    cancelFee: override.cancelFee ?? null,
    netRefund: override.netRefund ?? null,
    disbursements: override.disbursements && calculation ? lineRefunds(calculation, viewer) : null,
    payee: payee
      ? {
          ...{ type: payee.type, accountHolderId: payee.accountHolderId ?? null },
          ...{ name: payee.name ?? null, address: payee.address ?? null },
        }
      : null,
    refundPayer: override.refundPayer ?? null,
    computed: computed && {
      ...figuresAnswer(computed),
      disbursements: lineRefunds(computed, viewer),
    },
  }
}

function lineRefunds(calculation: CancelCalculation, viewer: Viewer) {
  const { lines } = seesCostLines(viewer) ? calculation : withoutCostSplit(calculation)
  return lines.map(({ code, refund }) => ({ code, refund: amountOf(refund) }))
}
