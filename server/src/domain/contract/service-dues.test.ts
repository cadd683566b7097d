import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isInFreeWindow,
  nextDue,
  type ServicePoint,
  type ServiceState,
  type ServiceTerm,
} from './service-dues.ts'

const oil = {
  ...{ quantity: 6, intervalMonths: 6, intervalMiles: 7_500, toleranceMiles: 1_000 },
  useRule: 'Anytime' as 'Anytime' | 'InWindow',
}
const inWindow = { ...oil, useRule: 'InWindow' as const }
const term: ServiceTerm = {
  effectiveDate: '2024-03-15',
  effectiveOdometer: 12_000,
  expirationDate: '2027-03-15',
  expirationOdometer: 57_000,
}
/** After some services that were performed when they were due. */
const state = (taken: number, date = '2024-03-15', odometer: number | null = 12_000): ServiceState => ({
  uses: Array.from({ length: taken }, (_, at) => dues[at] ?? { date: '2027-03-01', odometer: null }),
  date,
  odometer,
})
const dues: readonly ServicePoint[] = [
  { date: '2024-09-15', odometer: 19_500 },
  { date: '2025-03-15', odometer: 27_000 },
  { date: '2025-09-15', odometer: 34_500 },
  { date: '2026-03-15', odometer: 42_000 },
  { date: '2026-09-15', odometer: 49_500 },
  { date: '2027-03-15', odometer: 57_000 },
]

test.each<[string, typeof oil, ServiceTerm, ServiceState, [string | null, number | null]]>([
  ['the first service', oil, term, state(0), ['2024-09-15', 19_500]],
  ['the next service after two', oil, term, state(2), ['2025-09-15', 34_500]],
  ['the last service, on the last day and mile', oil, term, state(5), ['2027-03-15', 57_000]],
  ['no service is left', oil, term, state(6), [null, null]],
  ['an overdue service is still due', oil, term, state(0, '2026-01-01', 40_000), ['2024-09-15', 19_500]],
  [
    'its window passed, the next is due',
    inWindow,
    term,
    state(0, '2024-11-01', 21_000),
    ['2025-03-15', 27_000],
  ],
  [
    'the service is due until the last day of its window',
    inWindow,
    term,
    state(0, '2024-10-15', 30_000),
    ['2024-09-15', 19_500],
  ],
  ['the window has ended by a day', inWindow, term, state(0, '2024-10-16', 30_000), ['2025-03-15', 27_000]],
  [
    'outside the window by days, but inside by miles',
    inWindow,
    term,
    state(0, '2024-12-01', 20_500),
    ['2024-09-15', 19_500],
  ],
  ['the window has ended by a mile', inWindow, term, state(0, '2024-12-01', 20_501), ['2025-03-15', 27_000]],
  [
    'late in days, and nobody knows the miles',
    inWindow,
    term,
    state(0, '2024-12-01', null),
    ['2024-09-15', 19_500],
  ],
  [
    'an interval in months only',
    { ...oil, intervalMiles: null } as never,
    term,
    state(0),
    ['2024-09-15', null],
  ],
  ['an interval in miles only', { ...oil, intervalMonths: null } as never, term, state(1), [null, 27_000]],
  [
    'by neither',
    { ...oil, intervalMonths: null, intervalMiles: null } as never,
    term,
    state(0),
    [null, null],
  ],
  [
    'an interval of zero miles',
    { ...inWindow, intervalMiles: 0, quantity: 2 },
    term,
    state(0),
    ['2024-09-15', null],
  ],
  ['an unknown starting odometer', oil, { ...term, effectiveOdometer: null }, state(0), ['2024-09-15', null]],
  [
    'due miles after the odometer limit',
    oil,
    { ...term, expirationOdometer: 19_499 },
    state(0),
    ['2024-09-15', null],
  ],
  ['due date after the expiration', oil, { ...term, expirationDate: '2024-09-14' }, state(0), [null, 19_500]],
  [
    'both after the end',
    oil,
    { ...term, expirationDate: '2024-09-14', expirationOdometer: 1 },
    state(0, '2024-04-01', 0),
    [null, null],
  ],
  ['on the last day', oil, term, state(0, '2027-03-15'), ['2024-09-15', 19_500]],
  ['the contract has expired', oil, term, state(0, '2027-03-16'), [null, null]],
  ['the odometer limit has passed', oil, term, state(0, '2024-04-01', 57_001), [null, null]],
  ['no odometer limit', oil, { ...term, expirationOdometer: null }, state(5), ['2027-03-15', 57_000]],
  ['at the end of a month', oil, { ...term, effectiveDate: '2024-08-31' }, state(0), ['2025-02-28', 19_500]],
])('%s', (_, service, given, at, [date, odometer]) => {
  expect(nextDue(service, given, at)).toEqual({ date, odometer })
})

