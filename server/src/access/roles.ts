import { type Db, run } from '../db/database.ts'
import type { Scope } from '../http/caller.ts'
import { type Fault, Problem } from '../http/problems.ts'
import { unknownScopes } from './scopes.ts'

/** The permissions that these roles give together. Roles and scopes that do not exist are refused, all at once. */
export async function permissionsOfRoles(
  db: Db,
  roles: readonly string[],
  scopes: readonly Scope[],
): Promise<Set<string>> {
  const rows = await run<{ name: string; permissions: string[] }>(
    db,
    'select name, permissions from membership_role where name = any($1)',
    [roles],
  )
  const faults = roles.flatMap((role, at): Fault[] =>
    rows.some((row) => row.name === role)
      ? []
      : [{ pointer: `/roles/${at}`, code: 'UnknownReference', message: `There is no role ${role}.` }],
  )
  faults.push(...(await unknownScopes(db, scopes)))
  if (faults.length > 0)
    throw new Problem('UnknownReference', 'A role or a scope does not exist; see errors.', { errors: faults })
  return new Set(rows.flatMap((row) => row.permissions))
}
