import { describe, expect, test } from 'vitest'
import { edited, sandboxFiles } from '../support/builders/rate-books.ts'
import { rateLists } from '../support/builders/rate-lists.ts'
import { expectProblem } from '../support/service/problem.ts'

// What counts on some days only, as lists answer it; and what else a book can say since.

const TW = 'programs/TW-STD'

const edits: readonly (readonly [file: string, from: string, to: string])[] = [
  [
    `${TW}/program.yaml`,
    'coverageType: Stated\n',
    `coverageType: Stated
  - { code: TWOLD, name: Tire and wheel as it was, coverageType: Stated, effectiveTo: 2024-03-14 }
`,
  ],
  [
    'products.yaml',
    '{ allowsMultipleOpenClaims: true, partsPriceLevel: MSRP }',
    '{ inspectionThreshold: 900.50, maxPartsMarkupPercent: 12.5, laborGuide: The guide }',
  ],
  [
    'programs/GAP-STD/program.yaml',
    'plans:',
    'factorTables: { LOSS: { name: Losses, type: Earning } }\nplans:',
  ],
]

const files = new Map([
  ...edits.reduce((made, edit) => edited(...edit, made), sandboxFiles),
  [`${TW}/terms.csv`, 'code,months,effectiveFrom\n24,24,\n36,36,\n48,48,\n60,60,\n72,72,2024-04-01\n'],
  [
    `${TW}/deductibles.csv`,
    'code,amount,type,effectiveTo\nNONE,0.00,PerVisit,\nOLD,10.00,PerVisit,2024-03-14\n',
  ],
  ['programs/GAP-STD/factors/LOSS.csv', 'term,month,factor\n84,12,0.01\n84,24,0.07\n'],
  [
    'visibility.csv',
    `dealerGroup,product,isVisible,effectiveFrom,effectiveTo
,,true,2015-01-01,
G100,GAP1,false,2015-01-01,2024-03-14
G100,APL1,false,2024-03-15,
`,
  ],
])

const { admin, service, apply, column, idOf } = await rateLists()
await apply(files)

const codesIn = (items: readonly { code: string }[]) => items.map(({ code }) => code)
const termsIn = (rows: readonly { term: { code: string } }[]) => rows.map(({ term }) => term.code)

describe('plans, terms and deductibles', () => {
  test('are those of today or of the requested date', async () => {
    const tw = await idOf('Products', 'TW1')
    const on = async (query: string) => (await admin.get(`/Rates/Plans/${tw}${query}`)).body.plans
    const today = await on('')
    expect(codesIn(today)).toEqual(['TW'])
    expect(termsIn(today[0].terms)).toEqual(['24', '36', '48', '60'])
    expect(codesIn(today[0].deductibles)).toEqual(['NONE'])
    const before = await on('?effectiveOn=2024-03-14')
    expect(codesIn(before)).toEqual(['TW', 'TWOLD'])
    expect(codesIn(before[0].deductibles)).toEqual(['NONE', 'OLD'])
    const [later] = await on('?effectiveOn=2024-04-01')
    expect(termsIn(later.terms)).toEqual(['24', '36', '48', '60', '72'])
    expect(termsIn((await admin.get(`/Rates/Terms/Plan/${later.id}`)).body)).toEqual(['24', '36', '48', '60'])
    const deductibles = await admin.get(`/Rates/DeductiblesByProduct/${tw}`)
    expect(codesIn(deductibles.body.deductibles)).toEqual(['NONE'])
    // A plan that is over has no terms to list.
    expectProblem(await admin.get(`/Rates/Terms/Plan/${before[1].id}`), 'NotFound')
  })
})

describe('visibility on another date', () => {
  const then = 'effectiveOn=2024-03-14'

  test('for the dealer itself and for staff who ask for it', async () => {
    const dealer = service.api.as('sandbox-dealer-d1001')
    const today = ['VSC1', 'GAP1', 'PPM1', 'TW1', 'KEY1']
    const shownThen = ['VSC1', 'PPM1', 'TW1', 'KEY1', 'APL1']
    expect(await column('Products', 'code', dealer)).toEqual(today)
    expect(await column(`Products?${then}`, 'code', dealer)).toEqual(shownThen)
    expect(await column('Products?dealerNumber=D1001')).toEqual(today)
    expect(await column(`Products?${then}&dealerNumber=D1001`)).toEqual(shownThen)
    expect(await column(`Programs?${then}&dealerNumber=d1001`)).not.toContain('GAP-STD')
    expect(await column(`Products?${then}`)).toHaveLength(6)
    expectProblem(await admin.get(`/Rates/Products?${then}&dealerNumber=D0000`), 'NotFound')
  })

  test('applies to plans too', async () => {
    const dealer = service.api.as('sandbox-dealer-d1001')
    const gap = `/Rates/Plans/${await idOf('Products', 'GAP1')}`
    expect((await dealer.get(gap)).body.plans).toHaveLength(2)
    expectProblem(await dealer.get(`${gap}?${then}`), 'NotFound')
    expect((await admin.get(`${gap}?${then}`)).body.plans).toHaveLength(2)
  })
})

test('a factor table that is a curve by month', async () => {
  const { body } = await admin.get('/factorTables/5')
  expect(body).toMatchObject({
    ...{ code: 'LOSS', name: 'Losses', type: 'Earning', interpolation: 'Linear', keys: ['term', 'month'] },
    entries: [
      { key1: '84', key2: null, from: 12, to: 12, factor: 0.01, sequence: 1 },
      { key1: '84', key2: null, from: 24, to: 24, factor: 0.07, sequence: 2 },
    ],
  })
})

test('a product has its own claim settings', async () => {
  const [vsc] = (await admin.get('/Rates/Products?productTypeCode=VSC')).body
  expect(vsc.claimSettings).toEqual({
    ...{ productId: 1, deductibleRule: null, allowsMultipleOpenClaims: null, inspectionThreshold: 900.5 },
    ...{ authExpireDays: null, partsPriceLevel: null, laborGuide: 'The guide', maxPartsMarkupPercent: 12.5 },
  })
})
