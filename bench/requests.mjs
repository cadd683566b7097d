// Requests a second of one address. The turns are short and many, because other work on the machine comes and goes within
// seconds: a slow moment then falls on both sides of a comparison, and the median passes over it.
import autocannon from 'autocannon'
import { isQuick } from './rows.mjs'

/** The compiler takes a part of the processor for the first fifteen seconds. */
export const WARM_UP_SECONDS = isQuick ? 1 : 15
export const TURNS = 40
const TURN_SECONDS = 0.5
const SAMPLE_MILLISECONDS = 100
const CONNECTIONS = 16

/** How many requests were answered each second. A refusal ends the bench. */
export async function requestsPerSecond(url, headers = {}, { seconds = TURN_SECONDS, ...request } = {}) {
  const result = await autocannon({
    // A run ends with a sample.
    ...{ url, headers, connections: CONNECTIONS, duration: seconds, sampleInt: SAMPLE_MILLISECONDS },
    ...request,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  return result.requests.total / result.duration
}
