import { z } from 'zod'
import { type Db, run } from '../db/database.ts'
import { type Caller, isLimited, type Scope } from '../http/caller.ts'
import { type Fault, Problem } from '../http/problems.ts'
import { Id } from '../http/schemas.ts'
import { scopeTypes } from './scope.ts'

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

/** A fault for each scope that names nothing. */
export async function unknownScopes(db: Db, scopes: readonly Scope[]): Promise<Fault[]> {
  if (scopes.length === 0) return []
  const there = await run<Scope>(db, EXISTING, [scopes.map((scope) => scope.id)])
  return scopes.flatMap((scope, at): Fault[] => {
    if (there.some((one) => one.type === scope.type && one.id === scope.id)) return []
    return [
      {
        pointer: `/scopes/${at}/id`,
        code: 'UnknownReference',
        message: `There is no ${scope.type} ${scope.id}.`,
      },
    ]
  })
}

/** Refuses scopes that name nothing. */
export async function requireScopes(db: Db, scopes: readonly Scope[]): Promise<void> {
  const faults = await unknownScopes(db, scopes)
  if (faults.length > 0)
    throw new Problem('UnknownReference', 'A scope names a record that does not exist.', { errors: faults })
}

/**
 * Refuses to give away permissions or scopes that the giver does not have. `within` are the scopes that count as
 * the giver's own.
 */
export function requireOwn(
  caller: Caller,
  wanted: { permissions: Iterable<string>; scopes: readonly Scope[] },
  within: readonly Scope[] = caller.scopes,
): void {
  const permissions = [...wanted.permissions].filter((permission) => !caller.permissions.has(permission))
  // Without scopes of its own, what is made would see everything: more than a limited maker sees.
  const unlimited = isLimited(caller) && !isLimited(wanted)
  const isWithin = ({ type, id }: Scope) => within.some((own) => own.type === type && own.id === id)
  const scopes = isLimited(caller) ? wanted.scopes.filter((scope) => !isWithin(scope)) : []
  if (permissions.length === 0 && scopes.length === 0 && !unlimited) return
  throw new Problem('MoreThanOwn', 'Nobody can give more than they have themselves.', {
    members: { beyond: { permissions, scopes, unlimited } },
  })
}
