import type { Day } from './days.ts'

/** Days on which the clock of a contract stands: from the first to the day before `to`. Infinite: it stands still. */
export interface Suspended {
  readonly from: Day
  readonly to: Day
}

/** Every day once, in order. */
export function unionOf(spans: readonly Suspended[]): Suspended[] {
  const union: Suspended[] = []
  for (const span of [...spans].sort((one, other) => one.from - other.from)) {
    const last = union.at(-1)
    if (span.to <= span.from) continue
    if (last && span.from <= last.to)
      union[union.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else union.push(span)
  }
  return union
}

/** How many days of these there are; of a union. */
export const daysIn = (union: readonly Suspended[]): number =>
  union.reduce((days, { from, to }) => days + to - from, 0)

/** A day on the calendar as the clock of the contract shows it. */
export interface ClockTime {
  readonly day: Day
  /** The last day that counts: while the clock stands, nothing that is read does. */
  readonly until: Day
}

export function clockOf(union: readonly Suspended[], day: Day): ClockTime {
  let suspended = 0
  for (const { from, to } of union) {
    if (day <= from) break
    suspended += Math.min(day, to) - from
    if (day < to) return { day: day - suspended, until: from }
  }
  return { day: day - suspended, until: day }
}
