import { type Range, rangeOf } from './book-clashes.ts'
import { type Place, type Reading, refuseUpsideDown } from './book-reading.ts'

/** Dates that something counts from and to. */
export interface EffectiveDates {
  readonly effectiveFrom: string | null
  readonly effectiveTo: string | null
}

export function refuseDates(reading: Reading, place: Place, dates: EffectiveDates): void {
  const { effectiveFrom: from, effectiveTo: to } = dates
  refuseUpsideDown(reading, place, { what: 'effective dates', from, to })
}

/** The days as numbers that compare as the dates do. */
export const daysOf = ({ effectiveFrom, effectiveTo }: EffectiveDates): Range | null =>
  rangeOf(numberOf(effectiveFrom), numberOf(effectiveTo))

const numberOf = (date: string | null) => (date === null ? null : Number(date.replaceAll('-', '')))
