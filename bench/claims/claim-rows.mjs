// Claims by the hundred thousand, straight into the tables: the same rows on every run. A few of them are like no other in
// anything that claims are found by, and are spread over all.
import { chance, dropIndexes, one, RARE } from '../contracts/contract-rows.mjs'

const BATCH = 100_000
const CLAIM_TABLES = ['claim', 'claim_hold', 'claim_inspection']

/** About as large as the worksheet of a real claim. */
const ADJUDICATION = `jsonb_build_object('coverage', '{"inForce": true, "reasons": []}'::jsonb, 'gapMissing', '[]'::jsonb,
  'gapSettlement', null, 'steps', (select jsonb_agg(jsonb_build_object('sequence', step, 'label', 'Labor ' || md5(step::text),
    'value', step * 14500, 'formula', md5((step + 1)::text) || ' x ' || step)) from generate_series(1, 20) as step))`

const claims = ({ count, contracts, ids, from, to }) => {
  const rare = `(n % ${count / RARE} = 0)`
  const unlike = (value, other) => `case when ${rare} then ${value} else ${other} end`
  const hundred = `${chance('n', 6)} % 100`
  const lost = `(date '2021-01-01' + (n::bigint * 2100 / ${count})::int + ${chance('n', 5)} % 20)`
  // Contracts that are rare have rare claims, and no others.
  const every = contracts / RARE
  const plain = `${chance('n', 8)} % ${contracts - 1}`
  const contract = unlike(
    `n / ${count / RARE} * ${every}`,
    `1 + ${plain} - (case when (1 + ${plain}) % ${every} = 0 then 1 else 0 end)`,
  )
  return `
    insert into claim (number, contract_id, dealer_id, contract_number, vin, claim_type, status, repair_facility_id,
      adjuster_id, loss_date, loss_odometer, reported_date, authorized_date, paid_date, adjudication, requested,
      authorized, authorized_amount, paid, reserve, created_at, created_by, updated_at, updated_by)
    select 'BCLM-' || lpad(n::text, 7, '0'), c.id, c.dealer_id, c.number, c.vin,
      ${unlike(`'Appearance'`, one(`array['Repair','Repair','Repair','GAP','PPM']`, chance('n', 9)))},
      ${unlike(
        `'PendingApproval'`,
        `case when ${hundred} < 60 then 'Paid' when ${hundred} < 75 then 'Closed'
        when ${hundred} < 90 then 'Denied' when ${hundred} < 95 then 'Authorized' else 'Open' end`,
      )},
      ${unlike(ids.rareFacility, ids.facility)}, ${unlike('991', `1 + ${chance('n', 10)} % 20`)},
      ${unlike(`date '1990-06-15'`, lost)}, 24100, ${unlike(`date '1990-06-20'`, `${lost} + 1`)},
      ${unlike(`date '1990-06-25'`, `case when ${hundred} < 70 then ${lost} + 3 end`)},
      ${unlike(`date '1990-07-01'`, `case when ${hundred} < 60 then ${lost} + 9 end`)}, a.adjudication,
      10000 + ${chance('n', 13)} % 400000, 0, 0, 0, 0, now(), 'bench',
      ${unlike(`timestamptz '2040-01-01'`, `${lost} + ${chance('n', 15)} % 400 * interval '1 hour'`)}, 'bench'
    from (select ${ADJUDICATION} as adjudication) as a, generate_series(${from}, ${to}) as n
      join contract c on c.id = ${ids.contract} - 1 + ${contract}`
}

/** Every twentieth was inspected; every twentieth waits for one reason, and the rare ones for another. */
const around = (ids) => [
  `insert into claim_inspection (claim_id, company_id, reason_id, status, ordered_at, ordered_date, created_at, created_by,
     updated_at, updated_by)
   select id, ${ids.company}, ${ids.inspectionReason}, 'Completed', now(), reported_date, now(), 'bench', now(), 'bench'
   from claim where created_by = 'bench' and id % 20 = 0`,
  `insert into claim_hold (claim_id, reason_id, from_date, created_at, created_by)
   select id, case when adjuster_id = 991 then ${ids.rareReason} else ${ids.reason} end, reported_date, now(), 'bench'
   from claim where created_by = 'bench' and (adjuster_id = 991 or id % 20 = 1)`,
]

/** Fills a database with bench contracts; answers what the rare claims are tied to. */
export async function fillClaims(pool, count, contracts, said = () => undefined) {
  const client = await pool.connect()
  try {
    await client.query(
      "set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '512MB'",
    )
    const { rows } =
      await client.query(`select (select min(id) from contract where created_by = 'bench') as contract,
      (select min(id) from repair_facility) as facility, (select max(id) from repair_facility) as "rareFacility",
      (select min(id) from inspection_company) as company,
      (select min(id) from reference_value where list = 'InspectionReason') as "inspectionReason",
      (select min(id) from reference_value where list = 'ClaimHoldReason') as reason,
      (select max(id) from reference_value where list = 'ClaimHoldReason') as "rareReason"`)
    const ids = Object.fromEntries(Object.entries(rows[0]).map(([name, id]) => [name, Number(id)]))
    // What the sandbox came with would be found, too.
    await client.query(`update claim set updated_at = '2020-01-01', repair_facility_id = null`)
    await client.query(`update claim_hold set to_date = from_date where to_date is null`)
    const again = await dropIndexes(client, CLAIM_TABLES)
    for (let from = 1; from <= count; from += BATCH) {
      const to = Math.min(count, from + BATCH - 1)
      await client.query(claims({ count, contracts, ids, from, to }))
      said(`${to} claims`)
    }
    for (const statement of [...around(ids), ...again]) await client.query(statement)
    said('indexed')
    await client.query('vacuum analyze')
    return ids
  } finally {
    client.release()
  }
}
