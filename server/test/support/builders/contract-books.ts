import { afterAll, afterEach, expect } from 'vitest'
import { JOIN_WHOLE_TABLES, verifyBooks } from '../../../src/cash/books/verify-books.ts'
import { type Db, run } from '../../../src/db/database.ts'
import { inTransaction } from '../../../src/db/transaction.ts'
import { isWhole } from '../../../src/domain/cash/verification.ts'
import { earningFaultsIn } from '../oracle/earnings/earning-books.ts'
import type { TestService } from '../service/app.ts'
import { sandboxOf } from '../service/sandbox.ts'
import { isSoak } from '../service/trials.ts'

// Checks of contracts and their books in SQL. Every returned row is a fault.

/** The lines of a contract sum to its price and match the ledger, and its holds match its state. */
const CONTRACTS = `
  with posted as (
    select g.contract_id, g.disbursement_code as code,
      sum(case when g.direction = 'Pay' then g.amount else -g.amount end)::bigint as amount
    from ledger g
    where g.ledger_type in ('ContractDisbursement', 'Refinalize') and not g.is_dealer_cost and g.cancel_id is null
      and g.offset_of_ledger_id is null and g.status <> 'Voided'
      and not exists (select from ledger o where o.offset_of_ledger_id = g.id)
    group by 1, 2)
  select c.id, 'lines and price' as fault from contract c join contract_line l on l.contract_id = c.id
  group by c.id, c.retail_price having c.retail_price <> sum(l.amount)
  union all
  select c.id, 'lines and ledger: ' || l.code from contract c join contract_line l on l.contract_id = c.id
    left join posted p on p.contract_id = c.id and p.code = l.code
  where c.status not in ('Quote', 'Voided') and l.amount <> coalesce(p.amount, 0)
  union all
  select c.id, 'a quote or voided contract has something posted' from contract c join posted p on p.contract_id = c.id
  where c.status in ('Quote', 'Voided') and p.amount <> 0
  union all
  select c.id, 'holds and state' from contract c
  where c.open_holds <> (select count(*) from contract_hold o where o.contract_id = c.id and o.status = 'Open')
    or (c.status = 'OnHold') <> (c.open_holds > 0)
  union all
  select c.id, 'dealer cost' from contract c
  where c.dealer_cost <> (select coalesce(sum(l.amount), 0) from contract_line l
    where l.contract_id = c.id and l.in_dealer_cost)`

/** Open items and the journal agree for every account holder. */
const BOOKS = `
  with moved as (
    select debit_account as account, amount from journal union all select credit_account, -amount from journal),
  balance as (select account, sum(amount)::bigint as amount from moved group by 1),
  open as (
    select case direction when 'Receive' then 'Receivable:' else 'Payable:' end || account_holder_id as account,
      sum(open_amount * case direction when 'Receive' then 1 else -1 end)::bigint as amount
    from ledger where not is_memo and status <> 'Voided' and waits_for is distinct from 'Finalize' group by 1)
  select coalesce(b.account, o.account) as account, b.amount as journal, o.amount as open
  from (select * from balance where account like 'Receivable:%' or account like 'Payable:%') b
    full join open o on o.account = b.account
  where coalesce(b.amount, 0) <> coalesce(o.amount, 0)`

/** Each booked row has journal rows for itself or its line. Payments of a cancel are booked with its receivables. */
const ENTRIES = `
  select g.id, 'row without entries' as fault from ledger g
  where not g.is_memo and g.status <> 'Voided' and g.waits_for is distinct from 'Finalize'
    and not exists (select from journal j where j.ledger_id in (g.id, g.line_id))
    and not exists (select from journal j where j.cancel_id = g.cancel_id and g.direction = 'Pay'
      and j.credit_account = 'Payable:' || g.account_holder_id)
    and not exists (select from journal j where j.cancel_id = g.cancel_id and g.offset_of_ledger_id is not null
      and j.entry_type = 'Reinstatement')`

