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
