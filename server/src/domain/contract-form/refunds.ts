import type { FormCancellation, FormTransfer } from './form.ts'
import { counted, dateWords, moneyWords, numberWords } from './words.ts'

/** What a customer is told of cancelling: a paragraph for each question they would ask. */
export function cancellationParagraphs(rule: FormCancellation): string[] {
  return [freeLook(rule), afterwards(rule), deductions(rule), payment(rule)]
}

function freeLook({ freeLookDays, freeLookEndDate, freeLookClaims, freeLookFeePercent }: FormCancellation) {
  const fee =
    freeLookFeePercent === null || freeLookFeePercent === 0
      ? 'No fee is charged.'
      : `A fee of at most ${numberWords(freeLookFeePercent)}% of the contract price may be charged.`
  const claims =
    freeLookClaims === 'Deduct'
      ? ' Claims that we have paid are taken off the refund.'
      : freeLookClaims === 'LoseFreeLook'
        ? ' If we have paid a claim, the refund is figured as it is after the free look, without a fee.'
        : ''
  return `Free look. You may cancel within ${counted(freeLookDays, 'day')} of the sale, that is until ${dateWords(freeLookEndDate)}, for a full refund of the contract price. ${fee}${claims}`
}

/** By code of the method. One that is not here is called by its name. */
const methods: Readonly<Record<string, string>> = {
  FLAT: 'the full contract price',
  PRORATA_DAYS: 'the contract price for the days that remain of the term',
  PRORATA_DAYS_INCL: 'the contract price for the days that remain of the term, counting the day you cancel',
  PRORATA_MONTHS: 'the contract price for the months that remain of the term',
  PRORATA_MILES: 'the contract price for the miles that remain of the term',
  PRORATA_LESSER:
    'the contract price for the share of the term that remains, by days or by miles, whichever is less',
  PRORATA_GREATER:
    'the contract price for the share of the term that remains, by days or by miles, whichever is greater',
  RULE78: 'the contract price for the part of the term that remains, by the Rule of 78',
  SERVICES: 'the contract price for the share of services not yet used',
}

function afterwards({ method, floorMethod, refundPercent }: FormCancellation) {
  // What gives nothing is no bound, and where a method gives nothing its bound is what is refunded.
  const floor = floorMethod?.code === 'NONE' || floorMethod?.code === method.code ? null : floorMethod
  const [given, least] = method.code === 'NONE' && floor ? [floor, null] : [method, floor]
  if (given.code === 'NONE')
    return 'Afterwards. After the free look this contract cannot be cancelled for a refund.'
  const share = refundPercent === 100 ? '' : `${numberWords(refundPercent)}% of `
  const bound = least ? `, but at least ${share}${refundBy(least)}` : ''
  return `Afterwards. You may cancel at any time. We refund ${share}${refundBy(given)}${bound}.`
}

const refundBy = ({ code, name }: FormCancellation['method']) =>
  methods[code] ?? `the unearned contract price by the method “${name}”`

function deductions({ maximumFee, maximumFeePercent, deductsClaims, method }: FormCancellation) {
  const most = [
    ...(maximumFee === null || maximumFee === 0 ? [] : [moneyWords(maximumFee)]),
    ...(maximumFeePercent === null || maximumFeePercent === 0
      ? []
      : [`${numberWords(maximumFeePercent)}% of the contract price`]),
  ]
  const isFree = maximumFee === 0 || maximumFeePercent === 0 || most.length === 0
  const fee = isFree
    ? 'No cancellation fee is charged.'
    : `A cancellation fee of at most ${most.join(' or ')}${most.length > 1 ? ', whichever is less,' : ''} is taken off.`
  const claims =
    deductsClaims && method.code !== 'SERVICES'
      ? 'Claims that we have paid are taken off the refund.'
      : 'Claims that we have paid are not taken off the refund.'
  return `Deductions. ${fee} ${claims} No fee is charged when we cancel this contract.`
}

function payment({ refundDays, penalty }: FormCancellation) {
  const due = `Payment. The refund is paid within ${counted(refundDays, 'day')} of receiving your notice. If the vehicle or item is financed, it may be paid to the lien holder.`
  if (penalty === null) return due
  const base = penalty.base === 'Price' ? 'the contract price' : 'the amount outstanding'
  const period = penalty.period === 'Month' ? 'month' : '30 days'
  return `${due} A refund that is late grows by ${numberWords(penalty.percent)}% of ${base} for each ${period} begun.`
}

export function transferParagraph({ isTransferable, fee, withinDays }: FormTransfer): string {
  if (!isTransferable) return 'This contract cannot be transferred to another owner.'
  const within = withinDays === null ? '' : ` within ${counted(withinDays, 'day')} of the change of ownership`
  const price = fee === null || fee === 0 ? 'No fee is charged.' : `The fee is ${moneyWords(fee)}.`
  return `This contract may be transferred to a new owner${within}. ${price} The free look does not pass to the new owner.`
}
