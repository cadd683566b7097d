import { findClashes, type Range } from '../domain/rate-book/clashes.ts'
import { effectiveRange } from '../domain/rate-book/effective-dates.ts'
import type { EffectiveDates } from '../domain/rate-book/rate-book.ts'
import { dateCell, type FileField, optionalField } from './cells.ts'
import {
  type FilePlace,
  type FileReading,
  type FileRow,
  reportFault,
  reportReversedRange,
} from './reading.ts'

/** The dates as fields of an object and as columns of a table; left out, it always applies. */
export const datedFields: { readonly [Name in keyof EffectiveDates]: FileField<string | null> } = {
  effectiveFrom: optionalField(dateCell),
  effectiveTo: optionalField(dateCell),
}

export function reportReversedDates(reading: FileReading, place: FilePlace, dates: EffectiveDates): void {
  const { effectiveFrom: from, effectiveTo: to } = dates
  reportReversedRange(reading, place, { what: 'effective date', from, to })
}

const EVERY_DAY: Range = [0, 99_999_999]

/** Reports names that appear twice for the same dates; without dates a name is for all of them. Letter case does not count. */
export function reportSameDays<T extends EffectiveDates>(
  reading: FileReading,
  file: string,
  rows: readonly FileRow<T>[],
  nameOf: (values: T) => string,
): void {
  const fitting = rows.map(({ line, values }) => ({
    line,
    codes: [nameOf(values).toLowerCase()],
    ranges: [effectiveRange(values) ?? EVERY_DAY],
  }))
  const names = new Map(rows.map(({ line, values }) => [line, nameOf(values)]))
  for (const { line, other } of findClashes(fitting))
    if (names.get(line))
      reportFault(
        reading,
        { file, line },
        `${names.get(line)} is already on line ${other}, for the same dates.`,
      )
}
