import { moneyText } from '../figure-text.ts'
import type { Evidence, FreeLookFee, LawTerms, PayoffStep } from './law-terms.ts'

// What a change of a rule says of the terms that only some laws have, and of its evidence.

interface MemberText<Part> {
  readonly label: string
  valueText(part: Part): string
  isUsual(part: Part): boolean
}

type MemberTexts<Part> = { readonly [Name in keyof Part]: MemberText<Part> }

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)
const list = (words: readonly string[]) => (words.length === 0 ? 'none' : words.join(', '))

export const feeBaseText = (base: LawTerms['feeBase']): string =>
  ({ Price: 'the price', Refund: 'the refund', Unearned: 'the unearned part' })[base]

const feeText = ({ fromDay, maxFee, maxFeePercent }: FreeLookFee): string =>
  [
    `from day ${fromDay}`,
    ...(maxFee === null ? [] : [moneyText(maxFee)]),
    ...(maxFeePercent === null ? [] : [`${maxFeePercent}% of the price`]),
  ].join(' ')

const stepText = ({ by, does, days: count, from }: PayoffStep): string =>
  `${by} ${does.toLowerCase()} in ${days(count)} from ${from === 'LoanEnd' ? 'the end of the loan' : 'the notice'}`

export const lawTexts: MemberTexts<LawTerms> = {
  leavesOut: {
    label: 'sellers left out',
    valueText: ({ leavesOut }) => list(leavesOut),
    isUsual: ({ leavesOut }) => leavesOut.length === 0,
  },
  freeLookCount: {
    label: 'days of the free look',
    valueText: ({ freeLookCount }) => (freeLookCount === 'Business' ? 'business days' : 'calendar days'),
    isUsual: ({ freeLookCount }) => freeLookCount === 'Calendar',
  },
  freeLookFrom: {
    label: 'start of the free look',
    valueText: ({ freeLookFrom }) => (freeLookFrom === 'Delivery' ? 'the delivery' : 'the sale'),
    isUsual: ({ freeLookFrom }) => freeLookFrom === 'Sale',
  },
  mailedFreeLookDays: {
    label: 'free look of a mailed contract',
    valueText: ({ mailedFreeLookDays }) =>
      mailedFreeLookDays === null ? 'the same' : days(mailedFreeLookDays),
    isUsual: ({ mailedFreeLookDays }) => mailedFreeLookDays === null,
  },
  freeLookEndsWith: {
    label: 'what ends the free look',
    valueText: ({ freeLookEndsWith }) => freeLookEndsWith ?? 'nothing',
    isUsual: ({ freeLookEndsWith }) => freeLookEndsWith === null,
  },
  freeLookFees: {
    label: 'fees in the free look',
    valueText: ({ freeLookFees }) => list(freeLookFees.map(feeText)),
    isUsual: ({ freeLookFees }) => freeLookFees.length === 0,
  },
  feeBase: {
    label: 'base of the fee percent',
    valueText: ({ feeBase }) => feeBaseText(feeBase),
    isUsual: ({ feeBase }) => feeBase === 'Price',
  },
  percentFeeOnly: {
    label: 'limit of the fee as an amount',
    valueText: ({ percentFeeOnly }) => (percentFeeOnly ? 'none' : 'the maximum fee'),
    isUsual: ({ percentFeeOnly }) => !percentFeeOnly,
  },
  wholeMonthDays: {
    label: 'days that make a whole month',
    valueText: ({ wholeMonthDays }) =>
      wholeMonthDays === null ? 'as the method says' : String(wholeMonthDays),
    isUsual: ({ wholeMonthDays }) => wholeMonthDays === null,
  },
  leastRefund: {
    label: 'least refund',
    valueText: ({ leastRefund }) => moneyText(leastRefund),
    isUsual: ({ leastRefund }) => leastRefund === 0,
  },
  allowsDollars: {
    label: 'rounding to the dollar',
    valueText: ({ allowsDollars }) => (allowsDollars ? 'allowed' : 'not allowed'),
    isUsual: ({ allowsDollars }) => !allowsDollars,
  },
  financeCharges: {
    label: 'finance charges',
    valueText: ({ financeCharges }) => financeCharges ?? 'not credited',
    isUsual: ({ financeCharges }) => financeCharges === null,
  },
  noRefundAfterBenefit: {
    label: 'refund after a benefit',
    valueText: ({ noRefundAfterBenefit }) => (noRefundAfterBenefit ? 'none' : 'as without one'),
    isUsual: ({ noRefundAfterBenefit }) => !noRefundAfterBenefit,
  },
  requestWithin: {
    label: 'written request',
    valueText: ({ requestWithin }) =>
      requestWithin === null
        ? 'at any time'
        : `within ${days(requestWithin.days)} of the end of the loan${requestWithin.after === 'Cancel' ? ' or a cancellation' : ''}`,
    isUsual: ({ requestWithin }) => requestWithin === null,
  },
  payoffSteps: {
    label: 'steps at the end of the loan',
    valueText: ({ payoffSteps }) => list(payoffSteps.map(stepText)),
    isUsual: ({ payoffSteps }) => payoffSteps.length === 0,
  },
  noticeExceptions: {
    label: 'no notice by the provider',
    valueText: ({ noticeExceptions }) => list(noticeExceptions),
    isUsual: ({ noticeExceptions }) => noticeExceptions.length === 0,
  },
  salesTax: {
    label: 'sales tax',
    valueText: ({ salesTax }) =>
      salesTax === null ? 'as its own rules say' : salesTax === 'Refund' ? 'refunded' : 'kept',
    isUsual: ({ salesTax }) => salesTax === null,
  },
}

export const evidenceTexts: MemberTexts<Evidence> = {
  verification: {
    label: 'verification',
    valueText: ({ verification }) => verification ?? 'not stated',
    isUsual: ({ verification }) => verification === null,
  },
  asOf: {
    label: 'as of',
    valueText: ({ asOf }) => asOf ?? 'not stated',
    isUsual: ({ asOf }) => asOf === null,
  },
  links: { label: 'links', valueText: ({ links }) => list(links), isUsual: () => true },
  note: {
    label: 'note',
    valueText: ({ note }) => (note === null ? 'none' : `"${note}"`),
    isUsual: () => true,
  },
  silent: {
    label: 'left to the general rule',
    valueText: ({ silent }) => list(silent),
    isUsual: ({ silent }) => silent.length === 0,
  },
  unverified: {
    label: 'not verified',
    valueText: ({ unverified }) => list(unverified),
    isUsual: ({ unverified }) => unverified.length === 0,
  },
}
