import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClaims } from '../support/builders/claims.ts'
import { faultsIn } from '../support/builders/contract-books.ts'
import { sellAndFinalize } from '../support/builders/contracts.ts'
import { limitedTo, setClock } from '../support/builders/held-contracts.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import {
  type Asked,
  eachClaim,
  type PlainClaims,
  plainStatistics,
  plainTriangle,
  readClaims,
} from '../support/oracle/claims/plain-statistics.ts'
import { recordsIn } from '../support/oracle/lists/csv.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'
import { trialSeed, trials } from '../support/service/trials.ts'

// The claims of two dealers over two quarters: paid, paid in part, taken back, closed, denied, voided and waiting. Every
// figure is compared with plain loops over what the service answers about them.

const seed = trialSeed('claim statistics', 'BULWARK_CLAIM_STATISTICS_SEED')

let service: TestService
let claims: Awaited<ReturnType<typeof openClaims>>
let world: PlainClaims
/** The reserves of the claims at the end of the first quarter. */
let reservesInMarch: ReadonlyMap<number, number>
const ids: Record<string, number> = {}

const part = (causeCode: string, unitPriceRequested: number) => ({
  ...{ complaintCode: 'NOISE', causeCode, correctionCode: 'REPLACE' },
  components: [{ code: 'ALTERNATOR', isPrimaryFailure: true }],
  parts: [{ partNumber: 'P', description: 'Part', quantity: 1, unitPriceRequested }],
})

beforeAll(async () => {
  service = await testService()
  await withoutContracts(service)
  claims = await openClaims(service)
  const { done, enter, change, authorize, requestPayment, pay } = claims
  const first = await claims.sellVsc()
  await setClock(service, '2024-03-15T15:00:00Z')
  const second: number = (await sellAndFinalize(claims.entry, {}, 'D1002')).id
  await setClock(service, '2025-03-11T15:00:00Z')
  await done(
    claims.admin.post('/contracts/updateEarnings', { contractIds: [first, second], asOfDate: '2025-02-28' }),
  )
  const entered = async (
    name: string,
    contractId: number,
    lossDate: string,
    ...details: readonly object[]
  ) => {
    const { id } = await done(enter(contractId, { lossDate, details }), 201)
    ids[name] = id
    return id as number
  }
  const whole = await entered('whole', first, '2025-03-10', part('INTFAIL', 400), part('SHORT', 133.33))
  await done(authorize(whole))
  await pay(await done(requestPayment(whole), 201), '2025-03-05')
  const returned = await entered('returned', first, '2025-01-20', part('BROKEN', 200.01))
  await done(authorize(returned))
  const cash = await pay(await done(requestPayment(returned), 201))
  const partly = await entered('partly', second, '2024-12-31', part('SHORT', 301), part('BROKEN', 99.99))
  await done(change(partly, { caseReserve: 1000.01 }))
  await done(authorize(partly))
  await pay(await done(requestPayment(partly, { amount: 250.5 }), 201))
  const closed = await entered('closed', second, '2025-02-02', part('INTFAIL', 80))
  await done(authorize(closed))
  await entered('waiting', second, '2024-11-05', part('INTFAIL', 500))
  await done(change(ids.waiting ?? 0, { caseReserve: 800 }))
  const denied = await entered('denied', first, '2025-03-01', part('BROKEN', 60), part('SHORT', 10))
  await done(change(denied, { caseReserve: 90 }))
  await done(change(denied, { action: 'Deny', deniedReasonCode: 'NOINFORCE' }))
  const voided = await entered('voided', first, '2025-03-02', part('BROKEN', 70))
  await done(change(voided, { action: 'Void', reason: 'Entered twice' }))
  await entered('empty', second, '2025-03-03')
  await done(change(ids.empty ?? 0, { caseReserve: 12.34, repairFacilityId: null }))
  const { db } = await sandboxOf(service)
  reservesInMarch = new Map((await eachClaim(claims.admin)).map(({ id, reserve }) => [id, reserve]))

  await setClock(service, '2025-04-02T15:00:00Z')
  await done(claims.cash.patch(cash.id, { status: 'Voided', reason: 'Lost' }))
  await done(change(closed, { action: 'Close', reason: 'The customer did not repair it' }))
  await done(claims.admin.post('/contracts/updateEarnings', { contractIds: [first], asOfDate: '2025-03-31' }))
  world = await readClaims(claims.admin, db)
}, 180_000)
afterAll(async () => expect(await faultsIn((await sandboxOf(service)).db)).toEqual([]))

