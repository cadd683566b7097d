// How long something is past due on a day, as the service sorts it.

export const buckets = ['current', 'days1To30', 'days31To60', 'days61To90', 'over90'] as const
export type Bucket = (typeof buckets)[number]

/** The days past due of each bucket. What is not past due has 0 or less. */
const days: Readonly<Record<Bucket, readonly [least: number | undefined, most: number | undefined]>> = {
  current: [undefined, 0],
  days1To30: [1, 30],
  days31To60: [31, 60],
  days61To90: [61, 90],
  over90: [91, undefined],
}

export const isBucket = (text: string | undefined): text is Bucket => buckets.some((one) => one === text)

export interface DueRange {
  /** The first due date that belongs to the bucket. Undefined: any. */
  readonly dueFrom: string | undefined
  /** The last one. Undefined: any. */
  readonly dueTo: string | undefined
}

/** The due dates of what is in a bucket on a day. */
export function dueRange(bucket: Bucket, asOf: string): DueRange {
  const [least, most] = days[bucket]
  return {
    dueFrom: most === undefined ? undefined : dayBefore(asOf, most),
    dueTo: least === undefined ? undefined : dayBefore(asOf, least),
  }
}

/** The calendar date so many days before another, in UTC, where every day has 24 hours. */
const dayBefore = (date: string, count: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10)
