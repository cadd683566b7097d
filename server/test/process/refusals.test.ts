import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type EmbeddedServer, openEmbedded } from '../../src/db/embedded/server.ts'
import { projectRoot } from '../../src/db/project-root.ts'
import {
  freePort,
  type Home,
  launchService,
  openHome,
  until,
  withClient,
} from '../support/service/service-process.ts'
import { isSoak } from '../support/service/trials.ts'
import { expectNoSandbox } from './no-sandbox.ts'
import { refusal, refusalOfProcess } from './refused-start.ts'

const asRoot = process.getuid?.() === 0
const production = { BULWARK_MODE: 'production' }

let home: Home
/** The data folder of a sandbox, which no refusal changes. */
let sandbox: string
beforeAll(() => {
  home = openHome()
  sandbox = home.seededFolder()
})
afterAll(() => home.remove())

describe('the port', () => {
  test('that is in use is named before anything is started; later, the started database is stopped', async () => {
    const port = await freePort()
    const listener = createServer()
    await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve))
    try {
      const folder = home.newFolder()
      expect(await refusalOfProcess(folder, { port })).toContain(
        `Port ${port} on 127.0.0.1 is already in use by process ${process.pid} (`,
      )
      expect(existsSync(folder)).toBe(false)
      // Without the check at the start, as if the port had been taken meanwhile.
      const script = join(home.path, 'unchecked.mjs')
      writeFileSync(script, `await (await import('${projectRoot}/dist/bundle/main.js')).main()`)
      expect(await refusalOfProcess(sandbox, { port, command: { script } })).toBe(
        `Port ${port} on 127.0.0.1 is already in use. Set PORT to another port, or stop the program that uses it.\n`,
      )
    } finally {
      listener.close()
    }
  })
})

describe('the data folder', () => {
  test('that is damaged is not changed', async () => {
    const folder = home.seededFolder()
    rmSync(join(folder, 'database', 'PG_VERSION'))
    const before = filesBelow(folder)
    expect(await refusal(folder)).toMatch(/^Data folder .* the database is damaged, .*PG_VERSION is missing/)
    expect(filesBelow(folder)).toEqual(before)
  })

  test('whose key file is gone is refused, and no other file is made in its place', async () => {
    const file = join(sandbox, 'keys.json')
    renameSync(file, `${file}.away`)
    try {
      const output = await refusal(sandbox)
      expect(output).toContain(`The key file ${file} does not exist.`)
      expect(output).toContain('Put the file back from a backup')
      expect(existsSync(file)).toBe(false)
    } finally {
      renameSync(`${file}.away`, file)
    }
  })

  const ways = [
    { name: 'with the embedded database', environment: {} },
    { name: 'with DATABASE_URL', environment: { DATABASE_URL: 'postgres://localhost/none' } },
  ]
  test.each(ways)('that cannot be written is refused, $name', async ({ environment }) => {
    // Root may write nearly everywhere, but not even root can make folders in /sys.
    const folder = asRoot ? '/sys/bulwark-data' : home.newFolder()
    if (!asRoot) mkdirSync(folder, { mode: 0o555 })
    expect(await refusal(folder, environment)).toMatch(
      new RegExp(`^Data folder ${folder} cannot be used: E\\w+: .* set BULWARK_DATA to another folder\\.\n$`),
    )
  })
})

describe('settings', () => {
  test('that are wrong are listed together', async () => {
    const folder = home.newFolder()
    const environment = {
      BULWARK_MODE: 'demo',
      PORT: '80a',
      DATABASE_URL: 'mysql://x',
      BULWARK_QUERY_MS: '-1',
    }
    expect((await refusalOfProcess(folder, { environment })).trimEnd().split('\n')).toEqual([
      'The settings are not valid:',
      '  - BULWARK_MODE: Invalid option: expected one of "sandbox"|"production"',
      '  - PORT: must be a whole number from 0 to 65535',
      '  - DATABASE_URL: must be a URL that begins with postgres://',
      '  - BULWARK_QUERY_MS: must be a whole number from 100 to 600000',
    ])
    expect(existsSync(folder)).toBe(false)
  })

  test('that open a sandbox to the network are refused', async () => {
    const output = await refusal(home.newFolder(), { HOST: '0.0.0.0' })
    expect(output).toContain(
      'HOST=0.0.0.0: a sandbox may only listen on loopback, because its passwords are public.',
    )
  })

  test('with an address where no database answers are refused', async () => {
    const port = await freePort()
    const environment = { DATABASE_URL: `postgres://someone:hush@127.0.0.1:${port}/none` }
    const output = await refusal(home.newFolder(), environment)
    expect(output).toContain(`The database cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}`)
    expect(output).not.toContain('hush')
  })
})

