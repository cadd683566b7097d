import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { applyBook } from '../../src/rates/book/apply-book.ts'
import { edited, read, sandboxFiles } from '../support/builders/rate-books.ts'
import { DAY, rateLists } from '../support/builders/rate-lists.ts'
import { expectProblem } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

// What the sandbox's own book has no example of, in a book that is applied after it.

const TW = 'programs/TW-STD'

const edits: readonly (readonly [file: string, from: string | RegExp, to: string])[] = [
  [
    'products.yaml',
    /(KEY1\n(?: .*\n)*?) {2}effectiveFrom: .*/,
    '$1  effectiveFrom: 2015-01-01\n  effectiveTo: 2024-02-29',
  ],
  ['products.yaml', /(PPM1\n(?: .*\n)*?) {2}effectiveFrom: .*/, '$1  effectiveFrom: 2024-04-01'],
  [`${TW}/program.yaml`, 'effectiveFrom: 2015-01-01', 'effectiveFrom: 2015-01-01\nstates: [TX, FL]'],
  [
    `${TW}/program.yaml`,
    'coverageType: Stated\n',
    `coverageType: Stated
    displayOrder: 2
    terms:
      - { term: 24, conditions: [New], maximumOdometer: 5000, maximumVehicleAge: 3 }
      - { term: 36, minimumOdometer: 100, maximumExpirationOdometer: 40000 }
      - 48
      - 60
  - code: TWPLUS
    name: Tire and wheel with cosmetic repair
    coverageType: Stated
    displayOrder: 1
    terms: [60]
`,
  ],
]

const files = new Map([
  ...edits.reduce((made, edit) => edited(...edit, made), sandboxFiles),
  [
    `${TW}/terms.csv`,
    'code,months,miles,basis\n24,24,,\n36,36,30000,FromSale\n48,48,60000,FromZero\n60,60,,\n',
  ],
  [
    `${TW}/deductibles.csv`,
    'code,amount,type,reducedAmount,description\nNONE,0.00,PerVisit,,\nTIRE,50.00,Reduced,25.00,\n',
  ],
  [
    `${TW}/factors/CLASS.csv`,
    'plan,classCode,state,ageFrom,ageTo,factor,effectiveTo\nTW,4,TX,0,2,1.5,2024-12-31\nTWPLUS,,,,,1.25,\n,,,,,1,\n',
  ],
  [
    'programs/VSC-STD/classes.csv',
    `make,model,yearFrom,yearTo,classCode,segmentation
RIVIAN,R1T,2022,,4,EV
TOYOTA,Prius,,2019,2,HYBRID
TOYOTA,,,,2,
`,
  ],
  [
    'visibility.csv',
    `dealerGroup,dealer,product,program,plan,term,deductible,classCode,isVisible,effectiveFrom,effectiveTo
,,,,,,,,true,2015-01-01,
G100,,TW1,TW-STD,TW,24,,,false,2015-01-01,
G100,,TW1,TW-STD,,,TIRE,,false,2015-01-01,
G100,,GAP1,,,,,,false,2015-01-01,2024-03-14
G100,,APL1,,,,,,false,2024-03-15,
G200,,VSC1,,,,,,false,2015-01-01,
G200,,VSC1,,,,,4,true,2015-01-01,
,D1002,APL1,,,,,,true,2015-01-01,
`,
  ],
])

const { admin, service, column, limitedTo, apply, idOf, planId } = await rateLists()
await apply(files)

const codesIn = (items: readonly { code: string }[]) => items.map(({ code }) => code)
const termsIn = (rows: readonly { term: { code: string } }[]) => rows.map(({ term }) => term.code)

