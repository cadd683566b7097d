import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cents, centsOf } from '../money.ts'
import {
  businessDaysApart,
  isWeekday,
  type LineToMatch,
  matchLines,
  mayBecomeLine,
  type PostedCash,
  type SentAchFile,
  type SentCash,
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
    [
      'with a padded check number is the check',
      line(-352, { checkNumber: '0000010441' }),
      [check],
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

const sent = ({ id, amount }: PostedCash, isPosted = true): SentCash => ({ id, amount, isPosted })

describe('the sum of an ACH file', () => {
  const [first, second, collected] = [payment(1, 1364.6), payment(2, 352), receipt(3, 50)]
  const file = { payments: [sent(first), sent(second)], receipts: [sent(collected)] }

  test('is all its payments, and its receipts are another line', () => {
    const lines = [line(-1716.6, { reference: 'BANK-1' }), line(50)]
    expect(matchLines(lines, [first, second, collected], [file])).toEqual([matched(1, 2), matched(3)])
  })

  test('has in it what was voided or returned since', () => {
    const returned = { payments: [sent(first), sent(second, false)], receipts: [] }
    expect(matchLines([line(-1716.6)], [first], [returned])).toEqual([matched(1, 2)])
    const over = { payments: [sent(first, false), sent(second, false)], receipts: [] }
    expect(matchLines([line(-1716.6)], [], [over])).toEqual([UNMATCHED])
  })

  test('is nothing when one of them is matched already', () => {
    const alone = line(-352, { date: '2024-03-14' })
    expect(matchLines([alone, line(-1716.6)], [first, second], [file])).toEqual([matched(2), UNMATCHED])
  })

  test('is a suggestion when two files have it', () => {
    const others = [payment(7, 1716.59), payment(8, 0.01)]
    const other = { payments: others.map((one) => sent(one)), receipts: [] }
    expect(matchLines([line(-1716.6)], [first, second, ...others], [file, other])).toEqual([
      suggested(1, 2, 7, 8),
    ])
  })
})

test('what another line is matched with is no longer suggested', () => {
  const posted = [receipt(1, 90), receipt(2, 90, { date: '2024-03-20' })]
  const lines = [line(90, { date: '2024-03-18' }), line(90, { date: '2024-03-25' })]
  expect(matchLines(lines, posted, [])).toEqual([suggested(1), matched(2)])
})

describe('any lines and cash', () => {
  const days = ['2024-03-14', '2024-03-15', '2024-03-16', '2024-03-18', '2024-03-19', '2024-03-21']
  const one = fc.record({
    date: fc.constantFrom(...days),
    checkNumber: fc.constantFrom(null, null, '7', '007', '8'),
    reference: fc.constantFrom(null, null, 'a', 'A', 'b'),
    size: fc.integer({ min: 1, max: 4 }),
    isIn: fc.boolean(),
    file: fc.integer({ min: 0, max: 3 }),
    isPosted: fc.boolean(),
  })
  const ground = fc.record({ lines: fc.array(one, { maxLength: 8 }), cash: fc.array(one, { maxLength: 8 }) })

  const read = ({ lines, cash }: typeof ground extends fc.Arbitrary<infer Ground> ? Ground : never) => {
    const all = cash.map(({ size, isIn, ...rest }, at) => ({
      ...{ ...rest, id: at + 1, type: isIn ? ('Receipt' as const) : ('Payment' as const) },
      amount: (size * 100) as Cents,
    }))
    const inFile = (number: number, type: string) =>
      all.filter((each) => each.file === number && each.type === type)
    const files = [1, 2, 3].map((number) => ({
      payments: inFile(number, 'Payment'),
      receipts: inFile(number, 'Receipt'),
    }))
    const bank = lines.map(
      ({ size, isIn, ...rest }): LineToMatch => ({ ...rest, amount: centsOf(isIn ? size : -size) }),
    )
    return { bank, posted: all.filter(({ isPosted }) => isPosted), files }
  }

  test('are matched as the rules say, word for word', () => {
    fc.assert(
      fc.property(ground, (drawn) => {
        const { bank, posted, files } = read(drawn)
        expect(matchLines(bank, posted, files)).toEqual(naiveMatches(bank, posted, files))
      }),
    )
  })

  test('never share a transaction, and what is suggested is not matched', () => {
    fc.assert(
      fc.property(ground, (drawn) => {
        const { bank, posted, files } = read(drawn)
        const matches = matchLines(bank, posted, files)
        const taken = matches.flatMap((one) => (one.status === 'Matched' ? one.cashTransactionIds : []))
        expect(new Set(taken).size).toBe(taken.length)
        for (const match of matches)
          if (match.status === 'Suggested')
            expect(match.suggestions.filter((id) => taken.includes(id))).toEqual([])
      }),
    )
  })
})

/** The rules again, as plainly as they can be written: every line looks at everything. */
function naiveMatches(
  lines: readonly LineToMatch[],
  posted: readonly PostedCash[],
  files: readonly SentAchFile[],
): object[] {
  const taken: number[] = []
  const found = new Map<LineToMatch, number[][]>()
  const isNumbered = (one: LineToMatch) => one.checkNumber !== null || one.reference !== null
  for (const one of [...lines.filter(isNumbered), ...lines.filter((each) => !isNumbered(each))]) {
    const cash = posted.filter((each) => {
      if (taken.includes(each.id) || Math.abs(one.amount) !== each.amount) return false
      if (one.amount > 0 !== (each.type === 'Receipt')) return false
      if (!isNumbered(one)) return weekdaysBetween(one.date, each.date) <= 3
      const number = (text: string | null) => (text === null ? Number.NaN : Number(text))
      return (
        number(one.checkNumber) === number(each.checkNumber) ||
        (one.reference ?? 'none').toUpperCase() === each.reference?.toUpperCase()
      )
    })
    const whole = files
      .map(({ payments, receipts }) => (one.amount > 0 ? receipts : payments))
      .filter((side) => side.reduce((sum, { amount }) => sum + amount, 0) === Math.abs(one.amount))
      .filter((side) => side.some(({ isPosted }) => isPosted))
      .filter((side) => !side.some(({ id }) => taken.includes(id)))
      .map((side) => side.map(({ id }) => id))
    const candidates = cash.length > 0 ? cash.map(({ id }) => [id]) : whole
    found.set(one, candidates)
    if (candidates.length === 1) taken.push(...(candidates[0] ?? []))
  }
  return lines.map((one) => {
    const candidates = found.get(one) ?? []
    if (candidates.length === 1) return matched(...(candidates[0] ?? []))
    const left = candidates.flat().filter((id) => !taken.includes(id))
    return left.length === 0 ? UNMATCHED : suggested(...left)
  })
}

/** The weekdays after the first date, up to the second. */
function weekdaysBetween(one: string, two: string): number {
  const [from, to] = [one, two].sort().map((text) => Date.parse(`${text}T00:00:00Z`)) as [number, number]
  let days = 0
  for (let at = from + 86_400_000; at <= to; at += 86_400_000)
    if (![0, 6].includes(new Date(at).getUTCDay())) days += 1
  return days
}

describe('a line that is changed by hand', () => {
  test.each([
    ['Unmatched', 'Matched', true],
    ['Suggested', 'Matched', true],
    ['Ignored', 'Matched', true],
    ['Matched', 'Matched', false],
    ['Unmatched', 'Ignored', true],
    ['Suggested', 'Ignored', true],
    ['Ignored', 'Ignored', false],
    ['Matched', 'Ignored', false],
  ] as const)('that is %s may become %s: %s', (status, next, may) => {
    expect(mayBecomeLine(status, next)).toBe(may)
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
