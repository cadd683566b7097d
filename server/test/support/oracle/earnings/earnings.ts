import { addDays, daysBetween } from '../../../../src/domain/dates.ts'
import type {
  EarningContract,
  EarningEvent,
  EarningLine,
  EarningTerms,
} from '../../../../src/domain/earning/events.ts'
import {
  all,
  byDays,
  byTime,
  inside,
  monthsSince,
  most,
  none,
  type Part,
  part,
  rounded,
  termMonths,
  times,
} from './earning-parts.ts'

// A simple reference implementation of earnings: every call goes through all events again, and suspended days are counted
// one by one.

export interface NaiveLine {
  readonly amount: number
  readonly earned: number
  readonly unearned: number
  readonly refunded: number
}

/** A line on a date, or nothing if the contract never had it. */
export function naiveLine(
  contract: EarningContract,
  all: readonly EarningEvent[],
  code: string,
  date: string,
): NaiveLine | undefined {
  const events = inOrder(all, date)
  const { terms, line } = asOf(contract, events, code)
  if (!line) return undefined
  const { amount } = line
  const has = (kind: EarningEvent['kind']) => events.some((event) => event.kind === kind)
  if (has('Void')) return { amount, earned: 0, unearned: 0, refunded: amount }
  const cancel = cancelsIn(events).at(-1)
  if (cancel) {
    const refunded = (cancel.refunds.get(code) ?? 0) - lossSince(cancel, contract, events, line)
    return { amount, earned: amount - refunded, unearned: 0, refunded }
  }
  if (!has('Contract')) return { amount, earned: 0, unearned: amount, refunded: 0 }
  const ends = events.filter(({ kind }) => kind === 'Expire' || kind === 'Reopen')
  const earned =
    ends.at(-1)?.kind === 'Expire' ? amount : rounded(amount, earnedPart(terms, line, events, date))
  return { amount, earned, unearned: amount - earned, refunded: 0 }
}

/** What the books have lost on a line by a date: the amount that it gave back, but does not have any more. */
export function naiveLoss(
  contract: EarningContract,
  all: readonly EarningEvent[],
  code: string,
  date: string,
): number {
  const events = inOrder(all, date)
  const cancel = cancelsIn(events).at(-1)
  if (!cancel || events.some(({ kind }) => kind === 'Void')) return 0
  const { line } = asOf(contract, events, code)
  return line ? lossSince(cancel, contract, events, line) : 0
}

/** Only a line that was lowered after the cancel loses: it has less than on the cancel date, and less than it gave back. */
function lossSince(
  cancel: Cancel,
  contract: EarningContract,
  events: readonly EarningEvent[],
  { code, amount }: { readonly code: string; readonly amount: number },
): number {
  const atCancel = asOf(contract, events.slice(0, events.indexOf(cancel)), code).line
  const isLowered = atCancel !== undefined && amount >= 0 && amount < atCancel.amount
  return isLowered ? Math.max(0, (cancel.refunds.get(code) ?? 0) - amount) : 0
}

const inOrder = (all: readonly EarningEvent[], until: string): EarningEvent[] =>
  all
    .filter((event) => event.date <= until)
    .sort((one, other) => (one.date === other.date ? one.id - other.id : one.date < other.date ? -1 : 1))

function asOf(contract: EarningContract, events: readonly EarningEvent[], code: string) {
  let terms: EarningTerms = contract.terms
  let lines = contract.lines.map((line) => ({ ...line, amount: Number(line.amount) }))
  for (const event of events) {
    if (event.kind === 'Refinalize') {
      terms = event.terms
      const gone = lines.filter((line) => !event.lines.some((one) => one.code === line.code))
      lines = [...event.lines.map((line) => ({ ...line })), ...gone.map((line) => ({ ...line, amount: 0 }))]
    }
    if (event.kind === 'LedgerEdit' || event.kind === 'LedgerDelete')
      for (const line of lines) {
        if (line.code === event.code) line.amount += event.by
        if (line.code === 'MARKUP') line.amount -= event.by
      }
  }
  return { terms, line: lines.find((one) => one.code === code) }
}

type Cancel = Extract<EarningEvent, { kind: 'Cancel' }>

