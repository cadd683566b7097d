// The summary of a large ledger, now and as of a day two months ago, against the same figures in one statement by hand:
// over HTTP, the service against its own database. BENCH_JOURNAL=10000000 is the full size, which takes long to fill.
import pg from 'pg'
import { inTurns, startService, tokenOf } from '../processes.mjs'
import { compared, isQuick } from '../rows.mjs'
import { locationOf, openDatabaseOf } from '../service-database.mjs'

const JOURNAL = Number(process.env.BENCH_JOURNAL ?? (isQuick ? 40_000 : 1_000_000))
const ROUNDS = 5
const TIMES_AT_MOST = 1.5
const BATCH = 500_000
const DAY = '2026-06-30'

/** A quarter as many ledger rows as journal rows, of a hundred account holders. Most are paid. The rest of the journal is earnings. */
const ledgerRows = Math.round(JOURNAL / 4)
const chance = (salt) => `(hashint8(n * 1009 + ${salt}) & 2147483647)`
const DATE = `date '2024-11-01' + (n * 700 / ${ledgerRows})::int`

const fillRows = (base) => [
  `insert into ledger (id, line_id, ledger_type, status, waits_for, direction, account_holder_id, product_id,
     disbursement_code, amount, paid_amount, is_memo, effective_date, accounting_date, due_date, created_at, created_by,
     updated_at, updated_by)
   select ${base} + n, ${base} + n, case when n % 20 = 0 then 'Cancel' when n % 33 = 0 then 'Adjustment' else 'ContractDisbursement' end,
     case when ${chance(1)} % 10 < 7 then 'Paid' when n % 7 = 0 then 'Pending' else 'Open' end,
     case when ${chance(1)} % 10 >= 7 and n % 7 = 0 then 'Funding' end,
     case when n % 3 = 0 then 'Pay' else 'Receive' end, ids[1 + ${chance(2)} % array_length(ids, 1)], 1 + n % 3,
     (array['RESERVE','ADMIN','CLIP','AGENT','PREMTAX','ROADSIDE','DLRGRP'])[1 + n % 7],
     1000 + n % 90000, case when ${chance(1)} % 10 < 7 then 1000 + n % 90000 else 0 end, false,
     ${DATE}, ${DATE}, ${DATE} + 30, now(), 'bench', now(), 'bench'
   from generate_series($1::bigint, $2::bigint) as n, (select array_agg(id) as ids from (select id from account_holder order by id limit 100) as first) as holders`,
  `insert into journal (entry_type, debit_account, credit_account, amount, effective_date, accounting_date, ledger_id,
     created_at, created_by)
   select 'Finalize', case direction when 'Receive' then 'Receivable:' || account_holder_id else 'Adjustments' end,
     case direction when 'Receive' then 'Adjustments' else 'Payable:' || account_holder_id end, amount, effective_date,
     accounting_date, id, now(), 'bench' from ledger where id between ${base} + $1::bigint and ${base} + $2::bigint`,
  `insert into ledger_detail (ledger_id, cash_transaction_id, applied_amount, applied_at, accounting_date)
   select id, 1, amount, now(), due_date from ledger
   where paid_amount > 0 and id between ${base} + $1::bigint and ${base} + $2::bigint`,
  `insert into journal (entry_type, debit_account, credit_account, amount, effective_date, accounting_date, ledger_id,
     cash_transaction_id, created_at, created_by)
   select 'Cash', case direction when 'Receive' then 'Unapplied:' else 'Payable:' end || account_holder_id,
     case direction when 'Receive' then 'Receivable:' else 'Unapplied:' end || account_holder_id, amount, due_date,
     due_date, id, 1, now(), 'bench' from ledger
   where paid_amount > 0 and id between ${base} + $1::bigint and ${base} + $2::bigint`,
  `insert into journal (entry_type, debit_account, credit_account, amount, effective_date, accounting_date, created_at,
     created_by)
   select 'Earning', 'Unearned:RESERVE', 'Earned:RESERVE', 1 + n % 900, ${DATE}, ${DATE}, now(), 'bench'
   from generate_series($1::bigint, $2::bigint) as n, generate_series(1, 2)`,
]

async function fill(service) {
  const { pool } = openDatabaseOf(service.data)
  const { rows } = await pool.query('select max(id) as id from ledger')
  for (let from = 1; from <= ledgerRows; from += BATCH) {
    const to = Math.min(from + BATCH - 1, ledgerRows)
    for (const statement of fillRows(Number(rows[0].id))) await pool.query(statement, [from, to])
    console.error(`  ${to} of ${ledgerRows} ledger rows`)
  }
  await pool.query('vacuum analyze ledger, ledger_detail, journal')
  const { rows: counted } = await pool.query('select count(*)::int as rows from journal')
  await pool.end()
  return counted[0].rows
}

