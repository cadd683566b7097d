import { beforeAll, describe, expect, test } from 'vitest'
import { kinds } from '../src/account-holders/kinds.ts'
import { run } from '../src/db/database.ts'
import { verifyAudit } from '../src/db/verify-audit.ts'
import {
  expectKept,
  expectRefused,
  type Fields,
  faultsOf,
  refusing,
  valueAt,
  withEverywhere,
  withWhereTaken,
} from './support/hostile/hostile-fields.ts'
import { hostileStrings, inExport, isStorable } from './support/hostile/hostile-strings.ts'
import { recordsIn } from './support/oracle/lists/csv.ts'
import type { Answer } from './support/service/api.ts'
import { testService } from './support/service/app.ts'
import { expectProblem } from './support/service/problem.ts'
import { sandboxOf } from './support/service/sandbox.ts'
import { isSoak, oneIn, trialSeed } from './support/service/trials.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const db = (await sandboxOf(service)).db

const seed = trialSeed('hostile strings', 'BULWARK_STRINGS_SEED')
const each = oneIn(8, hostileStrings, seed).map(
  (hostile, turn) => [hostile.name, hostile.text, turn] as const,
)
const enc = (text: string) => encodeURIComponent(text)

/** The rows of an export by their ids. */
async function exported(path: string): Promise<Map<number, Record<string, string>>> {
  const { status, headers, text } = await admin.get(path, { headers: { accept: 'text/csv' } })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  return new Map(recordsIn(text).map((row) => [Number(row.id), row]))
}

interface Stored {
  readonly path: string
  readonly id: number
  readonly sent: Readonly<Record<string, unknown>>
}

test('there are more than 200 strings, each once in any letter case', () => {
  expect(hostileStrings.length).toBeGreaterThan(200)
  for (const part of ['name', 'text'] as const)
    expect(new Set(hostileStrings.map((one) => one[part].toLowerCase())).size).toBe(hostileStrings.length)
})

