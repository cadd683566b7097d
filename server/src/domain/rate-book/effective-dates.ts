import { addDays, isCalendarDate } from '../dates.ts'
import { numberRange, type Range } from './clashes.ts'
import type { EffectiveDates } from './rate-book.ts'

// The sale dates that something applies to.

export const ALWAYS: EffectiveDates = { effectiveFrom: null, effectiveTo: null }

/** The dates as numbers that compare as the dates do; null where there are no dates. */
export const effectiveRange = ({ effectiveFrom, effectiveTo }: EffectiveDates): Range | null =>
  numberRange(dateNumber(effectiveFrom), dateNumber(effectiveTo))

const dateNumber = (date: string | null) => (date === null ? null : Number(date.replaceAll('-', '')))

/** Whether it ends before it starts. */
export const isReversed = ({ effectiveFrom: from, effectiveTo: to }: EffectiveDates) =>
  from !== null && to !== null && to < from

/** The dates that are in both. */
export function commonDates(left: EffectiveDates, right: EffectiveDates): EffectiveDates {
  const starts = [left.effectiveFrom, right.effectiveFrom].filter((date) => date !== null).sort()
  const ends = [left.effectiveTo, right.effectiveTo].filter((date) => date !== null).sort()
  return { effectiveFrom: starts.at(-1) ?? null, effectiveTo: ends[0] ?? null }
}

/** The first date that none of the parts covers; undefined where every date is covered. */
export function firstUncoveredDay(
  { effectiveFrom, effectiveTo }: EffectiveDates,
  parts: readonly EffectiveDates[],
): string | undefined {
  const inOrder = parts.toSorted((left, right) =>
    (left.effectiveFrom ?? '') < (right.effectiveFrom ?? '') ? -1 : 1,
  )
  let date = effectiveFrom ?? ''
  for (const { effectiveFrom: from, effectiveTo: to } of inOrder) {
    if (from !== null && from > date) break
    if (to === null) return undefined
    if (to >= date && isCalendarDate(to)) date = addDays(to, 1)
  }
  return effectiveTo !== null && date > effectiveTo ? undefined : date
}
