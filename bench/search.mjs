// The search box and the home screen among many contracts (BENCH_CONTRACTS), over HTTP: what a person waits for.
import { fillContracts } from './contracts/contract-rows.mjs'
import { sellOne } from './contracts/sale.mjs'
import { startService, tokenOf } from './processes.mjs'
import { CONTRACTS, figure, isQuick } from './rows.mjs'
import { openDatabaseOf } from './service-database.mjs'

const CALLS = isQuick ? 3 : 60
const MILLISECONDS_AT_MOST = 200

/** What people type: numbers, a name that many have and one that few have, and what nobody has. */
const texts = {
  'a contract number': 'BENCH-1388',
  'the beginning of a number': 'BENCH-1',
  digits: '1388',
  'the end of a VIN': '00001388',
  'a phone number': '(999) 555-0100',
  'a rare name': 'quarrington',
  'a common first name': 'dana',
  'a part of very many names': 'man',
  'a name and a first name': 'dana reyes',
  'what nobody has': 'xylophonist',
}

export async function benchSearch() {
  const service = await startService()
  try {
    await sellOne(service)
    const { pool } = openDatabaseOf(service.data)
    await fillContracts(pool, CONTRACTS, (what) => console.error(`  ${what}`))
    await pool.end()
    const headers = { authorization: `Bearer ${await tokenOf(service.url, 'sandbox-admin')}` }
    const rows = []
    for (const [what, text] of Object.entries(texts))
      rows.push(
        await row(`search by ${what}`, `${service.url}/search?q=${encodeURIComponent(text)}`, headers),
      )
    rows.push(await row('queues', `${service.url}/queues`, headers))
    return rows
  } finally {
    await service.stop()
  }
}

async function row(name, url, headers) {
  const times = []
  for (let call = 0; call < CALLS; call += 1) {
    const began = performance.now()
    const answer = await fetch(url, { headers })
    await answer.text()
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}.`)
    times.push(performance.now() - began)
  }
  const slow = times.sort((one, two) => one - two)[Math.ceil(times.length * 0.95) - 1]
  return figure({
    ...{ name: `${name}: the slowest of 20 among ${CONTRACTS}`, unit: 'ms', ours: slow },
    atMost: MILLISECONDS_AT_MOST,
  })
}
