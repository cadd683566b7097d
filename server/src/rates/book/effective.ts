import { addDays, isCalendarDate } from '../../domain/dates.ts'
import { findClashes, type Range, rangeOf } from '../../domain/rate-book/clashes.ts'
import type { EffectiveDates } from '../../domain/rate-book/rate-book.ts'
import { date } from '../../files/cells.ts'
import { type Member, may } from '../../files/objects.ts'
import { type Place, type Reading, type Row, refuse, refuseUpsideDown } from '../../files/reading.ts'
import { type Column, optional } from '../../files/tables.ts'

// The days that something counts on, by the date of the sale.

/** As members of an object and as columns of a table; left out, it counts always. */
export const datedMembers: { readonly [Name in keyof EffectiveDates]: Member<string | null> } = {
  effectiveFrom: may(date),
  effectiveTo: may(date),
}
export const datedColumns: { readonly [Name in keyof EffectiveDates]: Column<string | null> } = {
  effectiveFrom: optional(date),
  effectiveTo: optional(date),
}
export const always: EffectiveDates = { effectiveFrom: null, effectiveTo: null }

export function refuseDates(reading: Reading, place: Place, dates: EffectiveDates): void {
  const { effectiveFrom: from, effectiveTo: to } = dates
  refuseUpsideDown(reading, place, { what: 'effective dates', from, to })
}

/** The days as numbers that compare as the dates do; nothing where no date is named. */
export const daysOf = ({ effectiveFrom, effectiveTo }: EffectiveDates): Range | null =>
  rangeOf(numberOf(effectiveFrom), numberOf(effectiveTo))

const numberOf = (day: string | null) => (day === null ? null : Number(day.replaceAll('-', '')))

const EVERY_DAY: Range = [0, 99_999_999]

/** Tells of what stands twice for the same days; without dates it is for all of them. Letter case does not count. */
export function refuseSameDays<T extends EffectiveDates>(
  reading: Reading,
  file: string,
  rows: readonly Row<T>[],
  nameOf: (values: T) => string,
): void {
  const fitting = rows.map(({ line, values }) => ({
    line,
    codes: [nameOf(values).toLowerCase()],
    ranges: [daysOf(values) ?? EVERY_DAY],
  }))
  const nameOn = new Map(rows.map(({ line, values }) => [line, nameOf(values)]))
  for (const { line, other } of findClashes(fitting))
    if (nameOn.get(line))
      refuse(
        reading,
        { file, line },
        `${nameOn.get(line)} stands on line ${other} already, for the same days.`,
      )
}

export const isUpsideDown = ({ effectiveFrom: from, effectiveTo: to }: EffectiveDates) =>
  from !== null && to !== null && to < from

/** The days that are in both. */
export function daysInBoth(one: EffectiveDates, other: EffectiveDates): EffectiveDates {
  const begins = [one.effectiveFrom, other.effectiveFrom].filter((day) => day !== null).sort()
  const ends = [one.effectiveTo, other.effectiveTo].filter((day) => day !== null).sort()
  return { effectiveFrom: begins.at(-1) ?? null, effectiveTo: ends[0] ?? null }
}

/** The first of these days that none of the others has; nothing where each has one. */
export function firstDayWithout(
  { effectiveFrom, effectiveTo }: EffectiveDates,
  others: readonly EffectiveDates[],
): string | undefined {
  const inOrder = others.toSorted((one, other) =>
    (one.effectiveFrom ?? '') < (other.effectiveFrom ?? '') ? -1 : 1,
  )
  let day = effectiveFrom ?? ''
  for (const { effectiveFrom: from, effectiveTo: to } of inOrder) {
    if (from !== null && from > day) break
    if (to === null) return undefined
    if (to >= day && isCalendarDate(to)) day = addDays(to, 1)
  }
  return effectiveTo !== null && day > effectiveTo ? undefined : day
}
