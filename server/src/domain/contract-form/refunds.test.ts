import { describe, expect, test } from 'vitest'
import type { Cents } from '../money.ts'
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
const said = (given: Partial<FormCancellation>) => cancellationParagraphs({ ...texas, ...given }).join('\n')

describe('what a customer is told of cancelling', () => {
  test('in Texas', () => {
    expect(cancellationParagraphs(texas)).toEqual([
      'Free look. You may cancel within 30 days of the sale, that is until April 14, 2024, for a full refund of the contract price. No fee is charged. Claims that we have paid are taken off the refund.',
      'Afterwards. You may cancel at any time. We refund the contract price for the share of the term that remains, by days or by miles, whichever is less.',
      'Deductions. A cancellation fee of at most $50.00 is taken off. Claims that we have paid are taken off the refund. No fee is charged when we cancel this contract.',
      'Payment. The refund is paid within 45 days of receiving your notice. If the vehicle or item is financed, it may be paid to the lien holder. A refund that is late grows by 10% of the amount outstanding for each month begun.',
    ])
  })

  test.each<[string, Partial<FormCancellation>, string]>([
    [
      'a fee in the free look',
      { freeLookFeePercent: 5 },
      'A fee of at most 5% of the contract price may be charged.',
    ],
    [
      'a free look lost by a claim',
      { freeLookClaims: 'LoseFreeLook' },
      'If we have paid a claim, the refund is figured as it is after the free look, without a fee.',
    ],
    [
      'a part of the refund',
      { method: { code: 'PRORATA_DAYS', name: 'Days' }, refundPercent: 90 },
      'We refund 90% of the contract price for the days that remain of the term.',
    ],
    [
      'a bound below',
      { method: { code: 'PRORATA_MONTHS', name: 'Months' }, floorMethod: rule78 },
      'We refund the contract price for the months that remain of the term, but at least the contract price for the part of the term that remains, by the Rule of 78.',
    ],
    [
      'a bound below nothing',
      { method: { code: 'NONE', name: 'None' }, floorMethod: rule78 },
      'We refund the contract price for the part of the term that remains, by the Rule of 78.',
    ],
    ['a bound that is none', { floorMethod: { code: 'NONE', name: 'None' } }, 'whichever is less.'],
    ['a method of its own', { method: { code: 'OURS', name: 'Our way' } }, 'by the method “Our way”'],
    ['no refund', { method: { code: 'NONE', name: 'None' } }, 'cannot be cancelled for a refund'],
    [
      'two bounds of the fee',
      { maximumFee: 2_500 as Cents, maximumFeePercent: 10 },
      'of at most $25.00 or 10% of the contract price, whichever is less, is taken off',
    ],
    ['no fee', { maximumFee: null }, 'No cancellation fee is charged.'],
    [
      'a fee of nothing',
      { maximumFee: 0 as Cents, maximumFeePercent: 10 },
      'No cancellation fee is charged.',
    ],
    ['claims that stay', { deductsClaims: false }, 'Claims that we have paid are not taken off'],
    [
      'services, where claims are the measure already',
      { method: { code: 'SERVICES', name: 'Services' } },
      'Claims that we have paid are not taken off',
    ],
    [
      'a penalty on the price',
      { penalty: { base: 'Price', percent: 10, period: 'ThirtyDays' } },
      'grows by 10% of the contract price for each 30 days begun.',
    ],
  ])('with %s', (_, given, words) => {
    expect(said(given)).toContain(words)
  })

  test('without a penalty there is none to tell of', () => {
    expect(said({ penalty: null })).not.toContain('late')
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
