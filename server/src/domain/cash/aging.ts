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

export type AgingBucket = keyof Aging

/** The buckets in order, each with the most days past due that belong to it. What is due today or later is current. */
export const agingBuckets: readonly { readonly bucket: AgingBucket; readonly most: number }[] = [
  { bucket: 'current', most: 0 },
  { bucket: 'days1To30', most: 30 },
  { bucket: 'days31To60', most: 60 },
  { bucket: 'days61To90', most: 90 },
  { bucket: 'over90', most: Number.POSITIVE_INFINITY },
]

export const noAging: Aging = {
  current: ZERO,
  days1To30: ZERO,
  days31To60: ZERO,
  days61To90: ZERO,
  over90: ZERO,
}

/** The bucket of a due date. */
export function agingBucket(dueDate: CalendarDate, asOf: CalendarDate): AgingBucket {
  const days = daysBetween(dueDate, asOf)
  return agingBuckets.find(({ most }) => days <= most)?.bucket ?? 'over90'
}

export const addToAging = (aging: Aging, bucket: AgingBucket, amount: Cents): Aging => ({
  ...aging,
  [bucket]: plus(aging[bucket], amount),
})
