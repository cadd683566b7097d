import { z } from 'zod'
import { int, json, text } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { type Caller, isLimited, type Scope } from '../http/caller.ts'
import { type Fault, Problem } from '../http/problems.ts'
import { Id } from '../http/schemas.ts'
import { scopeTypes } from './scope.ts'

/** A scope that a credential or a user is given. */
export const ScopeInput = z
  .strictObject({ type: z.enum(scopeTypes), id: Id })
  .meta({ id: 'AccessScope', description: 'An account holder or group that a caller is limited to.' })

/** A scope in an answer. */
export const ScopeAnswer = z.object({ type: z.string(), id: z.int() })

/** A scope as people know it. */
export const NamedScope = z
  .object({ type: z.string(), id: z.int(), number: z.string().nullable(), name: z.string().nullable() })
  .meta({ id: 'NamedScope' })

export const Scopes = z.array(ScopeInput).max(200)

const ScopeAnswers = z.array(ScopeAnswer)
/** A JSON column of scopes. */
export const scopesColumn = json((value) => ScopeAnswers.parse(value))

const FIND_EXISTING = statement(
  { type: text, id: int },
  `select type, id from account_holder where id = any($1::bigint[])
   union all select 'PortalVisibilityGroup', id from portal_visibility_group where id = any($1::bigint[])`,
)

/** A fault for each scope whose record does not exist. */
export async function unknownScopes(db: Db, scopes: readonly Scope[]): Promise<Fault[]> {
  if (scopes.length === 0) return []
  const existing = await FIND_EXISTING.rows(db, [scopes.map((scope) => scope.id)])
  return scopes.flatMap((scope, index): Fault[] => {
    if (existing.some(({ type, id }) => type === scope.type && id === scope.id)) return []
    return [
      {
        pointer: `/scopes/${index}/id`,
        code: 'UnknownReference',
        message: `There is no ${scope.type} ${scope.id}.`,
      },
    ]
  })
}

/**
 * Refuses to grant permissions or scopes that the caller does not have. `within` are the scopes that count as the
 * caller's own.
 */
export function requireOwn(
  caller: Caller,
  wanted: { permissions: Iterable<string>; scopes: readonly Scope[] },
  within: readonly Scope[] = caller.scopes,
): void {
  const permissions = [...wanted.permissions].filter((permission) => !caller.permissions.has(permission))
  // A credential without scopes would see everything, which is more than a limited caller sees.
  const unlimited = isLimited(caller) && !isLimited(wanted)
  const isWithin = ({ type, id }: Scope) => within.some((own) => own.type === type && own.id === id)
  const scopes = isLimited(caller) ? wanted.scopes.filter((scope) => !isWithin(scope)) : []
  if (permissions.length === 0 && scopes.length === 0 && !unlimited) return
  throw new Problem(
    'MoreThanOwn',
    'You cannot grant permissions or scopes that you do not have; see beyond.',
    {
      members: { beyond: { permissions, scopes, unlimited } },
    },
  )
}
