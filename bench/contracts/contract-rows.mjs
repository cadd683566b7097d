// Contracts by the hundred thousand, with the people who bought them, straight into the tables: the same rows on every
// run. A few of them, as many whatever the size, are like no other in anything that contracts are found by.

/** As many rows as these are rare, and as many as those are the newest. */
export const RARE = 40
export const NEW = 3_000
const BATCH = 100_000

const firstNames = `array['Dana','José','Maria','Wei','Aisha','Tom','Irene','Kofi','Lena','Raúl','Nora','Ivan','Grace','Omar','Zoë','Paul','Ruth','Sam','Tara','Uwe']`
const begins = `array['Rey','Mar','Hol','Brad','Schu','Nak','Car','Wil','Fitz','Del','Mac','Oka','Pet','Sor','Tru','Van','Wei','Yam','Zim','Ger']`
const middles = `array['a','en','o','ber','i','an','er','u','ing','el']`
const ends = `array['es','son','man','ski','ez','ura','ton','ley','dt','well','ino','ard','off','quist','by']`
export const one = (array, n) => `(${array})[1 + (${n}) % array_length(${array}, 1)]`
/** A number that looks like chance: the same one for the same row. */
export const chance = (n, salt) => `(hashint8(${n} * 1009 + ${salt}) & 2147483647)`

const people = (count, base) => [
  `insert into account_holder (id, type, number, name, status, line1, city, state, zip, phone, email, effective_date,
     created_at, created_by, updated_at, updated_by)
   select ${base} + n, 'Customer', 'BENCH-' || n,
     case when n <= ${RARE} then 'Zebulon Quarrington' else first || ' ' || last end, 'Active', n || ' Elm Street', 'Austin',
     'TX', (10000 + n % 50000)::text,
     case when n <= ${RARE} then '(999) 555-0100' else '512-' || lpad((n % 10000000)::text, 7, '0') end,
     case when n <= ${RARE} then 'Rare@Example.com' else 'buyer' || n || '@example.com' end,
     '2020-01-01', now(), 'bench', now(), 'bench'
   from (select n, ${one(firstNames, chance('n', 1))} as first,
     ${one(begins, chance('n', 2))} || ${one(middles, chance('n', 3))} || ${one(ends, chance('n', 4))} as last
     from generate_series(1, ${count}) as n) as named`,
  `insert into customer (id, first_name, last_name)
   select id, split_part(name, ' ', 1), split_part(name, ' ', 2) from account_holder
   where type = 'Customer' and created_by = 'bench'`,
]

const dealers = (count, base) => [
  `insert into account_holder (id, type, number, name, status, line1, city, state, zip, effective_date,
     created_at, created_by, updated_at, updated_by)
   select ${base} + n, 'Dealer', 'BENCH-' || n, 'Motors ' || n, 'Active', n || ' Main Street', 'Austin', 'TX', '78701',
     '2020-01-01', now(), 'bench', now(), 'bench' from generate_series(1, ${count}) as n`,
  `insert into dealer (id) select id from account_holder where type = 'Dealer' and created_by = 'bench'`,
]

/** Documents as a real sale left them, so that a row has the size of a real one. */
const DOCUMENTS = ['sold', 'inputs', 'item', 'sales_tax', 'financing', 'custom_fields']

