import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedServer, openEmbedded } from '../../src/db/embedded/server.ts'
import { encrypt, loadKeys } from '../../src/db/keys.ts'
import { commandIn } from '../support/service/command-line.ts'
import { runHere } from '../support/service/run-command.ts'
import { isSoak } from '../support/service/trials.ts'

// In the soak each command is a process, as operators run it. In `npm test` only a
// refusal, an error and the first migration are: a process takes a second until it has loaded everything. This file keeps
// the database open, as a service would.

let folder = ''
let server: EmbeddedServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bulwark-cli-'))
  chmodSync(folder, 0o711)
  server = await openEmbedded(join(folder, 'data'), { settings: { fsync: 'off' } })
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const asProcess = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  commandIn(join(folder, 'data'), args, environment).ended

const bulwark: typeof asProcess = (args, environment = {}) =>
  isSoak
    ? asProcess(args, environment)
    : runHere(args, { BULWARK_DATA: join(folder, 'data'), ...environment })

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client(server.connection)
  await client.connect()
  const { rows } = await client.query<Row>(text)
  await client.end()
  return rows
}

describe('setting up a new installation', () => {
  test('verify fails before the first migration', async () => {
    const ran = await asProcess(['verify'])
    expect(ran.code).toBe(2)
    expect(ran.err).toContain('migrate')
  })

  test('keys commands fail before the first migration', async () => {
    for (const command of ['list', 'add', 'rotate', 'reseal'])
      expect(await bulwark(['keys', command]), command).toMatchObject({
        ...{ code: 2, err: expect.stringContaining('migrate') },
      })
  })

  test('migrate creates the tables, and has nothing to do the second time', async () => {
    const first = await asProcess(['migrate', '--json'])
    expect(first).toMatchObject({ code: 0 })
    expect(JSON.parse(first.out).applied).not.toHaveLength(0)
    const second = await bulwark(['migrate', '--json'])
    expect(JSON.parse(second.out)).toEqual({ applied: [] })
  })

  test('tenant create creates a complete administrator, and only once', async () => {
    const args = [
      'tenant',
      'create',
      '--number',
      'ACME',
      '--name',
      'Acme Plans',
      '--time-zone',
      'America/Denver',
    ]
    const made = await bulwark([...args, '--json'])
    expect(made.code).toBe(0)
    expect(JSON.parse(made.out)).toMatchObject({ number: 'ACME', schema: 'tenant_acme', isSandbox: false })
    expect(await query('select name from tenant_acme.membership_role')).toHaveLength(15)
    expect(await query('select number from tenant_acme.account_holder')).toEqual([{ number: 'ACME' }])
    const laws = `select code from tenant_acme.cancel_rule where layer = 'Library' and code = 'LAW-WA-VSC'`
    expect(await query(laws)).toHaveLength(1)
    const again = await bulwark(args)
    expect(again).toMatchObject({ code: 1, out: expect.stringContaining('already') })
  })

  test('admin create creates the first client and the first user as Admins, and shows secrets once', async () => {
    const client = await bulwark(['admin', 'create', '--tenant', 'acme', '--client', 'Operations', '--json'])
    expect(client.code).toBe(0)
    const made = JSON.parse(client.out)
    expect(made).toMatchObject({ name: 'Operations', roles: ['Admin'], clientSecret: expect.any(String) })
    const user = await bulwark([
      'admin',
      'create',
      '--tenant',
      'ACME',
      '--user-name',
      'ann@acme.example',
      '--email',
      'ann@acme.example',
      '--json',
    ])
    expect(JSON.parse(user.out)).toMatchObject({
      userName: 'ann@acme.example',
      invitation: expect.any(String),
    })
    const twice = await bulwark([
      'admin',
      'create',
      '--tenant',
      'ACME',
      '--user-name',
      'ANN@acme.example',
      '--email',
      'ann@acme.example',
    ])
    expect(twice.code).toBe(1)
    const unknown = await bulwark(['admin', 'create', '--tenant', 'NOBODY', '--client', 'X'])
    expect(unknown).toMatchObject({ code: 1, out: expect.stringContaining('NOBODY') })
  })

  test('verify proves the books, and names what does not agree', async () => {
    const whole = await bulwark(['verify', '--json'])
    expect(whole.code).toBe(0)
    expect(JSON.parse(whole.out).books).toMatchObject([{ tenant: 'ACME', isWhole: true }])
    await query(`insert into tenant_acme.journal (entry_type, debit_account, credit_account, amount, effective_date,
      accounting_date, created_at, created_by)
      values ('Manual', 'Cash', 'Adjustments', 1250, '2024-03-15', '2024-03-15', now(), 'test')`)
    const broken = await bulwark(['verify'])
    expect(broken.code).toBe(1)
    expect(broken.out).toContain('ACME: the audit chain is intact')
    expect(broken.out).toMatch(
      /ACME: the books differ as of .*: CashEqualsTransactions should be 0\.00 and is 12\.50\./,
    )
    await query('delete from tenant_acme.journal')
    expect((await bulwark(['verify'])).out).toMatch(/ACME: the books agree as of .* \(9 checks\)\./)
  })

  test('verify finds the chain intact, and names the record when one byte is changed', async () => {
    const whole = await bulwark(['verify', '--json'])
    expect(whole.code).toBe(0)
    expect(JSON.parse(whole.out).audits).toEqual([{ tenant: 'ACME', records: 3, faults: [] }])
    const [record] = await query<{ lane: number; seq: number }>(
      `update tenant_acme.audit_record set actor_name = 'command lime'
       where (lane, seq) = (select lane, seq from tenant_acme.audit_record order by lane desc limit 1) returning lane, seq`,
    )
    const broken = await asProcess(['verify'])
    expect(broken.code).toBe(1)
    expect(broken.out).toContain(`audit record ${record?.lane}/${record?.seq} is broken`)
  })
})

