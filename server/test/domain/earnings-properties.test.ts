import { describe, expect, test } from 'vitest'
import { AFTER_ALL, addDays, addMonths, daysBetween, epochDay, plusDays } from '../../src/domain/dates.ts'
import { type EarningEvent, earningRun } from '../../src/domain/earning/events.ts'
import { type EarningMethod, earnedPart } from '../../src/domain/earning/methods.ts'
import {
  buildTimeline,
  type EarningTimeline,
  earningsOn,
  stageOn,
} from '../../src/domain/earning/timeline.ts'
import { type Fraction, partOfAmount } from '../../src/domain/fraction.ts'
import type { Cents } from '../../src/domain/money.ts'
import { Chance } from '../support/hostile/chance.ts'
import { EarningBook } from '../support/oracle/earnings/earning-book.ts'
import { naiveLine } from '../support/oracle/earnings/earnings.ts'
import { type RandomEarnings, randomEarnings } from '../support/oracle/earnings/random-earnings.ts'
import { trialSeed, trials } from '../support/service/trials.ts'

// Contracts and their histories as they fall. `npm test` draws a hundredth of them.
const CONTRACTS = trials(100_000, 1 / 200)
const FIFTIETHS = trials(50)
const seed = trialSeed('earnings', 'BULWARK_EARNINGS_SEED')
const timeout = 3_600_000

interface Drawn extends RandomEarnings {
  readonly chance: Chance
  readonly events: readonly EarningEvent[]
  readonly course: EarningTimeline
}

/** Asking `expect` a million times would take longer than all the rest. */
function expectNone(found: readonly unknown[]): void {
  if (found.length > 0) expect(found).toEqual([])
}

/** What is true of every contract, whatever happens to it. */
const truths: Readonly<Record<string, (drawn: Drawn) => void>> = {
  'lines stand as the plainest reading of the rules has them': asThePlainestReading,
  'earned, unearned and refunded are the amount, and between two events earned never falls': neverFalls,
  'a flat cancel and a void leave nothing earned': endsWithNothing,
  'whatever was run before, a run brings the books to what is earned, and a second one adds nothing': settles,
  'posting a date and then a later one is posting the later one': laterIsEnough,
}

/** What is true when nothing is dated back. */
const truthsInTime: typeof truths = {
  'a month that is run late shows what it would have shown in time, and a closed one takes nothing more':
    lateAsInTime,
}

describe.each([
  ['back', truths, CONTRACTS],
  // Posted month by month, which takes longest.
  ['asRecorded', truthsInTime, CONTRACTS / 4],
] as const)('contracts dated %s', (dated, held, count) => {
  // Contracts are drawn once for all of them.
  let broken: Map<string, Error> | undefined

  function draw(): Map<string, Error> {
    const found = new Map<string, Error>()
    for (let at = 0; at < count; at += 1) {
      const chance = new Chance(seed + at)
      const { contract, history, today } = randomEarnings(chance, dated)
      const events = history.map(({ event }) => event)
      const drawn = { contract, history, today, chance, events, course: buildTimeline(contract, events) }
      for (const [name, check] of Object.entries(held))
        if (!found.has(name)) {
          const cause = thrownBy(() => check(drawn))
          if (cause) found.set(name, new Error(storyOf(seed + at, drawn), { cause }))
        }
    }
    return found
  }

  test.each(Object.keys(held))('%s', { timeout }, (name) => {
    broken ??= draw()
    const error = broken.get(name)
    if (error) throw error
  })
})

function thrownBy(act: () => void): unknown {
  try {
    act()
    return undefined
  } catch (thrown) {
    return thrown
  }
}

const storyOf = (first: number, { contract, history }: Drawn) =>
  `BULWARK_EARNINGS_SEED=${first} draws this contract first:\n${JSON.stringify({ contract, history }, null, 1)}`

const monthEndOf = (date: string) => addDays(addMonths(`${date.slice(0, 7)}-01`, 1), -1)

/** Every month that ends from one date to another. */
function monthEnds(from: string, to: string): string[] {
  const ends: string[] = []
  for (let end = monthEndOf(from); end <= to; end = monthEndOf(addDays(end, 1))) ends.push(end)
  return ends
}

