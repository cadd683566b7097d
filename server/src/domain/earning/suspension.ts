import { type EpochDay, earlierDay, laterDay, plusDays } from '../dates.ts'

/** Days on which the clock of a contract stands: from the first to the day before `to`. Infinite: it stands still. */
export interface Suspended {
  readonly from: EpochDay
  readonly to: EpochDay
}

/** Every day once, in order. */
export function mergeSpans(spans: readonly Suspended[]): Suspended[] {
  const union: Suspended[] = []
  for (const span of [...spans].sort((one, other) => one.from - other.from)) {
    const last = union.at(-1)
    if (span.to <= span.from) continue
    if (last && span.from <= last.to)
      union[union.length - 1] = { from: last.from, to: laterDay(last.to, span.to) }
    else union.push(span)
  }
  return union
}

/** How many days of these there are; of a union. */
export const countDays = (union: readonly Suspended[]): number =>
  union.reduce((days, { from, to }) => days + to - from, 0)

/** A day on the calendar as the clock of the contract shows it. */
export interface ClockTime {
  readonly day: EpochDay
  /** The last day that counts: while the clock stands, nothing that is read does. */
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