describe('dates and states', () => {
  test('products that have ended or not started', async () => {
    const active = Object.fromEntries(
      (await admin.get('/Rates/Products')).body.map((one: { code: string; isActive: boolean }) => [
        one.code,
        one.isActive,
      ]),
    )
    expect(active).toMatchObject({ VSC1: true, KEY1: false, PPM1: false })
    expect(await column('Products?effectiveOn=2024-02-29')).toEqual(['VSC1', 'GAP1', 'TW1', 'KEY1', 'APL1'])
    expect(await column('Products?effectiveOn=2024-04-01')).toEqual(['VSC1', 'GAP1', 'PPM1', 'TW1', 'APL1'])
  })

  test('a program is sold on the dates of its product', async () => {
    expect(await column('Programs?effectiveOn=2024-03-01')).toEqual([
      'VSC-STD',
      'GAP-STD',
      'TW-STD',
      'APL-STD',
    ])
    const key = await idOf('Products', 'KEY1')
    expect((await admin.get(`/Rates/Plans/${key}?effectiveOn=2024-02-29`)).body.plans).toHaveLength(1)
    expect((await admin.get(`/Rates/Plans/${key}?effectiveOn=2024-03-01`)).body.plans).toEqual([])
  })

  test('a program is sold in its states and shows its book version', async () => {
    const [tw] = (await admin.get('/Rates/Programs?productTypeCode=TW')).body
    expect(tw).toMatchObject({ states: ['TX', 'FL'], rateBookVersion: 2 })
    expect(await column('Programs?state=FL&productTypeCode=TW')).toEqual(['TW-STD'])
    expect(await column('Programs?state=CA&productTypeCode=TW')).toEqual([])
  })
})

describe('terms and deductibles', () => {
  test('plans are listed in display order', async () => {
    const { plans } = (await admin.get(`/Rates/Plans/${await idOf('Products', 'TW1')}`)).body
    expect(codesIn(plans)).toEqual(['TWPLUS', 'TW'])
    expect(termsIn(plans[0].terms)).toEqual(['60'])
  })

  test('a term has its conditions and odometer limits', async () => {
    const terms = `/Rates/Terms/Plan/${await planId('TW1', 'TW')}`
    expect((await admin.get(terms)).body[0]).toMatchObject({
      ...{ conditions: ['New'], minOdometer: null, maxOdometer: 5000, maxVehicleAge: 3 },
    })
    const at = async (query: string) => termsIn((await admin.get(`${terms}?${query}`)).body)
    expect(await at('condition=New')).toEqual(['24', '36', '48', '60'])
    expect(await at('condition=CPO')).toEqual(['36', '48', '60'])
    expect(await at('odometer=99')).toEqual(['24', '48', '60'])
    expect(await at('odometer=100')).toEqual(['24', '36', '48', '60'])
    expect(await at('odometer=5001')).toEqual(['36', '48', '60'])
    // 30,000 miles from here end at the 40,000 that the plan allows.
    expect(await at('odometer=10000')).toEqual(['36', '48', '60'])
    expect(await at('odometer=10001')).toEqual(['48', '60'])
    // Counted from zero, 60,000 miles are over when they are driven.
    expect(await at('odometer=59999')).toEqual(['48', '60'])
    expect(await at('odometer=60000')).toEqual(['60'])
    expect(await at('odometer=5000&condition=Used')).toEqual(['36', '48', '60'])
  })

  test('a deductible has its reduced amount', async () => {
    const { deductibles } = (await admin.get(`/Rates/DeductiblesByProduct/${await idOf('Products', 'TW1')}`))
      .body
    expect(deductibles).toEqual([
      expect.objectContaining({ code: 'NONE', amount: 0, reducedAmount: null, description: null }),
      expect.objectContaining({ code: 'TIRE', amount: 50, type: 'Reduced', reducedAmount: 25 }),
    ])
  })
})

