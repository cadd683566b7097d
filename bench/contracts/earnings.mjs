// The earnings of a month for 1,000,000 contracts of six lines: the run as the command line does it, chunk by chunk, each
// locked, committed and a point to resume from, against one statement written by hand on the same rows of another
// administrator in the same database. Both have the same rows in the end, which is checked.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { runEarnings } from '../../dist/contracts/earnings/run.js'
import { openEmbedded } from '../../dist/db/embedded/server.js'
import { migrate } from '../../dist/db/migrations.js'
import { createTenant, openDatabases } from '../../dist/db/tenants.js'
import { closeWrite } from '../../dist/db/write-record.js'
import { median } from '../processes.mjs'
import { CONTRACTS, compared } from '../rows.mjs'
import { fillEarnings } from './earning-rows.mjs'
import { postByHand } from './earnings-peer.mjs'

const TIMES_AT_MOST = 1.5
const FIRST = '2026-06-30'
const MONTHS = ['2026-07-31', '2026-08-31', '2026-09-30']
const ROUNDS = Number(process.env.BENCH_EARNING_ROUNDS ?? 1)

/** Seconds of both, and how many times the one is the other. */
export async function benchEarnings(contracts = CONTRACTS) {
  const folder = mkdtempSync(join(tmpdir(), 'bulwark-bench-'))
  chmodSync(folder, 0o711)
  const server = await openEmbedded(join(folder, 'data'), { log: () => undefined })
  const limits = { connectionsPerTenant: 8, connectionsInAll: 40, statementMilliseconds: 0 }
  const databases = openDatabases(server.connection, limits)
  try {
    await migrate(databases.platformPool)
    const ours = await administrator(server, databases, 'OURS', contracts)
    const peer = await administrator(server, databases, 'PEER', contracts)
    const taken = { ours: [], peer: [] }
    for (const day of MONTHS.slice(0, ROUNDS)) {
      taken.peer.push(await secondsOf(peer, () => peer.client.query(postByHand(`date '${day}'`))))
      taken.ours.push(await secondsOf(ours, () => run(ours, day, contracts)))
    }
    await expectSame(ours, peer)
    const seconds = { ours: median(taken.ours), peer: median(taken.peer) }
    for (const { client } of [ours, peer]) await client.end()
    const name = `earnings of a month of ${contracts} contracts of six lines, against one statement by hand`
    return compared({ name, unit: 's', ...seconds, atMost: TIMES_AT_MOST })
  } finally {
    await databases.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function administrator({ connection }, databases, number, count) {
  const tenant = await createTenant(
    databases,
    { audit: [{ id: 'bench', secret: Buffer.alloc(32) }] },
    {
      ...{ number, name: number, timeZone: 'America/Chicago', isSandbox: false, createdAt: new Date() },
    },
  )
  const options = `-c timezone=UTC -c search_path=${tenant.schema}`
  const client = new pg.Client({ ...connection, options })
  await client.connect()
  const said = (what) => console.error(`  ${number}: ${what}`)
  await fillEarnings(client, { count, through: FIRST }, said)
  return { client, tenant, db: databases.of(tenant) }
}

/** With nothing left over from before: neither old rows nor pages to be written. */
async function secondsOf({ client }, work) {
  await client.query('vacuum contract_line')
  await client.query('checkpoint')
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

const keys = { audit: [{ id: 'bench', secret: randomBytes(32) }] }

async function run({ db, tenant }, asOf, contracts) {
  const caller = { kind: 'Client', id: 0, name: 'bench', key: 'bench', scopes: [], tenant, db }
  const entry = { at: new Date(), actorKind: 'Operator', actorId: null, actorName: 'bench', address: 'local' }
  const began = performance.now()
  const outcome = await runEarnings(db, {
    ...{ asOf, resume: false, acting: () => ({ caller, now: new Date(), today: asOf }) },
    close: (tx, subject, changes) =>
      closeWrite(tx, keys, { ...entry, operation: 'bench', subject, requestId: 'bench', changes }),
    onProgress: ({ run: { succeeded } }) =>
      console.error(
        `  ${asOf}: ${succeeded} of ${contracts} after ${((performance.now() - began) / 1000).toFixed(1)} s`,
      ),
  })
  if (outcome.run?.succeeded !== contracts) throw new Error(`Not all are posted: ${JSON.stringify(outcome)}`)
}

/** Whatever the order of the rows. */
const SUMS = `
  select (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', contract_id, code, earned_date, accounting_date,
      amount), 0)::numeric)) from earning) as earnings,
    (select concat(count(*), ' ', count(distinct entry_id), ' ', sum(hashtextextended(concat_ws(' ', contract_id, entry_type,
      debit_account, credit_account, effective_date, accounting_date, amount), 0)::numeric)) from journal) as journal,
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', contract_id, code, earned_to_date), 0)::numeric))
      from contract_line) as lines`

async function expectSame(...both) {
  const [one, other] = await Promise.all(both.map(({ client }) => client.query(SUMS)))
  if (JSON.stringify(one.rows) !== JSON.stringify(other.rows))
    throw new Error(`The two differ: ${JSON.stringify([one.rows, other.rows])}`)
}
