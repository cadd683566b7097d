import { describe, expect, test } from 'vitest'
import { type Cents, ZERO } from '../money.ts'
import type { FormCancellation } from './form.ts'
import { cancellationParagraphs, transferParagraph } from './refunds.ts'

const texas: FormCancellation = {
  freeLookDays: 30,
  freeLookEndDate: '2024-04-14',
  freeLookClaims: 'Deduct',
  freeLookFeePercent: null,
  method: { code: 'PRORATA_LESSER', name: 'Lesser of days and miles' },
  floorMethod: null,
  refundPercent: 100,
  maximumFee: 5_000 as Cents,
  maximumFeePercent: null,
  deductsClaims: true,
  refundDays: 45,
  penalty: { base: 'Outstanding', percent: 10, period: 'Month' },
}
const rule78 = { code: 'RULE78', name: 'Rule of 78' }
const paragraphs = (given: Partial<FormCancellation>) =>
  cancellationParagraphs({ ...texas, ...given }).join('\n')

describe('the cancellation terms on a form', () => {
  test('in Texas', () => {
    expect(cancellationParagraphs(texas)).toEqual([
      'Free look. You may cancel within 30 days of the sale (through April 14, 2024) for a full refund of the contract price. No fee is charged. Claims we have paid are deducted from the refund.',
      'After the free look. You may cancel at any time. We refund the contract price for the share of the term that remains, by days or by miles, whichever is less.',
      'Deductions. A cancellation fee of up to $50.00 is deducted. Claims we have paid are deducted from the refund. No fee is charged when we cancel this contract.',
      'Payment. We pay the refund within 45 days of receiving your notice. If the vehicle or item is financed, it may be paid to the lien holder. A late refund increases by 10% of the amount outstanding for each month or part thereof.',
    ])
  })

  test.each<[string, Partial<FormCancellation>, string]>([
    [
      'a fee in the free look',
      { freeLookFeePercent: 5 },
      'A fee of up to 5% of the contract price may be charged.',
    ],
    [
      'a free look lost by a claim',
      { freeLookClaims: 'LoseFreeLook' },
      'If we have paid a claim, the refund is calculated as after the free look, without a fee.',
    ],
    [
      'a part of the refund',
      { method: { code: 'PRORATA_DAYS', name: 'Days' }, refundPercent: 90 },
      'We refund 90% of the contract price for the days that remain in the term.',
    ],
    [
      'a floor',
      { method: { code: 'PRORATA_MONTHS', name: 'Months' }, floorMethod: rule78 },
      'We refund the contract price for the months that remain in the term, but at least the contract price for the part of the term that remains, under the Rule of 78.',
    ],
    [
      'a floor for a method that refunds nothing',
      { method: { code: 'NONE', name: 'None' }, floorMethod: rule78 },
      'We refund the contract price for the part of the term that remains, under the Rule of 78.',
    ],
    ['a floor that refunds nothing', { floorMethod: { code: 'NONE', name: 'None' } }, 'whichever is less.'],
    [
      'a method that is not one of ours',
      { method: { code: 'OURS', name: 'Our way' } },
      'under the method “Our way”',
    ],
    ['no refund', { method: { code: 'NONE', name: 'None' } }, 'cannot be cancelled for a refund'],
    [
      'two limits on the fee',
      { maximumFee: 2_500 as Cents, maximumFeePercent: 10 },
      'of up to $25.00 or 10% of the contract price, whichever is less, is deducted',
    ],
    ['no fee', { maximumFee: null }, 'No cancellation fee is charged.'],
    ['a fee of zero', { maximumFee: ZERO, maximumFeePercent: 10 }, 'No cancellation fee is charged.'],
    ['claims that are not deducted', { deductsClaims: false }, 'Claims we have paid are not deducted'],
    [
      'no refund after a benefit',
      { deductsClaims: false, noRefundAfterBenefit: true },
      'If we have paid a benefit, nothing is refunded.',
    ],
    [
      'a free look from the delivery',
      { freeLookDays: 20, freeLookCount: 'Business', freeLookFrom: 'Delivery' },
      'within 20 business days of the delivery of this contract (through April 14, 2024)',
    ],
    [
      'a penalty that is owed once',
      { penalty: { base: 'Refund', percent: 10, period: 'Once' } },
      'A late refund increases by 10% of the refund once.',
    ],
    [
      'the services method, which counts claims already',
      { method: { code: 'SERVICES', name: 'Services' } },
      'Claims we have paid are not deducted',
    ],
    [
      'a penalty on the price',
      { penalty: { base: 'Price', percent: 10, period: 'ThirtyDays' } },
      'increases by 10% of the contract price for each 30 days or part thereof.',
    ],
  ])('with %s', (_, given, words) => {
    expect(paragraphs(given)).toContain(words)
  })

  test('no penalty is mentioned if there is none', () => {
    expect(paragraphs({ penalty: null })).not.toContain('late')
  })
})

test.each([
  [
    { isTransferable: false, fee: null, withinDays: null },
    'This contract cannot be transferred to another owner.',
  ],
  [
    { isTransferable: true, fee: 4_000 as Cents, withinDays: 30 },
    'This contract may be transferred to a new owner within 30 days of the change of ownership. The fee is $40.00. The free look does not pass to the new owner.',
  ],
  [
    { isTransferable: true, fee: null, withinDays: null },
    'This contract may be transferred to a new owner. No fee is charged. The free look does not pass to the new owner.',
  ],
])('a transfer %#', (given, words) => {
  expect(transferParagraph(given)).toBe(words)
})