describe('visibility for a dealer group', () => {
  test('terms and deductibles can be hidden', async () => {
    const group = service.api.as('sandbox-group-g100')
    const tw = await idOf('Products', 'TW1')
    const plan = await planId('TW1', 'TW')
    expect(termsIn((await group.get(`/Rates/Terms/Plan/${plan}`)).body)).toEqual(['36', '48', '60'])
    expect(codesIn((await group.get(`/Rates/DeductiblesByProduct/${tw}`)).body.deductibles)).toEqual(['NONE'])
    const { plans } = (await group.get(`/Rates/Plans/${tw}`)).body
    expect(plans.map(({ terms }: { terms: [] }) => terms.length)).toEqual([1, 3])
    // Others are shown all of it.
    const other = await limitedTo(['Dealer D3001'])
    expect((await other.get(`/Rates/Terms/Plan/${plan}`)).body).toHaveLength(4)
  })

  test('applies on the dates of the row, and yields to rows of the dealer', async () => {
    const dealer = service.api.as('sandbox-dealer-d1001')
    expect(await column('Products', 'code', dealer)).toEqual(['VSC1', 'GAP1', 'PPM1', 'TW1', 'KEY1'])
    const itself = await limitedTo(['Dealer D1002'])
    expect(await column('Products', 'code', itself)).toContain('APL1')
    expect(await column('Products?dealerNumber=D1002')).toContain('APL1')
    expect(await column('Products?dealerNumber=D1001')).not.toContain('APL1')
    await admin.put('/sandbox/clock', { now: '2024-03-14T15:00:00Z' })
    const before = await column('Products', 'code', dealer)
    await admin.put('/sandbox/clock', { now: DAY })
    expect(before).toEqual(['VSC1', 'PPM1', 'TW1', 'KEY1', 'APL1'])
  })

  test('a plan is visible if one of its classes is', async () => {
    const dealer = service.api.as('sandbox-dealer-d2001')
    expect(await column('Products?productTypeCode=VSC', 'code', dealer)).toEqual(['VSC1'])
    expect((await dealer.get('/Rates/Plans/1')).body.plans[0]).toMatchObject({ code: 'POWERTRAIN' })
  })
})

test('a segmentation covers the vehicles that its rows name, listed or not', async () => {
  const segmentations = (query: string) => column(`VehicleSegmentations?${query}`)
  expect(await segmentations('make=Rivian')).toEqual(['EV'])
  expect(await segmentations('make=rivian&model=r1t&year=2022')).toEqual(['EV'])
  expect(await segmentations('make=Rivian&model=R1S')).toEqual([])
  expect(await segmentations('make=Rivian&year=2021')).toEqual([])
  expect(await segmentations('make=Toyota')).toEqual(['HYBRID'])
  expect(await segmentations('make=Toyota&model=Prius&year=2019')).toEqual(['HYBRID'])
  expect(await segmentations('make=Toyota&model=Prius&year=2020')).toEqual([])
  expect(await segmentations('make=Toyota&model=Camry')).toEqual([])
  expect(await segmentations('make=Tesla')).toEqual([])
})

test('a factor table with several keys and a range', async () => {
  const tables = await Promise.all([1, 2, 3, 4].map((id) => admin.get(`/factorTables/${id}`)))
  const table = tables.map(({ body }) => body).find(({ keys }) => keys.includes('age'))
  expect(table).toMatchObject({ code: 'CLASS', keys: ['plan', 'classCode', 'state', 'age'] })
  const always = { effectiveFrom: null, effectiveTo: null }
  const ended = { ...always, effectiveTo: '2024-12-31' }
  expect(table.entries).toEqual([
    { key1: 'TW', key2: '4|TX', from: 0, to: 2, factor: 1.5, sequence: 1, ...ended },
    { key1: 'TWPLUS', key2: null, from: null, to: null, factor: 1.25, sequence: 2, ...always },
    { key1: null, key2: null, from: null, to: null, factor: 1, sequence: 3, ...always },
  ])
})

test('an applied book is live within two seconds; a reset restores the seeded book immediately', async () => {
  const { db } = await sandboxOf(service)
  const ready = read(sandboxFiles)
  if ('faults' in ready) throw new Error(JSON.stringify(ready.faults))
  const versions = () => column('Programs?productTypeCode=VSC', 'rateBookVersion')
  expect(await versions()).toEqual([2])
  await inTransaction(db, (tx) => applyBook(tx, ready, { at: new Date(DAY), by: 'test' }))
  await expect.poll(versions, { timeout: 2_000 }).toEqual([3])
  expect((await admin.post('/sandbox/reset')).status).toBe(204)
  expect(await versions()).toEqual([1])
})

test('nothing is sold before the first book', async () => {
  const { db } = await sandboxOf(service)
  await inTransaction(db, (tx) => tx.query('delete from rate_book', []))
  service.app.services.books.clear()
  for (const list of ['AssetTypes', 'VehicleMakes', 'VehicleSegmentations', 'Products', 'Programs'])
    expect(await column(list), list).toEqual([])
  expectProblem(await admin.get('/Rates/Plans/1'), 'NotFound')
  expectProblem(await admin.get('/Rates/Products?dealerNumber=D0000'), 'NotFound')
})