const cancelsIn = (events: readonly EarningEvent[]): Cancel[] =>
  events.filter(
    (event): event is Cancel =>
      event.kind === 'Cancel' &&
      !events.some(
        (other) =>
          (other.kind === 'Reinstatement' || other.kind === 'ReinstatementHold') &&
          other.cancelId === event.cancelId,
      ),
  )

function earnedPart(
  terms: EarningTerms,
  line: Omit<EarningLine, 'amount'>,
  events: readonly EarningEvent[],
  date: string,
): Part {
  const frozen = events
    .filter(
      (event) =>
        event.kind === 'Hold' &&
        event.mode === 'Freeze' &&
        (event.codes === 'all' || event.codes.includes(line.code)),
    )
    .filter(
      (hold) =>
        hold.kind === 'Hold' &&
        !events.some((event) => event.kind === 'Resolve' && event.holdId === hold.holdId),
    )
    .map((hold) => hold.date)
  const until = [date, ...frozen].sort()[0] ?? date
  if (line.methodCode !== 'MILES' && line.methodCode !== 'TIME_OR_MILES')
    return byTime(terms, line, clockOn(standing(events, until), until))
  return byMiles(terms, line.methodCode, events, until)
}

/** The days that lie in a suspension, or in the gap of a reinstatement, one by one. */
function standing(events: readonly EarningEvent[], until: string): Set<number> {
  const days = new Set<number>()
  const stand = (from: string, to: string) => {
    const end = Math.min(dayOf(to), dayOf(until) + 1)
    for (let day = dayOf(from); day < end; day += 1) days.add(day)
  }
  for (const event of events) {
    if (event.kind === 'Hold' && event.mode === 'Suspend') {
      const end = events.find((other) => other.kind === 'Resolve' && other.holdId === event.holdId)
      stand(event.date, end?.date ?? '9999-12-31')
    }
    if (event.kind === 'Reinstatement' || event.kind === 'ReinstatementHold') {
      const cancel = events.find((other) => other.kind === 'Cancel' && other.cancelId === event.cancelId)
      if (cancel) stand(cancel.date, addDays(cancel.date, event.gapDays))
    }
  }
  return days
}

const dayOf = (date: string) => daysBetween('2000-01-01', date)

/** The date without the suspended days before it. */
const clockOn = (stood: ReadonlySet<number>, date: string) =>
  stood.size === 0 ? date : addDays(date, -[...stood].filter((day) => day < dayOf(date)).length)

/** The highest part on any day up to this one. Readings during a suspension do not count. */
function byMiles(
  terms: EarningTerms,
  methodCode: string,
  events: readonly EarningEvent[],
  until: string,
): Part {
  const stood = standing(events, until)
  const clock = (date: string) => clockOn(stood, date)
  const now = clock(until)
  if (now < terms.effectiveDate) return none
  if (now >= terms.expirationDate) return all
  if (terms.expirationOdometer === null) return byDays(terms, now)
  let last = until
  while (stood.has(dayOf(last)) && stood.has(dayOf(last) - 1)) last = addDays(last, -1)
  const readings = events.filter((event) => event.kind === 'Odometer')
  const corrected = readings.findLast((event) => event.isCorrection)
  // Between two readings the part is highest on one of the days next to them.
  const days = readings.flatMap(({ date }) => [addDays(date, -1), date])
  const shown = [...days, last]
    .filter((day) => day <= last && (!corrected || day >= corrected.date))
    .map((day) => shownOn(terms, readings.slice(corrected ? readings.indexOf(corrected) : 0), day, clock))
  const miles = shown.reduce(most, none)
  return methodCode === 'MILES' ? miles : most(miles, byDays(terms, now))
}

function shownOn(
  terms: EarningTerms,
  readings: readonly Extract<EarningEvent, { kind: 'Odometer' }>[],
  date: string,
  clock: (date: string) => string,
): Part {
  const start = terms.effectiveOdometer ?? 0
  const miles = (terms.expirationOdometer ?? 0) - start
  const read = readings.findLast((reading) => reading.date <= date)
  if (read) return inside(part(read.value - start, miles))
  if (clock(date) < terms.effectiveDate) return none
  const { t } = monthsSince(terms, clock(date))
  const { annualMileage } = terms
  return inside(
    annualMileage === null ? times(t, part(1, termMonths(terms))) : times(t, part(annualMileage, 12 * miles)),
  )
}
