// Contracts in force by the hundred thousand, with six lines each, straight into the tables of two administrators: the same
// rows on every run, and the same for both. Nothing has happened to them, and their earnings are posted up to a day.
import { COURSES, EARNED } from './earnings-peer.mjs'

const BATCH = 100_000

/** A number that looks like chance: the same one for the same row. */
const chance = (n, salt) => `(hashint8(${n} * 1009 + ${salt}) & 2147483647)`

/** Two stay inside, and every line is earned over time, in four ways. */
const lines = `(values ('RESERVE', 1, true, 'PRORATA_DAYS', 40000), ('ADMIN', 2, true, 'PRORATA_DAYS', 12000),
  ('CLIP', 3, false, 'PRORATA_MONTHS', 1200), ('ROADSIDE', 4, false, 'PRORATA_MONTHS', 1800),
  ('AGENT', 5, false, 'RULE78', 9000), ('MARKUP', 6, false, 'REVERSE78', 150000))
  as kind (code, sequence, is_internal, earning_method, about)`

/** Texts that do not compress, so that a row has about the size of a real one. */
const text = (parts) =>
  `jsonb_build_object('text', concat(${Array.from({ length: parts }, (_, at) => `md5(concat(n, ${at}))`).join(', ')}))`

const people = [
  `insert into account_holder (type, number, name, status, line1, city, state, zip, effective_date, created_at, created_by,
     updated_at, updated_by)
   select type, 'BENCH', 'Bench', 'Active', '1 Main Street', 'Austin', 'TX', '78701', '2020-01-01', now(), 'bench', now(),
     'bench' from unnest(array['Dealer', 'Customer']) as type`,
  `insert into dealer (id) select id from account_holder where type = 'Dealer' and created_by = 'bench'`,
  `insert into customer (id, first_name, last_name) select id, 'Dana', 'Reyes' from account_holder
   where type = 'Customer' and created_by = 'bench'`,
]

const contracts = ({ count, from, to }) => `
  insert into contract (id, number, vin, dealer_id, customer_id, status, funding_status, product_type_code, product_id,
    program_id, plan_id, term_id, deductible_id, product_name, plan_name, term_months, term_miles, sold, inputs, item,
    sales_tax, book_version, valid_until, state_of_sale, sale_date, effective_date, expiration_date, vehicle_year, make,
    model, retail_price, dealer_cost, sales_tax_total, finalized_at, finalize_date, created_at, created_by,
    updated_at, updated_by)
  select n, 'BENCH-' || lpad(n::text, 7, '0'), '1FTFW1E5' || lpad(to_hex(n), 9, '0'), dealer.id, customer.id, 'Active',
    'Funded', 'VSC', 1, 1, 1 + ${chance('n', 10)} % 20, 5, 1, 'Vehicle service contract', 'Platinum', months, 75000,
    ${text(24)}, ${text(20)}, ${text(14)}, ${text(6)}, 1, timestamptz '2026-12-01', 'TX', sold_on, sold_on,
    (sold_on + months * interval '1 month')::date, 2024, 'FORD', 'F-150', 299500, 136293, 22463, now(), sold_on, now(), 'bench', now(), 'bench'
  from (
    select n, date '2023-01-01' + (n::bigint * 1000 / ${count})::int + ${chance('n', 5)} % 20 as sold_on,
      12 * (4 + ${chance('n', 12)} % 4) as months
    from generate_series(${from}, ${to}) as n
  ) as sale, (select min(id) as id from dealer) as dealer, (select min(id) as id from customer) as customer`

const contractLines = ({ from, to, through }) => `
  insert into contract_line (contract_id, code, disbursement_id, label, account_holder_id, amount, is_internal,
    in_dealer_cost, pay_when, earning_method, cancel_rule, sequence, earned_to_date)
  select id, code, sequence, code, dealer_id, amount, is_internal, code <> 'MARKUP', 'WhenFunded', earning_method,
    'Proportional', sequence, ${EARNED(`date '${through}'`)}
  from (${COURSES(`date '${through}'`, `id between ${from} and ${to}`)}) as course cross join ${lines}
  cross join lateral (select (about + ${chance('id', 20)} % about)::bigint as amount) as priced
  cross join (select min(id) as dealer_id from dealer) as dealer`

/** As if all of it had been posted on one day. */
const earnings = ({ from, to, through }) => `
  insert into earning (contract_id, code, earned_date, accounting_date, amount, created_at)
  select contract_id, code, date '${through}', date '${through}', earned_to_date, now() from contract_line
  where contract_id between ${from} and ${to} and earned_to_date <> 0 order by contract_id, sequence`

/** Fills the tables that the connection sees. */
export async function fillEarnings(client, { count, through }, said = () => undefined) {
  await client.query('set statement_timeout = 0; set synchronous_commit = off')
  await client.query("set maintenance_work_mem = '512MB'")
  for (const statement of people) await client.query(statement)
  const again = await dropIndexes(client)
  for (let from = 1; from <= count; from += BATCH) {
    const to = Math.min(count, from + BATCH - 1)
    await client.query(contracts({ count, from, to }))
    await client.query(contractLines({ from, to, through }))
    await client.query(earnings({ from, to, through }))
    said(`${to} contracts`)
  }
  for (const statement of again) await client.query(statement)
  await client.query('vacuum analyze contract, contract_line, earning')
  await client.query('set synchronous_commit = on')
}

/** Takes away the indexes that only searches need, for as long as rows come in; answers how they are made again. */
async function dropIndexes(client) {
  const { rows } = await client.query(`
    select indexname, indexdef from pg_indexes where schemaname = current_schema()
    and tablename = 'contract' and indexdef not like 'CREATE UNIQUE%'`)
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
  return rows.map(({ indexdef }) => indexdef)
}
