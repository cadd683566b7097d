// A filtered page of account holders among 100,000 against the same page among 1,000: every filter matches the same
// number of rows in both, so that only the size of the table differs. Goal: at most 1.5 times the cost.
import autocannon from 'autocannon'
import { inTurns, startService, tokenOf } from './processes.mjs'
import { compared } from './rows.mjs'
import { openDatabaseOf } from './service-database.mjs'

const ROUNDS = 5
const SECONDS = 1
const MATCHING = 25
const COST_AT_MOST = 1.5

/** Every n-th row is one that the filters look for; nothing else is like it. */
const ROWS = `
  select n, n % ($1::int / ${MATCHING}) = 0 as rare, case when n <= $1::int then 'Dealer' else 'LienHolder' end as type
  from generate_series(1, $1::int * 2) as n`

const FILL = [
  `insert into account_holder (type, number, name, status, line1, city, state, zip, phone, effective_date,
     expiration_date, created_at, created_by, updated_at, updated_by)
   select type, 'B-' || n, case when rare then 'Rare Gemstone ' || n else 'Ordinary Motors of Route ' || n end,
     case when rare then 'Suspended' else 'Active' end, n || ' Main Street',
     case when rare then 'Rareville' else 'City ' || n % 500 end,
     case when rare then 'ZZ' else (array['TX', 'FL', 'CA', 'CO', 'NY', 'OH'])[1 + n % 6] end,
     case when rare then '00001' else (10000 + n % 50000)::text end, null,
     case when rare then date '1990-01-01' else date '2015-01-01' + n % 3000 end,
     case when rare then date '1995-01-01' end, now(), 'bench',
     case when rare then timestamptz '2040-01-01' else timestamptz '2020-01-01' end, 'bench'
   from (${ROWS}) as rows`,
  `insert into dealer_group (id) select id from account_holder where type = 'DealerGroup' on conflict do nothing`,
  `insert into dealer (id, dealer_group_id)
   select id, case when status = 'Suspended' then (select min(id) + 1 from dealer_group) end from account_holder
   where type = 'Dealer' and created_by = 'bench'`,
  `insert into dealer_agent (dealer_id, agent_id, role)
   select id, (select min(id) + 1 from agent), 'Primary' from account_holder
   where type = 'Dealer' and created_by = 'bench' and status = 'Suspended'`,
  `insert into lien_holder (id, aliases, aliases_lower)
   select id, array['Alias ' || id], array[case when status = 'Suspended' then 'rare alias' else 'alias ' || id end]
   from account_holder where type = 'LienHolder' and created_by = 'bench'`,
]

/** The rows of the sandbox would be found, too. */
const REMOVE_OTHERS = `
  update account_holder set status = 'Active', expiration_date = null, updated_at = '2020-01-01' where created_by <> 'bench'`

async function fill(service, count) {
  const { pool } = openDatabaseOf(service.data)
  await pool.query(REMOVE_OTHERS)
  await pool.query('delete from dealer_agent where agent_id = (select min(id) + 1 from agent)')
  await pool.query('update dealer set dealer_group_id = null')
  for (const statement of FILL) await pool.query(statement, statement.includes('$1') ? [count / 2] : [])
  const { rows } = await pool.query('select min(id) + 1 as id from dealer_group')
  const { rows: agents } = await pool.query('select min(id) + 1 as id from agent')
  await pool.query('vacuum analyze')
  await pool.end()
  return { group: rows[0].id, agent: agents[0].id }
}

const pathsFor = ({ group, agent }) => [
  `/dealers?name=gemstone`,
  `/dealers?city=rareville`,
  `/dealers?state=ZZ`,
  `/dealers?zip=00001`,
  `/dealers?status=Suspended`,
  `/dealers?updatedSince=2039-01-01T00:00:00Z`,
  `/dealers?dealerGroupId=${group}`,
  `/dealers?agentId=${agent}`,
  `/dealers?name=gemstone&state=ZZ&sortBy=name`,
  `/accountholders?name=gemstone&types=Dealer`,
  `/accountholders?state=ZZ`,
  `/accountholders?expiringBefore=2000-01-01`,
  `/accountholders?effectiveOn=1992-01-01`,
  `/lienHolders?zip=00001`,
  `/v2/lienHolders?alias=rare%20alias`,
]

export async function benchLists() {
  const [small, large] = [await startService(), await startService()]
  try {
    const ids = await fill(small, 1_000)
    await fill(large, 100_000)
    const [little, much] = [await client(small), await client(large)]
    const results = []
    for (const path of pathsFor(ids)) {
      const [few, many] = [await little.count(path), await much.count(path)]
      if (few !== many || few === 0)
        throw new Error(`${path} matches ${few} rows of few and ${many} of many.`)
      await little.rate(path)
      await much.rate(path)
      const { ours, peer, ratio } = await inTurns(
        ROUNDS,
        () => much.rate(path),
        () => little.rate(path),
      )
      const name = `GET ${path}: ${many} rows of 100,000 against 1,000`
      results.push(compared({ name, unit: '/s', ours, peer, ratio: 1 / ratio, atMost: COST_AT_MOST }))
    }
    return results
  } finally {
    await small.stop()
    await large.stop()
  }
}

async function client({ url }) {
  const headers = { authorization: `Bearer ${await tokenOf(url, 'sandbox-admin')}` }
  return {
    async count(path) {
      const answer = await fetch(`${url}${path}`, { headers })
      return Number(answer.headers.get('x-total-count'))
    },
    async rate(path) {
      const result = await autocannon({ url: `${url}${path}`, headers, connections: 1, duration: SECONDS })
      if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path}: ${result.non2xx} refusals`)
      return result.requests.average
    },
  }
}
