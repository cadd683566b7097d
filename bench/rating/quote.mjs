// A full quote of vehicle service contracts (105 rates), rating and sealing included and nothing packed, against a bare
// Fastify route that sends the same ready-made object (Fastify writes it with JSON.stringify). Goal: at least twice its
// rate, and at half of our saturated rate 99 of 100 answers within 25 ms. Beside it, the ratio to a route that sends a
// ready buffer.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../scripts/setup.mjs'
import { inTurns, startPeer, startService, tokenOf } from '../processes.mjs'
import { requestsPerSecond, TURNS, WARM_UP_SECONDS } from '../requests.mjs'
import { compared, figure } from '../rows.mjs'

const PACE_SECONDS = 8
const NOW = '2024-03-15T15:00:00Z'
const QUESTION =
  '/Rates/rateQuote/D1001?year=2024&make=Ford&model=F-150&driveType=4WD&odometer=12000&saleDate=2024-03-15&productTypeCode=VSC'

export async function benchQuotes() {
  const service = await startService()
  try {
    const token = await tokenOf(service.url, 'sandbox-admin')
    const headers = { authorization: `Bearer ${token}` }
    await fetch(`${service.url}/sandbox/clock`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ now: NOW }),
    })
    const answer = await fetch(`${service.url}${QUESTION}`, { headers })
    const text = await answer.text()
    const rates = JSON.parse(text).products[0].programs[0].plans.flatMap((plan) => plan.rates)
    if (rates.length !== 105) throw new Error(`The question has ${rates.length} rates.`)
    const file = join(service.data, '..', 'quote.json')
    writeFileSync(file, text)
    const peer = await startPeer('bench/rating/quote-peer.mjs', service, { PEER_ANSWER: file })
    try {
      const ours = (options) => requestsPerSecond(`${service.url}${QUESTION}`, headers, options)
      const theirs = (options) => requestsPerSecond(`${peer.url}/object`, {}, options)
      // Until the code of both is compiled: a service that has run for a while is what people meet.
      await ours({ seconds: WARM_UP_SECONDS })
      await theirs({ seconds: WARM_UP_SECONDS })
      const object = await inTurns(TURNS, ours, theirs)
      const buffer = await inTurns(TURNS / 2, ours, () => requestsPerSecond(`${peer.url}/buffer`))
      const p99 = await paced(`${service.url}${QUESTION}`, token, object.ours / 2)
      const name = `a quote of 105 rates over HTTP, ${Math.round(text.length / 1024)} kB`
      return [
        compared({
          name: `${name}, against Fastify with the same object`,
          unit: '/s',
          ...object,
          atLeast: 2,
        }),
        compared({ name: `${name}, against Fastify with ready bytes`, unit: '/s', ...buffer }),
        figure({ name: `${name}, 99 of 100 at half that rate`, unit: 'ms', ours: p99, atMost: 25 }),
      ]
    } finally {
      await peer.stop()
    }
  } finally {
    await service.stop()
  }
}

/** At an even pace: the time within which 99 of 100 are answered, in milliseconds. */
async function paced(url, token, rate) {
  const environment = { PACE_URL: url, PACE_TOKEN: token, PACE_RATE: rate, PACE_SECONDS }
  const { stdout } = await promisify(execFile)(process.execPath, ['bench/rating/quote-pace.mjs'], {
    cwd: root,
    env: { ...process.env, ...environment },
  })
  return Number(stdout)
}
