import { z } from 'zod'
import { int, orNull, text } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { dateIn } from '../domain/dates.ts'
import type { Caller, Scope } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import { CalendarDate, Instant } from '../http/schemas.ts'
import { NamedScope } from './scopes.ts'
import type { AccessServices } from './services.ts'

/** What a web page has to know about its user and the service before it shows anything. */
export const Session = z
  .object({
    user: z.object({
      id: z.int(),
      userName: z.string(),
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      roles: z.array(z.string()),
    }),
    permissions: z.array(z.string()),
    scopes: z.array(NamedScope),
    csrfToken: z.string(),
    expiresAt: Instant,
    idleMinutes: z.int(),
    now: Instant,
    today: CalendarDate,
    timeZone: z.string(),
    mode: z.enum(['sandbox', 'production']),
    administrator: z.object({ number: z.string(), name: z.string(), phone: z.string().nullable() }),
    mustEnroll: z
      .literal(true)
      .optional()
      .describe(
        'Only if the user must set up one-time codes (POST /me/totp, PUT /me/totp) before the session can be used for anything else.',
      ),
  })
  .meta({ id: 'Session' })

interface OpenSession {
  readonly csrfToken: string
  readonly expiresAt: Date
}

/** The answer about a session, and the password hash that its device is known by. */
export async function describeSession(
  { clock, isSandbox, sessionIdleMinutes }: AccessServices,
  db: Db,
  caller: Caller,
  { csrfToken, expiresAt }: OpenSession,
) {
  const { tenant } = caller
  const { passwordHash, companyName, phone, ...user } = found(
    await FIND_USER.first(db, [caller.id]),
    `user ${caller.id}`,
  )
  const now = clock.now()
  const answer: z.input<typeof Session> = {
    user: { ...user, roles: [...caller.roles] },
    permissions: [...caller.permissions].sort(),
    scopes: await namedScopes(db, caller.scopes),
    csrfToken,
    expiresAt: expiresAt.toISOString(),
    idleMinutes: sessionIdleMinutes,
    now: now.toISOString(),
    today: dateIn(tenant.timeZone, now),
    timeZone: tenant.timeZone,
    mode: isSandbox ? 'sandbox' : 'production',
    administrator: { number: tenant.number, name: companyName ?? tenant.name, phone },
    ...(caller.mustEnroll ? { mustEnroll: true as const } : {}),
  }
  return { answer, passwordHash }
}

/** Scopes with the numbers and names that people know them by. */
export async function namedScopes(db: Db, scopes: readonly Scope[]) {
  const rows = scopes.length > 0 ? await FIND_NAMES.rows(db, [scopes.map(({ id }) => id)]) : []
  return scopes.map(({ type, id }) => {
    const record = rows.find((row) => row.type === type && row.id === id)
    return { type, id, number: record?.number ?? null, name: record?.name ?? null }
  })
}

const FIND_USER = statement(
  {
    ...{ id: int, userName: text, email: text, firstName: text, lastName: text, passwordHash: orNull(text) },
    ...{ companyName: orNull(text), phone: orNull(text) },
  },
  `select u.id, u.user_name as "userName", u.email, u.first_name as "firstName", u.last_name as "lastName",
     u.password_hash as "passwordHash", company.name as "companyName", company.phone
   from app_user u left join (
     select name, phone from account_holder where type = 'AdminCompany' order by id limit 1) company on true
   where u.id = $1`,
)
const FIND_NAMES = statement(
  { type: text, id: int, number: text, name: text },
  `select type, id, number, name from account_holder where id = any($1::bigint[])
   union all select 'PortalVisibilityGroup', id, code, name from portal_visibility_group where id = any($1::bigint[])`,
)
