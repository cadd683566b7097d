import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { readPostmaster, stopPostmaster } from '../../../src/db/embedded/postmaster.ts'
import {
  type Connection,
  DataFolderRefused,
  type EmbeddedOptions,
  type EmbeddedServer,
  openEmbedded,
} from '../../../src/db/embedded/server.ts'
import { firstBlockedFolder } from '../../../src/db/embedded/user.ts'
import { projectRoot } from './program-clone.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const asRoot = process.getuid?.() === 0
/** The user that an ordinary service runs as: the current user or, for root, another user. */
export const ordinary: { uid?: number; gid?: number } = asRoot ? accountOf('nobody') : {}
export const quick: EmbeddedOptions = { settings: { fsync: 'off' } }

/**
 * Data folders and services for the tests of one file. It stops and removes them with the hooks of that file.
 * The template is a folder with a stopped server and one row in a table `kept`. Copies of it save the time of initdb.
 */
export function embeddedFolders() {
  const home = temporaryFolder('bulwark-embedded-')
  const template = join(home, 'template')
  const folders: string[] = []
  const servers: EmbeddedServer[] = []
  const children: ChildProcess[] = []

  beforeAll(async () => {
    chmodSync(home, 0o755)
    const server = await openEmbedded(template, quick)
    await query(server.connection, 'create table kept (n int)', 'insert into kept values (1)')
    await server.stop()
  })

  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await Promise.all(servers.splice(0).map((server) => server.stop()))
    for (const folder of folders) {
      const database = join(folder, 'database')
      const left = readPostmaster(database)
      if (left?.live) await stopPostmaster(database, left.pid)
    }
  })

  afterAll(() => {
    rmSync(home, { recursive: true, force: true })
  })

  async function open(folder: string, options = quick): Promise<EmbeddedServer> {
    const server = await openEmbedded(folder, options)
    servers.push(server)
    return server
  }

  async function refusal(folder: string): Promise<string> {
    const error = await open(folder).catch((refused: unknown) => refused)
    expect(error).toBeInstanceOf(DataFolderRefused)
    return (error as DataFolderRefused).message
  }

  function track(folder: string): string {
    folders.push(folder)
    return folder
  }

  function newFolder(name = 'data'): string {
    return track(join(home, `${folders.length}-${name}`))
  }

  function copyOfTemplate(name?: string): string {
    const folder = newFolder(name)
    execFileSync('cp', ['-a', template, folder])
    return folder
  }

  /** A service in its own process, from the built files of this project or of a clone made by `install`. */
  function service(
    folder: string,
    options: { clone?: string; uid?: number; gid?: number } = {},
  ): ChildProcess {
    const { clone = projectRoot, ...identity } = options
    const entry = join(clone, 'dist', 'db', 'embedded', 'server.js')
    const child = spawn(
      nodeFor(identity, home),
      ['--input-type=module', '-e', serviceProgram, entry, folder],
      {
        ...identity,
        cwd: identity.uid ? '/' : clone,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    children.push(child)
    return child
  }

  return { home, children, open, refusal, track, newFolder, copyOfTemplate, service }
}

export async function query(connection: Connection, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

export async function rowsKept(connection: Connection): Promise<number> {
  const [row] = (await query(connection, 'select count(*)::int as n from kept')) as { n: number }[]
  return row?.n ?? 0
}

export function postmasterPid(folder: string): number {
  return readPostmaster(join(folder, 'database'))?.pid ?? Number.NaN
}

interface ServiceAnswer {
  connection: Connection
  reattached?: boolean
  refused?: string
  name?: string
}

const serviceProgram = `
  const [entry, folder] = process.argv.slice(1)
  const { openEmbedded } = await import(entry)
  try {
    const server = await openEmbedded(folder, { settings: { fsync: 'off' } })
    process.once('SIGTERM', () => server.stop().then(() => process.exit(0)))
    setInterval(() => {}, 60_000)
    console.log(JSON.stringify({ connection: server.connection, reattached: server.reattached }))
  } catch (error) {
    console.log(JSON.stringify({ name: error.name, refused: error.message }))
  }
`

export function answer(child: ChildProcess): Promise<ServiceAnswer> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk) => {
      said += chunk
      if (said.includes('\n')) resolve(JSON.parse(said))
    })
    child.once('close', (code) => reject(new Error(`The service ended with ${code} and said: ${said}`)))
  })
}

export function kill(child: ChildProcess): Promise<void> {
  return end(child, 'SIGKILL')
}

export function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

/** The path of Node, or of a copy in `home` when the user may not enter Node's own folder. */
function nodeFor(identity: { uid?: number; gid?: number }, home: string): string {
  const { uid, gid = 0 } = identity
  if (!uid || !firstBlockedFolder(dirname(realpathSync(process.execPath)), { name: 'other', uid, gid }))
    return process.execPath
  const copy = join(home, basename(process.execPath))
  if (!existsSync(copy)) copyFileSync(process.execPath, copy)
  chmodSync(copy, 0o755)
  return copy
}

function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
