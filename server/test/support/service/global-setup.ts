import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Location } from '../../../src/db/connection.ts'
import { openEmbedded } from '../../../src/db/embedded/server.ts'
import { at } from './location.ts'
import { closeDatabase, createDatabase, nodesOf, onServer } from './nodes.ts'
import { copyFolder, seededFolder, seedSandbox } from './seeded-folder.ts'
import { removeLeftBehind, temporaryFolder } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server, at its maintenance database. */
    server: Location
    /** The nodes of a cluster, the server first; else the server alone. */
    nodes: Location[]
    /** The seeded database that workers clone. */
    template: string
    keysFile: string
    /** The folder of the seed's files. */
    seededFiles: string
    /** The folder for the files of the tests' services. It is on disk, where large files take no memory. */
    testFolder: string
    /** The data folder of a seeded sandbox, for tests that start the service. Copy it first. */
    seeded: string
  }
}

interface Template {
  readonly server: Location
  readonly nodes: Location[]
  readonly template: string
  readonly keysFile: string
  readonly files: string
  remove(): Promise<void>
}

/**
 * One server for all tests: the embedded one on a copy of the seeded folder, or the one that TEST_DATABASE_URL names.
 * Each worker works on a clone of the seeded database.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftBehind()
  const folder = temporaryFolder('bulwark-tests-')
  const testFolder = mkdtempSync(join(tmpdir(), 'bulwark-test-files-'))
  const seeded = await seededFolder(folder)
  const url = process.env.TEST_DATABASE_URL
  const { server, nodes, template, keysFile, files, remove } = await (url
    ? seedOn(url, folder)
    : startOn(seeded, folder))
  project.provide('server', server)
  project.provide('nodes', nodes)
  project.provide('template', template)
  project.provide('keysFile', keysFile)
  project.provide('seededFiles', files)
  project.provide('testFolder', testFolder)
  project.provide('seeded', seeded)
  return async () => {
    await remove()
    for (const made of [folder, testFolder]) rmSync(made, { recursive: true, force: true })
  }
}

async function startOn(seeded: string, folder: string): Promise<Template> {
  const data = join(folder, 'data')
  copyFolder(seeded, data)
  // Tests that kill servers have their own. This server need not survive a crash, so it is not durable.
  const settings = {
    ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
    ...{ wal_level: 'minimal', max_wal_senders: '0', jit: 'off', max_parallel_workers_per_gather: '0' },
    // Each reset would have its tables cleaned up and counted again, and the plans of the seed serve all tests.
    autovacuum: 'off',
    // Races that end in a deadlock end sooner.
    deadlock_timeout: '100ms',
  }
  const embedded = await openEmbedded(data, { settings })
  const server = at(embedded.connection, 'postgres')
  return {
    server,
    nodes: [server],
    template: embedded.connection.database,
    keysFile: join(data, 'keys.json'),
    files: join(data, 'files'),
    remove: () => embedded.stop(),
  }
}

async function seedOn(url: string, folder: string): Promise<Template> {
  const server = { connectionString: url }
  const template = `bulwark_template_${process.pid}`
  const nodes = await nodesOf(server)
  await createDatabase(nodes, template)
  await seedSandbox(at(server, template), folder)
  await closeDatabase(nodes, template)
  return {
    server,
    nodes,
    template,
    keysFile: join(folder, 'keys.json'),
    files: join(folder, 'files'),
    async remove() {
      for (const node of nodes) await dropOurs(node, template)
    },
  }
}

async function dropOurs(node: Location, template: string): Promise<void> {
  const rows = await onServer<{ datname: string }>(
    node,
    `select datname from pg_database where datname like '${template}%'`,
  )
  for (const { datname } of rows) await onServer(node, `drop database ${datname} with (force)`)
}
