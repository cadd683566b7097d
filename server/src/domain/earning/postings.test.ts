import { describe, expect, test } from 'vitest'
import { accountText } from '../ledger/journal.ts'
import { amountOf, type Cents, centsOf } from '../money.ts'
import { cancelledLines, cancelToPost, reinstatedLines, reinstatementToPost } from './cancels.ts'
import type { EarningContract, EarningEvent, EarningLine } from './events.ts'
import { earningPosting, earningsToPost } from './postings.ts'
import type { NewEarning, PostedEarning } from './tallies.ts'
import { buildTimeline, earningsOn } from './timeline.ts'

const line = (code: string, amount: number, methodCode = 'PRORATA_DAYS'): EarningLine => ({
  code,
  amount: centsOf(amount),
  methodCode,
  curve: null,
})

const contract: EarningContract = {
  terms: {
    effectiveDate: '2024-03-15',
    expirationDate: '2029-03-15',
    effectiveOdometer: 12_000,
    expirationOdometer: 87_000,
    annualMileage: null,
    warrantyMonths: null,
  },
  lines: [line('RESERVE', 1061.7), line('ADMIN', 125), line('AGENT', 75, 'IMMEDIATE')],
}
const finalized: EarningEvent = { kind: 'Contract', id: 1, date: '2024-03-15' }

const asPosted = (rows: readonly NewEarning[]): PostedEarning[] =>
  rows.map(({ code, amount, cancelId, dates }) => ({ code, amount, cancelId, date: dates.effectiveDate }))

/** The books of a contract, to which rows are only added. */
class Books {
  posted: PostedEarning[] = []
  closedThrough: string | null = null

  add(rows: readonly NewEarning[]): NewEarning[] {
    this.posted = [...this.posted, ...asPosted(rows)]
    return [...rows]
  }

  post(events: readonly EarningEvent[], asOf: string, rebuild = true): NewEarning[] {
    return this.add(earningsToPost(buildTimeline(contract, events), this, asOf, { rebuild }))
  }

  earned(code: string, until = '9999-12-31'): number {
    const rows = this.posted.filter((row) => row.code === code && row.date <= until)
    return amountOf(rows.reduce((sum, { amount }) => sum + amount, 0) as Cents)
  }
}

const rowsOf = (rows: readonly NewEarning[], code: string) =>
  rows.filter((row) => row.code === code).map(({ dates, amount }) => [dates.effectiveDate, amountOf(amount)])

