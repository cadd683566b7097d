// Reads and quotes of a service with two processes (BULWARK_WORKERS=2) against the same with one, in turns. Whoever asks takes a
// core of the same machine, and so does the database, so two cores show only a part of what the second process can do.
import { inTurns, startService, tokenOf } from './processes.mjs'
import { requestsPerSecond, TURNS, WARM_UP_SECONDS } from './requests.mjs'
import { compared } from './rows.mjs'

const NOW = '2024-03-15T15:00:00Z'
const questions = [
  ['GET /v2/Users/1', '/v2/Users/1'],
  [
    'a quote of 105 rates',
    '/Rates/rateQuote/D1001?year=2024&make=Ford&model=F-150&driveType=4WD&odometer=12000&saleDate=2024-03-15&productTypeCode=VSC',
  ],
]

export async function benchWorkers() {
  const one = await startService()
  try {
    const two = await startService({ BULWARK_WORKERS: '2' })
    try {
      return await compareServices(one, two)
    } finally {
      await two.stop()
    }
  } finally {
    await one.stop()
  }
}

async function compareServices(one, two) {
  const [asOne, asTwo] = [await callerOf(one), await callerOf(two)]
  const rows = []
  for (const [name, path] of questions) {
    const ask = ({ url, headers }, options) => requestsPerSecond(`${url}${path}`, headers, options)
    // Until the code of all processes is compiled.
    await ask(asOne, { seconds: WARM_UP_SECONDS })
    await ask(asTwo, { seconds: WARM_UP_SECONDS })
    const rates = await inTurns(
      TURNS,
      () => ask(asTwo),
      () => ask(asOne),
    )
    rows.push(compared({ name: `${name}, 2 processes against 1`, unit: '/s', ...rates }))
  }
  return rows
}

async function callerOf({ url }) {
  const headers = { authorization: `Bearer ${await tokenOf(url, 'sandbox-admin')}` }
  const set = await fetch(`${url}/sandbox/clock`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ now: NOW }),
  })
  if (!set.ok) throw new Error(`The clock could not be set: ${await set.text()}`)
  return { url, headers }
}
