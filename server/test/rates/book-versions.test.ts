import { beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { permissions } from '../../src/domain/permissions.ts'
import { quote, rateIn, truck } from '../support/builders/quotes.ts'
import { edited, sandboxFiles } from '../support/builders/rate-books.ts'
import { type RateLists, rateLists } from '../support/builders/rate-lists.ts'
import type { Caller } from '../support/service/api.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

// A rate book from the first check until it is in force, through HTTP.

let lists: RateLists
let admin: Caller
beforeEach(async () => {
  lists = await rateLists()
  admin = lists.admin
})

type Files = ReadonlyMap<string, string>
const sent = (files: Files) => ({ files: [...files].map(([name, content]) => ({ name, content })) })

const RATES = 'programs/VSC-STD/rates.csv'
const VSC = 'programs/VSC-STD/program.yaml'
const CLASS = 'programs/VSC-STD/factors/CLASS.csv'
const dearer = edited(RATES, 'PLATINUM,60/75000,780.00', 'PLATINUM,60/75000,800.00')
const vsc = { ...truck, productTypeCode: 'VSC' }

describe('POST /Rates/books/checks', () => {
  const check = (files: Files) => admin.post('/Rates/books/checks', sent(files))

  test('counts what is in a valid book', async () => {
    expect(await check(sandboxFiles)).toMatchObject({
      ...{ status: 200 },
      body: {
        isValid: true,
        name: 'Sandbox',
        counts: { products: 6, programs: 6 },
        faults: [],
        liveVersion: 1,
      },
    })
  })

  test('lists every fault of every file, with its line', async () => {
    const wrong = edited(
      CLASS,
      '3,1.00',
      '3,one',
      edited(RATES, 'GOLD,12/12000,200.00', 'GOLD,12/12000,x', dearer),
    )
    const { status, body } = await check(new Map([...wrong, ['programs/VSC-STD/rate.csv', 'plan\n']]))
    expect([status, body.isValid, body.name, body.counts]).toEqual([200, false, null, null])
    expect(body.faults.map(({ file, line }: { file: string; line: number }) => `${file}:${line}`)).toEqual([
      `${CLASS}:4`,
      'programs/VSC-STD/rate.csv:1',
      `${RATES}:9`,
    ])
  })

  test('an account holder that does not exist is a fault', async () => {
    const { body } = await check(
      edited(VSC, 'to: DisbursementAccount ROAD', 'to: DisbursementAccount NOBODY'),
    )
    expect(body).toMatchObject({
      ...{ isValid: false, faults: [{ file: VSC, reason: 'There is no DisbursementAccount NOBODY.' }] },
    })
  })

  test('names outside the folder, twice the same file and a book without files are refused', async () => {
    const refused = async (files: readonly { name: string; content: string }[]) => {
      const { status, body } = await admin.post('/Rates/books/checks', { files })
      return [status, ...body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`)]
    }
    const file = (name: string) => ({ name, content: '' })
    expect(await refused([])).toEqual([400, '/files Length'])
    expect(await refused([file('book.yaml'), file('../etc'), file('/book.yaml')])).toEqual([
      ...[400, '/files/1/name Format', '/files/2/name Format'],
    ])
    expect(await refused([file('book.yaml'), file('book.yaml')])).toEqual([400, '/files/1/name Format'])
  })

  test('a book may be larger than other bodies, and hidden files are skipped', async () => {
    const files = new Map([...sandboxFiles, ['.git/objects.csv', 'x'.repeat(2 * 1024 * 1024)]])
    expect(await check(files)).toMatchObject({ status: 200, body: { isValid: true } })
  })
})

describe('POST /Rates/books/comparisons', () => {
  const compare = (files: Files) => admin.post('/Rates/books/comparisons', sent(files))

  test('the book in force is the same', async () => {
    expect((await compare(sandboxFiles)).body).toEqual({
      ...{ isValid: true, faults: [], liveVersion: 1, liveName: 'Sandbox', name: 'Sandbox', isSame: true },
      ...{
        counts: { new: 0, changed: 0, removed: 0 },
        changes: [],
        changeCount: 0,
        grids: [],
        overridden: [],
      },
    })
  })

  test('a rate and a factor change cell by cell, and a plan goes', async () => {
    const files = edited(CLASS, '3,1.00', '3,1.10', edited(RATES, /^POWERTRAIN.*\n/gm, '', dearer))
    const without = edited(VSC, / {2}- code: POWERTRAIN\n( {4}.*\n)+/, '', files)
    const { body } = await compare(without)
    expect(body.isSame).toBe(false)
    expect(body.changes).toContainEqual({
      ...{ kind: 'Removed', area: 'Plan', program: 'VSC-STD', item: 'plan POWERTRAIN' },
      ...{ fact: null, before: null, after: null, text: 'VSC-STD: plan POWERTRAIN is removed' },
    })
    expect(body.changes).toContainEqual({
      ...{ kind: 'Changed', area: 'Rate', program: 'VSC-STD', item: 'PLATINUM 60/75000' },
      ...{ fact: 'RESERVE', before: '780.00', after: '800.00' },
      text: 'VSC-STD: PLATINUM 60/75000 RESERVE changed from 780.00 to 800.00',
    })
    const counted = (kind: string) =>
      body.changes.filter((change: { kind: string }) => change.kind === kind).length
    // The rate, the factor, and the display order of the two plans behind the one that goes.
    expect(body.counts).toEqual({ new: 0, changed: 4, removed: 1 })
    expect([counted('New'), counted('Changed'), counted('Removed')]).toEqual([0, 4, 1])
    const [factors, rates] = body.grids
    expect(factors).toEqual({
      ...{ kind: 'Factor', unit: 'Factor', program: 'VSC-STD', code: 'CLASS', name: 'Vehicle class' },
      ...{ rowTitle: 'classCode', columnTitle: '', rows: ['1', '2', '3', '4', '5', '6'], columns: [''] },
      cells: [
        { row: 0, column: 0, before: 0.8, after: 0.8, changePercent: 0 },
        { row: 1, column: 0, before: 0.9, after: 0.9, changePercent: 0 },
        { row: 2, column: 0, before: 1, after: 1.1, changePercent: 10 },
        { row: 3, column: 0, before: 1.2, after: 1.2, changePercent: 0 },
        { row: 4, column: 0, before: 1.5, after: 1.5, changePercent: 0 },
        { row: 5, column: 0, before: 1.9, after: 1.9, changePercent: 0 },
      ],
      isCut: false,
    })
    expect(rates).toMatchObject({ kind: 'Rate', unit: 'Money', code: 'RESERVE', columns: ['all'] })
    const cellAt = (row: string) =>
      rates.cells.find((cell: { row: number }) => rates.rows[cell.row] === row) as object | undefined
    expect(cellAt('PLATINUM 60/75000')).toMatchObject({ before: 780, after: 800, changePercent: 2.56 })
    expect(cellAt('POWERTRAIN 12/12000')).toMatchObject({ before: 150, after: null, changePercent: null })
    expect(cellAt('GOLD 12/12000')).toBeUndefined()
  })

  test('a book with faults is not compared', async () => {
    const { status, body } = await compare(edited(CLASS, '3,1.00', '3,one'))
    expect([status, body.isValid, body.changes, body.faults.length]).toEqual([200, false, [], 1])
  })
})

describe('POST /Rates/books/rehearsals', () => {
  const rehearse = async (files: Files, more: object = {}) => {
    const { status, body, text } = await admin.post('/Rates/books/rehearsals', { ...sent(files), ...more })
    expect(status, text).toBe(200)
    return body
  }
  const ask = (more: object = {}) => quote(admin, 'D1001', { ...vsc, ...more })

  test('tells how prices move, exactly as quotes of the applied book show it', async () => {
    const before = (await ask()).body
    const moved = await rehearse(dearer)
    expect(moved).toMatchObject({ isValid: true, liveVersion: 1, quotes: 1, unchanged: 0 })
    expect(moved.lost.quotes + moved.gained.quotes).toBe(0)
    const plan = moved.plans.find(({ planCode }: { planCode: string }) => planCode === 'PLATINUM')
    // One of seven terms becomes dearer, with each of its deductibles.
    await admin.post('/Rates/books', { ...sent(dearer), expectedVersion: 1 })
    lists.service.app.services.books.clear()
    const after = (await ask()).body
    const differences = plansRates(before, 'PLATINUM').map(([name, rate]) => {
      const cents = (amount: number) => Math.round(amount * 100)
      return cents(rateIn(after, name).dealerCost) - cents(rate.dealerCost)
    })
    const sorted = differences.toSorted((one, other) => one - other)
    const half = sorted.length / 2
    expect(plan).toMatchObject({
      ...{ programCode: 'VSC-STD', quotes: 1, rates: differences.length, lostQuotes: 0, gainedQuotes: 0 },
      dealerCost: {
        up: sorted.filter((one) => one > 0).length,
        ...{ down: 0, same: sorted.filter((one) => one === 0).length, min: 0 },
        max: (sorted.at(-1) ?? 0) / 100,
        median: ((sorted[Math.floor(half - 0.5)] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 200,
      },
    })
    expect(plan.dealerCost.up).toBeGreaterThan(0)
    const counted = plan.dealerCost.distribution.reduce(
      (sum: number, band: { count: number }) => sum + band.count,
      0,
    )
    expect(counted).toBe(differences.length)
  })

  test('tells who would get no offer any more and why, and who gets one', async () => {
    await ask({ odometer: 90_000 })
    await ask()
    const strict = edited(
      VSC,
      'effectiveFrom: 2015-01-01',
      'effectiveFrom: 2015-01-01\neligibility: vehicle.odometer <= 50000',
    )
    const lost = (await rehearse(strict)).lost
    expect(lost).toMatchObject({
      quotes: 1,
      reasons: [{ rule: 'Criteria', quotes: 1 }],
      samples: [
        {
          ...{ dealerNumber: 'D1001', saleDate: '2024-03-15' },
          vehicle: { year: 2024, make: 'FORD', model: 'F-150', odometer: 90_000 },
        },
      ],
    })
    expect(lost.samples[0].reasons[0]).toMatchObject({ productCode: 'VSC1', rule: 'Criteria' })
    const shown = await admin.get(`/Rates/quotes/${lost.samples[0].quoteId}`)
    expect(shown.body.request.odometer).toBe(90_000)
    await admin.post('/Rates/books', { ...sent(strict), expectedVersion: 1 })
    lists.service.app.services.books.clear()
    expect((await rehearse(sandboxFiles)).gained).toMatchObject({
      ...{ quotes: 1, reasons: [{ rule: 'Criteria', quotes: 1 }] },
    })
  })

  test('a quote for a plan that the book no longer has gets no offer', async () => {
    const { planId } = rateIn((await ask()).body, 'POWERTRAIN 12/12000 0')
    await ask({ planId })
    const files = edited(RATES, /^POWERTRAIN.*\n/gm, '')
    const { lost } = await rehearse(edited(VSC, / {2}- code: POWERTRAIN\n( {4}.*\n)+/, '', files))
    expect(lost.quotes).toBe(1)
    expect(lost.samples[0].reasons).toMatchObject([{ field: 'planId' }])
  })

  test('as if all were sold on another day', async () => {
    await ask()
    const later = edited(VSC, 'effectiveFrom: 2015-01-01', 'effectiveFrom: 2025-01-01')
    expect((await rehearse(later)).lost.quotes).toBe(1)
    expect((await rehearse(later, { saleDate: '2025-06-01' })).lost.quotes).toBe(0)
  })

  test('takes the last thousand quotes, or fewer', async () => {
    await ask()
    await rehearse(sandboxFiles)
    const { db } = await sandboxOf(lists.service)
    const [{ id, ...quote } = {}] = await run<Record<string, unknown>>(
      db,
      `select id, quoted_at, valid_until, dealer_id, book_version, outcome, inputs::text as inputs, key_id, figures_hash, asked_by
       from rate_quote limit 1`,
      [],
    )
    const ids = Array.from({ length: 1_200 }, (_, nth) => `${id}${nth}`)
    await run(
      db,
      `insert into rate_quote (id, ${Object.keys(quote).join(', ')})
       select new.id, $2::timestamptz, $3::timestamptz, $4::bigint, $5::bigint, $6, $7::json, $8, $9, $10 from unnest($1::text[]) as new (id)`,
      [ids, ...Object.values(quote)],
    )
    const { quotes, unchanged } = await rehearse(dearer)
    expect([quotes, unchanged]).toEqual([1_000, 0])
    expect((await rehearse(dearer, { quotes: 10 })).quotes).toBe(10)
  })
})

/** The rates of a plan by their names. */
const plansRates = (body: { products: unknown }, plan: string): [string, { dealerCost: number }][] => {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
  const all = (body.products as any[]).flatMap((product) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    product.programs.flatMap((program: any) => program.plans.flatMap((one: any) => one.rates)),
  )
  return all
    .filter(({ planCode }) => planCode === plan)
    .map((rate) => [`${plan} ${rate.term.code} ${rate.deductible.code}`, rate])
}

describe('POST /Rates/books', () => {
  const apply = (files: Files, more: object = {}, headers: Record<string, string> = {}) =>
    admin.post('/Rates/books', { ...sent(files), expectedVersion: 1, ...more }, headers)
  const versions = async () =>
    (await admin.get('/Rates/books')).body.map(
      ({ version, isLive }: { version: number; isLive: boolean }) => `${version} ${isLive}`,
    )

  test('puts the book in force once, with its event and its audit record', async () => {
    const tried = await admin.post('/Rates/books?dryRun=true', { ...sent(dearer), expectedVersion: 1 })
    expect([tried.status, tried.body.version, tried.body.changeCount]).toEqual([201, 2, 1])
    expect(tried.body.effects.events).toMatchObject([
      { type: 'rateBook.applied', subject: 'ratebooks/2', data: { version: 2, previousVersion: 1 } },
    ])
    expect(await versions()).toEqual(['1 true'])
    const headers = { 'idempotency-key': 'book 2' }
    const made = await apply(dearer, { note: 'The reserve of Platinum' }, headers)
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({
      ...{ version: 2, name: 'Sandbox', isLive: true, previousVersion: 1, appliedBy: 'sandbox-admin' },
      ...{ changeCount: 1, changes: [{ item: 'PLATINUM 60/75000', before: '780.00', after: '800.00' }] },
    })
    const location = made.headers.get('location') ?? ''
    const read = await admin.get(location)
    expect([location, read.body, read.headers.get('etag')]).toEqual([
      ...['/Rates/books/2', made.body, made.headers.get('etag')],
    ])
    expect(await versions()).toEqual(['2 true', '1 false'])
    lists.service.app.services.books.clear()
    const { dealerCost } = rateIn((await quote(admin, 'D1001', vsc)).body, 'PLATINUM 60/75000 0')
    // 20.00 x 1.00 x 1.10 x 1.15 for the reserve, and 2 % of it as premium tax.
    expect(dealerCost).toBe(1_388.74)
    const replayed = await apply(dearer, { note: 'The reserve of Platinum' }, headers)
    expect([replayed.text, replayed.headers.get('idempotency-replayed')]).toEqual([made.text, 'true'])
    const { body: audit } = await admin.get('/audit?subject=ratebooks/2')
    expect(audit.items).toMatchObject([
      { operation: 'POST /Rates/books', by: 'sandbox-admin', reason: 'The reserve of Platinum' },
    ])
    expect(audit.items[0].changes).toContainEqual({ pointer: '/version', before: 1, after: 2 })
    const { body: log } = await admin.get('/events?types=rateBook.*')
    expect(log.items).toMatchObject([{ subject: 'ratebooks/2', sequence: 1, data: { name: 'Sandbox' } }])
  })

  test('is refused if another book is in force by now, if it changes nothing, and with its faults', async () => {
    expect((await apply(dearer)).status).toBe(201)
    expect(await apply(edited(CLASS, '3,1.00', '3,1.10'))).toMatchObject({
      ...{ status: 409, body: { code: 'RateBookMoved', expectedVersion: 1, liveVersion: 2 } },
    })
    expect(await apply(dearer, { expectedVersion: 2 })).toMatchObject({
      ...{ status: 409, body: { code: 'RateBookUnchanged' } },
    })
    expect(await apply(edited(CLASS, '3,1.00', '3,one'), { expectedVersion: 2 })).toMatchObject({
      ...{ status: 422, body: { code: 'RateBookInvalid', faults: [{ file: CLASS, line: 4 }] } },
    })
    expect(await versions()).toEqual(['2 true', '1 false'])
  })

  test('of two that were compared with the same version, one is applied', async () => {
    const both = await Promise.all([apply(dearer), apply(edited(CLASS, '3,1.00', '3,1.10'))])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await versions()).toEqual(['2 true', '1 false'])
  })

  test('a version that was never applied is not found', async () => {
    expect((await admin.get('/Rates/books/1')).body).toMatchObject({
      ...{ version: 1, isLive: true, previousVersion: null, changes: [], counts: { products: 6 } },
    })
    expect((await admin.get('/Rates/books/2')).status).toBe(404)
  })
})

test('rate books are for staff that may change rates', async () => {
  const { api } = lists.service
  const scopes = [{ type: 'Dealer', id: await holderId(lists.service, 'Dealer', 'D1001') }]
  const { body } = await admin.post('/apikeys', { name: 'limited', permissions, scopes })
  const bodies = {
    checks: sent(sandboxFiles),
    comparisons: sent(sandboxFiles),
    rehearsals: sent(sandboxFiles),
    '': { ...sent(dearer), expectedVersion: 1 },
  }
  for (const caller of [api.as('sandbox-dealer-d1001'), api.as('sandbox-auditor'), api.with(body.key)])
    for (const [name, sentBody] of Object.entries(bodies))
      expect(await caller.post(`/Rates/books${name && `/${name}`}`, sentBody)).toMatchObject({
        ...{ status: 403, body: { code: 'Forbidden', permission: 'rates:write' } },
      })
  expect((await api.as('sandbox-rates').get('/Rates/books')).status).toBe(200)
  expect((await api.with(body.key).get('/Rates/books')).status).toBe(403)
  expect((await api.as('sandbox-dealer-d1001').get('/Rates/books/1')).status).toBe(403)
})
