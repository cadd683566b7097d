// A batch of 10,000 ledger rows of some 1,400 contracts is processed over HTTP, against the same changes in set-based SQL
// by hand: the cash, what it paid of each row, the journal, the rows, the payables that open, and the contracts' funding.
import { inTurns, startService, tokenOf } from '../processes.mjs'
import { compared } from '../rows.mjs'
import { openDatabaseOf } from '../service-database.mjs'

const CONTRACTS = 1_429
const ROWS_OF_ONE = 7
const ROUNDS = 3

export async function benchCashBatch() {
  const service = await startService()
  const { pool } = openDatabaseOf(service.data)
  try {
    const token = await tokenOf(service.url, 'sandbox-admin')
    const dealer = await fill(pool)
    let set = 0
    const batchOf = async () => {
      set += 1
      const { rows } = await pool.query(
        `select array_agg(id order by id) as ids, sum(open_amount) as due from ledger
         where account_holder_id = $1 and is_dealer_cost and status = 'Open' and reason = $2`,
        [dealer, `set ${set}`],
      )
      return { ids: rows[0].ids.map(Number), due: Number(rows[0].due) / 100 }
    }
    const ours = async () => {
      const { ids, due } = await batchOf()
      const staged = await post(service.url, token, '/inprocesscashtransactions', {
        ...{ accountHolderId: dealer, direction: 'Receive', ledgerIds: ids },
      })
      const began = performance.now()
      await post(service.url, token, `/inprocesscashtransactions/${staged.id}/processrequests`, {
        amountConfirmed: due,
      })
      return performance.now() - began
    }
    const byHand = async () => {
      const { ids } = await batchOf()
      const began = performance.now()
      await processByHand(pool, dealer, ids)
      return performance.now() - began
    }
    const times = await inTurns(ROUNDS, ours, byHand)
    const name = `a batch of ${(CONTRACTS * ROWS_OF_ONE).toLocaleString('en-US')} rows, against SQL by hand`
    return [compared({ name, unit: 'ms', ...times, atMost: 2 })]
  } finally {
    await pool.end()
    await service.stop()
  }
}

async function post(url, token, path, body) {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${text.slice(0, 500)}`)
  return JSON.parse(text)
}

/** Copies of a contract that is in force and not paid, with its ledger, in sets that each are one batch. */
async function fill(pool) {
  const { rows } = await pool.query(
    `select c.id, c.dealer_id from contract c where c.status = 'Active' and c.funding_status = 'NotFunded'
       and (select count(*) from ledger l where l.contract_id = c.id and l.is_dealer_cost and l.status = 'Open') = $1
       and not exists (select from ledger l where l.contract_id = c.id and l.offset_of_ledger_id is not null)
     order by c.id limit 1`,
    [ROWS_OF_ONE],
  )
  const { id, dealer_id: dealer } = rows[0]
  const { rows: columns } = await pool.query(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema and table_name = $1 and is_generated = 'NEVER' order by 1`,
    ['contract'],
  )
  const names = columns.map(({ name }) => name).filter((name) => !['id', 'number', 'vin'].includes(name))
  const count = CONTRACTS * ROUNDS * 2
  await pool.query(
    `insert into contract (id, number, vin, ${names.join(', ')})
     select 1000000 + n, 'BENCH-' || n, '1FTFW1E5' || lpad(to_hex(n), 9, '0'), ${names.map((name) => `c.${name}`).join(', ')}
     from contract c cross join generate_series(0, ${count - 1}) as n where c.id = $1`,
    [id],
  )
  const { rows: ledgerColumns } = await pool.query(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema and table_name = $1 and is_generated = 'NEVER' order by 1`,
    ['ledger'],
  )
  const others = ledgerColumns
    .map(({ name }) => name)
    .filter((name) => !['id', 'line_id', 'contract_id', 'reason'].includes(name))
  await pool.query(
    `with own as (select l.*, row_number() over (order by l.id) as place from ledger l where l.contract_id = $1)
     insert into ledger (id, line_id, contract_id, reason, ${others.join(', ')})
     select 10000000 + n * 100 + o.place, 10000000 + n * 100 + f.place, 1000000 + n, 'set ' || 1 + n / ${CONTRACTS},
       ${others.map((name) => `o.${name}`).join(', ')}
     from own o join own f on f.id = o.line_id cross join generate_series(0, ${count - 1}) as n`,
    [id],
  )
  await pool.query(
    `insert into journal (entry_type, debit_account, credit_account, amount, effective_date, accounting_date, contract_id,
       ledger_id, created_at, created_by)
     select 'Finalize', 'Receivable:' || l.account_holder_id, 'Unearned:RESERVE', l.amount, l.effective_date,
       l.accounting_date, l.contract_id, l.id, now(), 'bench'
     from ledger l where l.contract_id >= 1000000 and l.is_dealer_cost`,
  )
  await pool.query('analyze')
  return Number(dealer)
}

async function processByHand(pool, dealer, ids) {
  const client = await pool.connect()
  const run = (text, values) => client.query(text, values)
  try {
    await client.query('begin')
    await run(
      `select from contract where id in (select contract_id from ledger where id = any($1::bigint[])) order by id for update`,
      [ids],
    )
    const { rows } = await run(
      `select id, amount from ledger where id = any($1::bigint[]) order by id for update`,
      [ids],
    )
    const due = rows.reduce((sum, { amount }) => sum + Number(amount), 0)
    const { rows: cash } = await run(
      `insert into cash_transaction (number, type, method, status, account_holder_id, cash_date, posted_date, amount, applied,
         created_at, created_by, updated_at, updated_by)
       values ('HAND-' || $3::text, 'Receipt', 'Check', 'Posted', $1, current_date, current_date, $2, $2, now(), 'hand', now(), 'hand')
       returning id`,
      [dealer, due, ids[0]],
    )
    const [{ id }] = cash
    await run(
      `insert into journal (entry_type, debit_account, credit_account, amount, effective_date, accounting_date,
         cash_transaction_id, created_at, created_by)
       values ('Cash', 'Cash', 'Unapplied:' || $1::text, $2, current_date, current_date, $3, now(), 'hand')`,
      [dealer, due, id],
    )
    await run(
      `insert into journal (entry_type, debit_account, credit_account, amount, effective_date, accounting_date, contract_id,
         ledger_id, cash_transaction_id, created_at, created_by)
       select 'Cash', 'Unapplied:' || $2::text, 'Receivable:' || $2::text, l.amount, current_date, current_date, l.contract_id,
         l.id, $3, now(), 'hand' from ledger l where l.id = any($1::bigint[]) order by l.id`,
      [ids, dealer, id],
    )
    await run(
      `insert into ledger_detail (ledger_id, cash_transaction_id, applied_amount, applied_at, accounting_date)
       select l.id, $2, l.amount, now(), current_date from ledger l where l.id = any($1::bigint[])`,
      [ids, id],
    )
    await run(
      `update ledger set status = 'Paid', paid_amount = amount, updated_at = now(), updated_by = 'hand',
         row_version = row_version + 1 where id = any($1::bigint[])`,
      [ids],
    )
    await run(
      `update ledger set status = 'Open', waits_for = null, updated_at = now(), updated_by = 'hand',
         row_version = row_version + 1
       where contract_id in (select contract_id from ledger where id = any($1::bigint[])) and waits_for = 'Funding'`,
      [ids],
    )
    await run(
      `update contract set funding_status = 'Funded', updated_at = now(), updated_by = 'hand', row_version = row_version + 1
       where id in (select contract_id from ledger where id = any($1::bigint[]))`,
      [ids],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}