describe('posting', () => {
  test('writes one row for each line and month, the last one on the date', () => {
    const rows = new Books().post([finalized], '2024-06-10')
    expect(rowsOf(rows, 'RESERVE')).toEqual([
      ['2024-03-31', 9.3],
      ['2024-04-30', 17.45],
      ['2024-05-31', 18.02],
      ['2024-06-10', 5.81],
    ])
    expect(rowsOf(rows, 'AGENT')).toEqual([['2024-03-31', 75]])
    expect(rows.map(({ dates }) => dates.effectiveDate)).toEqual(
      [...rows.map(({ dates }) => dates.effectiveDate)].sort(),
    )
  })

  test('a later month posts the difference to the month before', () => {
    const books = new Books()
    books.post([finalized], '2025-02-28')
    expect(books.earned('RESERVE')).toBe(203.5)
    expect(rowsOf(books.post([finalized], '2025-03-31'), 'RESERVE')).toEqual([['2025-03-31', 18.03]])
    expect([books.earned('RESERVE'), books.earned('ADMIN')]).toEqual([221.53, 26.08])
  })

  test.each([true, false])('a second run posts nothing (rebuild %s)', (rebuild) => {
    const books = new Books()
    books.post([finalized], '2025-03-31')
    expect(books.post([finalized], '2025-03-31', rebuild)).toEqual([])
  })

  test.each(['2024-03-14', '2024-05-31', '2024-06-15', '2025-03-30'])(
    'nor does one for %s, which is covered',
    (date) => {
      const books = new Books()
      books.post([finalized], '2025-03-31')
      expect(books.post([finalized], date)).toEqual([])
    },
  )

  test('posting a date and then a later date gives the same as the later date alone', () => {
    const [twice, once] = [new Books(), new Books()]
    twice.post([finalized], '2024-08-09')
    twice.post([finalized], '2025-03-31', false)
    once.post([finalized], '2025-03-31')
    for (const date of ['2024-07-31', '2024-08-31', '2024-12-31', '2025-03-31'])
      expect(twice.earned('RESERVE', date)).toBe(once.earned('RESERVE', date))
  })

  test('a contract that is not in force has nothing to post', () => {
    expect(new Books().post([], '2025-03-31')).toEqual([])
  })

  test('a contract that was finalized late catches up on that day', () => {
    const rows = new Books().post([{ ...finalized, date: '2024-05-20' }], '2024-06-30')
    expect(rowsOf(rows, 'AGENT')).toEqual([['2024-05-31', 75]])
    expect(rowsOf(rows, 'RESERVE')).toEqual([
      ['2024-05-31', 44.77],
      ['2024-06-30', 17.44],
    ])
  })

  test('a change in a month is posted for that month; later rows stay', () => {
    const books = new Books()
    books.post([finalized], '2025-05-31')
    const hold = {
      kind: 'Hold',
      id: 2,
      date: '2025-03-31',
      holdId: 7,
      mode: 'Freeze',
      codes: ['RESERVE'],
    } as const
    const held = [finalized, hold]
    expect(books.post(held, '2025-03-31')).toEqual([])
    expect(rowsOf(books.post(held, '2025-04-30'), 'RESERVE')).toEqual([['2025-04-30', -17.44]])
    expect(books.earned('RESERVE', '2025-05-31')).toBe(239.55)
    expect(rowsOf(books.post(held, '2025-05-31'), 'RESERVE')).toEqual([['2025-05-31', -18.02]])
    expect([books.earned('RESERVE'), books.earned('ADMIN')]).toEqual([221.53, 30.26])
    // The hold is resolved: everything comes back on that day.
    const resolved = [...held, { kind: 'Resolve', id: 3, date: '2025-06-15', holdId: 7 } as const]
    expect(rowsOf(books.post(resolved, '2025-06-15'), 'RESERVE')).toEqual([['2025-06-15', 44.19]])
    expect(books.earned('RESERVE')).toBe(265.72)
  })

  test('a dropped line is reversed, even if only its posted rows are known', () => {
    const books = new Books()
    books.posted = [{ code: 'OLD', date: '2024-03-31', amount: centsOf(5), cancelId: null }]
    expect(rowsOf(books.post([finalized], '2024-04-30'), 'OLD')).toEqual([['2024-03-31', -5]])
  })

  test('a void reverses everything', () => {
    const books = new Books()
    books.post([finalized], '2024-04-10')
    const rows = books.post([finalized, { kind: 'Void', id: 2, date: '2024-04-20' }], '2024-04-20')
    expect(rowsOf(rows, 'AGENT')).toEqual([['2024-04-20', -75]])
    expect(['RESERVE', 'ADMIN', 'AGENT'].map((code) => books.earned(code))).toEqual([0, 0, 0])
  })

  test('earnings of a closed month are booked in the first open month with their own dates', () => {
    const books = new Books()
    books.post([finalized], '2024-03-31')
    books.closedThrough = '2024-04'
    const rows = books.post([finalized], '2024-06-10').filter(({ code }) => code === 'RESERVE')
    expect(rows.map(({ dates }) => dates)).toEqual([
      { effectiveDate: '2024-04-30', accountingDate: '2024-05-01' },
      { effectiveDate: '2024-05-31', accountingDate: '2024-05-31' },
      { effectiveDate: '2024-06-10', accountingDate: '2024-06-10' },
    ])
  })

  test('the journal moves amounts from unearned to earned, and back', () => {
    const [row] = new Books().post([finalized], '2024-03-31')
    if (!row) throw new Error('Nothing was posted.')
    const texts = ({ debit, credit, amount }: ReturnType<typeof earningPosting>) => [
      accountText(debit),
      accountText(credit),
      amount,
    ]
    expect(texts(earningPosting(row, 12))).toEqual(['Unearned:RESERVE', 'Earned:RESERVE', 930])
    expect(texts(earningPosting({ ...row, amount: -930 as Cents }, 12))).toEqual([
      'Earned:RESERVE',
      'Unearned:RESERVE',
      930,
    ])
  })
})

