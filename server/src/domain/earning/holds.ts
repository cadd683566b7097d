import { AFTER_ALL, type CalendarDate, daysBetween, epochDay } from '../dates.ts'
import { partOfAmount } from '../fraction.ts'
import type { Cents } from '../money.ts'
import {
  type EarningContract,
  type EarningEvent,
  type EarningLine,
  type EarningTerms,
  earningRun,
} from './events.ts'
import { readEarningMethod } from './method-codes.ts'
import { earnedPart } from './methods.ts'
import { buildTimeline, type EarningTimeline, earningsOn, stageOn } from './timeline.ts'

/** The amount that a line of a contract in force has earned by a date, if the contract has no events. */
export function earnedUndisturbed(line: EarningLine, terms: EarningTerms, date: CalendarDate): Cents {
  const method = readEarningMethod(line.methodCode, line.curve)
  const unread = { highest: null, expectedUntil: AFTER_ALL }
  return partOfAmount(line.amount, earnedPart(method, earningRun(terms), epochDay(date), unread))
}

/** The amount that a line earns at once. */
export interface CatchUp {
  readonly code: string
  readonly amount: Cents
}

/**
 * The effect of resolving a hold: frozen lines earn at once what they would have earned during the hold, and a suspension
 * extends the expiration date. `events` are those before the resolve. Lines that have nothing to catch up are left out.
 */
export function resolveEffect(
  contract: EarningContract,
  events: readonly EarningEvent[],
  resolve: { readonly holdId: number; readonly date: CalendarDate },
): { readonly catchUp: CatchUp[]; readonly extendsExpirationDays: number } {
  const id = events.reduce((last, event) => Math.max(last, event.id), 0) + 1
  const after = [...events, { kind: 'Resolve', id, ...resolve } as const]
  const [held, released] = [buildTimeline(contract, events), buildTimeline(contract, after)]
  const before = new Map(earningsOn(held, resolve.date).map(({ code, earned }) => [code, earned]))
  const catchUp = earningsOn(released, resolve.date)
    .map(({ code, earned }) => ({ code, amount: (earned - (before.get(code) ?? 0)) as Cents }))
    .filter(({ amount }) => amount !== 0)
  return { catchUp, extendsExpirationDays: daysBetween(expirationOf(held), expirationOf(released)) }
}

/** After all events, because holds need not be resolved in the order of their dates. */
const expirationOf = (timeline: EarningTimeline): CalendarDate => stageOn(timeline, AFTER_ALL).expirationDate