const statistics = async ({ groupBy, ...asked }: Asked) => {
  const search = new URLSearchParams({ groupBy: groupBy.join(',') })
  if (groupBy.length === 0) search.delete('groupBy')
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) search.set(name, String(value))
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
  return claims.done(claims.adjuster.get(`/claims/statistics?${search}`)) as Promise<any[]>
}
const sorted = (rows: readonly { keys: object }[]) =>
  [...rows].sort((one, other) => (JSON.stringify(one.keys) < JSON.stringify(other.keys) ? -1 : 1))
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
const triangle = (search: string): Promise<any> =>
  claims.done(claims.adjuster.get(`/claims/triangles?${search}`))
const diagonalOf = (cells: readonly (readonly (number | null)[])[]) =>
  cells.reduce((sum, row, at) => sum + Math.round((row[cells.length - 1 - at] ?? 0) * 100), 0) / 100

describe('statistics', () => {
  test('of everything are one row: money nets out, and the reserve is what may still be paid', async () => {
    const [all, ...others] = await statistics({ groupBy: [], dateField: 'Loss' })
    expect(others).toEqual([])
    // A deductible of 100.00 on the first contract, none on the second; parts are taxed with 8.25%.
    const [whole, partly, returned, waiting] = [433 + 144.33 - 100, 325.83 + 108.24, 216.51 - 100, 500]
    expect(all).toMatchObject({
      ...{ keys: {}, count: 7, open: 4, requested: 533.33 + 200.01 + 400.99 + 80 + waiting },
      ...{ paid: whole + 250.5, reserve: 1000.01 - 250.5 + returned + 800 + 12.34 },
    })
    expect(all.authorized).toBeCloseTo(whole + partly + returned + 86.6, 2)
    expect(all.incurred).toBeCloseTo(all.paid + all.reserve, 2)
    expect(all.lossRatio).toBeCloseTo(all.incurred / all.earned, 4)
  })

  test('have money on its own day: a void counts when it is made', async () => {
    const months = await statistics({ groupBy: ['Month'], dateField: 'Reported', from: '2025-03-01' })
    const [march, april] = months.filter(({ count, paid }) => count + paid !== 0)
    expect(march).toMatchObject({ keys: { month: '2025-03' }, count: 7, paid: 477.33 + 116.51 + 250.5 })
    expect(april).toMatchObject({ keys: { month: '2025-04' }, count: 0, paid: -116.51, averagePaid: null })
  })

  test('by cause count details, and share money and reserves without losing a cent', async () => {
    const byCause = await statistics({ groupBy: ['Cause'], dateField: 'Loss' })
    const [all] = await statistics({ groupBy: [], dateField: 'Loss' })
    const sumOf = (name: string) => byCause.reduce((sum, row) => sum + Math.round(row[name] * 100), 0) / 100
    for (const name of ['requested', 'authorized', 'paid', 'reserve', 'incurred'])
      expect(sumOf(name), name).toBe(all[name])
    expect(byCause.map(({ count }) => count).sort()).toEqual([0, 3, 3, 3])
    expect(byCause.some((row) => 'earned' in row)).toBe(false)
  })

  test('are those of plain loops, for any keys, date and period', async () => {
    const productId = world.contracts.get(world.claims[0].contract.contractId)?.product_id
    const day = fc.constantFrom(
      '2024-11-05',
      '2024-12-31',
      '2025-01-01',
      '2025-03-11',
      '2025-03-31',
      '2025-04-02',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          groupBy: fc.subarray(['Product', 'Plan', 'Dealer', 'Facility', 'Cause', 'Month']),
          dateField: fc.constantFrom('Loss', 'Reported', 'Paid'),
          ...{ from: fc.option(day, { nil: undefined }), to: fc.option(day, { nil: undefined }) },
          productId: fc.constantFrom(undefined, undefined, productId, 987_654_321),
        }),
        async (asked) => {
          expect(sorted(await statistics(asked))).toEqual(sorted(plainStatistics(world, asked)))
        },
      ),
      { seed, numRuns: trials(500, 1 / 20) },
    )
  })

  test('are for callers without limits', async () => {
    const limited = await limitedTo(service, 'D1001', 'Admin')
    for (const path of ['/claims/statistics', '/claims/triangles'])
      expectProblem(await limited.get(path), 'Forbidden')
    expect((await claims.adjuster.get('/claims/statistics?groupBy=Vin')).status).toBe(400)
  })
})

