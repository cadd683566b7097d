import { expect, test } from 'vitest'
import { centsOf } from '../money.ts'
import { type ChargedTax, taxPlaceText, taxRefunds } from './tax.ts'

const retail = centsOf(2995)
const tax = (more: Partial<ChargedTax> = {}): ChargedTax => ({
  ...{ type: 'State', rate: 7_000_000, taxable: retail, tax: centsOf(209.65), isRefundable: true, ...more },
})
const refunds = (gross: number, taxes: readonly ChargedTax[], price = retail) =>
  taxRefunds(taxes, { grossRefund: centsOf(gross), retail: price }).map(({ refund }) => refund / 100)

test.each<[string, number, ChargedTax[], number[]]>([
  ['is refunded in proportion', 1826.95, [tax()], [127.89]],
  ['is fully refunded with a full refund', 2995, [tax()], [209.65]],
  ['is not refunded without a refund', 0, [tax()], [0]],
  ['that is not refundable is not refunded', 1826.95, [tax({ isRefundable: false })], [0]],
  [
    'of each type by itself',
    1826.95,
    [tax({ rate: 6_000_000 }), tax({ rate: 500_000, tax: centsOf(14.98) })],
    [109.62, 9.13],
  ],
  [
    'on a part of the price is that part’s',
    1826.95,
    [tax({ taxable: centsOf(1000), tax: centsOf(70) })],
    [42.7],
  ],
  ['is never more than was charged', 1826.95, [tax({ tax: centsOf(100) })], [100]],
])('the tax %s', (_, gross, taxes, expected) => {
  expect(refunds(gross, taxes)).toEqual(expected)
})

test('the tax of 7.5% on 1,826.95 is 137.02', () => {
  expect(refunds(1826.95, [tax({ rate: 7_500_000, tax: centsOf(224.63) })])).toEqual([137.02])
})

// The tax of 6.25% on 2,995.00 is 187.1875; of 1,826.95 it would be 114.184375.
test.each([
  ['HalfUp', 187.19, 114.18],
  ['Up', 187.19, 114.19],
  ['Down', 187.18, 114.18],
] as const)(
  'a tax that was rounded %s is refunded whole, and in part rounded alike',
  (roundMode, whole, part) => {
    const charged = tax({ rate: 6_250_000, tax: centsOf(whole), roundMode })
    expect([refunds(2995, [charged]), refunds(1826.95, [charged])]).toEqual([[whole], [part]])
  },
)

test('a tax of 0.5% that was rounded up is refunded whole', () => {
  // 14.9701 was charged as 14.98; rounded to the nearest cent, a cent would be kept.
  const price = centsOf(2994.02)
  const charged = tax({ rate: 500_000, taxable: price, tax: centsOf(14.98), roundMode: 'Up' })
  expect(refunds(2994.02, [charged], price)).toEqual([14.98])
})

test('a free contract has no tax refund', () => {
  expect(refunds(0, [tax()], centsOf(0))).toEqual([])
})

test.each([
  ['State', 'TX'],
  ['County', 'Travis County, TX'],
  ['City', 'Austin, TX'],
  ['District', 'TX'],
])('a %s tax applies in %s', (type, place) => {
  expect(taxPlaceText(type, { state: 'TX', county: 'Travis', city: 'Austin' })).toBe(place)
})

test('a county is not called a county twice', () => {
  expect(taxPlaceText('County', { state: 'LA', county: 'Orleans Parish', city: null })).toBe(
    'Orleans Parish, LA',
  )
})

test('the tax of a price that cannot be multiplied by a rate as a number is exact', () => {
  // 9,999,999.99 x 6.25% = 624,999.999375; of 1,234,567.89 it is 77,160.493125.
  const price = centsOf(9_999_999.99)
  const charged = tax({ rate: 6_250_000, taxable: price, tax: centsOf(625_000) })
  expect(refunds(9_999_999.99, [charged], price)).toEqual([625_000])
  expect(refunds(1_234_567.89, [charged], price)).toEqual([77_160.49])
  expect(refunds(1_234_567.89, [{ ...charged, roundMode: 'Up' }], price)).toEqual([77_160.5])
})
