// The portal's budgets: what a browser loads, and how long a person waits among many contracts. The limits are those of a
// machine that does nothing else.
import { chromium } from 'playwright-core'
import { browserArguments, findBrowser } from '../scripts/browser.mjs'
import { fillContracts } from './contracts/contract-rows.mjs'
import { sellOne } from './contracts/sale.mjs'
import { sizeRows, timeRows } from './portal-build.mjs'
import { measureHeap, measureInteractions, measureLoad, measureSearch, openPortal } from './portal-page.mjs'
import { median, startService } from './processes.mjs'
import { figure, isQuick } from './rows.mjs'
import { openDatabaseOf } from './service-database.mjs'

const CONTRACTS = Number(process.env.BENCH_CONTRACTS ?? (isQuick ? 20_000 : 100_000))
const ROUNDS = isQuick ? 1 : 7
const SLOW_CPU = 4

export async function benchPortal() {
  const executablePath = await findBrowser({ bring: true })
  if (!executablePath) throw new Error('There is no browser.')
  const service = await startService()
  const browser = await chromium.launch({ executablePath, args: browserArguments })
  try {
    const number = await fill(service)
    const open = (cpu = 1) => openPortal(browser, service.url, cpu)
    const contract = `/contracts/${number}`
    return [
      ...(await sizeRows(open)),
      ...(await loadRows(open, contract)),
      ...(await interactionRows(open)),
      await searchRow(open),
      await heapRow(open, contract),
      ...(await timeRows()),
    ]
  } finally {
    await browser.close()
    await service.stop()
  }
}

/** Many contracts, and among them one real one with its books, whose number is answered. */
async function fill(service) {
  await sellOne(service)
  const { pool } = openDatabaseOf(service.data)
  await fillContracts(pool, CONTRACTS, (what) => console.error(`  ${what}`))
  const { rows } = await pool.query(
    `select number from contract where created_by <> 'bench' and status = 'Active' order by id limit 1`,
  )
  await pool.end()
  return rows[0].number
}

async function loadRows(open, contract) {
  const cases = [
    { name: 'list', path: '/contracts', cpu: 1, atMost: 800 },
    { name: 'contract', path: contract, cpu: 1, atMost: 800 },
    { name: 'list', path: '/contracts', cpu: SLOW_CPU, atMost: 2_000 },
    { name: 'contract', path: contract, cpu: SLOW_CPU, atMost: 2_000 },
  ].map((one) => ({ ...one, loads: [] }))
  // In turns, so that whatever else the machine does falls on all.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { path, cpu, loads } of cases) loads.push(await measureLoad(open, path, cpu))
  const of = ({ loads }, name) => median(loads.map((load) => load[name]))
  const [list] = cases
  const shift = Math.max(...cases.flatMap(({ loads }) => loads.map(({ layoutShift }) => layoutShift)))
  return [
    ...cases.map((one) =>
      figure({
        ...{
          name: `portal: LCP of a ${one.name} at CPU ${one.cpu}×`,
          unit: 'ms',
          ours: of(one, 'largestPaint'),
        },
        atMost: one.atMost,
      }),
    ),
    figure({
      ...{ name: `portal: first page among ${CONTRACTS} contracts`, unit: 'ms', ours: of(list, 'firstRow') },
      atMost: 1_000,
    }),
    figure({
      ...{ name: 'portal: of it the API', unit: 'ms', ours: of(list, 'listAnswer'), atMost: 100 },
    }),
    figure({ name: 'portal: layout shift, the worst load', unit: '', ours: shift, atMost: 0.05 }),
  ]
}

async function interactionRows(open) {
  const rows = []
  for (const { cpu, atMost } of [
    { cpu: 1, atMost: 100 },
    { cpu: SLOW_CPU, atMost: 200 },
  ]) {
    const worst = []
    for (let round = 0; round < Math.min(ROUNDS, 3); round += 1)
      worst.push(await measureInteractions(open, cpu))
    const name = `portal: the slowest interaction to paint at CPU ${cpu}×`
    rows.push(figure({ name, unit: 'ms', ours: median(worst), atMost }))
  }
  return rows
}

async function searchRow(open) {
  const times = (await measureSearch(open, isQuick ? 3 : 40)).sort((one, two) => one - two)
  const slow = times[Math.ceil(times.length * 0.95) - 1]
  return figure({
    ...{ name: `portal: search, key to hits among ${CONTRACTS}: the slowest of 20`, unit: 'ms', ours: slow },
    atMost: 200,
  })
}

async function heapRow(open, contract) {
  const screens = isQuick ? 12 : 100
  const ours = await measureHeap(open, contract, screens)
  return figure({ name: `portal: heap after ${screens} screens`, unit: 'MB', ours, atMost: 80 })
}