const FIGURES = `count(*) as count,
  sum(signed) filter (where ledger_type in ('ContractDisbursement', 'Refinalize')) as written,
  sum(signed) filter (where ledger_type in ('Cancel', 'CancelFee', 'Reinstatement')) as cancelled,
  sum(signed) filter (where ledger_type in ('Claim', 'InspectionFee')) as claims,
  sum(signed) filter (where ledger_type in ('TransferFee', 'SalesTax', 'Adjustment', 'Penalty', 'CashOverShort')) as other,
  sum(signed) as net, sum(paid) filter (where direction = 'Receive') as received,
  sum(paid) filter (where direction = 'Pay') as paid, sum(unpaid) filter (where status in ('Open', 'InProcess', 'Paid', 'Voided')) as open,
  sum(unpaid) filter (where status = 'Held') as held, sum(unpaid) filter (where status = 'Pending') as pending`

/** The rows as they are, as someone would write it who knows the tables. */
const NOW = `select account_holder_id, to_char(accounting_date, 'YYYY-MM') as month, ${FIGURES}
  from (select account_holder_id, accounting_date, ledger_type, direction, status, paid_amount as paid,
      case direction when 'Receive' then amount else -amount end as signed,
      case direction when 'Receive' then open_amount else -open_amount end as unpaid
    from ledger where not is_memo and status <> 'Voided' and waits_for is distinct from 'Finalize') as rows
  group by 1, 2 order by 1, 2`

/** The same of an earlier day: what was booked later is left out. Cash may be older than the row that it pays. */
const THEN = `select account_holder_id, to_char(accounting_date, 'YYYY-MM') as month, ${FIGURES}
  from (select account_holder_id, accounting_date, ledger_type, direction, status, paid, sign * amount as signed,
      sign * (amount - paid) as unpaid
    from (select l.account_holder_id, l.accounting_date, l.ledger_type, l.direction, l.status,
        l.paid_amount - coalesce(later.amount, 0) as paid, case l.direction when 'Receive' then 1 else -1 end as sign,
        case when l.accounting_date <= $1 and (l.status <> 'Voided' or voiding.accounting_date > $1)
          then l.amount - coalesce(edited.amount, 0) else 0 end as amount
      from ledger l
      left join (select ledger_id, sum(case when is_reversal then -applied_amount else applied_amount end)::bigint as amount
        from ledger_detail where accounting_date > $1 group by 1) later on later.ledger_id = l.id
      left join (select ledger_id, sum(new_amount - old_amount)::bigint as amount from ledger_edit
        where kind = 'Edit' and accounting_date > $1 group by 1) edited on edited.ledger_id = l.line_id
      left join ledger voiding on voiding.offset_of_ledger_id = l.id and l.status = 'Voided'
      where not l.is_memo and l.waits_for is distinct from 'Finalize') as day
    where amount <> 0 or paid <> 0) as rows
  group by 1, 2 order by 1, 2`

export async function benchLedgerSummary() {
  const service = await startService()
  const { location, searchPath } = locationOf(service.data)
  const client = new pg.Client({ ...location, options: `-c timezone=UTC -c search_path=${searchPath}` })
  try {
    const rows = await fill(service)
    await client.connect()
    const headers = { authorization: `Bearer ${await tokenOf(service.url, 'sandbox-admin')}` }
    const results = []
    for (const [name, search, statement, values] of [
      ['as they are', '', NOW, []],
      ['as of a day', `&asOfDate=${DAY}`, THEN, [DAY]],
    ]) {
      const url = `${service.url}/ledgerSummary?groupBy=AccountHolder,Month${search}`
      const ours = () => milliseconds(() => asked(url, headers))
      const byHand = () => milliseconds(async () => (await client.query(statement, values)).rows.length)
      const [groups, expected] = [
        await asked(url, headers),
        (await client.query(statement, values)).rows.length,
      ]
      if (groups !== expected) throw new Error(`${groups} groups instead of ${expected}`)
      const times = await inTurns(ROUNDS, ours, byHand)
      const title = `ledger summary by holder and month, ${name}, ${rows} journal rows, against SQL by hand`
      results.push(compared({ name: title, unit: 'ms', ...times, atMost: TIMES_AT_MOST }))
    }
    return results
  } finally {
    await client.end()
    await service.stop()
  }
}

async function asked(url, headers) {
  const answer = await fetch(url, { headers })
  if (answer.status !== 200) throw new Error(await answer.text())
  return (await answer.json()).length
}

async function milliseconds(work) {
  const began = performance.now()
  await work()
  return performance.now() - began
}
