// What an account and all accounts come to on a day, in a long journal: within a limit, and against the same in a journal
// of a tenth. The verification of all books reads every row, against the sums that it needs in SQL by hand.
// BENCH_JOURNAL sets the number of journal rows; filling the ten million takes minutes.

import { addUpSeenJournal } from '../../dist/ledger/add-up-journal.js'
import { balancesOnDay } from '../../dist/ledger/balances.js'
import { inTurns, startService, tokenOf } from '../processes.mjs'
import { compared, figure, isQuick } from '../rows.mjs'
import { openDatabaseOf } from '../service-database.mjs'

const JOURNAL = Number(process.env.BENCH_JOURNAL ?? (isQuick ? 40_000 : 10_000_000))
const ROUNDS = 9
const BATCH = 500_000
const MILLISECONDS_AT_MOST = 50
const TIMES_AS_MANY_AT_MOST = 1.5
const TIMES_BY_HAND_AT_MOST = 3
/** In the middle of the days that are filled, and today. */
const [SOME_DAY, LAST_DAY] = ['2025-06-30', '2026-11-16']

export async function benchBalances() {
  const services = []
  try {
    const [few, many] = [await openBooks(services, JOURNAL / 10), await openBooks(services, JOURNAL)]
    return [
      ...(await readBalances('the balance of an account on a day', few, many, 'balance')),
      ...(await readBalances('the balances of all accounts on a day', few, many, 'balances')),
      await verify(many),
    ]
  } finally {
    for (const { service, pool } of services) {
      await pool.end()
      await service.stop()
    }
  }
}

async function readBalances(name, few, many, what) {
  const timed = (books) => () => milliseconds(() => books[what](SOME_DAY))
  for (const books of [few, many]) await timed(books)()
  const times = await inTurns(ROUNDS, timed(many), timed(few))
  const among = `${name}, ${JOURNAL.toLocaleString('en-US')} journal rows`
  return [
    figure({ name: among, unit: 'ms', ours: times.ours, atMost: MILLISECONDS_AT_MOST }),
    compared({ name: `${among}, against a tenth`, unit: 'ms', ...times, atMost: TIMES_AS_MANY_AT_MOST }),
  ]
}

async function verify({ pool, get }) {
  const ours = () =>
    milliseconds(async () => {
      const { isWhole, checks } = await get(`/books/verification?asOfDate=${LAST_DAY}`)
      if (!isWhole) throw new Error(JSON.stringify(checks.filter((check) => !check.isWhole)).slice(0, 500))
    })
  const byHand = () =>
    milliseconds(async () => {
      for (const text of BY_HAND) await pool.query(text, [LAST_DAY])
    })
  const times = await inTurns(3, ours, byHand)
  const name = `the verification of ${JOURNAL.toLocaleString('en-US')} journal rows, against their sums in SQL by hand`
  return compared({ name, unit: 'ms', ...times, atMost: TIMES_BY_HAND_AT_MOST })
}

/** The journal by account, and the open items by account holder: whoever compares them has to read these. */
const BY_HAND = [
  `select account, sum(amount) from (
     select debit_account as account, sum(amount) as amount from journal where accounting_date <= $1 group by 1
     union all
     select credit_account, -sum(amount) from journal where accounting_date <= $1 group by 1) as side group by 1`,
  `select direction, account_holder_id, sum(open_amount) from ledger
   where accounting_date <= $1 and not is_memo and status <> 'Voided' group by 1, 2`,
]

/** A service whose journal has so many rows, added up as its job does it. */
async function openBooks(services, rows) {
  const service = await startService()
  const { pool, db } = openDatabaseOf(service.data)
  services.push({ service, pool })
  const holder = await fill(pool, Math.round(rows))
  // The first time it notes what there is, a later time it adds that up: when whoever was writing then is done.
  while (!(await isAddedUp(pool))) await addUpSeenJournal(db)
  await pool.query('vacuum analyze journal, journal_day, ledger')
  const headers = { authorization: `Bearer ${await tokenOf(service.url, 'sandbox-admin')}` }
  const get = async (path) => {
    const answer = await fetch(`${service.url}${path}`, { headers })
    if (answer.status !== 200) throw new Error(await answer.text())
    return answer.json()
  }
  return {
    ...{ pool, get },
    balance: (day) => balancesOnDay(db, [`Receivable:${holder}`], day),
    balances: (day) => get(`/trialBalance?asOfDate=${day}`),
  }
}

async function isAddedUp(pool) {
  const { rows } = await pool.query(
    'select through_id = (select max(id) from journal) as "isWhole" from journal_added_up',
  )
  return rows[0].isWhole
}

/**
 * Of five journal rows one is of an open item of one of a hundred account holders, and four move money between our own
 * accounts, over two years. Answers an account holder.
 */
async function fill(pool, rows) {
  const client = await pool.connect()
  try {
    // Half a million rows at once take minutes on a busy machine.
    await client.query('set statement_timeout = 0; set synchronous_commit = off')
    return await fillOver(client, rows)
  } finally {
    client.release(true)
  }
}

async function fillOver(client, rows) {
  const items = Math.ceil(rows / 5)
  const { rows: last } = await client.query('select coalesce(max(id), 0)::int as id from ledger')
  const base = last[0].id
  const day = `date '2024-11-01' + (n * 700 / ${items})::int`
  for (let from = 1; from <= items; from += BATCH) {
    const to = Math.min(from + BATCH - 1, items)
    await client.query(
      `insert into ledger (id, line_id, ledger_type, status, direction, account_holder_id, disbursement_code, amount,
         paid_amount, is_memo, effective_date, accounting_date, due_date, created_at, created_by, updated_at, updated_by)
       select ${base} + n, ${base} + n, 'Adjustment', 'Open', 'Receive', ids[1 + n % array_length(ids, 1)], 'ADMIN',
         1000 + n % 90000, 0, false, ${day}, ${day}, ${day} + 30, now(), 'bench', now(), 'bench'
       from generate_series($1::bigint, $2::bigint) as n,
         (select array_agg(id) as ids from (select id from account_holder order by id limit 100) as first) as holders`,
      [from, to],
    )
    await client.query(
      `insert into journal (entry_type, debit_account, credit_account, amount, effective_date, accounting_date, ledger_id,
         created_at, created_by)
       select 'Manual', case k when 1 then 'Receivable:' || l.account_holder_id else 'OtherIncome' end, 'Adjustments',
         l.amount, l.effective_date, l.accounting_date, l.id, now(), 'bench'
       from ledger l, generate_series(1, 5) as k where l.id between ${base} + $1::bigint and ${base} + $2::bigint`,
      [from, to],
    )
    console.error(`  ${to * 5} of ${items * 5} journal rows`)
  }
  const { rows: holders } = await client.query(
    'select min(account_holder_id)::int as id from ledger where id > $1',
    [base],
  )
  return holders[0].id
}

async function milliseconds(work) {
  const began = performance.now()
  await work()
  return performance.now() - began
}
