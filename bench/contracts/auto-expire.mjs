// AutoExpire with many candidates in the table, as the service runs it: page by page, each step a transaction with its events,
// its audit record and the progress of the run. Against the same statements by hand: those of one step, without the run's own,
// sent one after the other on a plain connection. All of them would take very long, so both do samples in turns: ours
// the next contracts of one run, by hand the last ones.
import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { openClock } from '../../dist/db/clock.js'
import { PreparingClient } from '../../dist/db/connection.js'
import { openDatabases } from '../../dist/db/tenants.js'
import { inTransaction } from '../../dist/db/transaction.js'
import { doorway } from '../../dist/http/limits.js'
import { openServiceRun } from '../../dist/processes/runs/open-run.js'
import { processCaller } from '../../dist/processes/runs/process-caller.js'
import { workOnRun } from '../../dist/processes/runs/work-on-run.js'
import { autoExpire } from '../../dist/processes/types/auto-expire.js'
import { inTurns, startService } from '../processes.mjs'
import { compared, isQuick } from '../rows.mjs'
import { locationOf } from '../service-database.mjs'

const TIMES_AT_MOST = 2
const CANDIDATES = Number(process.env.BENCH_EXPIRE ?? (isQuick ? 300 : 100_000))
const TURNS = 5
/** Contracts in a turn: two pages of candidates, or fewer if that is more than there are. */
const SAMPLE = Math.min(1_000, Math.floor((CANDIDATES - 1) / (2 * TURNS)))
/** Ids of copies begin here. */
const FIRST = 10_000_000

export async function benchAutoExpire() {
  const service = await startService()
  const { location, searchPath } = locationOf(service.data)
  const limits = { connectionsPerTenant: 8, connectionsInAll: 40, statementMilliseconds: 0 }
  const databases = openDatabases(location, limits)
  const client = new pg.Client({ ...location, options: `-c timezone=UTC -c search_path=${searchPath}` })
  await client.connect()
  try {
    const tenant = (await databases.tenants()).find(({ isSandbox }) => isSandbox)
    await copyContract(client, CANDIDATES)
    const step = await recordStep(databases, tenant, FIRST)
    await client.query('checkpoint')
    let last = FIRST + CANDIDATES
    const byHand = () => {
      last -= SAMPLE
      return millisecondsEach(() => expireByHand(client, step, last, SAMPLE))
    }
    const ours = () => millisecondsEach(() => expireNext(databases, tenant))
    const times = await inTurns(TURNS, ours, byHand)
    await expectSame(client, 2 * (FIRST + CANDIDATES - last) + 1)
    const [candidates, sample] = [CANDIDATES, SAMPLE].map((count) => count.toLocaleString('en-US'))
    const name = `AutoExpire with ${candidates} candidates, one contract in turns of ${sample}, against the same statements by hand`
    return [compared({ name, unit: 'ms', ...times, atMost: TIMES_AT_MOST })]
  } finally {
    await client.end()
    await databases.close()
    await service.stop()
  }
}

/** What one contract of a turn takes. */
async function millisecondsEach(turn) {
  const began = performance.now()
  await turn()
  return (performance.now() - began) / SAMPLE
}

