import { describe, expect, test } from 'vitest'
import { type Books, isPeriod, periodRefusal, periodStatus, periodsThrough, postingDates } from './periods.ts'

test.each([
  ['2024-03-15', null, '2024-03-15'],
  ['2024-03-15', '2024-02', '2024-03-15'],
  ['2024-03-31', '2024-03', '2024-04-01'],
  ['2024-01-02', '2024-03', '2024-04-01'],
  ['2023-12-31', '2023-12', '2024-01-01'],
  ['2024-04-01', '2024-03', '2024-04-01'],
])(
  'what happens on %s is in the books, closed through %s, on %s',
  (effectiveDate, closed, accountingDate) => {
    expect(postingDates(effectiveDate, closed)).toEqual({ effectiveDate, accountingDate })
  },
)

test.each([
  [null, '2024-03-15', []],
  ['2024-03', '2024-03-01', ['2024-03']],
  ['2023-11', '2024-02-29', ['2023-11', '2023-12', '2024-01', '2024-02']],
  ['2024-04', '2024-03-15', []],
])('from the first posting in %s to today, %s, there are %j', (first, today, periods) => {
  expect(periodsThrough({ first }, today)).toEqual(periods)
})

test.each([
  ['2024-03', true],
  ['2024-12', true],
  ['2024-13', false],
  ['2024-00', false],
  ['0000-01', false],
  ['2024-3', false],
  ['24-03', false],
])('%s is a month: %s', (text, is) => {
  expect(isPeriod(text)).toBe(is)
})

describe('closing and opening', () => {
  const books = (closedThrough: string | null): Books => ({ first: '2024-01', closedThrough })
  test.each([
    [null, '2024-01', 'Closed', undefined],
    [null, '2024-02', 'Closed', 'EarlierPeriodOpen'],
    ['2024-01', '2024-02', 'Closed', undefined],
    ['2024-01', '2024-01', 'Closed', undefined],
    ['2024-02', '2024-03', 'Closed', 'PeriodNotOver'],
    [null, '2024-05', 'Closed', 'PeriodNotOver'],
    ['2024-02', '2024-02', 'Open', undefined],
    ['2024-02', '2024-01', 'Open', 'LaterPeriodClosed'],
    ['2024-01', '2024-02', 'Open', undefined],
  ] as const)('closed through %s, %s to be %s: %s', (closedThrough, period, wanted, refusal) => {
    expect(periodRefusal(books(closedThrough), period, wanted, '2024-03-15')).toBe(refusal)
  })

  test('a month is closed if it or a later month is', () => {
    expect(periodStatus('2024-01', books('2024-02'))).toBe('Closed')
    expect(periodStatus('2024-03', books('2024-02'))).toBe('Open')
    expect(periodStatus('2024-01', books(null))).toBe('Open')
  })
})
