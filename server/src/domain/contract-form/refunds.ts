import type { FormCancellation, FormTransfer } from './form.ts'
import { counted, dateWords, moneyWords, numberWords } from './words.ts'

/** The cancellation terms: one paragraph for each question a customer would ask. */
export function cancellationParagraphs(rule: FormCancellation): string[] {
  return [freeLook(rule), afterwards(rule), deductions(rule), payment(rule)]
}

function freeLook(rule: FormCancellation) {
  const { freeLookDays, freeLookEndDate, freeLookCount, freeLookFrom } = rule
  const start = freeLookFrom === 'Delivery' ? 'the delivery of this contract' : 'the sale'
  const days = counted(freeLookDays, freeLookCount === 'Business' ? 'business day' : 'day')
  return `Free look. You may cancel within ${days} of ${start} (through ${dateWords(freeLookEndDate)}) for a full refund of the contract price. ${freeLookFee(rule)}${freeLookClaims(rule)}`
}

function freeLookFee({ freeLookFees = [], freeLookFeePercent }: FormCancellation): string {
  const steps = freeLookFees.map(({ fromDay, maxFee, maxFeePercent }) => {
    const caps = [
      ...(maxFee === null ? [] : [moneyWords(maxFee)]),
      ...(maxFeePercent === null ? [] : [`${numberWords(maxFeePercent)}% of the contract price`]),
    ]
    const from = fromDay === 0 ? '' : `From day ${fromDay} on, `
    const fee = `fee of up to ${caps.join(' or ')}${caps.length > 1 ? ', whichever is less,' : ''} may be charged.`
    return from === '' ? `A ${fee}` : `${from}a ${fee}`
  })
  if (steps.length > 0) return steps.join(' ')
  return freeLookFeePercent === null || freeLookFeePercent === 0
    ? 'No fee is charged.'
    : `A fee of up to ${numberWords(freeLookFeePercent)}% of the contract price may be charged.`
}

function freeLookClaims({ freeLookClaims: claims, freeLookEndsWith }: FormCancellation): string {
  if (freeLookEndsWith) {
    const event = freeLookEndsWith === 'ClaimMade' ? 'a claim' : 'a claim or a covered loss'
    return ` The free look ends with ${event}.`
  }
  if (claims === 'Deduct') return ' Claims we have paid are deducted from the refund.'
  return claims === 'LoseFreeLook'
    ? ' If we have paid a claim, the refund is calculated as after the free look, without a fee.'
    : ''
}

/** By method code. A method that is not listed here is called by its name. */
const methods: Readonly<Record<string, string>> = {
  FLAT: 'the full contract price',
  PRORATA_DAYS: 'the contract price for the days that remain in the term',
  PRORATA_DAYS_INCL: 'the contract price for the days that remain in the term, counting the day you cancel',
  PRORATA_MONTHS: 'the contract price for the months that remain in the term',
  PRORATA_MILES: 'the contract price for the miles that remain in the term',
  PRORATA_LESSER:
    'the contract price for the share of the term that remains, by days or by miles, whichever is less',
  PRORATA_GREATER:
    'the contract price for the share of the term that remains, by days or by miles, whichever is greater',
  RULE78: 'the contract price for the part of the term that remains, under the Rule of 78',
  SERVICES: 'the contract price for the share of services not yet used',
}

function afterwards({ method, floorMethod, refundPercent }: FormCancellation) {
  // A floor that gives nothing is no floor. When the method itself gives nothing, its floor is the refund.
  const floor = floorMethod?.code === 'NONE' || floorMethod?.code === method.code ? null : floorMethod
  const [given, least] = method.code === 'NONE' && floor ? [floor, null] : [method, floor]
  if (given.code === 'NONE') return 'After the free look. This contract cannot be cancelled for a refund.'
  const share = refundPercent === 100 ? '' : `${numberWords(refundPercent)}% of `
  const bound = least ? `, but at least ${share}${refundBy(least)}` : ''
  return `After the free look. You may cancel at any time. We refund ${share}${refundBy(given)}${bound}.`
}

const refundBy = ({ code, name }: FormCancellation['method']) =>
  methods[code] ?? `the unearned contract price under the method “${name}”`

const feeBases = {
  Price: 'the contract price',
  Refund: 'the refund',
  Unearned: 'the unearned contract price',
} as const

function deductions(rule: FormCancellation) {
  const { maximumFee, maximumFeePercent, maximumFeeBase = 'Price', deductsClaims, method } = rule
  const caps = [
    ...(maximumFee === null || maximumFee === 0 ? [] : [moneyWords(maximumFee)]),
    ...(maximumFeePercent === null || maximumFeePercent === 0
      ? []
      : [`${numberWords(maximumFeePercent)}% of ${feeBases[maximumFeeBase]}`]),
  ]
  const isFree = maximumFee === 0 || maximumFeePercent === 0 || caps.length === 0
  const fee = isFree
    ? 'No cancellation fee is charged.'
    : `A cancellation fee of up to ${caps.join(' or ')}${caps.length > 1 ? ', whichever is less,' : ''} is deducted.`
  const claims = rule.noRefundAfterBenefit
    ? 'If we have paid a benefit, nothing is refunded.'
    : deductsClaims && method.code !== 'SERVICES'
      ? 'Claims we have paid are deducted from the refund.'
      : 'Claims we have paid are not deducted from the refund.'
  return `Deductions. ${fee} ${claims} No fee is charged when we cancel this contract.`
}

const penaltyBases = {
  Price: 'the contract price',
  Refund: 'the refund',
  Outstanding: 'the amount outstanding',
} as const

function payment({ refundDays, penalty }: FormCancellation) {
  const due = `Payment. We pay the refund within ${counted(refundDays, 'day')} of receiving your notice. If the vehicle or item is financed, it may be paid to the lien holder.`
  if (penalty === null) return due
  const base = penaltyBases[penalty.base]
  const times = {
    Month: 'for each month or part thereof',
    ThirtyDays: 'for each 30 days or part thereof',
    Once: 'once',
  }[penalty.period]
  return `${due} A late refund increases by ${numberWords(penalty.percent)}% of ${base} ${times}.`
}

export function transferParagraph({ isTransferable, fee, withinDays }: FormTransfer): string {
  if (!isTransferable) return 'This contract cannot be transferred to another owner.'
  const within = withinDays === null ? '' : ` within ${counted(withinDays, 'day')} of the change of ownership`
  const price = fee === null || fee === 0 ? 'No fee is charged.' : `The fee is ${moneyWords(fee)}.`
  return `This contract may be transferred to a new owner${within}. ${price} The free look does not pass to the new owner.`
}
