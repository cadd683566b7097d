// What the peers share: the service's database, reached as the service reaches it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPool } from '../dist/db/connection.js'
import { databaseOver } from '../dist/db/database.js'

export function openPeerDatabase() {
  const data = process.env.PEER_DATA
  const location = {
    host: join(data, 'run'),
    port: 5432,
    user: 'bulwark',
    password: readFileSync(join(data, 'database-password'), 'utf8').trim(),
    database: 'bulwark',
  }
  const pool = openPool(location, { searchPath: 'tenant_adm1', connections: 8, statementMilliseconds: 5_000 })
  return { pool, db: databaseOver(pool) }
}

/** A caller without a shell around it. */
export const callerOf = (db, scopes) => ({
  kind: 'Client',
  id: 1,
  name: 'peer',
  tenant: { id: 1 },
  db,
  roles: ['Admin'],
  permissions: { has: () => true },
  scopes,
  key: 'Client:1',
})

export function serve(app) {
  app.get('/ready', async () => ({ ready: true }))
  process.on('SIGTERM', () => process.exit(0))
  return app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
}
