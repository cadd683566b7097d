import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { accessProblems } from '../../src/access/problems.ts'
import { accountHolderProblems } from '../../src/account-holders/problems.ts'
import { cancellationProblems } from '../../src/cancellations/problems.ts'
import { cashProblems } from '../../src/cash/problems.ts'
import { claimProblems } from '../../src/claims/problems.ts'
import { contractProblems } from '../../src/contracts/problems.ts'
import { customFieldProblems } from '../../src/custom-fields/problems.ts'
import { run } from '../../src/db/database.ts'
import { projectRoot } from '../../src/db/project-root.ts'
import { eventProblems } from '../../src/events/problems.ts'
import { type ProblemCode, problemStatuses } from '../../src/http/problems.ts'
import { route } from '../../src/http/route.ts'
import { shellProblems } from '../../src/http/shell-problems.ts'
import { ledgerProblems } from '../../src/ledger/problems.ts'
import { problemTexts } from '../../src/problems.ts'
import { processProblems } from '../../src/processes/problems.ts'
import { rateProblems } from '../../src/rates/problems.ts'
import { referenceProblems } from '../../src/reference/problems.ts'
import { sendRaw } from '../support/hostile/raw-http.ts'
import { startService, type TestService, testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { serve, type TestServer } from '../support/service/server.ts'

const codes = Object.keys(problemStatuses) as ProblemCode[]

const service = await testService()
const { anonymous, admin } = {
  anonymous: () => service.api.anonymous,
  admin: () => service.api.as('sandbox-admin'),
}

describe('a problem document', () => {
  test('has the problem, the path and the request id, and nothing else', async () => {
    const answer = await admin().get('/api/v2/Users/987654?')
    const document = expectProblem(answer, 'NotFound')
    expect(document).toEqual({
      type: '/problems/NotFound',
      title: 'The record was not found',
      status: 404,
      detail: 'There is no user 987654.',
      instance: '/api/v2/Users/987654',
      code: 'NotFound',
      requestId: answer.headers.get('x-request-id'),
    })
  })

  test('has the members that its code documents', async () => {
    const entry = await service.api.as('sandbox-entry').get('/oauthclients')
    expect(expectProblem(entry, 'Forbidden').permission).toBe('access:manage')
    const anonymousAnswer = await anonymous().get('/me')
    expectProblem(anonymousAnswer, 'Unauthenticated')
    expect(anonymousAnswer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('does not repeat the query, which may hold names and secrets', async () => {
    const answer = await admin().get('/v2/users?nope=very-secret')
    expect(expectProblem(answer, 'ValidationFailed').instance).toBe('/v2/users')
    expect(answer.text).not.toContain('very-secret')
  })
})

describe('a request id', () => {
  test('that is valid is returned in the header and in the document', async () => {
    for (const id of ['a', 'trace-1234:5.6_x', 'x'.repeat(100)]) {
      const answer = await admin().get('/v2/users/987654', { headers: { 'x-request-id': id } })
      expect(expectProblem(answer, 'NotFound').requestId).toBe(id)
      expect(
        (await admin().get('/me', { headers: { 'x-request-id': id } })).headers.get('x-request-id'),
      ).toBe(id)
    }
  })

  test('that is missing or invalid is replaced', async () => {
    const seen = new Set<string | null>()
    for (const id of [undefined, '', 'two words', 'x'.repeat(101), '<script>', 'é'])
      seen.add(
        (await admin().get('/me', id === undefined ? {} : { headers: { 'x-request-id': id } })).headers.get(
          'x-request-id',
        ),
      )
    expect(seen.size).toBe(6)
    for (const id of seen) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('is returned for unknown paths, too', async () => {
    for (const target of ['/nope', '/v2/users/%ff', `/portalvisibilitygroups/code/${'x'.repeat(600)}`]) {
      const answer = await sendRaw(service.url, { target, headers: { 'X-Request-Id': 'mine' } })
      expect(answer.body.requestId, target).toBe('mine')
      expect(answer.headers.get('x-request-id'), target).toBe('mine')
    }
  })
})

describe('every problem code', () => {
  const sources = readdirSync(join(projectRoot, 'server', 'src'), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('problems.ts'))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    // A route that lists a code does not throw it.
    .map((text) => text.replaceAll(/problems: \[[^\]]*\]/g, ''))

  test('is thrown somewhere by its name', () => {
    const thrown = new Set(sources.flatMap((text) => text.match(/(?<=')[A-Z][A-Za-z\d]+(?=')/g) ?? []))
    expect(codes.filter((code) => !thrown.has(code))).toEqual([])
  })

  test('has its text in only one room', () => {
    const rooms = [
      shellProblems,
      referenceProblems,
      accessProblems,
      customFieldProblems,
      accountHolderProblems,
      ledgerProblems,
      rateProblems,
      contractProblems,
      claimProblems,
      cancellationProblems,
      cashProblems,
      processProblems,
      eventProblems,
    ]
    expect(rooms.flatMap((texts) => Object.keys(texts)).sort()).toEqual([...codes].sort())
  })
})

describe('every problem code has a page', () => {
  test.each(codes)('%s, as JSON and as HTML', async (code) => {
    const status = problemStatuses[code]
    const { title, meaning, remedy } = problemTexts[code]
    const answer = await anonymous().get(`/problems/${code}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ type: `/problems/${code}`, code, status, title, meaning, remedy })
    const page = await anonymous().get(`/problems/${code}`, { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('vary')).toBe('Accept')
    for (const text of [code, String(status)]) expect(page.text).toContain(text)
    for (const text of [meaning, remedy])
      expect(page.text).toContain(text.replaceAll("'", '&#39;').slice(0, 30))
  })

  test('the meaning is in full sentences', () => {
    for (const code of codes) {
      const status = problemStatuses[code]
      const { title, meaning, remedy } = problemTexts[code]
      expect(code).toMatch(/^[A-Z][A-Za-z\d]+$/)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(title, code).toMatch(/^[A-Z].*[^.]$/)
      for (const text of [meaning, remedy]) expect(text, code).toMatch(/^[A-Z].*\.$/)
    }
  })

  test('the letter case does not matter; an unknown code is 404', async () => {
    expect((await anonymous().get('/problems/notfound')).body.code).toBe('NotFound')
    expectProblem(await anonymous().get('/problems/Nope'), 'NotFound')
    expectProblem(await anonymous().get('/problems/__proto__'), 'NotFound')
    expectProblem(await anonymous().get('/problems/constructor'), 'NotFound')
  })
})

describe('server errors', () => {
  const lines: string[] = []
  let server: TestServer
  const common = { tag: 'Test', summary: 'Fail', permission: 'signed-in', subject: 'nothing' } as const
  const failing = (path: string, fail: () => unknown) =>
    route.write({ ...common, method: 'POST', path, handler: async () => fail() as undefined })
  beforeAll(async () => {
    server = await serve(
      service,
      [
        failing('/fails', () => {
          throw new Error('The password of ann is hunter2')
        }),
        failing('/fails/oddly', () => {
          throw 'a text'
        }),
        route.write({
          ...common,
          method: 'POST',
          path: '/fails/indatabase',
          handler: async ({ tx }) => {
            await run(tx, 'insert into membership_role (name, permissions) values ($1, $2)', ['Admin', []])
          },
        }),
        route.write({
          ...common,
          method: 'POST',
          path: '/fails/casting',
          handler: async ({ tx }) => {
            await run(tx, 'select $1::text::bigint', ['Ann Berg'])
          },
        }),
        route.write({
          ...common,
          method: 'POST',
          path: '/fails/slowly',
          handler: async ({ tx }) => {
            await run(tx, "set local statement_timeout = '20ms'", [])
            await run(tx, 'select pg_sleep(2)', [])
          },
        }),
        route.read({
          path: '/fails/answering',
          tag: 'Test',
          summary: 'Fail',
          permission: 'signed-in',
          answer: z.object({ id: z.int() }),
          handler: async () => ({ id: 'not a number' }) as unknown as { id: number },
        }),
      ],
      { onLog: (line) => lines.push(line) },
    )
  })
  afterAll(() => server.server.close())
  beforeEach(() => {
    lines.length = 0
  })
  const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

  test.each([
    ['POST', '/fails', 'hunter2'],
    ['POST', '/fails/oddly', 'a text'],
    ['POST', '/fails/indatabase', 'membership_role'],
    ['GET', '/fails/answering', 'not a number'],
  ])(
    '%s %s answers 500 without a word about why; the log knows under the same id',
    async (method, path, reason) => {
      const answer = await server.api.as('sandbox-admin').send(method, path)
      const document = expectProblem(answer, 'InternalError')
      expect(Object.keys(document)).toEqual([
        'type',
        'title',
        'status',
        'detail',
        'instance',
        'code',
        'requestId',
      ])
      expect(answer.text).not.toContain(reason)
      expect(answer.text).not.toMatch(/at .*\.[tj]s|node_modules|Error:/)
      const [error] = logged().filter((line) => line.level === 50)
      expect(error).toMatchObject({ requestId: document.requestId, route: path })
      if (path !== '/fails/oddly') expect(JSON.stringify(error)).toMatch(/\.[tj]s:/)
    },
  )

  test('the log does not quote values that the database quotes', async () => {
    await server.api.as('sandbox-admin').post('/fails/indatabase')
    await server.api.as('sandbox-admin').post('/fails/casting')
    const [duplicate, cast] = logged().filter((line) => line.level === 50)
    expect(duplicate?.err).toMatchObject({ code: '23505', constraint: 'membership_role_name_key' })
    expect(cast?.err).toMatchObject({ code: '22P02', message: 'invalid input syntax for type bigint: "***"' })
    expect(lines.join()).not.toMatch(/Ann Berg|\(name\)=/)
  })

  test('a slow database is not ready, and sends Retry-After', async () => {
    const answer = await server.api.as('sandbox-admin').post('/fails/slowly')
    expectProblem(answer, 'NotReady')
    expect(answer.headers.get('retry-after')).toBe('2')
  })
})

describe('the log', () => {
  const lines: string[] = []
  let logging: TestService
  beforeAll(async () => {
    logging = await startService({ onLog: (line) => lines.push(line) })
  })
  afterAll(async () => {
    await logging.app.server.close()
    await logging.databases.close()
  })

  test('has one entry for each request, with the declared path and without personal or secret data', async () => {
    const { api } = logging
    const token = await api.token('sandbox-admin')
    await api.with(token).get('/v2/users?userName=sandbox-entry@sandbox.example')
    await api.with(token).get('/portalvisibilitygroups/code/PVG-TX')
    await api.with(token).post('/v2/users', { userName: 'ann.berg', password: 'a very good one' })
    await api.anonymous.post('/session', { userName: 'sandbox-admin@sandbox.example', password: 'sandbox' })
    await api.anonymous.get('/me', { headers: { cookie: 'bw_session=cookie-value' } })
    await api.with('bw_test_some-key').get('/nope/secret-path')
    const text = lines.join('')
    for (const secret of [
      token,
      'sandbox-entry',
      'PVG-TX',
      'ann.berg',
      'a very good one',
      'client_secret',
      'sandbox-admin@',
      'cookie-value',
      'some-key',
      'secret-path',
      '127.0.0.1',
    ])
      expect(text).not.toContain(secret)
    const logged = lines
      .map((line) => JSON.parse(line))
      .map(({ method, route, status }) => `${method} ${route} ${status}`)
    expect(logged).toEqual([
      'POST /oauth/token 200',
      'GET /v2/Users 200',
      'GET /portalvisibilitygroups/code/{portalVisibilityGroupCode} 200',
      'POST /v2/Users 400',
      'POST /session 200',
      'GET /me 401',
      'GET none 404',
    ])
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ requestId: expect.any(String), ms: expect.any(Number) })
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ caller: 'Client:1', tenant: 'ADM1' })
  })
})
