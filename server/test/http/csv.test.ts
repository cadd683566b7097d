import { get } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { int, text } from '../../src/db/columns.ts'
import { poolOf } from '../../src/db/database.ts'
import { route } from '../../src/http/route.ts'
import { listOf } from '../../src/http/search.ts'
import { listRoutes, MANY } from '../support/oracle/lists/many-rows.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'
import { serve } from '../support/service/server.ts'

const service = await testService()
const server = await serve(service, listRoutes)
afterAll(() => server.server.close())

const csv = (path: string, accept = 'text/csv') =>
  server.api.as('sandbox-admin').get(path, { headers: { accept } })
/** A list of 200 MB, more than any connection holds. */
const wideList = route.list({
  path: '/wide',
  tag: 'Test',
  summary: 'List wide rows',
  permission: 'signed-in',
  form: 'array',
  row: z.object({ id: z.int(), text: z.string() }),
  search: { filters: {}, sort: {} },
  list: () =>
    listOf({
      filters: {},
      sort: {},
      columns: { id: int, text },
      select: 'w.id, w.text',
      from: "(select n::bigint as id, repeat('x', 10000) as text from generate_series(1, 20000) n) w",
      id: 'w.id',
      row: (row) => row,
    }),
})

const linesOf = (text: string) => text.split('\r\n')

describe('a list as CSV', () => {
  test('has the field names first, then rows in RFC 4180 form, with formulas made harmless', async () => {
    const answer = await csv('/people')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(answer.headers.get('vary')).toBe('Accept')
    expect(linesOf(answer.text)).toEqual([
      'id,name,city,status,bornOn,balance,tags',
      '1,bert,Austin,Active,1980-01-02,10.5,"[""x""]"',
      '2,Anna,Dallas,Locked,1990-05-06,-3,[]',
      '3,,,Active,,0,"[""a"",""b""]"',
      '4,anna,AUSTIN,Active,1970-12-31,7,[]',
      '5,Zoë,Zürich,Disabled,,7,[]',
      '6,ÉMILE,Austin,Active,2000-02-29,7,[]',
      `7,'=1+1,"""quoted"", with a comma",Active,,-7,[]`,
      '8,100%_sure\\,"two\nlines",Locked,,7,[]',
      '9,BERT,,Active,,7,[]',
      '',
    ])
  })

  test('is cut off when its reader takes nothing, and gives its connection back', async () => {
    const impatient = await serve(service, [wideList], { stallMilliseconds: 200 })
    const token = await service.api.token('sandbox-admin')
    const { db } = await sandboxOf(service)
    const before = poolOf(db).totalCount - poolOf(db).idleCount
    const request = get(`${impatient.url}/wide`, {
      headers: { accept: 'text/csv', authorization: `Bearer ${token}` },
    })
    const ended = new Promise<void>((resolve) => {
      request.on('response', (response) => {
        // Nothing is read. The connection fills up, and the server waits.
        response.on('error', () => resolve())
        response.on('aborted', () => resolve())
        response.pause()
      })
      request.on('error', () => resolve())
    })
    await expect
      .poll(() => poolOf(db).totalCount - poolOf(db).idleCount, { timeout: 10_000, interval: 50 })
      .toBe(before)
    request.destroy()
    await ended
    await impatient.server.close()
  })

  test('holds the whole list in one order, beyond a page and a batch', async () => {
    const lines = linesOf((await csv('/many?pageSize=5&sortDirection=Desc')).text)
    expect(lines[0]).toBe('id,name,group.number')
    expect(lines.slice(1, -1).map((line) => Number(line.split(',')[0]))).toEqual(
      Array.from({ length: MANY }, (_, at) => MANY - at),
    )
    expect(lines.slice(1, 3)).toEqual(['12345,Row 12345,', '12344,Row 12344,4'])
  })

  test.each([0, 1, 999, 1_000, 1_001, 2_000])(
    'with %i rows has as many lines and the header',
    async (rows) => {
      expect(linesOf((await csv(`/many?upTo=${rows}`)).text)).toHaveLength(rows + 2)
    },
  )

  test('applies filters with all their parameters', async () => {
    const answer = await csv('/many?name=row%201&groupNumber=8&upTo=200&sortBy=name&sortDirection=Desc')
    expect(
      linesOf(answer.text)
        .slice(1, -1)
        .map((line) => line.split(',')[1]),
    ).toEqual([
      'Row 198',
      'Row 188',
      'Row 18',
      'Row 178',
      'Row 168',
      'Row 158',
      'Row 148',
      'Row 138',
      'Row 128',
      'Row 118',
      'Row 108',
    ])
    const status = await csv('/people?status=Locked,Disabled&bornFrom=1990-01-01')
    expect(linesOf(status.text).slice(1, -1)).toEqual(['2,Anna,Dallas,Locked,1990-05-06,-3,[]'])
  })

  test('applies the scope of the caller, as the page does', async () => {
    const path = '/portalvisibilitygroups/code/PVG-TX/dealers'
    const dealer = service.api.as('sandbox-dealer-d1001')
    const rows = (await dealer.get(path)).body
    const lines = linesOf((await dealer.get(path, { headers: { accept: 'text/csv' } })).text)
    expect(lines).toHaveLength(rows.length + 2)
  })

  test('refuses what the page refuses, as a problem document', async () => {
    expect(faultsIn(await csv('/many?sortBy=nope&nope=1'))).toEqual(['?sortBy Enum', '?nope Unknown'])
    expectProblem(
      await server.api.anonymous.get('/many', { headers: { accept: 'text/csv' } }),
      'Unauthenticated',
    )
  })

  test('answers with a problem if it fails before the first row, and is cut off if it fails later', async () => {
    for (let time = 0; time < 10; time += 1) {
      expectProblem(await csv('/brokenatonce'), 'InternalError')
      expectProblem(await csv('/brokenrow'), 'InternalError')
    }
    await expect(csv('/broken')).rejects.toThrow()
  })

  test('releases its connection when the reader disconnects', async () => {
    const token = await service.api.token('sandbox-admin')
    for (let time = 0; time < 20; time += 1) {
      const gone = new AbortController()
      const response = await fetch(`${server.url}/many`, {
        headers: { accept: 'text/csv', authorization: `Bearer ${token}` },
        signal: gone.signal,
      })
      await response.body?.getReader().read()
      gone.abort()
    }
    expect((await csv('/many?upTo=5')).status).toBe(200)
    // As many at once as there are connections: none is missing.
    const all = await Promise.all(Array.from({ length: 8 }, () => csv('/many')))
    for (const answer of all) expect(linesOf(answer.text)).toHaveLength(MANY + 2)
  })
})