describe('a cancel and its reinstatement', () => {
  const refunds = new Map([
    ['RESERVE', centsOf(647.64)],
    ['ADMIN', centsOf(76.25)],
    ['AGENT', centsOf(45.75)],
  ])
  const cancel = { kind: 'Cancel', id: 5, date: '2025-09-10', cancelId: 3, refunds } as const
  const reinstatement = { kind: 'Reinstatement', id: 6, date: '2025-10-01', cancelId: 3, gapDays: 0 } as const
  const cancelled = [finalized, cancel]
  const reinstated = [finalized, cancel, reinstatement]
  const shown = (rows: readonly NewEarning[]) =>
    rows.map(({ code, amount, cancelId, dates }) => [dates.effectiveDate, code, amountOf(amount), cancelId])

  test('the lines at the cancel date', () => {
    const found = cancelledLines(contract, cancelled, cancel)
    expect(
      found.map((one) =>
        [one.earnedAtCancel, one.unearnedAtCancel, one.refund, one.earnedOnCancel].map(amountOf),
      ),
    ).toEqual([
      [316.3, 745.4, 647.64, 97.76],
      [37.24, 87.76, 76.25, 11.51],
      [75, 0, 45.75, -45.75],
    ])
  })

  test('a freeze has caught up at the cancel, and a suspension counts up to its date', () => {
    const hold = { kind: 'Hold', id: 2, date: '2025-04-01', holdId: 7, mode: 'Freeze', codes: 'all' } as const
    const earnedAt = (mode: 'Freeze' | 'Suspend') =>
      cancelledLines(contract, [finalized, { ...hold, mode }], cancel).map(({ earnedAtCancel }) =>
        amountOf(earnedAtCancel),
      )
    expect(earnedAt('Freeze')).toEqual([316.3, 37.24, 75])
    expect(earnedAt('Suspend')).toEqual([222.11, 26.15, 75])
  })

  test('posts the earnings up to the cancel date, and the earnings that the cancel recognizes', () => {
    const books = new Books()
    books.post([finalized], '2025-08-31')
    const rows = books.add(cancelToPost(contract, cancelled, cancel, books))
    expect(shown(rows)).toEqual([
      ['2025-09-10', 'RESERVE', 5.81, null],
      ['2025-09-10', 'RESERVE', 97.76, 3],
      ['2025-09-10', 'ADMIN', 0.68, null],
      ['2025-09-10', 'ADMIN', 11.51, 3],
      ['2025-09-10', 'AGENT', -45.75, 3],
    ])
    expect(['RESERVE', 'ADMIN', 'AGENT'].map((code) => books.earned(code))).toEqual([414.06, 48.75, 29.25])
    expect(cancelToPost(contract, cancelled, cancel, books)).toEqual([])
    expect(books.post(cancelled, '2026-01-31')).toEqual([])
  })

  test('reverses earnings posted for days after the cancel', () => {
    const books = new Books()
    books.post([finalized], '2025-10-20')
    const rows = books.add(cancelToPost(contract, cancelled, cancel, books))
    expect(rowsOf(rows, 'RESERVE')).toEqual([
      ['2025-09-10', 5.81],
      ['2025-09-10', 97.76],
      ['2025-09-30', -17.44],
      ['2025-10-20', -11.63],
    ])
    expect(books.earned('RESERVE')).toBe(414.06)
  })

  test('a reinstatement reverses the rows of the cancel and posts the catch-up', () => {
    const books = new Books()
    books.post([finalized], '2025-09-09')
    books.add(cancelToPost(contract, cancelled, cancel, books))
    const rows = books.add(reinstatementToPost(contract, reinstated, reinstatement, books))
    expect(shown(rows)).toEqual([
      ['2025-10-01', 'RESERVE', -97.76, 3],
      ['2025-10-01', 'RESERVE', 12.21, null],
      ['2025-10-01', 'ADMIN', -11.51, 3],
      ['2025-10-01', 'ADMIN', 1.44, null],
      ['2025-10-01', 'AGENT', 45.75, 3],
    ])
    expect(['RESERVE', 'ADMIN', 'AGENT'].map((code) => books.earned(code))).toEqual([328.51, 38.68, 75])
    expect(reinstatementToPost(contract, reinstated, reinstatement, books)).toEqual([])
    expect(
      reinstatedLines(contract, reinstated, reinstatement).map((one) =>
        [one.reversedRefund, one.reversedEarned, one.catchUp].map(amountOf),
      ),
    ).toEqual([
      [647.64, 97.76, 12.21],
      [76.25, 11.51, 1.44],
      [45.75, -45.75, 0],
    ])
  })

  test('a reinstatement into a hold restores the earned amount at the hold', () => {
    const hold = { kind: 'Hold', id: 2, date: '2025-04-01', holdId: 7, mode: 'Freeze', codes: 'all' } as const
    const books = new Books()
    const held = [finalized, hold, cancel]
    books.post([finalized, hold], '2025-04-01')
    books.add(cancelToPost(contract, held, cancel, books))
    expect(books.earned('RESERVE')).toBe(414.06)
    const back = { ...reinstatement, kind: 'ReinstatementHold' } as const
    const rows = books.add(reinstatementToPost(contract, [...held, back], back, books))
    expect(rowsOf(rows, 'RESERVE')).toEqual([
      ['2025-10-01', -97.76],
      ['2025-10-01', -94.19],
    ])
    expect(books.earned('RESERVE')).toBe(222.11)
  })

  test('a cancel that does not exist cannot be reinstated', () => {
    expect(() => reinstatedLines(contract, [finalized], reinstatement)).toThrow('no cancel 3')
  })

  test('the posted amounts match the earned amounts on every date', () => {
    const books = new Books()
    books.post([finalized], '2025-09-10')
    books.add(cancelToPost(contract, cancelled, cancel, books))
    books.add(reinstatementToPost(contract, reinstated, reinstatement, books))
    books.post(reinstated, '2026-03-31')
    const timeline = buildTimeline(contract, reinstated)
    for (const date of ['2025-08-31', '2025-09-10', '2025-09-30', '2025-10-31', '2026-02-28', '2026-03-31'])
      for (const { code, earned } of earningsOn(timeline, date))
        expect(books.earned(code, date)).toBe(amountOf(earned))
  })
})
