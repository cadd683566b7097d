import { type CalendarDate, type EpochDay, earlierDay, epochDay } from '../dates.ts'
import { EVERYTHING, type Fraction, NOTHING, partOfAmount, toSixDecimals } from '../fraction.ts'
import { type Cents, ZERO } from '../money.ts'
import type { EarningContract, EarningEvent } from './events.ts'
import { earnedPart } from './methods.ts'
import { buildStages, type Stage, type StageLine } from './stages.ts'
import { contractClock } from './suspension.ts'

// The amounts earned by each line of a contract on any date, past or future. They follow from the events up to that date.

/** Built once for a contract and used for many dates. */
export interface EarningTimeline {
  readonly stages: readonly Stage[]
}

export const buildTimeline = (
  contract: EarningContract,
  events: readonly EarningEvent[],
): EarningTimeline => ({
  stages: buildStages(contract, events),
})

/** A line on a date. `earned + unearned + refunded = amount`, always. */
export interface LineEarnings {
  readonly code: string
  readonly amount: Cents
  readonly methodCode: string
  readonly effectiveDate: CalendarDate
  readonly expirationDate: CalendarDate
  /** After a cancel or a void: the earned part of the amount. */
  readonly factor: Fraction
  /** The factor as answered, to six decimals. */
  readonly roundedFactor: number
  readonly earned: Cents
  readonly unearned: Cents
  readonly refunded: Cents
}

/** Every line at the end of a date. */
export function earningsOn(timeline: EarningTimeline, date: CalendarDate): LineEarnings[] {
  const day = epochDay(date)
  const stage = stageOn(timeline, day)
  const { effectiveDate, expirationDate } = stage
  return stage.lines.map((line) => {
    const { code, amount, methodCode } = line
    const figures = lineFigures(stage, { ...line, refund: line.keptRefund }, day)
    const factor = figures.factor ?? earnedShare(figures.earned, amount)
    return {
      code,
      amount,
      methodCode,
      effectiveDate,
      expirationDate,
      factor,
      roundedFactor: toSixDecimals(factor),
      earned: figures.earned,
      unearned: (amount - figures.earned - figures.refunded) as Cents,
      refunded: figures.refunded,
    }
  })
}

/** The stage that a day is in. The search begins at the end, because most dates are late. */
export function stageOn({ stages }: EarningTimeline, day: EpochDay): Stage {
  for (let at = stages.length - 1; at > 0; at -= 1) {
    const stage = stages[at]
    if (stage && stage.from <= day) return stage
  }
  return stages[0] as Stage // The first stage is before all events.
}

interface Figures {
  /** Null: the factor is the earned part of the amount. */
  readonly factor: Fraction | null
  readonly earned: Cents
  readonly refunded: Cents
}

function lineFigures(stage: Stage, line: StageLine, day: EpochDay): Figures {
  const { amount, refund } = line
  switch (stage.state) {
    case 'NotInForce':
      return { factor: NOTHING, earned: ZERO, refunded: ZERO }
    case 'Voided':
      return { factor: null, earned: ZERO, refunded: amount }
    case 'Cancelled':
      return { factor: null, earned: (amount - refund) as Cents, refunded: refund }
    case 'Expired':
      return { factor: EVERYTHING, earned: amount, refunded: ZERO }
    case 'Running': {
      const factor = runningPart(stage, line, earlierDay(day, line.frozenOn))
      return { factor, earned: partOfAmount(amount, factor), refunded: ZERO }
    }
    default:
      return stage.state satisfies never
  }
}

/** The amount that a line has earned by a day of its stage, as it is booked. */
export const earnedAt = (stage: Stage, line: StageLine, day: EpochDay): Cents =>
  lineFigures(stage, line, day).earned

/** The lines that a correction after the cancel left less than they gave back. In the books the difference is a loss. */
export const loweredLines = (timeline: EarningTimeline, date: CalendarDate): ReadonlySet<string> =>
  new Set(
    stageOn(timeline, epochDay(date))
      .lines.filter(({ refund, keptRefund }) => keptRefund < refund)
      .map(({ code }) => code),
  )

/** The same without regard to freezing holds, cancels and expiry. Suspended days still do not count. */
export const earnedUnheld = (stage: Stage, line: StageLine, day: EpochDay): Cents =>
  partOfAmount(line.amount, runningPart(stage, line, day))

function runningPart(stage: Stage, { method }: StageLine, day: EpochDay): Fraction {
  const clock = contractClock(stage.suspended, day)
  const highest = highestReading(stage, clock.until)
  return earnedPart(method, stage.run, clock.day, { highest, expectedUntil: stage.expectedUntil })
}

function highestReading({ readings }: Stage, day: EpochDay): number | null {
  let highest: number | null = null
  for (const reading of readings)
    if (reading.day <= day) highest = Math.max(highest ?? reading.value, reading.value)
  return highest
}

function earnedShare(earned: Cents, amount: Cents): Fraction {
  if (amount === 0) return NOTHING
  return amount < 0 ? { part: -earned, whole: -amount } : { part: earned, whole: amount }
}
