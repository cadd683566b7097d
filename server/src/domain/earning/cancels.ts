import { AFTER_ALL, type CalendarDate, type EpochDay, epochDay, laterDay, plusDays } from '../dates.ts'
import { type Cents, ZERO } from '../money.ts'
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

/** A line on the cancel date. The unearned amount is refunded; the cancel earns the difference between the two. */
export interface CancelledLine {
  readonly code: string
  readonly amount: Cents
  readonly earnedAtCancel: Cents
  readonly unearnedAtCancel: Cents
  readonly refund: Cents
  /** Below zero when the refund is more than the unearned amount. */
  readonly earnedOnCancel: Cents
}

/** The lines on the cancel date. Frozen lines have caught up; a suspended contract earns only up to its suspension. */
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
    const refund = refunds.get(code) ?? ZERO
    const earnedOnCancel = (unearnedAtCancel - refund) as Cents
    return { code, amount, earnedAtCancel, unearnedAtCancel, refund, earnedOnCancel }
  })
}

/** A line on the day of a reinstatement. */
export interface ReinstatedLine {
  readonly code: string
  readonly reversedRefund: Cents
  readonly reversedEarned: Cents
  /** The amount earned since the cancel date. */
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
 * The rows that a cancel posts: the earnings up to its date, then the amount that the cancel earns (rows with its id).
 * Amounts posted for later days are reversed, so that nothing is left unearned. `events` include the cancel.
 */
export function cancelToPost(
  contract: EarningContract,
  events: readonly EarningEvent[],
  cancel: Kind<'Cancel'>,
  books: EarningBooks,
): NewEarning[] {
  const { cancelId, date } = cancel
  const day = epochDay(date)
  return settleAround(buildTimeline(contract, events), books, day, (tallies) => {
    for (const { code, amount, refund, earnedOnCancel } of cancelledLines(contract, events, cancel)) {
      const earnedByCancel = earnedOnCancel - postedFor(books, code, cancelId)
      const missing = amount - refund - postedBy(tallies, code, day) - earnedByCancel
      addEarning(tallies, { code, day, amount: missing as Cents, cancelId: null })
      addEarning(tallies, { code, day, amount: earnedByCancel as Cents, cancelId })
    }
  })
}

/**
 * The rows that a reinstatement posts: the reversal of the amount that the cancel earned (rows with its id), then the
 * catch-up to its date. `events` include the reinstatement.
 */
export function reinstatementToPost(
  contract: EarningContract,
  events: readonly EarningEvent[],
  { date, cancelId }: { readonly date: CalendarDate; readonly cancelId: number },
  books: EarningBooks,
): NewEarning[] {
  const day = epochDay(date)
  const timeline = buildTimeline(contract, events)
  return settleAround(timeline, books, day, (tallies) => {
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

/** Settles the months before a day, the day itself, and then every later day that has rows or events. */
function settleAround(
  timeline: EarningTimeline,
  books: EarningBooks,
  day: EpochDay,
  settleTheDay: (tallies: Tallies) => void,
): NewEarning[] {
  const tallies = openTallies(books)
  settleMonths(timeline, tallies, firstDay(timeline, tallies), day)
  settleTheDay(tallies)
  const last = laterDay(lastDay(tallies), stageOn(timeline, AFTER_ALL).from)
  if (last > day) {
    settleMonths(timeline, tallies, plusDays(day, 1), last)
    settleDay(timeline, tallies, last, 'always')
  }
  return tallies.added
}

const postedFor = ({ posted }: EarningBooks, code: string, cancelId: number): number =>
  posted.reduce((sum, row) => (row.code === code && row.cancelId === cancelId ? sum + row.amount : sum), 0)
