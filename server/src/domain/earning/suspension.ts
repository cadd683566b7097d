import { type EpochDay, earlierDay, laterDay, plusDays } from '../dates.ts'

/** Days on which the clock of a contract is stopped: from `from` to the day before `to`. An open suspension has an infinite `to`. */
export interface Suspended {
  readonly from: EpochDay
  readonly to: EpochDay
}

/** The spans in order, with overlaps merged. */
export function mergeSpans(spans: readonly Suspended[]): Suspended[] {
  const union: Suspended[] = []
  for (const span of [...spans].sort((first, second) => first.from - second.from)) {
    const last = union.at(-1)
    if (span.to <= span.from) continue
    if (last && span.from <= last.to)
      union[union.length - 1] = { from: last.from, to: laterDay(last.to, span.to) }
    else union.push(span)
  }
  return union
}

/** The number of days in merged spans. */
export const countDays = (union: readonly Suspended[]): number =>
  union.reduce((days, { from, to }) => days + to - from, 0)

/** A calendar day on the clock of the contract. */
export interface ClockTime {
  readonly day: EpochDay
  /** Odometer readings after this day do not count, because the clock is stopped. */
  readonly until: EpochDay
}

export function contractClock(union: readonly Suspended[], day: EpochDay): ClockTime {
  let suspended = 0
  for (const { from, to } of union) {
    if (day <= from) break
    suspended += earlierDay(day, to) - from
    if (day < to) return { day: plusDays(day, -suspended), until: from }
  }
  return { day: plusDays(day, -suspended), until: day }
}
