// A quote of a cancellation over HTTP, decided, explained, stored and audited each time, against reading the contract: both
// through the whole shell, in turns. Goal: at least half the rate.

import { inTurns, startService, tokenOf } from '../processes.mjs'
import { requestsPerSecond, TURNS, WARM_UP_SECONDS } from '../requests.mjs'
import { compared } from '../rows.mjs'
import { sellOne } from './sale.mjs'

const QUOTE_GOAL = 0.5

export async function benchCancelQuotes() {
  const service = await startService()
  try {
    const headers = {
      authorization: `Bearer ${await tokenOf(service.url, 'sandbox-admin')}`,
      'content-type': 'application/json',
    }
    const call = async (method, path, body, more = {}) => {
      const answer = await fetch(`${service.url}${path}`, {
        ...{ method, headers: { ...headers, ...more } },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
      return answer.json()
    }
    await call('PUT', '/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
    await sellOne(service)
    const [{ id }] = await call('GET', '/contracts?sortBy=id&sortDirection=Desc&pageSize=1')
    await call('POST', `/contracts/${id}/finalize`, {}, { 'idempotency-key': 'bench' })
    await call('PUT', '/sandbox/clock', { now: '2025-09-10T15:00:00Z' })
    const quote = {
      method: 'POST',
      body: JSON.stringify({
        ...{ cancelDate: '2025-09-10', cancelReasonCode: 'CUSTREQ', cancelOdometer: 41_250 },
        isQuoteOnly: true,
      }),
    }
    const quotes = (options) =>
      requestsPerSecond(`${service.url}/contracts/${id}/cancelrequests`, headers, { ...quote, ...options })
    const reads = (options) => requestsPerSecond(`${service.url}/contracts/${id}`, headers, options)
    await quotes({ seconds: WARM_UP_SECONDS })
    await reads({ seconds: WARM_UP_SECONDS })
    const name = 'POST /contracts/{id}/cancelrequests, a quote, against GET /contracts/{id}'
    return compared({ name, unit: '/s', ...(await inTurns(TURNS, quotes, reads)), atLeast: QUOTE_GOAL })
  } finally {
    await service.stop()
  }
}
