import { addDays } from '../dates.ts'
import type { Calculation, Effective } from '../rate-book/rate-book.ts'

// What has been agreed for lines of prices, and how a change of it comes out. Pure.

/** Whom something can be agreed with. */
export const holderTypes = ['Dealer', 'Agent', 'DealerGroup'] as const
export type HolderType = (typeof holderTypes)[number]

/** What is agreed for a line of a program, on top of the book. Null: any, or everybody. */
export interface Override extends Effective {
  readonly id: number
  readonly programId: number
  readonly codeId: number
  readonly holder: { readonly type: HolderType; readonly id: number } | null
  readonly planId: number | null
  readonly termId: number | null
  readonly deductibleId: number | null
  readonly classCode: string | null
  /** Null: as the book says. */
  readonly calculation: Calculation | null
  /** The change that made it what it is. */
  readonly auditLogId: number
}

/** What a change wants: something new, or something that is there to be otherwise from a day on. */
export type Wanted =
  | { readonly kind: 'New'; readonly override: Override }
  | {
      readonly kind: 'Change'
      readonly overrideId: number
      /** The id of what begins later than the one that is changed. */
      readonly newId: number
      readonly calculation: Calculation | null
      readonly effectiveFrom: string
      readonly effectiveTo: string | null
      readonly auditLogId: number
    }

/** An override that a change makes or changes. `before` is what it comes from: itself as it was, or the one that it follows. */
export interface Touched {
  readonly before: Override | null
  readonly after: Override
}

export type Outcome = { readonly touched: readonly Touched[] } | { readonly refused: Refusal }
export type Refusal = { readonly overlapping: Override } | { readonly gone: number }

/**
 * What becomes of the overrides. A change says how it is from a day on: what counted before that day stays, what counted
 * after it is replaced, and behind the last day the book counts again.
 */
export function outcomeOf(wanted: Wanted, standing: readonly Override[]): Outcome {
  if (wanted.kind === 'New') {
    const overlapping = overlapOf(wanted.override, standing)
    return overlapping
      ? { refused: { overlapping } }
      : { touched: [{ before: null, after: wanted.override }] }
  }
  const target = standing.find(({ id }) => id === wanted.overrideId)
  if (!target) return { refused: { gone: wanted.overrideId } }
  const { calculation, effectiveFrom, effectiveTo, auditLogId } = wanted
  const startsLater = effectiveFrom > target.effectiveFrom
  const after: Override = {
    ...target,
    ...{ id: startsLater ? wanted.newId : target.id },
    ...{ calculation, effectiveFrom, effectiveTo, auditLogId },
  }
  const others = standing.filter(({ id }) => id !== target.id)
  const overlapping = overlapOf(after, others)
  if (overlapping) return { refused: { overlapping } }
  const isCut = startsLater && (target.effectiveTo === null || target.effectiveTo >= effectiveFrom)
  const cut = { ...target, effectiveTo: addDays(effectiveFrom, -1), auditLogId }
  return { touched: [...(isCut ? [{ before: target, after: cut }] : []), { before: target, after }] }
}

/** The overrides after a change, or as they were where it is refused. */
export function standingAfter(wanted: Wanted, standing: readonly Override[]): readonly Override[] {
  const outcome = outcomeOf(wanted, standing)
  if ('refused' in outcome) return standing
  const touched = new Map(outcome.touched.map(({ after }) => [after.id, after]))
  return [...standing.filter(({ id }) => !touched.has(id)), ...touched.values()]
}

/** The first that is for the same and counts on some of the same days. */
const overlapOf = (one: Override, standing: readonly Override[]) =>
  standing.find((other) => isForSame(one, other) && daysOverlap(one, other))

const isForSame = (one: Override, other: Override) =>
  one.programId === other.programId &&
  one.codeId === other.codeId &&
  (one.holder?.id ?? null) === (other.holder?.id ?? null) &&
  one.planId === other.planId &&
  one.termId === other.termId &&
  one.deductibleId === other.deductibleId &&
  one.classCode === other.classCode

export const daysOverlap = (one: Effective, other: Effective) =>
  (other.effectiveTo === null || one.effectiveFrom <= other.effectiveTo) &&
  (one.effectiveTo === null || other.effectiveFrom <= one.effectiveTo)

export const countsOn = ({ effectiveFrom, effectiveTo }: Effective, date: string) =>
  effectiveFrom <= date && (effectiveTo === null || date <= effectiveTo)

/** How many of plan, term, deductible and class it names. */
export const namedParts = ({ planId, termId, deductibleId, classCode }: Override) =>
  [planId, termId, deductibleId, classCode].filter((part) => part !== null).length