describe('triangles', () => {
  test.each(['LossQuarter', 'SaleQuarter'])(
    'of paid losses by %s have the cells of plain loops',
    async (origin) => {
      for (const asOfDate of ['2025-03-10', '2025-03-31', '2025-04-02'])
        expect(await triangle(`origin=${origin}&asOfDate=${asOfDate}`)).toEqual(
          plainTriangle(world, origin, asOfDate),
        )
    },
  )

  test('have what statistics have on the last diagonal', async () => {
    const [all] = await statistics({ groupBy: [], dateField: 'Loss' })
    for (const origin of ['LossQuarter', 'SaleQuarter']) {
      expect(diagonalOf((await triangle(`basis=Paid&origin=${origin}`)).cells)).toBe(all.paid)
      expect(diagonalOf((await triangle(`basis=Incurred&origin=${origin}`)).cells)).toBe(all.incurred)
    }
  })

  test('of incurred losses have the reserve of the end of each quarter', async () => {
    const { origins, cells } = await triangle('basis=Incurred&origin=LossQuarter')
    const paid = plainTriangle(world, 'LossQuarter', '2025-04-02')
    const reserved = (quarter: (lossDate: string) => boolean, reserveOf: (id: number) => number) =>
      world.claims.filter(({ lossDate }) => quarter(lossDate)).reduce((sum, { id }) => sum + reserveOf(id), 0)
    const inMarch = (id: number) => reservesInMarch.get(id) ?? 0
    const isInFirst = (lossDate: string) => lossDate >= '2025'
    expect(origins).toEqual(['2024-Q4', '2025-Q1', '2025-Q2'])
    const paidIn = (row: number, age: number) => paid.cells[row][age]
    expect(cells[0][1]).toBeCloseTo(paidIn(0, 1) + reserved((day) => !isInFirst(day), inMarch), 2)
    expect(cells[1][0]).toBeCloseTo(paidIn(1, 0) + reserved(isInFirst, inMarch), 2)
    const now = (id: number) => world.claims.find((claim) => claim.id === id).reserve
    expect(cells[1][1]).toBeCloseTo(paidIn(1, 1) + reserved(isInFirst, now), 2)
    expect(cells[2]).toEqual([0, null, null])
  })

  test('of a product without claims are empty', async () => {
    expect(await triangle('productId=987654321')).toEqual({ origins: [], ages: [], cells: [] })
  })
})