describe('an account holder', () => {
  const changeable: Fields = {
    '/name': { least: 1, most: 200 },
    '/dbaName': { most: 200 },
    '/notes': { most: 20_000 },
    '/address/line1': { least: 1, most: 200 },
    '/address/city': { least: 1, most: 100 },
    '/contacts/0/lastName': { most: 100 },
    '/externalReferences/0/value': { least: 1, most: 1_000 },
  }
  const fields: Fields = { ...changeable, '/number': { least: 1, most: 40 } }
  const plain = {
    name: 'plain',
    dbaName: 'plain',
    notes: 'plain',
    address: { line1: 'plain', city: 'plain', state: 'TX', zip: '78701' },
    contacts: [{ firstName: 'Ada', lastName: 'plain' }],
    externalReferences: [{ system: 'CRM', key: 'id', value: 'plain' }],
  }
  const tables = () =>
    run(
      db,
      'select table_name from information_schema.tables where table_schema = current_schema() order by 1',
      [],
    )
  const holders = () => run(db, 'select id from account_holder order by id', [])

  const stored: Stored[] = []
  const plainIds = new Map<string, number>()
  let before: { tables: unknown[]; holders: unknown[] }
  beforeAll(async () => {
    for (const { path } of kinds)
      plainIds.set(path, (await admin.post(path, { ...plain, number: 'PLAIN' })).body.id)
    before = { tables: await tables(), holders: await holders() }
  })

  /** Each kind has its turn. */
  const pathAt = (turn: number) => kinds[turn % kinds.length]?.path ?? ''

  test.concurrent.each(each)('is made with it, or refused: %s', async (_, text, turn) => {
    const path = pathAt(turn)
    const unmarked = { ...plain, number: `plain-${turn}` }
    const refused = refusing(fields, text)
    if (refused.length > 0)
      expectRefused(await admin.post(path, withEverywhere(unmarked, fields, text)), refused, text)
    if (!isStorable(text)) return
    const sent = withWhereTaken(unmarked, fields, text)
    const made = await admin.post(path, sent)
    expect(made.status, made.text).toBe(201)
    expectKept(made.body, sent, fields)
    const { id } = made.body
    stored.push({ path, id, sent })
    expect((await admin.get(`${path}/${id}`)).body).toEqual(made.body)
  })

  test.each(each)('is changed to the string or refused: %s', async (_, text, turn) => {
    const one = `${pathAt(turn)}/${plainIds.get(pathAt(turn))}`
    const refused = refusing(changeable, text)
    if (refused.length > 0) {
      const present = await admin.get(one)
      expectRefused(await admin.patch(one, withEverywhere(plain, changeable, text)), refused, text)
      expect((await admin.get(one)).body).toEqual(present.body)
    }
    if (!isStorable(text)) return
    const sent = withWhereTaken(plain, changeable, text)
    const changed = await admin.patch(one, sent)
    expect(changed.status, changed.text).toBe(200)
    expectKept(changed.body, sent, changeable)
  })

  test('is found by the string, by its full number and by a part of its name, and nothing else is found', async () => {
    for (const { path, id, sent } of stored) {
      const found = await admin.get(
        `${path}?number=${enc(String(sent.number))}&name=${enc(String(sent.name))}`,
      )
      expect(found.status, found.text).toBe(200)
      expect(found.headers.get('content-type')).toBe('application/json; charset=utf-8')
      const rows = path === '/lienHolders' ? found.body.items : found.body
      expect(rows).toMatchObject([{ id, number: sent.number, name: sent.name }])
      expect(rows).toHaveLength(1)
    }
  })

  test('is exported unchanged, except for the character that stops a formula', async () => {
    for (const { path } of kinds) {
      const rows = await exported(path)
      const mine = stored.filter((one) => one.path === path)
      expect(mine.length).toBeGreaterThan(isSoak ? 20 : 0)
      for (const { id, sent } of mine) {
        const { number, name, city } = rows.get(id) ?? {}
        const texts = [sent.number, sent.name, valueAt(sent, '/address/city')]
        expect([number, name, city]).toEqual(texts.map((text) => inExport(String(text))))
      }
    }
    const whole = await exported('/v2/lienHolders')
    for (const { id, sent } of stored.filter(({ path }) => path === '/lienHolders')) {
      const { notes, dbaName, 'address.line1': line1, contacts = '[]' } = whole.get(id) ?? {}
      const texts = [sent.notes, sent.dbaName, valueAt(sent, '/address/line1')]
      expect([notes, dbaName, line1]).toEqual(texts.map((text) => inExport(String(text))))
      expect(JSON.parse(contacts)).toMatchObject(sent.contacts as object)
    }
  })

  test('is stored byte for byte, and nothing in it was executed', async () => {
    const rows = await run<{ id: number; bytes: string }>(
      db,
      `select id, encode(convert_to(notes, 'UTF8'), 'hex') as bytes from account_holder where id = any($1)`,
      [stored.map(({ id }) => id)],
    )
    const bytes = new Map(rows.map((row) => [row.id, row.bytes]))
    for (const { id, sent } of stored)
      expect(bytes.get(id)).toBe(Buffer.from(String(sent.notes)).toString('hex'))
    const made = stored.map(({ id }) => ({ id })).sort((one, two) => one.id - two.id)
    expect(await holders()).toEqual([...before.holders, ...made])
    expect(await tables()).toEqual(before.tables)
    expect((await verifyAudit(db, service.keys.audit)).faults).toEqual([])
  })
})

describe('a custom field', () => {
  let path: string
  beforeAll(async () => {
    await run(
      db,
      `insert into custom_field (applies_to, code, name, data_type, is_required, display_order)
       values ('Agent', 'HOSTILE', 'Hostile', 'Text', false, 99)`,
      [],
    )
    const [agent] = (await admin.get('/agents')).body
    const set = await admin.post(`/agents/${agent.id}/customfields`, { code: 'HOSTILE', value: 'plain' })
    path = `/agents/${agent.id}/customfields/${set.body.fieldId}`
  })

  test.each(each)('is set to the string or refused: %s', async (_, text) => {
    const answer = await admin.patch(path, { value: text })
    if (!isStorable(text)) return expectRefused(answer, ['/value'], text)
    if ([...text].length > 4_000) {
      const { errors } = expectProblem(answer, 'FieldInvalid')
      expect(errors).toMatchObject([{ pointer: '/value' }])
      return
    }
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.value).toBe(text)
  })
})