const contracts = ({ count, customers, dealers: sellers, ids, from, to }) => {
  const rare = `(n % ${count / RARE} = 0)`
  const unlike = (value, other) => `case when ${rare} then ${value} else ${other} end`
  const sold = `(case when n > ${count - NEW} then date '2026-10-01' + ${chance('n', 5)} % 45
    else date '2021-01-01' + (n::bigint * 2060 / ${count})::int + ${chance('n', 5)} % 20 end)`
  const hundred = `${chance('n', 6)} % 100`
  const status = `case when ${hundred} < 62 then 'Active' when ${hundred} < 84 then 'Expired'
    when ${hundred} < 92 then 'Cancelled' when ${hundred} < 95 then 'Voided' when ${hundred} < 99 then 'Pending'
    else 'Quote' end`
  return `
    insert into contract (number, vin, dealer_id, customer_id, lien_holder_id, status, held_from, funding_status,
      product_type_code, product_id, program_id, plan_id, term_id, deductible_id, product_name, plan_name, term_months,
      term_miles, dealer_group_id, agent_id, ${DOCUMENTS.join(', ')}, book_version, valid_until, state_of_sale, sale_date,
      effective_date, expiration_date, vehicle_year, make, model, retail_price, dealer_cost, sales_tax_total,
      external_references, external_keys, pending_changes, open_holds, open_claims, cancel_date, created_at, created_by,
      updated_at, updated_by)
    select case when status = 'Quote' then null else 'BENCH-' || lpad(n::text, 7, '0') end,
      '1FTFW1E5' || lpad(to_hex(n), 9, '0'),
      ${unlike(`${ids.dealer} + 1`, `${ids.dealer} + 2 + ${chance('n', 7)} % ${sellers - 1}`)},
      ${ids.customer} + ${unlike(`n / ${count / RARE}`, `${RARE} + 1 + ${chance('n', 8)} % ${customers - RARE}`)},
      ${unlike(ids.rareLienHolder, ids.lienHolder)}, status, case when status = 'OnHold' then 'Active' end,
      ${unlike(`'PartiallyFunded'`, `case when ${hundred} < 70 then 'Funded' else 'NotFunded' end`)},
      ${unlike(`'RARE'`, one(`array['VSC','VSC','VSC','GAP','PPM']`, chance('n', 9)))},
      ${unlike('991', `1 + ${chance('n', 9)} % 3`)}, ${unlike('992', `1 + ${chance('n', 9)} % 6`)},
      ${unlike('993', `1 + ${chance('n', 10)} % 20`)}, 5, 1, 'Vehicle service contract', 'Platinum', 60, 75000,
      ${unlike(ids.rareGroup, ids.group)}, ${unlike(ids.rareAgent, ids.agent)},
      ${DOCUMENTS.map((name) => `model_${name}`).join(', ')}, 1, timestamptz '2026-12-01',
      ${unlike(`'ZZ'`, one(`array['TX','FL','CA','CO','NY','OH']`, chance('n', 11)))},
      ${unlike(`date '1990-06-15'`, 'sold_on')}, ${unlike(`date '1990-06-16'`, 'sold_on')},
      ${unlike(`date '1991-06-15'`, `sold_on + 365 * (2 + ${chance('n', 12)} % 6)`)}, 2024, 'FORD', 'F-150',
      100000 + ${chance('n', 13)} % 400000, 136293, 22463, '[]',
      ${unlike(`array['rare-key']`, `case when n % 3 = 0 then array['dms-' || n] else '{}'::text[] end`)},
      ${unlike(`'{"fields": {}, "columns": {}}'::jsonb`, 'null::jsonb')}, ${unlike('1', '0')}, ${unlike('1', '0')},
      ${unlike(`date '1990-12-01'`, `case when status = 'Cancelled' then sold_on + 200 + ${chance('n', 14)} % 300 end`)},
      now(), 'bench', ${unlike(`timestamptz '2040-01-01'`, `sold_on + ${chance('n', 15)} % 400 * interval '1 hour'`)}, 'bench'
    from (
      select n, ${sold} as sold_on, ${unlike(`'OnHold'`, status)} as status from generate_series(${from}, ${to}) as n
    ) as rows, (select ${DOCUMENTS.map((name) => `${name} as model_${name}`).join(', ')} from contract
      where created_by <> 'bench' order by id limit 1) as model`
}

/** Fills a database that has one real contract; answers what the rare ones are tied to. */
export async function fillContracts(pool, count, said = () => undefined) {
  const client = await pool.connect()
  try {
    await client.query(
      "set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '512MB'",
    )
    const { rows } = await client.query(`select (select max(id) from account_holder) as base,
      (select min(id) from lien_holder) as "lienHolder", (select max(id) from lien_holder) as "rareLienHolder",
      (select min(id) from dealer_group) as group, (select max(id) from dealer_group) as "rareGroup",
      (select min(id) from agent) as agent, (select max(id) from agent) as "rareAgent"`)
    const customers = count * 0.8
    const sellers = Math.max(20, count / 1_000)
    const ids = { ...rows[0], customer: Number(rows[0].base), dealer: Number(rows[0].base) + customers }
    const again = await dropIndexes(client, ['contract', 'account_holder', 'customer'])
    for (const statement of [...people(customers, ids.customer), ...dealers(sellers, ids.dealer)])
      await client.query(statement)
    for (let from = 1; from <= count; from += BATCH) {
      const to = Math.min(count, from + BATCH - 1)
      await client.query(contracts({ count, customers, dealers: sellers, ids, from, to }))
      said(`${to} contracts`)
    }
    // What the sandbox came with would be found, too.
    await client.query(`update contract set updated_at = '2020-01-01' where created_by <> 'bench'`)
    for (const statement of again) await client.query(statement)
    said('indexed')
    await client.query('vacuum analyze')
    return ids
  } finally {
    client.release()
  }
}

/** Takes away the indexes that only searches need, for as long as rows come in; answers how they are made again. */
export async function dropIndexes(client, tables) {
  const { rows } = await client.query(
    `select indexname, indexdef from pg_indexes where schemaname = current_schema()
     and tablename = any($1) and indexdef not like 'CREATE UNIQUE%'`,
    [tables],
  )
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
  return rows.map(({ indexdef }) => indexdef)
}
