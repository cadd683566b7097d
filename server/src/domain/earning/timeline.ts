import { type CalendarDate, type EpochDay, earlierDay, epochDay } from '../dates.ts'
import { EVERYTHING, type Fraction, NOTHING, partOfAmount, toSixDecimals } from '../fraction.ts'
import type { Cents } from '../money.ts'
import type { EarningContract, EarningEvent } from './events.ts'
import { earnedPart } from './methods.ts'
import { buildStages, type Stage, type StageLine } from './stages.ts'
import { contractClock } from './suspension.ts'

// What every line of a contract has earned on any date, past or future: a pure function of what happened on or before it.

/** Made once for a contract, and asked for as many dates as one likes. */
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
  /** After a cancel or a void it is earned by amount. */
  readonly factor: Fraction
  /** To six decimals, as it is answered. */
  readonly roundedFactor: number
  readonly earned: Cents
  readonly unearned: Cents
  readonly refunded: Cents
}

/** Every line as it stands at the end of a date. */
export function earningsOn(timeline: EarningTimeline, date: CalendarDate): LineEarnings[] {
  const day = epochDay(date)
  const stage = stageOn(timeline, day)
  const { effectiveDate, expirationDate } = stage
  return stage.lines.map((line) => {
    const { code, amount, methodCode } = line
    const figures = figuresOf(stage, line, day)
    const factor = figures.factor ?? shareOf(figures.earned, amount)
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

/** The stage that a day is in: few things happen to a contract, and those who ask mostly ask about late days. */
export function stageOn({ stages }: EarningTimeline, day: EpochDay): Stage {
  for (let at = stages.length - 1; at > 0; at -= 1) {
    const stage = stages[at]
    if (stage && stage.from <= day) return stage
  }
  return stages[0] as Stage // There is always the one before everything.
}

interface Figures {
  /** Null: what is earned, by the amount. */
  readonly factor: Fraction | null
  readonly earned: Cents
  readonly refunded: Cents
}

const ZERO = 0 as Cents

function figuresOf(stage: Stage, line: StageLine, day: EpochDay): Figures {
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

/** What a line of a stage has earned on a day of it. */
export const earnedAt = (stage: Stage, line: StageLine, day: EpochDay): Cents =>
  figuresOf(stage, line, day).earned

/** The same as if it were neither held nor cancelled nor expired; a suspended clock stands all the same. */
export const earnedUnheld = (stage: Stage, line: StageLine, day: EpochDay): Cents =>
  partOfAmount(line.amount, runningPart(stage, line, day))

function runningPart(stage: Stage, { method }: StageLine, day: EpochDay): Fraction {
  const clock = contractClock(stage.suspended, day)
  const highest = highestBy(stage, clock.until)
  return earnedPart(method, stage.run, clock.day, { highest, expectedUntil: stage.expectedUntil })
}

function highestBy({ readings }: Stage, day: EpochDay): number | null {
  let highest: number | null = null
  for (const reading of readings)
    if (reading.day <= day) highest = Math.max(highest ?? reading.value, reading.value)
  return highest
}

function shareOf(earned: Cents, amount: Cents): Fraction {
  if (amount === 0) return NOTHING
  return amount < 0 ? { part: -earned, whole: -amount } : { part: earned, whole: amount }
}
