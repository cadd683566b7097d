import { z } from 'zod'
import { type Db, run } from '../db/database.ts'
import type { Caller, Scope } from '../http/caller.ts'
import { type Fault, Problem } from '../http/problems.ts'
import { Id } from '../http/schemas.ts'
import { scopesBeyond, scopeTypes } from './scope.ts'

/** A scope as a credential or user is given it. */
export const ScopeInput = z
  .strictObject({ type: z.enum(scopeTypes), id: Id })
  .meta({ id: 'AccessScope', description: 'What a caller is limited to.' })

/** A scope as it is answered. */
export const ScopeAnswer = z.object({ type: z.string(), id: z.int() })

export const Scopes = z.array(ScopeInput).max(200)

const EXISTING = `
  select type, id from account_holder where id = any($1::bigint[])
  union all select 'PortalVisibilityGroup', id from portal_visibility_group where id = any($1::bigint[])`

/** Refuses scopes that name nothing. */
export async function requireScopes(db: Db, scopes: readonly Scope[], pointer = '/scopes'): Promise<void> {
  if (scopes.length === 0) return
  const there = await run<Scope>(db, EXISTING, [scopes.map((scope) => scope.id)])
  const faults = scopes.flatMap((scope, at): Fault[] => {
    if (there.some((one) => one.type === scope.type && one.id === scope.id)) return []
    return [
      {
        pointer: `${pointer}/${at}/id`,
        code: 'UnknownReference',
        message: `There is no ${scope.type} ${scope.id}.`,
      },
    ]
  })
  if (faults.length > 0)
    throw new Problem('UnknownReference', 'A scope names a record that does not exist.', { errors: faults })
}

/** Refuses to give away permissions or scopes that the giver does not have. */
export function requireOwn(
  caller: Caller,
  wanted: { permissions: Iterable<string>; scopes: readonly Scope[] },
): void {
  const permissions = [...wanted.permissions].filter((permission) => !caller.permissions.has(permission))
  // Without scopes of its own, what is made would see everything: more than a limited maker sees.
  const unlimited = caller.scopes.length > 0 && wanted.scopes.length === 0
  const scopes = scopesBeyond(caller, wanted.scopes)
  if (permissions.length === 0 && scopes.length === 0 && !unlimited) return
  throw new Problem('MoreThanOwn', 'Nobody can give more than they have themselves.', {
    members: { beyond: { permissions, scopes, unlimited } },
  })
}
