import { AFTER_ALL, type CalendarDate, type EpochDay, epochDay, laterDay, plusDays } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { EarningContract, EarningEvent } from './events.ts'
import {
  addEarning,
  type EarningBooks,
  firstDay,
  lastDay,
  type NewEarning,
  openTallies,
  postedBy,
  settleDay,
  settleMonths,
  type Tallies,
} from './tallies.ts'
import { buildTimeline, type EarningTimeline, earnedAt, earnedUnheld, stageOn } from './timeline.ts'

type Kind<Name extends EarningEvent['kind']> = Extract<EarningEvent, { kind: Name }>

/** A line on the day of a cancel. What is left unearned is refunded or, more or less than that, earned by the cancel. */
export interface CancelledLine {
  readonly code: string
  readonly amount: Cents
  readonly earnedAtCancel: Cents
  readonly unearnedAtCancel: Cents
  readonly refund: Cents
  /** May be below zero: then more was earned than stays. */
  readonly earnedOnCancel: Cents
}

/** The lines as a cancel finds them: a hold that freezes has caught up, one that suspends stands at its date. */
export function cancelledLines(
  contract: EarningContract,
  events: readonly EarningEvent[],
  { date, refunds }: Pick<Kind<'Cancel'>, 'date' | 'refunds'>,
): CancelledLine[] {
  const day = epochDay(date)
  const stage = stageOn(buildTimeline(contract, events), day)
  return stage.lines.map((line) => {
    const { code, amount } = line
    const earnedAtCancel = earnedUnheld(stage, line, day)
    const unearnedAtCancel = (amount - earnedAtCancel) as Cents
    const refund = refunds.get(code) ?? (0 as Cents)
    const earnedOnCancel = (unearnedAtCancel - refund) as Cents
    return { code, amount, earnedAtCancel, unearnedAtCancel, refund, earnedOnCancel }
  })
}

/** A line on the day of a reinstatement. */
export interface ReinstatedLine {
  readonly code: string
  readonly reversedRefund: Cents
  readonly reversedEarned: Cents
  /** From what was earned at the cancel to what is earned now. */
  readonly catchUp: Cents
}

export function reinstatedLines(
  contract: EarningContract,
  events: readonly EarningEvent[],
  { date, cancelId }: { readonly date: CalendarDate; readonly cancelId: number },
): ReinstatedLine[] {
  const cancel = events.find((event) => event.kind === 'Cancel' && event.cancelId === cancelId)
  if (cancel?.kind !== 'Cancel') throw new Error(`There is no cancel ${cancelId} to reinstate.`)
  const found = new Map(cancelledLines(contract, events, cancel).map((line) => [line.code, line]))
  const day = epochDay(date)
  const stage = stageOn(buildTimeline(contract, events), day)
  return stage.lines.map((line) => {
    const { refund = 0, earnedOnCancel = 0, earnedAtCancel = 0 } = found.get(line.code) ?? {}
    return {
      code: line.code,
      reversedRefund: refund as Cents,
      reversedEarned: earnedOnCancel as Cents,
      catchUp: (earnedAt(stage, line, day) - earnedAtCancel) as Cents,
    }
  })
}

/**
 * What a cancel posts: the earnings up to its date, then what it recognises (rows with its id). What was posted for days
 * after it is taken back, so that nothing is left unearned. `events` have the cancel.
 */
export function cancelToPost(
  contract: EarningContract,
  events: readonly EarningEvent[],
  cancel: Kind<'Cancel'>,
  books: EarningBooks,
): NewEarning[] {
  const { cancelId, date } = cancel
  const day = epochDay(date)
  return posted(buildTimeline(contract, events), books, day, (tallies) => {
    for (const { code, amount, refund, earnedOnCancel } of cancelledLines(contract, events, cancel)) {
      const recognised = earnedOnCancel - postedFor(books, code, cancelId)
      const missing = amount - refund - postedBy(tallies, code, day) - recognised
      addEarning(tallies, { code, day, amount: missing as Cents, cancelId: null })
      addEarning(tallies, { code, day, amount: recognised as Cents, cancelId })
    }
  })
}

/**
 * What a reinstatement posts: the opposite of what the cancel recognised (rows with its id), then the catch-up to its
 * date. `events` have the reinstatement.
 */
export function reinstatementToPost(
  contract: EarningContract,
  events: readonly EarningEvent[],
  { date, cancelId }: { readonly date: CalendarDate; readonly cancelId: number },
  books: EarningBooks,
): NewEarning[] {
  const day = epochDay(date)
  const timeline = buildTimeline(contract, events)
  return posted(timeline, books, day, (tallies) => {
    const stage = stageOn(timeline, day)
    for (const line of stage.lines) {
      const { code } = line
      const reversed = -postedFor(books, code, cancelId)
      const missing = earnedAt(stage, line, day) - postedBy(tallies, code, day) - reversed
      addEarning(tallies, { code, day, amount: reversed as Cents, cancelId })
      addEarning(tallies, { code, day, amount: missing as Cents, cancelId: null })
    }
  })
}

/** The months before a day, the day, and what was posted or has happened after it. */
function posted(
  timeline: EarningTimeline,
  books: EarningBooks,
  day: EpochDay,
  settleIt: (tallies: Tallies) => void,
): NewEarning[] {
  const tallies = openTallies(books)
  settleMonths(timeline, tallies, firstDay(timeline, tallies), day)
  settleIt(tallies)
  const last = laterDay(lastDay(tallies), stageOn(timeline, AFTER_ALL).from)
  if (last > day) {
    settleMonths(timeline, tallies, plusDays(day, 1), last)
    settleDay(timeline, tallies, last, 'always')
  }
  return tallies.added
}

const postedFor = ({ posted }: EarningBooks, code: string, cancelId: number): number =>
  posted.reduce((sum, row) => (row.code === code && row.cancelId === cancelId ? sum + row.amount : sum), 0)
