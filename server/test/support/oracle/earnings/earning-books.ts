import { type Db, run } from '../../../../src/db/database.ts'

// Checks of posted earnings in SQL. Every returned row is a fault.

/** The earned amount of a line is the sum of its rows, and the journal has the unearned amount of each internal line. */
const EARNINGS = `
  with row as (select contract_id, code, sum(amount)::bigint as amount from earning group by 1, 2),
  unearned as (
    select contract_id, split_part(account, ':', 2) as code, sum(amount)::bigint as amount from (
      select contract_id, credit_account as account, amount from journal
      union all select contract_id, debit_account, -amount from journal) as side
    where account like 'Unearned:%' group by 1, 2)
  select l.contract_id, l.code || ': earned ' || l.earned_to_date || ', rows ' || coalesce(e.amount, 0) as fault
  from contract_line l left join row e on e.contract_id = l.contract_id and e.code = l.code
  where l.earned_to_date <> coalesce(e.amount, 0)
  union all
  select l.contract_id, l.code || ': unearned ' || coalesce(u.amount, 0) || ' of ' || l.amount || ' less '
    || l.earned_to_date || ' less ' || l.refunded
  from contract_line l join contract c on c.id = l.contract_id
    left join unearned u on u.contract_id = l.contract_id and u.code = l.code
  where l.is_internal and c.finalize_date is not null
    and coalesce(u.amount, 0) <> l.amount - l.earned_to_date - l.refunded`

export const earningFaultsIn = (db: Db): Promise<object[]> => run<object>(db, EARNINGS, [])
