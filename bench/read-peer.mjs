// The peer of the read bench: a bare Fastify route that runs the very statement the service runs, by its name, and
// answers the row. No token, no scope, no ETag, no limits, no log.
import Fastify from 'fastify'
import { findPortalGroup } from '../dist/access/portal-groups.js'
import { findUser } from '../dist/access/users.js'
import { PreparingClient } from '../dist/db/connection.js'
import { callerOf, openPeerDatabase, serve } from './peer-parts.mjs'

const { pool, db } = openPeerDatabase()

/** The statement and parameters that a query function of the service sends. */
async function statementOf(ask) {
  const original = PreparingClient.prototype.query
  let caught
  PreparingClient.prototype.query = function query(text, values, ...rest) {
    caught ??= { text, values }
    return original.call(this, text, values, ...rest)
  }
  await ask()
  PreparingClient.prototype.query = original
  return caught
}

const user = await statementOf(() => findUser(db, callerOf(db, []), 1))
const scope = JSON.parse(process.env.PEER_SCOPES)
const group = await statementOf(() => findPortalGroup(db, callerOf(db, scope), { id: 1 }))

const app = Fastify()
app.get('/v2/Users/1', async () => (await pool.query({ name: 'user', ...user })).rows[0])
app.get('/portalvisibilitygroups/1', async () => (await pool.query({ name: 'group', ...group })).rows[0])
await serve(app)