/** A cancel leaves nothing unearned, balances, and pays its refund. A reinstated cancel has no effect left. */
const CANCELS = `
  with own as (
    select g.* from ledger g where g.cancel_id is not null and g.ledger_type <> 'Penalty'
      and g.offset_of_ledger_id is null and g.ledger_type <> 'Reinstatement'),
  standing as (
    select o.* from own o where o.status <> 'Voided'
      and not exists (select from ledger u where u.offset_of_ledger_id = o.id)),
  unearned as (
    select contract_id, account, sum(amount)::bigint as amount from (
      select contract_id, debit_account as account, amount from journal
      union all select contract_id, credit_account, -amount from journal) as moved
    where account like 'Unearned:%' group by 1, 2)
  select c.id, 'something is unearned: ' || u.account as fault from contract c join unearned u on u.contract_id = c.id
  where c.status = 'Cancelled' and u.amount <> 0
  union all
  select c.id, 'cancel and state' from contract c
  where (c.status = 'Cancelled') <> exists (select from cancel x where x.contract_id = c.id and x.status = 'Active'
    and x.cancel_date = c.cancel_date)
  union all
  select s.cancel_id, 'in and out' from standing s
  group by s.cancel_id having sum(case s.direction when 'Receive' then s.amount else -s.amount end) <> 0
  union all
  select x.id, 'taken back, and something stands' from cancel x
  where x.status = 'Reversed' and x.id in (select s.cancel_id from standing s)
  union all
  select x.id, 'payments and refund' from cancel x
  where x.status = 'Active' and (x.calculation ->> 'totalRefund')::bigint <>
    (select coalesce(sum(p.amount), 0) from cancel_payment p where p.cancel_id = x.id and not p.is_voided)
  union all
  select p.id, 'payment and its row' from cancel_payment p join ledger g on g.id = p.ledger_id
  where (p.amount <> g.amount or p.is_voided <> (g.status = 'Voided'))
      -- A refund that was paid in part when the contract was reinstated: its row keeps that part.
      and not (p.is_voided and g.status = 'Paid' and g.amount = g.paid_amount and g.amount < p.amount)
    or p.payee_id <> g.account_holder_id or p.cancel_id <> g.cancel_id
    or p.amount <> (select sum((line ->> 'amount')::bigint) from jsonb_array_elements(p.lines) as line)`

/** Cash, what it paid, and the journal agree; a row is in process exactly while a batch that is not processed has it. */
const CASH = `
  with applied as (
    select d.cash_transaction_id as cash, d.ledger_id, l.direction, l.waits_for, l.account_holder_id, l.paid_amount,
      sum(case when d.is_reversal then -d.applied_amount else d.applied_amount end)::bigint as amount
    from ledger_detail d join ledger l on l.id = d.ledger_id group by 1, 2, 3, 4, 5, 6),
  moved as (
    select debit_account as account, amount from journal union all select credit_account, -amount from journal),
  balance as (select account, sum(amount)::bigint as amount from moved group by 1),
  live as (
    select account_holder_id, (amount - applied) * case type when 'Receipt' then 1 else -1 end as unapplied,
      amount * case type when 'Receipt' then 1 else -1 end as money
    from cash_transaction where status in ('Posted', 'Cleared')),
  unapplied as (
    select account_holder_id, sum(amount)::bigint as amount from (
      select account_holder_id, unapplied as amount from live
      union all select account_holder_id, amount from applied where waits_for = 'Finalize') as parts group by 1)
  select k.id, 'cash and what it paid' as fault from cash_transaction k left join applied a on a.cash = k.id
  group by k.id having k.applied <> coalesce(sum(a.amount * case (a.direction = 'Receive') = (k.type = 'Receipt')
    when true then 1 else -1 end), 0)
  union all
  select l.id, 'row and its cash' from ledger l left join applied a on a.ledger_id = l.id
  group by l.id having l.paid_amount <> coalesce(sum(a.amount), 0)
  union all
  select u.account_holder_id, 'unapplied' from unapplied u left join balance b on b.account = 'Unapplied:' || u.account_holder_id
  where coalesce(-b.amount, 0) <> u.amount
  union all
  select 0, 'cash account' from (select coalesce(sum(money), 0) as money from live) l
  where l.money <> coalesce((select amount from balance where account = 'Cash'), 0)
  union all
  select l.id, 'row and its batch' from ledger l
    left join in_process_cash_transaction b on b.id = l.in_process_cash_transaction_id and b.status = 'Ready'
    left join in_process_item i on i.ledger_id = l.id and i.in_process_cash_transaction_id = b.id
  where (l.status = 'InProcess') <> (i.ledger_id is not null)
    or (l.status = 'InProcess') <> (l.in_process_cash_transaction_id is not null)`

/** A day after every posting. */
const END_OF_TIME = '9000-12-31'

/** All faults in the contracts and books of a database, and what the product's own verification says. With thousands of contracts this is slow. */
export const faultsIn = (db: Db): Promise<unknown[]> =>
  inTransaction(db, async (tx) => {
    await run(tx, `set local statement_timeout = '300s'`, [])
    await JOIN_WHOLE_TABLES.run(tx, [])
    const found: unknown[] = []
    for (const text of [CONTRACTS, BOOKS, ENTRIES, CANCELS, CASH])
      found.push(...(await run<object>(tx, text, [])))
    const { checks } = await verifyBooks(tx, END_OF_TIME, END_OF_TIME)
    const differing = checks.filter((check) => !isWhole(check))
    return [...found, ...(await earningFaultsIn(tx)), ...differing]
  })

/** The books are whole at the end of the file, and in the soak after each test. What is wrong in them stays in them. */
export function checkBooks(service: TestService): void {
  const check = isSoak ? afterEach : afterAll
  check(async () => expect(await faultsIn((await sandboxOf(service)).db)).toEqual([]))
}