/** Some of the months that end from one date to another, and the last date. */
function someDates(chance: Chance, from: string, to: string): string[] {
  const some = () => monthEndOf(addDays(from, chance.below(daysBetween(from, to) + 1)))
  return [to, ...[some(), some(), some()].filter((date) => date < to)]
}

function asThePlainestReading({ contract, today, chance, events, course }: Drawn): void {
  const { effectiveDate } = contract.terms
  const date = addDays(effectiveDate, chance.between(-10, daysBetween(effectiveDate, today) + 400))
  const { code, amount, earned, unearned, refunded } = chance.of(earningsOn(course, date))
  const naive = naiveLine(contract, events, code, date)
  expect({ date, code, amount, earned, unearned, refunded }).toEqual({ date, code, ...naive })
}

function neverFalls({ contract, today, chance, events, course }: Drawn): void {
  const turns = [...new Set(events.map(({ date }) => date))].sort()
  const dates = turns.flatMap((date) => [addDays(date, -1), date, addDays(date, 1)])
  const end = addDays(today, 900)
  for (let date = contract.terms.effectiveDate; date < end; date = addDays(date, chance.between(1, 200)))
    dates.push(date)
  let before = new Map<string, number>()
  let last = ''
  for (const date of [...new Set(dates)].sort()) {
    const isTurned = turns.some((turn) => turn > last && turn <= date)
    const { state } = stageOn(course, epochDay(date))
    const now = new Map<string, number>()
    for (const { code, amount, earned, unearned, refunded } of earningsOn(course, date)) {
      now.set(code, earned)
      const holds = {
        sum: earned + unearned + refunded === amount,
        bounds: state === 'Cancelled' || (earned >= 0 && unearned >= 0 && earned <= amount),
        settled: (state !== 'Cancelled' && state !== 'Voided') || unearned === 0,
        refunded: state === 'Cancelled' || state === 'Voided' || refunded === 0,
        kept: isTurned || earned >= (before.get(code) ?? 0),
      }
      if (!Object.values(holds).every(Boolean)) expect({ date, code, ...holds }).toBe('true of all')
    }
    before = now
    last = date
  }
}

function endsWithNothing({ contract, today, events, course }: Drawn): void {
  const id = events.length + 1
  const refunds = new Map(earningsOn(course, today).map(({ code, amount }) => [code, amount]))
  const cancel = { kind: 'Cancel', id, date: today, cancelId: 9_999, refunds } as const
  for (const end of [cancel, { kind: 'Void', id, date: today } as const]) {
    const lines = earningsOn(buildTimeline(contract, [...events, end]), addDays(today, 100))
    expectNone(lines.filter((line) => line.earned !== 0 || line.refunded !== line.amount))
  }
}

function settles({ contract, history, today, chance }: Drawn): void {
  const book = new EarningBook(contract)
  const first = contract.terms.effectiveDate
  for (const { event, on } of history) {
    while (chance.is(30)) {
      const asOf = addDays(first, chance.between(-5, Math.max(0, daysBetween(first, on))))
      const dates = book.run(asOf).map((row) => row.dates.effectiveDate)
      expectNone(dates.filter((date) => date !== asOf && date !== monthEndOf(date)))
      expectNone([...book.run(asOf), ...book.run(asOf, false)])
      if (asOf >= book.lastDate) expectNone(book.faultsOn(asOf))
    }
    book.record(event)
    // Nothing is left unearned, whatever had been posted.
    if (event.kind === 'Cancel') expectNone(book.faultsOn('2999-12-31'))
  }
  book.run(today)
  for (const date of someDates(chance, first, today)) expectNone(book.faultsOn(date))
  expectNone(book.run(today))
}

function laterIsEnough({ contract, today, chance, events }: Drawn): void {
  const first = contract.terms.effectiveDate
  const until = addDays(today, chance.below(900))
  const book = new EarningBook(contract)
  book.know(...events)
  book.run(addDays(first, chance.below(daysBetween(first, until) + 1)))
  book.run(until, chance.is(50))
  for (const date of someDates(chance, first, until)) expectNone(book.faultsOn(date))
}

