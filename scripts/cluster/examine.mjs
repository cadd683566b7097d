// What is there after a failure, against what callers were told.
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './nodes.mjs'

/** The table that has a row for each write of a kind. A finalize has none; its replay shows it. */
const tables = { sale: 'contract', cash: 'cash_transaction', claim: 'claim', cancel: 'cancel' }
const places = { sale: 'contracts', cash: 'cashtransactions', claim: 'claims', cancel: 'cancels' }

/** How many rows each administrator has of each kind. */
export async function countRows({ administrators }, databaseUrl) {
  const counts = new Map()
  for (const { number } of administrators)
    for (const [kind, table] of Object.entries(tables)) {
      const text = `select count(*)::int as rows from tenant_${number.toLowerCase()}.${table}`
      const [{ rows }] = await ask(databaseUrl, text)
      counts.set(`${number}: ${kind}`, rows)
    }
  return counts
}

/**
 * Every acknowledged write is there, its answer comes back for its key, and nothing else happened since the rows were counted.
 * The writes are all since then; the recent ones are repeated.
 */
export async function faultsOf(installation, databaseUrl, { counted, writes, recent = writes }) {
  const faults = []
  for (const write of recent.filter(({ answer }) => answer)) faults.push(...(await faultsOfWrite(write)))
  const now = await countRows(installation, databaseUrl)
  for (const [what, rows] of now) {
    const told = writes.filter(
      ({ kind, caller, answer }) => answer && `${caller.administrator.number}: ${kind}` === what,
    ).length
    const made = rows - counted.get(what)
    if (made !== told) faults.push(`${what}: ${made} new rows, and ${told} were acknowledged`)
  }
  faults.push(...(await numberFaults(installation, databaseUrl)))
  const { run } = installation
  // It fails, and says why, if an audit chain or the books of anybody are not whole.
  const verified = await run('verify').catch((error) => ({ error }))
  if (verified.error) faults.push(`verify: ${verified.error.stdout || verified.error.message}`)
  return faults
}

/** A worker that counts for itself begins at 2^48 times its number, so larger ids were not taken on the coordinator. */
const FIRST_OF_A_WORKER = 2 ** 48

async function numberFaults({ administrators }, databaseUrl) {
  const faults = []
  for (const { number } of administrators) {
    const schema = `tenant_${number.toLowerCase()}`
    const columns = await ask(
      databaseUrl,
      `select table_name as "table", column_name as "column" from information_schema.columns
       where table_schema = $1 and is_identity = 'YES'`,
      [schema],
    )
    if (columns.length === 0) faults.push(`${number} has no identity columns`)
    for (const { table, column } of columns) {
      const text = `select count(*)::int as rows from ${schema}.${table} where ${column} >= ${FIRST_OF_A_WORKER}`
      const [{ rows }] = await ask(databaseUrl, text)
      if (rows > 0) faults.push(`${rows} ids of ${table} of ${number} were taken on a worker`)
    }
  }
  return faults
}

const PATIENCE_MILLISECONDS = 60_000

/** What is there is looked at when the service is well again. How soon that is, is judged elsewhere. */
async function patiently(request) {
  for (const end = Date.now() + PATIENCE_MILLISECONDS; ; await sleep(100)) {
    const answer = await request()
    if (answer.status !== 503 || Date.now() > end) return answer
  }
}

async function faultsOfWrite({ kind, caller, path, body, key, answer }) {
  const name = `${caller.administrator.number}: ${kind} ${answer.body.number ?? answer.body.id}`
  const again = await patiently(() => caller.post(path, body, key))
  const faults = []
  if (again.headers.get('idempotency-replayed') !== 'true') faults.push(`${name} was done again`)
  if (again.status !== answer.status || again.text !== answer.text)
    faults.push(`${name} was answered ${again.status} ${again.text} the second time`)
  if (places[kind]) {
    const read = await patiently(() => caller.get(`/${places[kind]}/${answer.body.id}`))
    if (read.status !== 200)
      faults.push(`${name} was acknowledged, and reading it is answered ${read.status}`)
  }
  return faults
}

/** With what the service has logged of the requests that they name. */
export function printFaults({ output }, faults) {
  for (const fault of faults) {
    const [, id] = /"requestId":"([^"]+)"/.exec(fault) ?? []
    const lines = output()
      .split('\n')
      .filter((line) => id && line.includes(id))
    console.error([fault, ...lines.map((line) => line.slice(0, 2_000))].map((line) => `  ${line}`).join('\n'))
  }
}
