import { text, texts } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { Scope } from '../http/caller.ts'
import { type Fault, Problem } from '../http/problems.ts'
import { unknownScopes } from './scopes.ts'

const FIND_ROLES = statement(
  { name: text, permissions: texts },
  'select name, permissions from membership_role where name = any($1)',
)

/** All permissions of these roles. Refuses roles and scopes that do not exist, all at once. */
export async function permissionsOfRoles(
  db: Db,
  roles: readonly string[],
  scopes: readonly Scope[],
): Promise<Set<string>> {
  const rows = await FIND_ROLES.rows(db, [roles])
  const faults = roles.flatMap((role, index): Fault[] =>
    rows.some((row) => row.name === role)
      ? []
      : [{ pointer: `/roles/${index}`, code: 'UnknownReference', message: `There is no role ${role}.` }],
  )
  faults.push(...(await unknownScopes(db, scopes)))
  if (faults.length > 0)
    throw new Problem('UnknownReference', 'A role or a scope does not exist; see errors.', { errors: faults })
  return new Set(rows.flatMap((row) => row.permissions))
}