describe('content negotiation', () => {
  test.each([
    ['text/csv', 'text/csv'],
    ['text/*', 'text/csv'],
    ['text/csv;q=0.9, application/json;q=0.5', 'text/csv'],
    ['text/csv;q=0.5, application/json', 'application/json'],
    ['application/json, text/csv', 'application/json'],
    ['*/*', 'application/json'],
    ['text/html, */*;q=0.1', 'application/json'],
    ['application/*', 'application/json'],
    ['', 'application/json'],
  ])('Accept: %s on a list answers %s', async (accept, type) => {
    expect((await csv('/people', accept)).headers.get('content-type')).toContain(type)
  })

  test('refuses everything but JSON, and CSV on lists', async () => {
    for (const accept of ['text/html', 'application/xml', 'text/csv;q=0', 'image/png, text/plain'])
      expectProblem(await csv('/people', accept), 'NotAcceptable')
    const admin = service.api.as('sandbox-admin')
    const accepting = (accept: string) => ({ headers: { accept } })
    expectProblem(await admin.get('/me', accepting('text/csv')), 'NotAcceptable')
    expectProblem(await admin.get('/sandbox/clock', accepting('text/html')), 'NotAcceptable')
    expectProblem(
      await admin.post('/portalvisibilitygroups', { code: 'X', name: 'X' }, { accept: 'text/csv' }),
      'NotAcceptable',
    )
    expect((await admin.get('/portalvisibilitygroups/code/X')).status).toBe(404)
  })
})
