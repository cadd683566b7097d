import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { appliedMigrations, lastMigration } from '../db/migrations.ts'
import { projectRoot } from '../db/project-root.ts'
import { type Outcome, refuseNeverSetUp, withDatabases } from './command.ts'

/** What runs here: the version, its commit if it is known, and the last migrations that it knows. */
export async function showVersion(): Promise<Outcome> {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const commit = findCommit()
  const schema = { platform: lastMigration('platform'), tenant: lastMigration('tenant') }
  return {
    lines: [
      `bulwark ${version}${commit ? ` (${commit.slice(0, 12)})` : ''}`,
      `tables: ${schema.tenant} of an administrator, ${schema.platform} of the platform`,
      `node ${process.versions.node}`,
    ],
    data: { version, commit, schema, node: process.versions.node },
    faults: false,
  }
}

/** A copy without its history has no commit, and neither has a machine without git. */
function findCommit(): string | null {
  if (!existsSync(join(projectRoot, '.git'))) return null
  try {
    const asked = ['-C', projectRoot, 'rev-parse', 'HEAD']
    return execFileSync('git', asked, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}

/** The administrators in the order in which they were created. */
export function listTenants(): Promise<Outcome> {
  return withDatabases(async ({ databases }) => {
    await refuseNeverSetUp(databases)
    const [tenants, applied] = await Promise.all([
      databases.tenants(),
      appliedMigrations(databases.platformPool),
    ])
    const rows = tenants.map(({ number, name, timeZone, schema, isSandbox }) => {
      const migration = applied.get(schema) ?? 0
      return {
        ...{ number, name, timeZone, schema, isSandbox, migration },
        isUpToDate: migration >= lastMigration('tenant'),
      }
    })
    const lines = rows.map(
      ({ number, name, timeZone, schema, isSandbox, isUpToDate }) =>
        `${number}  ${name}  ${timeZone}  ${schema}${isSandbox ? '  sandbox' : ''}${isUpToDate ? '' : '  older than this version: run "migrate"'}`,
    )
    return {
      lines: lines.length > 0 ? lines : ['There are no administrators. Create one with "tenant create".'],
      data: rows,
      faults: false,
    }
  })
}