describe('production', () => {
  test('on the data of a sandbox is refused, and changes nothing there', async () => {
    const output = await refusal(sandbox, production)
    expect(output).toContain('The database contains the sandbox ADM1, whose passwords are public.')
    expect(output).not.toContain('Migrating')
  })

  describe('with DATABASE_URL', () => {
    let server: EmbeddedServer
    let environment: NodeJS.ProcessEnv
    beforeAll(async () => {
      server = await openEmbedded(home.newFolder())
      const { host, port, user, password, database } = server.connection
      const url = `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`
      const keys = join(home.path, 'production-keys.json')
      writeFileSync(keys, readFileSync(join(inject('seeded'), 'keys.json')), { mode: 0o600 })
      environment = { ...production, DATABASE_URL: url, BULWARK_KEYS: keys }
    })
    afterAll(() => server.stop())

    test('and without keys is refused, whether the setting or the file is missing', async () => {
      const without = await refusal(home.newFolder(), { ...environment, BULWARK_KEYS: '' })
      expect(without).toContain('BULWARK_KEYS: must be set in production with DATABASE_URL')
      const missing = join(home.path, 'no-keys.json')
      const output = await refusal(home.newFolder(), { ...environment, BULWARK_KEYS: missing })
      expect(output).toContain(`The key file ${missing} does not exist.`)
      expect(existsSync(missing)).toBe(false)
    })

    test('and with keys that others can read is refused', async () => {
      const keys = environment.BULWARK_KEYS ?? ''
      chmodSync(keys, 0o640)
      const output = await refusal(home.newFolder(), environment)
      chmodSync(keys, 0o600)
      expect(output).toContain(`The key file ${keys} can be read by other users. Run "chmod 600" on it.`)
    })

    const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit']
    test.each(isSoak ? [[unsafe], [['synchronous_commit']]] : [[unsafe]])(
      'is refused when the database has these off, which it names: %s',
      async (names) => {
        await set(server, names, 'off')
        const output = await refusal(home.newFolder(), environment)
        await set(server, names, 'on')
        expect(unsafe.filter((one) => output.includes(`The database has ${one} = off`))).toEqual(names)
        expect(output).not.toContain('Migrating')
      },
    )

    test('starts on a safe database without a sandbox, and not on one of a newer version', async () => {
      const service = await launchService(home.newFolder(), { environment })
      await service.ready()
      await expectNoSandbox(service, server.connection)
      expect(await service.stop()).toEqual({ code: 0, signal: null })
      await withClient(server.connection, (client) =>
        client.query(`insert into platform.migration (schema_name, number, name, checksum)
          values ('platform', 9999, '9999_tomorrow', 'x')`),
      )
      expect(await refusal(home.newFolder(), environment)).toBe(
        'The database is newer than this version: platform has migration 9999_tomorrow. ' +
          'Start the version that applied it, or a newer one.\n',
      )
    })
  })
})

async function set(server: EmbeddedServer, names: readonly string[], value: 'on' | 'off'): Promise<void> {
  await withClient(server.connection, async (client) => {
    for (const name of names) await client.query(`alter system set ${name} = ${value}`)
    await client.query('select pg_reload_conf()')
    // Sessions learn of it a moment later.
    for (const name of names)
      await until(name, async () => (await client.query(`show ${name}`)).rows[0][name] === value)
  })
}

/** Every file with its size and time, but for the log and the socket's folder, which a look may touch. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^(run|postgres\.log)/.test(name))
    .map((name) => ({ name, found: statSync(join(folder, name)) }))
    .map(({ name, found }) => (found.isFile() ? `${name} ${found.size} ${found.mtimeMs}` : name))
    .sort()
}
