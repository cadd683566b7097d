import type { ContractRow } from '../../contracts/record/rows.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { emit } from '../../db/unit-of-work.ts'
import { payeeByRules } from '../../domain/cancellation/payee.ts'
import { planPayments } from '../../domain/cancellation/payments.ts'
import { type ChangePayeeRefusal, changePayeePlan } from '../../domain/cancellation/refund-plans.ts'
import type { LedgerPlan } from '../../domain/ledger/plan.ts'
import type { LedgerRow } from '../../domain/ledger/rows.ts'
import type { Acting } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { refuseCancel } from '../decide/faults.ts'
import type { CancelInput, PaymentInput } from '../decide/inputs.ts'
import { loadCancel } from '../decide/load-facts.ts'
import { insertPayments, loadAddresses, type ReadPayment, voidPayments } from '../decide/payment-rows.ts'
import { referenceFaults, termsFromInput } from '../decide/terms.ts'
import { type CancelRead, type LockedCancel, requirePayment, touchCancel } from './rows.ts'

export interface ChangePayee {
  readonly paymentId: number
  readonly payments: readonly PaymentInput[]
  readonly lienPaidOff?: boolean | undefined
}

/** The document that shows that a loan is paid off. */
const PAYOFF_LETTER = 'PayoffLetter'

/** Redirects a refund that is not paid yet. The payee by the rules is determined again from the current facts. */
export async function changePayee(
  tx: Tx,
  acting: Acting,
  { contract, cancel }: LockedCancel,
  change: ChangePayee,
): Promise<void> {
  const payment = requirePayment(cancel, change.paymentId)
  if (payment.status !== 'Pending') throw notPending(payment)
  const [rows, on, planned] = await runAll([
    lockContractLedger(tx, contract.id),
    accountingDates(tx),
    planChange(tx, acting, { contract, cancel, payment, change }),
  ])
  const row = found(
    rows.find(({ id }) => id === payment.ledger_id),
    `ledger ${payment.ledger_id}`,
  )
  const { inserted } = await applyPlan(tx, payeePlan(row, payment, planned, on(acting.today)), acting)
  const own = inserted.filter(({ offsetOfLedgerId }) => offsetOfLedgerId === null)
  const addresses = await loadAddresses(
    tx,
    planned.map(({ payee }) => payee.id),
  )
  const isThroughDealer = cancel.calculation.refundPayer === 'Dealer'
  await voidPayments(tx, acting, [payment.id])
  await insertPayments(
    tx,
    acting,
    {
      ...{ id: cancel.id, contractId: contract.id, memo: payment.memo ?? '' },
      refundDueDate: payment.refund_due_date,
    },
    planned.map((plan, at) => ({
      ...plan,
      ledgerId: own[at]?.id ?? 0,
      mailTo:
        (isThroughDealer ? null : change.payments[at]?.payee.address) ?? addresses.get(plan.payee.id) ?? null,
    })),
  )
  await touchCancel(tx, acting, cancel.id, cancel.status)
  const { id, number, status } = contract
  const data = { id, number, status, cancelId: cancel.id, cancelPaymentId: payment.id }
  emit(tx, { subject: `contracts/${id}`, type: 'contract.refundPayeeChanged', data })
}

/** The new payments, or a refusal with all faults. */
async function planChange(
  tx: Tx,
  acting: Acting,
  {
    contract,
    cancel,
    payment,
    change,
  }: {
    readonly contract: ContractRow
    readonly cancel: CancelRead
    readonly payment: ReadPayment
    readonly change: ChangePayee
  },
) {
  const input: CancelInput = {
    ...{ cancelDate: cancel.cancel_date, cancelReasonId: cancel.reason_id, payments: change.payments },
  }
  const loaded = await loadCancel(tx, contract.id, input, acting)
  // The reason of the cancel still applies, even if it is no longer in use.
  const reason = cancel.reason
  const facts = loaded.factsOn(cancel.cancel_date)
  const hasProof = facts.contract.documents.includes(PAYOFF_LETTER)
  const terms = {
    ...termsFromInput(acting, input, loaded, reason),
    lienPaidOff: change.lienPaidOff ?? (hasProof ? true : cancel.lien_paid_off),
  }
  const { payments, refusals } = planPayments(facts, terms, {
    total: payment.amount,
    payer: cancel.calculation.refundPayer,
    payee: payeeByRules(facts.contract, terms),
    rows: payment.lines,
  })
  refuseCancel([...referenceFaults(input, { ...loaded, reason }), ...refusals], input)
  return payments
}

function payeePlan(
  row: LedgerRow,
  payment: ReadPayment,
  ...[payments, dates]: [Parameters<typeof changePayeePlan>[1], Parameters<typeof changePayeePlan>[2]]
): LedgerPlan {
  const plan = changePayeePlan(row, payments, dates)
  if ('refused' in plan) throw notChanged(plan.refused, payment)
  return plan
}

function notChanged(refused: ChangePayeeRefusal, payment: ReadPayment): Error {
  if (refused === 'Paid')
    return new Problem('RefundAlreadyPaid', 'Part of the payment was already paid.', {
      members: { paymentIds: [payment.id] },
    })
  return new Error(`The ledger refused a payee change that was allowed: ${refused}.`)
}

const notPending = ({ status }: ReadPayment) =>
  new Problem(
    'InvalidTransition',
    `The payee can be changed only while the payment is Pending. Its status is ${status}.`,
    {
      members: { from: status, to: 'Pending' },
    },
  )
