// What the peers share: the service's database, reached as the service reaches it.
import { openDatabaseOf } from './service-database.mjs'

export const openPeerDatabase = () => openDatabaseOf(process.env.PEER_DATA)

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
