import { afterAll, expect, inject, test } from 'vitest'
import { openPool } from '../../src/db/connection.ts'

const server = inject('server')
const pools: { end(): Promise<void> }[] = []
afterAll(() => Promise.all(pools.map((pool) => pool.end())))

/** The address of the test server as a URL with these parameters. */
function urlWith(parameters: string): string {
  if ('connectionString' in server) return `${server.connectionString}?${parameters}`
  const { host, port, user, password, database } = server
  return `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}?${parameters}`
}

test('options in the URL are kept, but cannot change the search path or the time limit', async () => {
  const options = encodeURIComponent('-c search_path=pg_catalog -c statement_timeout=0 -c work_mem=7MB')
  const pool = openPool(
    { connectionString: urlWith(`options=${options}&application_name=x`) },
    { searchPath: 'platform', connections: 1, statementMilliseconds: 4_321 },
  )
  pools.push(pool)
  const { rows } = await pool.query(
    `select current_setting('search_path') as path, current_setting('statement_timeout') as timeout,
      current_setting('work_mem') as memory, current_setting('timezone') as zone`,
  )
  expect(rows[0]).toEqual({ path: 'platform', timeout: '4321ms', memory: '7MB', zone: 'UTC' })
})

test('a statement after a failed one is told why the transaction failed, whoever hears of it first', async () => {
  const pool = openPool(server, { searchPath: 'public', connections: 1, statementMilliseconds: 0 })
  pools.push(pool)
  const client = await pool.connect()
  const failures = async (fail: () => Promise<unknown>) => {
    const sent = [
      client.query('begin'),
      fail(),
      client.query('select $1::int', [1]),
      client.query('select 1'),
    ]
    const [, ...outcomes] = await Promise.allSettled(sent)
    await client.query('rollback')
    return outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)
  }
  expect(await failures(() => client.query('select 1 / $1::int', [0]))).toEqual(['22012', '22012', '22012'])
  expect(await failures(() => client.query('select from nothing'))).toEqual(['42P01', '42P01', '42P01'])
  expect(await failures(() => client.query('select 1'))).toEqual([false, false, false])
  client.release()
  // A pool passes callbacks.
  await expect(pool.query('select from nothing')).rejects.toMatchObject({ code: '42P01' })
})