describe('a user', () => {
  const named: Fields = {
    '/userName': { least: 1, most: 100, form: /^[^\s:]+$/ },
    '/firstName': { least: 1, most: 100 },
    '/lastName': { least: 1, most: 100 },
  }
  const identified: Fields = {
    ...named,
    '/externalIdentity/provider': { least: 1, most: 100 },
    '/externalIdentity/subject': { least: 1, most: 255 },
  }
  const plain = { email: 'a@b.example', firstName: 'plain', lastName: 'plain' }
  const versions = [
    { path: '/v1/platformadminusers', fields: named, more: {} },
    {
      path: '/v2/Users',
      fields: identified,
      more: { externalIdentity: { provider: 'plain', subject: 'plain' } },
    },
  ] as const
  const stored: Stored[] = []

  test.concurrent.each(each)('is made and replaced with it, or refused: %s', async (_, text, turn) => {
    const { path, fields, more } = versions[turn % 2 === 0 ? 0 : 1]
    const unmarked = { ...plain, ...more, userName: `plain-${turn}` }
    const refused = refusing(fields, text)
    if (refused.length > 0)
      expectRefused(await admin.post(path, withEverywhere(unmarked, fields, text)), refused, text)
    if (!isStorable(text)) return
    const sent = withWhereTaken(unmarked, fields, text)
    const made = await admin.post(path, sent)
    expect(made.status, made.text).toBe(201)
    expectKept(made.body, sent, fields)
    const { id } = made.body
    stored.push({ path, id, sent })
    const found = await admin.get(`${path}?userName=${enc(String(sent.userName))}`)
    const rows = path === '/v2/Users' ? found.body.items : found.body
    expect(rows).toHaveLength(1)
    expectKept(rows[0], sent, fields)
    const put = await admin.put(`${path}/${id}`, { ...sent, email: 'c@d.example' })
    expect(put.status, put.text).toBe(200)
    expectKept(put.body, sent, fields)
  })

  test('is exported unchanged, except for the character that stops a formula', async () => {
    const rows = await exported('/v2/Users')
    expect(stored.length).toBeGreaterThan(isSoak ? 200 : 20)
    for (const { id, sent } of stored) {
      const { userName, firstName, lastName } = rows.get(id) ?? {}
      const texts = [sent.userName, sent.firstName, sent.lastName]
      expect([userName, firstName, lastName]).toEqual(texts.map((text) => inExport(String(text))))
    }
  })
})

describe('in requests that store nothing', () => {
  /** As a browser asks. */
  const html = { headers: { accept: 'text/html, */*;q=0.1' } }
  /** A problem, which no browser takes for a page. */
  function expectNoPage(answer: Answer, status: number): void {
    expect(answer.status, answer.text.slice(0, 200)).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(answer.body).toMatchObject({ status })
  }

  // What is no whole Unicode cannot be written in an address.
  const addressed = each.filter(([, text]) => text.isWellFormed())

  test.concurrent.each(addressed)('an address is answered with a problem: %s', async (_, text, turn) => {
    // More than 16 KB of it are not read at all.
    const status = enc(text).length > 14_000 ? 400 : 404
    const place = ['/problems/x', '/docs/x', '/portalvisibilitygroups/code/x'][turn % 3]
    expectNoPage(await admin.get(`${place}${enc(text)}`, html), status)
    expectNoPage(await admin.get(`/agents?x${enc(text)}=1`), 400)
  })

  test('a web page is the same with any string in its address', async () => {
    const docs = await service.api.anonymous.get('/docs', html)
    const marked = addressed.filter(([, text]) => /[<>"'&{]/.test(text) && text.length < 1_000)
    expect(marked.length).toBeGreaterThan(isSoak ? 50 : 1)
    for (const [, text] of marked) {
      const page = await service.api.anonymous.get(`/docs?x=${enc(text)}`, html)
      expect(page.text).toBe(docs.text)
      expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test.concurrent.each(each)('a field is not known by such a name: %s', async (_, text) => {
    // A long name is shortened in the message.
    const shown = text.length > 200 && isStorable(text) ? `${text.slice(0, 200)}…` : text
    const pointer = `/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const faults = faultsOf(await admin.post('/agents', { [text]: 1 }))
    expect(faults.find((fault) => fault.pointer === pointer)?.code).toBe(
      isStorable(text) ? 'Unknown' : 'Format',
    )
  })

  test('the service is healthy afterwards', async () => {
    expect((await service.api.anonymous.get('/readyz')).status).toBe(200)
  })
})