test('a service that was used in a later window leaves the windows before and after it', () => {
  const used = { uses: [{ date: '2025-03-20', odometer: 26_800 }], odometer: null }
  expect(nextDue(inWindow, term, { ...used, date: '2025-03-20' }).date).toBe('2024-09-15')
  const later = { ...used, odometer: 26_800 }
  expect(nextDue(inWindow, term, { ...later, date: '2025-03-20' }).date).toBe('2025-09-15')
})

describe('the windows of a service', () => {
  const none: ServicePoint[] = []
  const used = [{ date: '2024-09-15', odometer: 19_500 }]
  test.each<[string, ServicePoint[], string, number | null, boolean]>([
    ['on the day', none, '2024-09-15', 12_500, true],
    ['thirty days early', none, '2024-08-16', 12_500, true],
    ['thirty-one days early', none, '2024-08-15', 12_500, false],
    ['thirty days late', none, '2024-10-15', 25_000, true],
    ['thirty-one days late', none, '2024-10-16', 25_000, false],
    ['a thousand miles early', none, '2024-05-01', 18_500, true],
    ['a mile more', none, '2024-05-01', 18_499, false],
    ['a thousand miles late', none, '2024-05-01', 20_500, true],
    ['a mile more late', none, '2024-05-01', 20_501, false],
    ['no odometer, on the day', none, '2024-09-15', null, true],
    ['no odometer, another day', none, '2024-11-15', null, false],
    ['the second window, the first was lost', none, '2025-03-15', 27_000, true],
    ['the first window again', used, '2024-09-20', 19_600, false],
    ['the second window', used, '2025-03-15', 27_000, true],
    ['by days in the first window, by miles in the second', used, '2024-09-20', 27_000, true],
    // The service of 2024-10-01 then has the second due point, to which it is near by its miles.
    [
      'before one that could take the next',
      [{ date: '2024-10-01', odometer: 26_500 }],
      '2024-09-15',
      0,
      true,
    ],
    ['after the last due point', none, '2027-05-01', 60_000, false],
  ])('%s', (_, uses, date, odometer, isFree) => {
    expect(isInFreeWindow(inWindow, term, { uses, date, odometer })).toBe(isFree)
  })

  test('without an interval there is no window', () => {
    const never = { ...inWindow, intervalMonths: null, intervalMiles: null }
    expect(isInFreeWindow(never, term, state(0))).toBe(false)
  })
})

describe('with any interval', () => {
  test('a due service is within the contract, and its window has not ended', () => {
    const services = fc.record({
      quantity: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(10_000)),
      intervalMonths: fc.option(fc.integer({ min: 1, max: 24 })),
      intervalMiles: fc.option(fc.integer({ min: 1, max: 20_000 })),
      toleranceMiles: fc.nat(2_000),
      useRule: fc.constantFrom('Anytime' as const, 'InWindow' as const),
    })
    const miles = fc.option(fc.nat(60_000))
    fc.assert(
      fc.property(services, fc.nat(12), miles, miles, (service, taken, odometer, expirationOdometer) => {
        const due = nextDue(service, { ...term, expirationOdometer }, state(taken, '2026-02-01', odometer))
        if (due.date !== null) expect(due.date <= term.expirationDate).toBe(true)
        if (due.odometer !== null) expect(due.odometer).toBeLessThanOrEqual(expirationOdometer ?? 1e9)
        if (taken >= service.quantity) expect(due).toEqual({ date: null, odometer: null })
      }),
      // Miles so short that months come to no date any more.
      {
        examples: [
          [
            { quantity: 4, intervalMonths: 10, intervalMiles: 1, toleranceMiles: 0, useRule: 'InWindow' },
            ...([3, 21_571, null] as const),
          ],
          [
            {
              quantity: 10_000,
              intervalMonths: 10,
              intervalMiles: 1,
              toleranceMiles: 0,
              useRule: 'InWindow',
            },
            ...([3, 21_571, null] as const),
          ],
        ],
      },
    )
  })
})
