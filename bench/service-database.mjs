// The database of a service that a bench has started, reached as the service reaches it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPool } from '../dist/db/connection.js'
import { databaseOver } from '../dist/db/database.js'

/** Where it is, and where the sandbox's tables are in it. */
export const locationOf = (data) => ({
  location: {
    host: join(data, 'run'),
    port: 5432,
    user: 'bulwark',
    password: readFileSync(join(data, 'database-password'), 'utf8').trim(),
    database: 'bulwark',
  },
  searchPath: 'tenant_adm1',
})

export function openDatabaseOf(data) {
  const { location, searchPath } = locationOf(data)
  const pool = openPool(location, {
    searchPath,
    connections: 8,
    statementMilliseconds: 0,
  })
  return { pool, db: databaseOver(pool) }
}