/** Copies of the contract that was sold last, each with more miles than it covers. No other contract expires. */
async function copyContract(client, count) {
  await client.query('set statement_timeout = 0; set synchronous_commit = off')
  await client.query(
    `update contract set last_odometer = null, expiration_date = date '2199-01-01' where status = 'Active'`,
  )
  const { rows } = await client.query(
    `select c.id from contract c where c.status = 'Active' and c.expiration_odometer is not null and c.open_claims = 0
       and not exists (select from cancel_request q where q.contract_id = c.id)
       and not exists (select from contract_event e where e.contract_id = c.id)
     order by c.finalize_date desc, c.id desc limit 1`,
  )
  const source = rows[0].id
  const changed = {
    contract: { id: `${FIRST} + k`, number: `'COPY-' || k`, last_odometer: 'expiration_odometer + 1' },
    contract_line: { contract_id: `${FIRST} + k` },
    earning: { contract_id: `${FIRST} + k`, id: 't.id' },
  }
  for (const [table, columns] of Object.entries(changed)) {
    const { rows: all } = await client.query(
      `select column_name as name from information_schema.columns where table_schema = current_schema
       and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    const names = all.map(({ name }) => name)
    await client.query(
      `insert into ${table} (${names.join(', ')})
       select ${names.map((name) => columns[name] ?? `t.${name}`).join(', ')}
       from ${table} t, generate_series(0, ${count - 1}) as k
       where t.${table === 'contract' ? 'id' : 'contract_id'} = $1 order by k`,
      [source],
    )
  }
  await client.query('vacuum analyze contract, contract_line, earning')
  await client.query('set synchronous_commit = on')
}

/** The statements of one step as our code sends them, without those of the run. */
async function recordStep(databases, tenant, id) {
  const sent = []
  const prototype = PreparingClient.prototype
  const original = prototype.query
  prototype.query = function record(...args) {
    const answer = original.apply(this, args)
    const [text, values = []] = args
    sent.push({ text, values, answer })
    return answer
  }
  try {
    await workOn(databases, tenant, 1)
  } finally {
    prototype.query = original
  }
  const begin = sent.findIndex(({ text }) => text === 'begin')
  const updated = sent.findIndex(({ text }) => text.startsWith('update automatic_process_run set candidates'))
  const end = sent.findIndex(({ text }, at) => at > updated && text === 'commit')
  if (begin < 0 || updated < 0 || end < 0) throw new Error('The step was not seen.')
  const step = sent.slice(updated + 1, end)
  const statements = await Promise.all(
    step.map(async ({ text, values, answer }) => ({ text, values, takes: takenBy(text, await answer) })),
  )
  return { id, statements }
}

/** The numbers that a statement took from a sequence. The statements after it send them. */
const takenBy = (text, { rows }) => (text.includes('nextval(') ? rows.map(({ id }) => Number(id)) : [])

async function expireByHand(client, { id, statements }, from, count) {
  const named = statements.map(({ text, values, takes }, at) => ({
    ...{ name: `hand${at}`, text, values, takes, isAudit: text.includes('insert into audit_record') },
  }))
  for (let contract = from; contract < from + count; contract += 1) {
    await client.query('begin')
    const others = new Map([[id, contract]])
    let lane
    for (const { name, text, values, takes, isAudit } of named) {
      const own = valuesFor(values, others, id)
      if (isAudit) {
        own.splice(0, 2, lane.lane, Number(lane.seq) + 1)
        own.splice(12, 2, lane.hash, randomBytes(32))
      }
      const { rows } = await client.query({ name, text, values: own })
      for (const [at, number] of takes.entries()) others.set(number, rows[at].id)
      if (rows[0]?.hash) lane = rows[0]
    }
    await client.query('commit')
  }
}

/** The same values for another contract and with the numbers that it has taken. */
function valuesFor(values, others, id) {
  const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
  const of = (value) => {
    if (Array.isArray(value)) return value.map(of)
    if (typeof value !== 'string') return others.get(value) ?? value
    return uuid.test(value) ? randomUUID() : value.replaceAll(String(id), String(others.get(id)))
  }
  return values.map(of)
}

async function expireNext(databases, tenant) {
  const { ended, done } = await workOn(databases, tenant, SAMPLE)
  if (ended !== 'Stopped' || done !== SAMPLE) throw new Error(`${ended} after ${done} contracts`)
}

const keys = { audit: [{ id: 'bench', secret: randomBytes(32) }] }

/** Does so many steps of a run, a new one or the one that was stopped. */
async function workOn(databases, tenant, steps) {
  const clock = openClock()
  const db = databases.of(tenant)
  const log = { error: ({ err }) => console.error(err) }
  const parts = { databases, keys, clock, door: doorway(100), log, processes: [autoExpire] }
  const now = clock.now()
  const acting = { caller: processCaller(databases, tenant), now, today: now.toISOString().slice(0, 10) }
  const worker = randomUUID()
  const opening = await inTransaction(db, (tx) =>
    openServiceRun(tx, acting, autoExpire, { processType: 'AutoExpire', parameters: {}, leasedBy: worker }),
  )
  const { guid } = opening.opened ?? opening.active
  let done = 0
  const onProgress = () => {
    done += 1
  }
  const shouldStop = () => done >= steps
  return {
    ended: await workOnRun(parts, tenant, guid, { shouldStop, onProgress, worker, isOperator: true }),
    done,
  }
}

/** Both have left the same behind for each contract. */
async function expectSame(client, count) {
  const { rows } = await client.query(
    `select c.status, c.status_reason, (select count(*) from earning e where e.contract_id = c.id) as earnings,
       (select sum(amount) from earning e where e.contract_id = c.id) as earned,
       (select count(*) from contract_event e where e.contract_id = c.id) as happened,
       (select count(*) from event e where e.subject = 'contracts/' || c.id) as events,
       (select count(*) from journal j where j.contract_id = c.id) as posted, count(*) as contracts
     from contract c where c.id >= ${FIRST} and c.status = 'Expired' group by c.id, 1, 2`,
  )
  const kinds = new Set(rows.map(({ contracts: _, ...row }) => JSON.stringify(row)))
  if (kinds.size !== 1 || rows.length !== count)
    throw new Error(
      `${rows.length} of ${count} expired, and they differ: ${[...kinds].slice(0, 5).join(' ')}`,
    )
}
