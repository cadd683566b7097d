import type { CancelCalculation } from '../cancellation/results.ts'
import { worksheetFromSteps } from '../cancellation/worksheet.ts'
import { addressLines, counted, dateWords, moneyWords, numberWords } from '../contract-form/words.ts'
import { daysBetween } from '../dates.ts'
import type { Row, Section } from '../letter.ts'
import { sumCents } from '../money.ts'
import { type CancelLetter, goesToPayee, type LetterPayment, livePayments, paidTo, paysOut } from './facts.ts'

/** Who is paid, how and when, and the penalty for a late refund. */
export function paymentSections(letter: CancelLetter, calculation: CancelCalculation): Section[] {
  if (!paysOut(letter.status) || calculation.totalRefund === 0) return []
  const payments = livePayments(letter, calculation)
  const rows: Row[] = payments.map((payment) => ({
    cells: [paidTo(payment), howWords(payment, letter), whenWords(payment), moneyWords(payment.amount)],
  }))
  const total: Row = {
    cells: ['Total', '', '', moneyWords(sumCents(payments.map(({ amount }) => amount)))],
    isTotal: true,
  }
  const columns = [
    { heading: 'Paid to', share: 3 },
    { heading: 'How', share: 3 },
    { heading: 'When', share: 2.5 },
    { heading: 'Amount', share: 1.5, isAmount: true },
  ]
  return [
    {
      heading: 'Payment',
      blocks: [
        { kind: 'table', columns, rows: rows.length > 1 ? [...rows, total] : rows },
        {
          kind: 'text',
          paragraphs: [...payeeWords(letter, calculation), ...dueWords(letter, calculation, payments)],
        },
      ],
    },
  ]
}

const methods = { Check: 'By check', ACH: 'By bank transfer (ACH)', Wire: 'By wire transfer' } as const

function howWords(
  { method, mailTo, forPayeeName, payeeName }: LetterPayment,
  { contract }: CancelLetter,
): string {
  if (forPayeeName !== null) return `Refunded by your dealer, ${payeeName}`
  // The credit is netted against what the dealer owes us; the customer does not need the details.
  if (method === 'Netting') return `Credited to ${contract.dealer.name}`
  return method === 'Check' && mailTo
    ? `${methods.Check}, mailed to ${addressLines(mailTo).join(', ')}`
    : methods[method]
}

function whenWords({
  status,
  paidDate,
  confirmedDate,
  checkNumber,
  refundDueDate,
  forPayeeName,
}: LetterPayment): string {
  const due = `Due by ${dateWords(refundDueDate)}`
  const paid = forPayeeName === null ? paidDate : confirmedDate
  if (paid !== null)
    return `Paid on ${dateWords(paid)}${checkNumber === null || forPayeeName !== null ? '' : `, check ${checkNumber}`}`
  return status === 'InProcess' && forPayeeName === null ? `On its way. ${due}` : due
}

/** Why the refund goes to this payee. Empty if it was split or redirected. */
function payeeWords(letter: CancelLetter, calculation: CancelCalculation): string[] {
  const { payee } = calculation
  if (!goesToPayee(letter, calculation)) return []
  switch (payee.type) {
    case 'LienHolder':
      return payee.isSole
        ? [`The refund goes to ${payee.accountHolder.name}, which holds the lien.`]
        : [
            `Your contract was financed with a loan that, as far as we know, is not paid off. The refund therefore goes to ${payee.accountHolder.name} on your behalf and reduces what you owe there.`,
          ]
    case 'Dealer':
      return [`The refund goes to ${letter.contract.dealer.name}, which will settle it with you.`]
    case 'Customer':
    case 'Other':
      return [`The refund is made out to ${payee.name}.`]
    default:
      return payee.type satisfies never
  }
}

/** The due date, and the penalty after it. */
function dueWords(
  { noticeReceivedDate, status }: CancelLetter,
  calculation: CancelCalculation,
  payments: readonly LetterPayment[],
): string[] {
  const { refundDueDate, penalty, isFreeLook } = calculation
  const { payoffDate } = worksheetFromSteps(calculation.steps).refundDueDate.inputs
  const days = counted(daysBetween(payoffDate ?? noticeReceivedDate, refundDueDate), 'day')
  const isQuote = status === 'Quote'
  const due =
    payoffDate !== undefined
      ? `The refund ${isQuote ? 'would be' : 'is'} due by ${dateWords(refundDueDate)}, ${days} after the loan ended on ${dateWords(payoffDate)}.`
      : isQuote
        ? `The refund would be due ${days} after we receive the notice: by ${dateWords(refundDueDate)} if we receive it on ${dateWords(noticeReceivedDate)}.`
        : `The refund is due by ${dateWords(refundDueDate)}, ${days} after we received the notice.`
  const late = sumCents(payments.map(({ latePenalty }) => latePenalty))
  const isPaid = payments.every(({ status }) => status === 'Paid')
  const owed =
    late === 0
      ? []
      : [
          `The refund ${isPaid ? 'was' : 'is'} late: ${moneyWords(late)} is owed in addition${isPaid ? '' : ' so far'}.`,
        ]
  if (penalty === null || (penalty.inFreeLookOnly && !isFreeLook)) return [due, ...owed]
  const base = {
    Price: 'the price of the contract',
    Refund: 'the refund',
    Outstanding: 'the unpaid amount',
  }[penalty.base]
  const times = {
    Month: ' for each month or part of it after that day',
    ThirtyDays: ' for each 30 days or part of it after that day',
    Once: ', once',
  }[penalty.period]
  return [
    `${due} If it is paid later, ${numberWords(penalty.percent)}% of ${base} is owed in addition${times}.`,
    ...owed,
  ]
}
