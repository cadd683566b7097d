// When a delivery is tried again, and when a webhook is switched off. All times are real time.

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface DeliveryTimes {
  /** Without an answer after this long, an attempt has failed. */
  readonly answerMilliseconds: number
  /** The time from the end of the first attempt to the second, from the second to the third, and so on. */
  readonly retryMilliseconds: readonly number[]
}

export const deliveryTimes: DeliveryTimes = {
  answerMilliseconds: 15 * SECOND,
  retryMilliseconds: [
    ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
    ...[2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR],
  ],
}

/** When to try again after so many attempts have failed, the last one at `failedAt`. Nothing: the delivery has failed. */
export function nextAttempt(
  { retryMilliseconds }: DeliveryTimes,
  attempts: number,
  failedAt: Date,
): Date | undefined {
  const delay = retryMilliseconds[attempts - 1]
  return delay === undefined ? undefined : new Date(failedAt.getTime() + delay)
}

/** A webhook is switched off when every attempt has failed for this long. */
export const FAILING_MILLISECONDS = 5 * DAY

export const isGivenUp = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= FAILING_MILLISECONDS

/** How an attempt ended. */
export interface AttemptResult {
  readonly responseStatus?: number
  /** Why there was no answer. */
  readonly error?: string
}

export const GONE = 410

export type Outcome = 'Delivered' | 'Retry' | 'Gone'

/** Any 2xx is success. 410 says that the receiver does not want any more. */
export function outcomeOf({ responseStatus }: AttemptResult): Outcome {
  if (responseStatus !== undefined && responseStatus >= 200 && responseStatus < 300) return 'Delivered'
  return responseStatus === GONE ? 'Gone' : 'Retry'
}

/** Since when every attempt has failed, after one more. */
export const failingSince = (before: Date | null, outcome: Outcome, at: Date): Date | null =>
  outcome === 'Delivered' ? null : (before ?? at)