describe('a key file that does not match the encrypted data', () => {
  const ownFile = () => join(folder, 'data', 'keys.json')
  const seal = (sealed: string) => query(`update tenant_acme.app_user set totp_secret = '${sealed}'`)
  /** A key file of another installation with these key ids. */
  const wrongFile = (...ids: string[]) => {
    const file = join(folder, `wrong-${ids.join('-')}.json`)
    loadKeys(file, true)
    const content = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...content, data: ids.map((id) => ({ ...content.data[0], id })) }))
    return file
  }
  beforeAll(() => seal(encrypt(loadKeys(ownFile(), false).data, 'a secret')))

  const cases: [string, string[], string][] = [
    [
      'a file without the key',
      ['data-2'],
      '1 values are encrypted with data-1, which is not in the key file.',
    ],
    ['a file with a different key of that name', ['data-2', 'data-1'], 'data-1 in the key file cannot read'],
  ]
  describe.each(cases)('%s', (_, ids, reason) => {
    test.each(['rotate', 'reseal'])('keys %s: exit code 2, and the file is unchanged', async (command) => {
      const file = wrongFile(...ids)
      const before = readFileSync(file, 'utf8')
      const ran = await bulwark(['keys', command], { BULWARK_KEYS: file })
      expect(ran).toMatchObject({ code: 2, err: expect.stringContaining(reason) })
      expect(readFileSync(file, 'utf8')).toBe(before)
    })
  })

  test('an unknown key, a damaged file and a missing file: exit code 2', async () => {
    const before = readFileSync(ownFile(), 'utf8')
    const unknown = await bulwark(['keys', 'rotate', '--to', 'data-9'])
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('has no data key data-9') })
    expect(readFileSync(ownFile(), 'utf8')).toBe(before)
    const damaged = join(folder, 'damaged.json')
    writeFileSync(damaged, '{')
    expect(await bulwark(['keys', 'rotate'], { BULWARK_KEYS: damaged })).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not valid'),
    })
    expect(await bulwark(['keys', 'rotate'], { BULWARK_KEYS: join(folder, 'none.json') })).toMatchObject({
      code: 2,
      err: expect.stringContaining('does not exist'),
    })
  })

  test('keys list reports a key that is missing in the file', async () => {
    const listed = await bulwark(['keys', 'list', '--json'], { BULWARK_KEYS: wrongFile('data-2') })
    expect(listed.code).toBe(1)
    expect(JSON.parse(listed.out).keys).toEqual([
      { id: 'data-2', status: 'in use', values: 0 },
      { id: 'data-1', status: 'not in the key file', values: 1 },
    ])
  })

  test('keys list reports a value that is not encrypted, without showing it', async () => {
    await seal('123-45-6789')
    const listed = await bulwark(['keys', 'list'])
    expect(listed).toMatchObject({ code: 1, out: expect.stringContaining('not encrypted: 1 values') })
    const resealed = await bulwark(['keys', 'reseal'])
    expect(resealed).toMatchObject({
      code: 1,
      out: expect.stringContaining('app_user.totp_secret: cannot be read: 1.'),
    })
    expect(listed.out + resealed.out + resealed.err).not.toContain('6789')
  })
})

describe('the command refuses', () => {
  const cases: [string, string[], Readonly<Record<string, string>>, string][] = [
    ['an unknown command', ['fly'], {}, 'There is no command "fly"'],
    ['an unknown option', ['verify', '--fast'], {}, '--fast'],
    ['a tenant without a name', ['tenant', 'create', '--number', 'X', '--time-zone', 'UTC'], {}, '--name'],
    [
      'an unknown time zone',
      ['tenant', 'create', '--number', 'X', '--name', 'X', '--time-zone', 'Mars'],
      {},
      'Mars',
    ],
    [
      'an admin that is both a client and a user',
      ['admin', 'create', '--tenant', 'X', '--client', 'A', '--user-name', 'B'],
      {},
      'either',
    ],
    ['a move without a target', ['cluster', 'move', '--tenant', 'X'], {}, '--to'],
    ['invalid settings', ['verify'], { PORT: 'x', BULWARK_MODE: 'y' }, 'BULWARK_MODE'],
    [
      'a database that does not answer',
      ['verify'],
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' },
      'ECONNREFUSED',
    ],
  ]
  test.each(cases)('%s: exit code 2 and the reason', async (_, args, environment, reason) => {
    const ran = await bulwark(args, environment)
    expect(ran.code).toBe(2)
    expect(ran.err).toContain(reason)
  })

  test('cluster commands on one server: exit code 1 and the reason', async () => {
    const move = ['move', '--tenant', 'X', '--to', 'db2:5432']
    for (const words of [['status'], ['distribute'], move])
      expect(await bulwark(['cluster', ...words])).toMatchObject({
        ...{ code: 1, out: expect.stringContaining('not a cluster') },
      })
  })

  test('config check lists every fault, and never shows a password', async () => {
    const bad = await bulwark(['config', 'check', '--json'], { PORT: 'x', BULWARK_MODE: 'y' })
    expect(bad.code).toBe(1)
    expect(JSON.parse(bad.out).faults).toHaveLength(2)
    const good = await bulwark(['config', 'check'], { DATABASE_URL: 'postgres://ann:secret@db.example/x' })
    expect(good.code).toBe(0)
    expect(good.out).not.toContain('secret')
  })
})