describe('as CSV', () => {
  const csv = (path: string, more: Record<string, string> = {}) =>
    claims.adjuster.get(path, { headers: { accept: 'text/csv', ...more } })
  const cell = (value: unknown) => (value === null || value === undefined ? '' : String(value))

  test('statistics have all their keys as columns, empty where they are not grouped by', async () => {
    const answer = await csv('/claims/statistics?groupBy=Dealer,Facility')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(answer.headers.get('vary')).toContain('Accept')
    expect(answer.text.split('\r\n')[0]).toBe(
      'keys.productId,keys.planId,keys.dealerId,keys.facilityId,keys.causeId,keys.month,count,open,requested,authorized,paid,reserve,incurred,averagePaid,earned,lossRatio',
    )
    const rows = await statistics({ groupBy: ['Dealer', 'Facility'], dateField: 'Loss' })
    expect(rows.length).toBeGreaterThan(1)
    expect(recordsIn(answer.text)).toEqual(
      rows.map(({ keys, ...row }) => {
        const { dealerId, facilityId } = keys
        const none = { productId: '', planId: '', causeId: '', month: '' }
        const all = { ...none, dealerId, facilityId }
        return Object.fromEntries([
          ...Object.entries(all).map(([name, value]) => [`keys.${name}`, cell(value)]),
          ...Object.entries({ earned: '', ...row }).map(([name, value]) => [name, cell(value)]),
        ])
      }),
    )
  })

  test('a triangle has a line for each origin and a column for each age', async () => {
    const { origins, cells } = await triangle('basis=Incurred')
    const records = recordsIn((await csv('/claims/triangles?basis=Incurred')).text)
    expect(records).toEqual(
      origins.map((origin: string, at: number) => ({
        ...{ origin, age0: cell(cells[at][0]), age1: cell(cells[at][1]), age2: cell(cells[at][2]) },
      })),
    )
    expect((await csv('/claims/triangles?productId=987654321')).text).toBe('origin\r\n')
  })

  test('the ETag is of what was asked for, and the other types are refused', async () => {
    const path = '/claims/triangles'
    const [table, json] = [await csv(path), await claims.adjuster.get(path)]
    const etag = table.headers.get('etag') ?? ''
    expect(etag).not.toBe(json.headers.get('etag'))
    expect(json.headers.get('content-type')).toContain('application/json')
    expect((await csv(path, { 'if-none-match': etag })).status).toBe(304)
    expectProblem(await csv(path, { accept: 'text/html' }), 'NotAcceptable')
    expectProblem(await csv('/claims/statistics?groupBy=Vin'), 'ValidationFailed')
  })
})

describe('the reserve of a claim', () => {
  const daysOf = async (name: string) => {
    const { db } = await sandboxOf(service)
    const { rows } = await db.query(
      `select from_date::text as day, amount from claim_reserve where claim_id = $1 order by from_date`,
      [ids[name]],
    )
    return rows.map(({ day, amount }) => [day, Number(amount) / 100])
  }

  test.each([
    ['is estimated', 'waiting', [['2025-03-11', 800]]],
    ['is what the estimate leaves after a payment', 'partly', [['2025-03-11', 749.51]]],
    ['is gone when everything is paid', 'whole', [['2025-03-11', 0]]],
    ['is gone when nothing is covered', 'denied', [['2025-03-11', 0]]],
    [
      'is released when the claim is closed',
      'closed',
      [
        ['2025-03-11', 86.6],
        ['2025-04-02', 0],
      ],
    ],
    [
      'is needed again when the cash is voided',
      'returned',
      [
        ['2025-03-11', 0],
        ['2025-04-02', 116.51],
      ],
    ],
    ['was never needed for a claim that was voided', 'voided', []],
  ])('%s', async (_, name, days) => {
    expect(await daysOf(name)).toEqual(days)
    const { reserve } = await claims.read(ids[name] ?? 0)
    expect(reserve).toBe(days.at(-1)?.[1] ?? 0)
  })

  test('is set by those who adjudicate', async () => {
    expectProblem(await claims.change(ids.waiting ?? 0, { caseReserve: 1 }, claims.entry), 'Forbidden')
  })
})
