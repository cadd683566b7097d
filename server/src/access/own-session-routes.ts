import { z } from 'zod'
import { bytes, flag, instant, int, orNull, type RowOf, text } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import type { Caller } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { Id, Instant } from '../http/schemas.ts'
import { IS_OPEN } from './authenticate.ts'
import type { Principal } from './principals.ts'
import { requireUser } from './self.ts'
import type { AccessServices } from './services.ts'
import { endSessionOf, endUserSessions } from './sessions.ts'

const tag = 'Access'

const OwnSession = z
  .object({
    id: Id,
    createdAt: Instant,
    lastUsedAt: Instant,
    expiresAt: Instant,
    address: z.string().nullable(),
    device: z.string().nullable(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'OwnSession' })

/** Where the user is signed in, and signing out there. */
export function ownSessionRoutes({ authenticator, sessionIdleMinutes }: AccessServices): Route[] {
  return [
    route.read({
      path: '/me/sessions',
      tag,
      summary: 'List where you are signed in',
      permission: 'signed-in',
      problems: ['Forbidden'],
      answer: z.array(OwnSession),
      pages: ['id', 'createdAt', 'lastUsedAt'],
      handler: ({ db, caller }) => findSessions(db, caller),
    }),
    route.write({
      method: 'DELETE',
      path: '/me/sessions',
      tag,
      summary: 'Sign out everywhere else',
      permission: 'signed-in',
      subject: 'users/{id}/sessions',
      problems: ['Forbidden'],
      async handler({ tx, caller }) {
        requireUser(caller)
        await endUserSessions(tx, caller.id, ownHash(caller))
        afterCommit(tx, authenticator.forget)
      },
    }),
    route.write({
      method: 'DELETE',
      path: '/me/sessions/{sessionId}',
      tag,
      summary: 'Sign out of one of your sessions',
      permission: 'signed-in',
      subject: 'users/{id}/sessions/{sessionId}',
      problems: ['Forbidden'],
      recorded: async ({ tx, caller, params: { sessionId } }) =>
        (await findSessions(tx, caller)).find(({ id }) => id === sessionId),
      async handler({ tx, caller, params: { sessionId } }) {
        const row = await LOCK_SESSION.first(tx, [caller.id, sessionIdleMinutes, sessionId])
        await endSessionOf(tx, found(row, `session ${sessionId} of yours`).token_hash)
        afterCommit(tx, authenticator.forget)
      },
    }),
  ]

  async function findSessions(db: Db, caller: Caller) {
    requireUser(caller)
    const rows = await FIND_SESSIONS.rows(db, [caller.id, sessionIdleMinutes, ownHash(caller)])
    return rows.map(sessionFromRow)
  }
}

/** A caller with a session cookie is a Principal that knows its session. */
const ownHash = (caller: Caller) => (caller as Principal).sessionHash ?? Buffer.alloc(0)

const columns = {
  id: int,
  created_at: instant,
  last_used_at: instant,
  expires_at: instant,
  address: orNull(text),
  device: orNull(text),
  is_current: flag,
}

const FIND_SESSIONS = statement(
  columns,
  `select id, created_at, last_used_at, expires_at, address, device, token_hash = $3 as is_current
   from session where user_id = $1 and ${IS_OPEN} order by id`,
)
const LOCK_SESSION = statement(
  { token_hash: bytes },
  `select token_hash from session where user_id = $1 and ${IS_OPEN} and id = $3 for update`,
)

const sessionFromRow = (row: RowOf<typeof columns>): z.output<typeof OwnSession> => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  address: row.address,
  device: row.device,
  isCurrent: row.is_current,
})
