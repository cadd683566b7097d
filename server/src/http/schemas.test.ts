import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CalendarDate, Instant, Money, PathId } from './schemas.ts'

describe('an id in a path', () => {
  test.each(['1', '42', '9007199254740991'])('%s', (text) => {
    expect(PathId.parse(text)).toBe(Number(text))
  })

  test.each([
    '',
    '0',
    '01',
    '-1',
    '+1',
    '1.0',
    '1e3',
    ' 1',
    '1 ',
    '0x1',
    'abc',
    '9007199254740992',
    '9'.repeat(17),
  ])('"%s" is not an id', (text) => expect(PathId.safeParse(text).success).toBe(false))

  test('every integer below 2^53 is an id', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
        expect(PathId.parse(String(id))).toBe(id)
      }),
    )
  })
})

describe('money', () => {
  test('every number of cents up to a trillion has two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e14, max: 1e14 }), (cents) => {
        expect(Money.safeParse(cents / 100).success).toBe(true)
      }),
    )
  })

  test('a third decimal is refused', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).filter((mills) => mills % 10 !== 0),
        (mills) => {
          expect(Money.safeParse(mills / 1000).success).toBe(false)
        },
      ),
    )
  })
})

test('money that cannot be counted in cents is refused', () => {
  for (const value of [1e14, -1e14, 1e300, Number.NaN, Number.POSITIVE_INFINITY])
    expect(Money.safeParse(value).success).toBe(false)
})

describe('instants and dates', () => {
  test('an instant that JavaScript writes is valid', () => {
    const range = {
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    }
    fc.assert(
      fc.property(fc.date(range), (instant) => {
        expect(Instant.safeParse(instant.toISOString()).success).toBe(true)
        expect(CalendarDate.safeParse(instant.toISOString().slice(0, 10)).success).toBe(true)
      }),
    )
  })

  test.each([
    '2024-03-15',
    '2024-03-15 15:00:00Z',
    '2024-03-15T25:00:00Z',
    '2024-13-01T00:00:00Z',
    '2023-02-29T00:00:00Z',
  ])('%s is not an instant', (text) => expect(Instant.safeParse(text).success).toBe(false))

  test('an instant outside the calendar in UTC is refused', () => {
    expect(Instant.safeParse('0001-01-01T00:00:00+05:00').success).toBe(false)
    expect(Instant.safeParse('9999-12-31T23:59:59-01:00').success).toBe(false)
  })

  test.each(['2023-02-29', '2024-2-1', '2024-02-01T00:00:00Z', '20240201', '2024-00-10', '0000-12-31'])(
    '%s is no date',
    (text) => expect(CalendarDate.safeParse(text).success).toBe(false),
  )
})
