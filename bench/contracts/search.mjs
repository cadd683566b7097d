// Pages of contracts in a large table (BENCH_CONTRACTS): against the same query written by hand on the same indexes, and
// against the same page among 10,000 where as many rows match. Both through the code that serves the list; the count is
// measured by itself.
import pg from 'pg'
import { contractList } from '../../dist/contracts/reading/search.js'
import { countRows, loadPage } from '../../dist/http/search-rows.js'
import { startService } from '../processes.mjs'
import { CONTRACTS, compared } from '../rows.mjs'
import { locationOf, openDatabaseOf } from '../service-database.mjs'
import { cases } from './cases.mjs'
import { fillContracts } from './contract-rows.mjs'
import { sellOne } from './sale.mjs'

// Enough calls, and over a time in which a moment of other work on the machine does not cover most of them.
const CALLS = 200
const MILLISECONDS = 1_000
const COST_AT_MOST = 1.5

// Among fewer there would not be as many of the newest contracts.
const FEW = 10_000

export async function benchContracts(few = FEW, many = CONTRACTS) {
  const services = []
  try {
    const filled = []
    for (const count of [few, many]) {
      const service = await startService()
      services.push(service)
      await sellOne(service)
      const { pool } = openDatabaseOf(service.data)
      const ids = await fillContracts(pool, count, (what) => console.error(`  ${what}`))
      await pool.end()
      filled.push({ data: service.data, ids, count })
    }
    return await measure(...filled)
  } finally {
    for (const service of services) await service.stop()
  }
}

/** What each case costs among few and among many, and by hand. */
export async function measure(small, large) {
  const askers = [openAsker(small), openAsker(large)]
  try {
    return await measureWith(askers, small, large)
  } finally {
    for (const asker of askers) await asker.end()
  }
}

async function measureWith([little, much], small, large) {
  const results = []
  for (const [at, { name }] of cases(large.ids).entries()) {
    const [few, many] = [little.ask(at), much.ask(at)]
    const rows = [await few.rows(), await many.rows()]
    // The rare ones are spread over all, so that among few some of them stand where the newest do.
    if (rows[0] === 0 || Math.abs(rows[0] / rows[1] - 1) > 0.01)
      throw new Error(`${name} matches ${rows} rows.`)
    const page = await inTurns([many.page, many.pageByHand, few.page])
    const count = await inTurns([many.count, many.countByHand, few.count])
    for (const [what, times] of [
      ['page', page],
      ['count', count],
    ])
      results.push(...rowsFor(`${name}: ${what} of ${rows[1]} among ${large.count}`, times, small.count))
  }
  return results
}

const rowsFor = (name, [ours, byHand, few], count) => [
  compared({ name: `${name}, against SQL by hand`, unit: 'ms', ours, peer: byHand, atMost: COST_AT_MOST }),
  compared({ name: `${name}, against ${count}`, unit: 'ms', ours, peer: few, atMost: COST_AT_MOST }),
]

/** Asks each of the cases, through the list and by hand. */
export function openAsker({ data, ids }, all = cases(ids), listFor = contractList) {
  const { pool, db } = openDatabaseOf(data)
  // By hand: as PostgreSQL's own client sends it, one connection, nothing prepared before.
  const { location, searchPath } = locationOf(data)
  const client = new pg.Client({ ...location, options: `-c timezone=UTC -c search_path=${searchPath}` })
  const connected = client.connect()
  return {
    ask(at) {
      const { filters, sortBy, caller, page: raw, count } = all[at]
      const list = listFor(caller, filters)
      const page = { pageNumber: 1, pageSize: 25, sortBy, sortDirection: 'Asc', exactCount: false, filters }
      return {
        rows: () => countRows(db, list, page),
        page: () => loadPage(db, list, page),
        pageByHand: () => connected.then(() => client.query(raw.text, raw.values)),
        count: () => countRows(db, list, page),
        countByHand: () => connected.then(() => client.query(count.text, count.values)),
      }
    },
    async end() {
      await client.end()
      await pool.end()
    },
  }
}

/** Milliseconds that each takes, called in turns: of all calls a quick one, because what else the machine does only adds. */
export async function inTurns(all) {
  const taken = all.map(() => [])
  const start = performance.now()
  for (let call = 0; call < CALLS || performance.now() - start < MILLISECONDS; call += 1)
    for (const [at, one] of all.entries()) {
      const began = performance.now()
      await one()
      taken[at].push(performance.now() - began)
    }
  return taken.map((times) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 10)])
}
