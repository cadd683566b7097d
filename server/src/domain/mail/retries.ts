const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds to wait after each failed attempt. Together a little more than three days. */
const DELAYS = [
  ...[MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR],
  ...[12 * HOUR, 12 * HOUR, 12 * HOUR, 12 * HOUR, 15 * HOUR],
]

/** How long a mail waits after this many failed attempts; undefined if it is given up. */
export const retrySeconds = (attempts: number): number | undefined => DELAYS[attempts - 1]

/** For how many days the body of a mail is kept after it was sent. */
export const BODY_DAYS = 30
