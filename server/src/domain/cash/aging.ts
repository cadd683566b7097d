import { type CalendarDate, daysBetween } from '../dates.ts'
import { type Cents, plus, ZERO } from '../money.ts'

/** Open amounts by how long they are past due. */
export interface Aging {
  readonly current: Cents
  readonly days1To30: Cents
  readonly days31To60: Cents
  readonly days61To90: Cents
  readonly over90: Cents
}

export const noAging: Aging = {
  current: ZERO,
  days1To30: ZERO,
  days31To60: ZERO,
  days61To90: ZERO,
  over90: ZERO,
}

/** The bucket of a due date. What is due today or later is current. */
export function agingBucket(dueDate: CalendarDate, asOf: CalendarDate): keyof Aging {
  const days = daysBetween(dueDate, asOf)
  if (days <= 0) return 'current'
  if (days <= 30) return 'days1To30'
  if (days <= 60) return 'days31To60'
  return days <= 90 ? 'days61To90' : 'over90'
}

export const addToAging = (aging: Aging, bucket: keyof Aging, amount: Cents): Aging => ({
  ...aging,
  [bucket]: plus(aging[bucket], amount),
})
