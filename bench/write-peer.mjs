// The peer of the write bench: the same use case in the same transaction, without audit chain, idempotency and
// outbox, behind a bare Fastify route.
import Fastify from 'fastify'
import { replaceUser } from '../dist/access/save-users.js'
import { inTransaction } from '../dist/db/transaction.js'
import { callerOf, openPeerDatabase, serve } from './peer-parts.mjs'

const { db } = openPeerDatabase()
const caller = callerOf(db, [])
const hash = () => Promise.reject(new Error('no password is sent'))

const app = Fastify()
app.put('/v2/Users/:id', async (request) => {
  const { externalIdentity = null, mfaEnabled = false, scopes = [], ...rest } = request.body
  const user = {
    status: 'Active',
    accountHolderType: null,
    accountHolderId: null,
    password: undefined,
    ...rest,
  }
  const acting = { caller, now: new Date(), today: '2024-01-01' }
  const forget = () => undefined
  const input = {
    id: Number(request.params.id),
    user,
    v2: { externalIdentity, mfaEnabled, scopes },
    hash,
    forget,
  }
  return inTransaction(db, (tx) => replaceUser(tx, acting, input))
})
await serve(app)
