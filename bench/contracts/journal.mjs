// Rows of the journal: entries posted by the code that finalize posts them with, against a plain insert of the same rows in
// one statement, both in a transaction of their own. A few rows as for one contract, and a thousand as for many.
import pg from 'pg'
import { inTransaction } from '../../dist/db/transaction.js'
import { planFinalize } from '../../dist/domain/ledger/contract-plans.js'
import { accountText } from '../../dist/domain/ledger/journal.js'
import { postJournal } from '../../dist/ledger/apply-plan.js'
import { lockContractLedger } from '../../dist/ledger/load-ledger.js'
import { accountingDates } from '../../dist/ledger/periods.js'
import { inTurns, startService } from '../processes.mjs'
import { compared } from '../rows.mjs'
import { locationOf, openDatabaseOf } from '../service-database.mjs'
import { sellOne } from './sale.mjs'

const ROUNDS = 9
const MILLISECONDS = 1_000
const GOAL = 0.7
const SIZES = [1, 150]

export async function benchJournal() {
  const service = await startService()
  const { pool, db } = openDatabaseOf(service.data)
  const { location, searchPath } = locationOf(service.data)
  const client = new pg.Client({ ...location, options: `-c timezone=UTC -c search_path=${searchPath}` })
  try {
    await sellOne(service)
    await client.connect()
    const [entry] = await entriesOfOne(pool, db)
    const table = []
    for (const size of SIZES) {
      const entries = Array.from({ length: size }, () => entry)
      const rows = size * entry.postings.length
      const ours = () => rate(rows, () => post(db, entries))
      const plain = () => rate(rows, () => insert(client, entries))
      await ours()
      await plain()
      const rates = await inTurns(ROUNDS, ours, plain)
      const name = `${rows} rows of the journal in a transaction`
      table.push(compared({ name, unit: '/s', ...rates, atLeast: GOAL }))
    }
    return table
  } finally {
    await client.end()
    await pool.end()
    await service.stop()
  }
}

/** What finalize would post for the contract that was sold. */
async function entriesOfOne(pool, db) {
  const { rows } = await pool.query('select max(id) as id from contract where status = $1', ['Pending'])
  const [{ id }] = rows
  return inTransaction(db, async (tx) => {
    const on = await accountingDates(tx)
    return planFinalize(id, await lockContractLedger(tx, id), on(new Date().toISOString().slice(0, 10)))
      .journal
  })
}

const writing = { now: new Date(), caller: { name: 'bench', scopes: [] } }
const post = (db, entries) => inTransaction(db, (tx) => postJournal(tx, entries, new Map(), writing))

const INSERT = `insert into journal (entry_id, entry_type, debit_account, credit_account, amount, effective_date,
    accounting_date, contract_id, ledger_id, created_at, created_by)
  select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::date[], $7::date[],
    $8::bigint[], $9::bigint[], $10::timestamptz[], $11::text[])`

// Far from what the service counts.
let entryId = 1_000_000_000

async function insert(client, entries) {
  const rows = entries.flatMap((entry) => {
    entryId += 1
    const { entryType, effectiveDate, accountingDate, contractId } = entry
    return entry.postings.map(({ debit, credit, amount, ledger }) => [
      ...[entryId, entryType, accountText(debit), accountText(credit), amount, effectiveDate],
      ...[accountingDate, contractId, ledger, writing.now, 'bench'],
    ])
  })
  await client.query('begin')
  await client.query({
    name: 'rows',
    text: INSERT,
    values: rows[0].map((_, at) => rows.map((row) => row[at])),
  })
  await client.query('commit')
}

/** Rows a second. */
async function rate(rows, once) {
  const began = performance.now()
  let done = 0
  while (performance.now() - began < MILLISECONDS) {
    await once()
    done += rows
  }
  return (done * 1000) / (performance.now() - began)
}
