import { describe, expect, test } from 'vitest'
import { type Cents, centsOf } from '../money.ts'
import {
  businessDaysApart,
  isWeekday,
  type LineToMatch,
  matchLines,
  type PostedCash,
} from './bank-matching.ts'

const receipt = (id: number, amount: number, more: Partial<PostedCash> = {}): PostedCash => ({
  ...{ id, type: 'Receipt', amount: centsOf(amount), date: '2024-03-15', checkNumber: null, reference: null },
  ...more,
})
const payment = (id: number, amount: number, more: Partial<PostedCash> = {}) =>
  receipt(id, amount, { type: 'Payment', ...more })
const line = (amount: number, more: Partial<LineToMatch> = {}): LineToMatch => ({
  ...{ date: '2024-03-15', amount: centsOf(amount), checkNumber: null, reference: null },
  ...more,
})
const matched = (...cashTransactionIds: number[]) => ({ status: 'Matched', cashTransactionIds })
const suggested = (...suggestions: number[]) => ({ status: 'Suggested', suggestions })
const UNMATCHED = { status: 'Unmatched' }

describe('a line', () => {
  const check = payment(1, 352, { checkNumber: '10441' })
  const cases: readonly (readonly [string, LineToMatch, readonly PostedCash[], object])[] = [
    [
      'with a check number is the check',
      line(-352, { checkNumber: '10441' }),
      [check, payment(2, 352)],
      matched(1),
    ],
    ['with a check number is no other check', line(-352, { checkNumber: '10442' }), [check], UNMATCHED],
    ['with another amount is not the check', line(-352.01, { checkNumber: '10441' }), [check], UNMATCHED],
    ['in the other direction is not the check', line(352, { checkNumber: '10441' }), [check], UNMATCHED],
    [
      'with a reference is that wire, in any case',
      line(90, { reference: 'dep-7' }),
      [receipt(3, 90, { reference: 'DEP-7' })],
      matched(3),
    ],
    [
      'without a number is the only one of its amount',
      line(90),
      [receipt(3, 90), receipt(4, 91)],
      matched(3),
    ],
    ['three business days later still is', line(90, { date: '2024-03-20' }), [receipt(3, 90)], matched(3)],
    ['four business days later is not', line(90, { date: '2024-03-21' }), [receipt(3, 90)], UNMATCHED],
    ['before the transaction is, too', line(90, { date: '2024-03-12' }), [receipt(3, 90)], matched(3)],
    ['that could be several is a suggestion', line(90), [receipt(3, 90), receipt(4, 90)], suggested(3, 4)],
    ['that is nothing stays unmatched', line(1), [receipt(3, 90)], UNMATCHED],
  ]
  test.each(cases)('%s', (_, one, posted, match) => {
    expect(matchLines([one], posted, [])).toEqual([match])
  })
})

test('lines with numbers are matched first, and no transaction twice', () => {
  const posted = [receipt(1, 90, { reference: 'A' }), receipt(2, 90)]
  expect(matchLines([line(90), line(90, { reference: 'A' }), line(90)], posted, [])).toEqual([
    ...[matched(2), matched(1), UNMATCHED],
  ])
})

describe('the sum of an ACH file', () => {
  const [first, second, collected] = [payment(1, 1364.6), payment(2, 352), receipt(3, 50)]
  const file = { payments: [first, second], receipts: [collected] }

  test('is all its payments, and its receipts are another line', () => {
    expect(matchLines([line(-1716.6), line(50)], [first, second, collected], [file])).toEqual([
      ...[matched(1, 2), matched(3)],
    ])
  })

  test('is nothing when one of them is matched already, or when two files have it', () => {
    const alone = line(-352, { date: '2024-03-14' })
    expect(matchLines([alone, line(-1716.6)], [first, second], [file])).toEqual([matched(2), UNMATCHED])
    const other = { payments: [payment(7, 1716.6 - 0.01), payment(8, 0.01)], receipts: [] }
    expect(matchLines([line(-1716.6)], [first, second, ...other.payments], [file, other])).toEqual([
      UNMATCHED,
    ])
  })
})

test('business days leave out weekends', () => {
  expect(['2024-03-15', '2024-03-16', '2024-03-17', '2024-03-18', '1969-12-27'].map(isWeekday)).toEqual([
    ...[true, false, false, true, false],
  ])
  expect(businessDaysApart('2024-03-15', '2024-03-18')).toBe(1)
  expect(businessDaysApart('2024-03-18', '2024-03-15')).toBe(1)
  expect(businessDaysApart('2024-03-16', '2024-03-17')).toBe(0)
  expect(businessDaysApart('2024-03-15', '2024-03-15')).toBe(0)
  expect(receipt(1, 0.1).amount).toBe(10 as Cents)
})
