import { type Db, run } from '../db/database.ts'
import { type Fault, Problem } from '../http/problems.ts'

/** The permissions that these roles give together; an unknown name is refused. */
export async function permissionsOfRoles(db: Db, roles: readonly string[]): Promise<Set<string>> {
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
  if (faults.length > 0) throw new Problem('UnknownReference', 'A role does not exist.', { errors: faults })
  return new Set(rows.flatMap((row) => row.permissions))
}