function lateAsInTime({ contract, history, today, chance, events }: Drawn): void {
  const [inTime, late] = [new EarningBook(contract), new EarningBook(contract)]
  const ends = monthEnds(contract.terms.effectiveDate, today)
  let next = 0
  for (const end of [...ends, today]) {
    for (let one = history[next]; one && one.on <= end; one = history[next]) {
      inTime.record(one.event)
      next += 1
    }
    const moved = inTime.run(end, false).filter(({ dates }) => dates.accountingDate !== dates.effectiveDate)
    expectNone(moved)
    if (end < today) inTime.closedThrough = end.slice(0, 7)
  }
  late.know(...events)
  late.closedThrough = ends.at(-1)?.slice(0, 7) ?? null
  const closed = late.closedThrough ?? ''
  expectNone(late.run(today).filter(({ dates }) => dates.accountingDate.slice(0, 7) <= closed))
  for (const date of someDates(chance, contract.terms.effectiveDate, today))
    expectNone([...late.faultsOn(date), ...inTime.faultsOn(date)])
}

describe('every start day of a leap year, every term from 12 to 84 months', { timeout }, () => {
  const amount = 106_170 as Cents
  const unread = { highest: null, expectedUntil: AFTER_ALL }

  /** How far a day is, counted along the calendar. */
  interface At {
    readonly months: number
    readonly days: number
    readonly daysInMonth: number
    /** Of all. */
    readonly day: number
    readonly term: { readonly months: number; readonly days: number }
  }

  const methods: readonly [EarningMethod, (at: At) => Fraction][] = [
    [{ type: 'PRORATA_DAYS' }, ({ day, term }) => ({ part: day, whole: term.days })],
    [
      { type: 'PRORATA_MONTHS', halfMonth: false },
      ({ months, days, daysInMonth, term }) => ({
        part: months * daysInMonth + days,
        whole: term.months * daysInMonth,
      }),
    ],
    [
      { type: 'RULE78' },
      ({ months, days, daysInMonth, term }) => ({
        // What is left is the sum of the digits of the months that are left.
        part:
          (digits(term.months) - digits(term.months - months)) * daysInMonth + days * (term.months - months),
        whole: digits(term.months) * daysInMonth,
      }),
    ],
    [
      { type: 'REVERSE78' },
      ({ months, days, daysInMonth, term }) => ({
        part: digits(months) * daysInMonth + days * (months + 1),
        whole: digits(term.months) * daysInMonth,
      }),
    ],
  ]
  const digits = (months: number) => (months * (months + 1)) / 2

  test.each(methods)('%j: every day is right, and the days add up to the amount', (method, expected) => {
    for (let start = 0; start < 366; start += 1) {
      const from = addDays('2024-01-01', start)
      const begins = Array.from({ length: 86 }, (_, months) => daysBetween(from, addMonths(from, months)))
      for (let months = 12; months <= 84; months += 1)
        if ((start * 73 + months + seed) % 50 < FIFTIETHS) walk(method, expected, from, begins, months)
    }
  })

  function walk(
    method: EarningMethod,
    expected: (at: At) => Fraction,
    from: string,
    begins: readonly number[],
    months: number,
  ): void {
    const days = begins[months] ?? 0
    const run = earningRun({
      effectiveDate: from,
      expirationDate: addMonths(from, months),
      effectiveOdometer: null,
      expirationOdometer: null,
      annualMileage: null,
      warrantyMonths: null,
    })
    expect([run.months, run.end - run.start]).toEqual([months, days])
    const term = { months, days }
    let [month, sum, before] = [0, 0, 0]
    for (let day = 0; day <= days; day += 1) {
      if (day >= (begins[month + 1] ?? 0)) month += 1
      const begin = begins[month] ?? 0
      const daysInMonth = (begins[month + 1] ?? 0) - begin
      const is = earnedPart(method, run, plusDays(run.start, day), unread)
      const should = expected({ months: month, days: day - begin, daysInMonth, day, term })
      const earned = partOfAmount(amount, is)
      if (is.part * should.whole !== should.part * is.whole || earned < before)
        expect({ from, months, day, ...is }).toEqual({ from, months, day, ...should })
      sum += earned - before
      before = earned
    }
    if (sum !== amount) expect({ from, months, sum }).toEqual({ from, months, sum: amount })
    expect(earnedPart(method, run, plusDays(run.start, -1), unread).part).toBe(0)
    expect(earnedPart(method, run, plusDays(run.end, 1), unread)).toEqual({ part: 1, whole: 1 })
  }
})
