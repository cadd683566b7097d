import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPasswords } from '../../../src/access/passwords.ts'
import { openClock } from '../../../src/db/clock.ts'
import type { Location } from '../../../src/db/connection.ts'
import { openEmbedded } from '../../../src/db/embedded/server.ts'
import { loadKeys } from '../../../src/db/keys.ts'
import { migrate } from '../../../src/db/migrations.ts'
import { openDatabases } from '../../../src/db/tenants.ts'
import { openSandbox } from '../../../src/sandbox/open.ts'
import { limits } from '../hostile/limits.ts'
import { at } from './location.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server, at its maintenance database. */
    server: Location
    template: string
    keysFile: string
    /** A folder for what several test files need and one of them makes. */
    shared: string
  }
}

/**
 * One server for all tests: the embedded one in a folder of its own, or the one that TEST_DATABASE_URL names. One
 * database is migrated and seeded as the template; each worker works on a clone of it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'bulwark-tests-'))
  // As root, PostgreSQL runs as somebody else, who must be able to pass.
  chmodSync(folder, 0o711)
  const given = process.env.TEST_DATABASE_URL
  // The tests that kill things have servers of their own; for these, a fsync protects nothing and costs minutes.
  const embedded = given
    ? undefined
    : await openEmbedded(join(folder, 'data'), { settings: { fsync: 'off' } })
  const server: Location = embedded ? embedded.connection : { connectionString: given ?? '' }
  const keysFile = join(folder, 'keys.json')
  const keys = loadKeys(keysFile, true)
  const template = `bulwark_template_${process.pid}`
  await onServer(server, (client) => client.query(`create database ${template}`))
  const databases = openDatabases(at(server, template), limits)
  await migrate(databases.platformPool)
  await openSandbox({
    databases,
    passwords: openPasswords(),
    keys,
    clock: openClock(),
    log: () => undefined,
  })
  await databases.close()
  project.provide('server', server)
  project.provide('template', template)
  project.provide('keysFile', keysFile)
  const shared = join(folder, 'shared')
  mkdirSync(shared, { mode: 0o711 })
  project.provide('shared', shared)
  return async () => {
    if (given) await onServer(server, (client) => dropOurs(client, template))
    await embedded?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onServer(server: Location, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  await work(client)
  await client.end()
}

async function dropOurs(client: pg.Client, template: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where datname like $1',
    [`${template}%`],
  )
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
}
