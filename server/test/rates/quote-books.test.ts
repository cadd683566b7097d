import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Parameters, quote, rateIn, ratesIn, rulesIn, truck } from '../support/builders/quotes.ts'
import { edited, sandboxFiles } from '../support/builders/rate-books.ts'
import { type RateLists, rateLists } from '../support/builders/rate-lists.ts'
import type { Caller } from '../support/service/api.ts'
import { runCommand } from '../support/service/run-command.ts'

// Quotes of books that are the sandbox's but for something: applied as an administrator applies them, asked through HTTP.

let lists: RateLists
let admin: Caller
let folder: string
beforeEach(async () => {
  lists = await rateLists()
  admin = lists.admin
  folder = mkdtempSync(join(tmpdir(), 'bulwark-book-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const VSC = 'programs/VSC-STD/program.yaml'

async function apply(files: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const command = ['ratebook', 'apply', '--tenant', 'ADM1', '--folder', folder]
  const { code, out } = await runCommand(lists.service, folder, command)
  expect(code, out).toBe(0)
  lists.service.app.services.books.clear()
}

const rule = (text: string) => edited(VSC, '  - type: MSRP\n    suggestedMarkup: 1500.00\n', `${text}\n`)
const vsc = { ...truck, productTypeCode: 'VSC' }
const platinum = async (more: Parameters = {}) =>
  rateIn((await quote(admin, 'D1001', { ...vsc, ...more })).body, 'PLATINUM 60/75000 0')

describe('retail rules', () => {
  test('a cap of 100 % on the markup', async () => {
    await apply(
      rule(
        '  - type: MarkupCap\n    suggestedMarkup: 1500.00\n    caps: [{ type: MarkupPercent, percent: 100 }]',
      ),
    )
    expect(await platinum()).toMatchObject({
      dealerCost: 1_362.93,
      suggestedRetail: 2_725.86,
      minRetail: 1_362.93,
      maxRetail: 2_725.86,
      retailRule: 'MarkupCap',
    })
  })

  test('a filed cap', async () => {
    await apply(
      rule('  - type: MSRP\n    suggestedMarkup: 1500.00\n    caps: [{ type: Price, amount: 2400.00 }]'),
    )
    expect(await platinum()).toMatchObject({ suggestedRetail: 2_400, maxRetail: 2_400 })
  })

  test('a cap below dealer cost: the plan is not offered, with a reason', async () => {
    await apply(
      rule('  - type: MSRP\n    suggestedMarkup: 1500.00\n    caps: [{ type: Price, amount: 400.00 }]'),
    )
    const { status, body } = await quote(admin, 'D1001', { ...vsc, includeReasons: true })
    expect(status).toBe(404)
    expect(new Set(rulesIn(body))).toEqual(
      new Set(['POWERTRAIN', 'GOLD', 'PLATINUM'].map((plan) => `VSC1 ${plan} CapBelowCost Input`)),
    )
  })

  test.each([
    ['UpTo1', 2_863],
    ['UpTo5', 2_865],
    ['End9', 2_869],
  ])('the suggested price rounded %s', async (rounding, suggested) => {
    await apply(rule(`  - type: MSRP\n    suggestedMarkup: 1500.00\n    rounding: ${rounding}`))
    expect((await platinum()).suggestedRetail).toBe(suggested)
  })

  test('a cap as a percent of the vehicle price', async () => {
    await apply(
      rule(
        '  - type: CapOfVehiclePrice\n    suggestedMarkup: 1500.00\n    caps: [{ type: PercentOfVehiclePrice, percent: 5, atLeast: 2000.00 }]',
      ),
    )
    expect(await platinum({ vehiclePurchasePrice: 52_000 })).toMatchObject({ maxRetail: 2_600 })
    expect(await platinum({ vehiclePurchasePrice: 12_000 })).toMatchObject({ maxRetail: 2_000 })
  })
})

describe('GAP', () => {
  test.each([
    ['D4001', 32_000, 1_280],
    ['D4001', 12_000, 600],
    ['D3001', 32_000, 1_280],
  ])('at %s with %d financed costs at most %d', async (dealer, financedAmount, maxRetail) => {
    const { body } = await quote(admin, dealer, {
      ...truck,
      odometer: 100,
      productTypeCode: 'GAP',
      financedAmount,
      financeTermMonths: 72,
      apr: 6.9,
      dealType: 'Loan',
      msrp: financedAmount,
    })
    expect(rateIn(body, 'GAP125 72 NONE').maxRetail).toBe(maxRetail)
  })
})

describe('how a price is built', () => {
  test('the agent as 6 % of dealer cost', async () => {
    await apply(
      edited(
        VSC,
        '    to: Agent\n    calculation: { type: Flat, amount: 75.00 }',
        '    to: Agent\n    calculation: { type: PercentOf, percent: 6, base: DealerCost }',
      ),
    )
    const rate = await platinum({ includeDisbursements: true })
    expect(rate.dealerCost).toBe(1_370.14)
    expect(rate.disbursements.find(({ code }: { code: string }) => code === 'AGENT').amount).toBe(82.21)
  })

  test('an option can be chosen in any letter case', async () => {
    await apply(edited(VSC, '  - code: SEALS\n', '  - code: Seals\n'))
    const rate = await platinum({ surchargeCodes: 'sEALS' })
    expect(rate.surcharges).toContainEqual(expect.objectContaining({ code: 'Seals', isSelected: true }))
    // 1,106.70 and 2 % of it, 22.13; and 280.
    expect(rate.dealerCost).toBe(1_408.83)
  })

  test('a bundle shows its related products with their first rate', async () => {
    await apply(
      edited(
        VSC,
        '\nlimits:\n',
        '\nrelated:\n  - { relationType: DiscountWith, product: TW1, plan: TW, discount: 50.00 }\n  - { relationType: Excludes, product: KEY1, effectiveTo: 2024-03-14 }\n\nlimits:\n',
      ),
    )
    const { body } = await quote(admin, 'D1001', {
      ...truck,
      productTypeCode: 'VSC,TW',
      includeRelated: true,
    })
    const tires = ratesIn(body).find(({ planCode }) => planCode === 'TW')
    expect(rateIn(body, 'PLATINUM 60/75000 0').relatedRates).toEqual([
      {
        relationType: 'DiscountWith',
        productId: tires.productId,
        planId: tires.planId,
        rateId: tires.rateId,
        discountAmount: 50,
      },
    ])
    const alone = await quote(admin, 'D1001', { ...truck, productTypeCode: 'VSC', includeRelated: true })
    expect(rateIn(alone.body, 'PLATINUM 60/75000 0').relatedRates).toMatchObject([{ rateId: null }])
  })
})

describe('terms', () => {
  const TERMS = 'programs/VSC-STD/terms.csv'
  test('that start at the in-service date end by it; expired terms are not offered', async () => {
    const text = sandboxFiles.get(TERMS) ?? ''
    expect(text).toContain('FromSale')
    await apply(new Map([...sandboxFiles, [TERMS, text.replaceAll('FromSale', 'FromInService')]]))
    const missing = await quote(admin, 'D1001', vsc)
    expect(missing).toMatchObject({ status: 400, body: { missing: ['inServiceDate'] } })
    const { body } = await quote(admin, 'D1001', { ...vsc, inServiceDate: '2022-02-28', odometer: 12_000 })
    expect(new Set(ratesIn(body).map(({ term }) => term.code))).toEqual(
      new Set(['36/36000', '48/50000', '60/75000', '72/100000', '84/100000']),
    )
    expect(rateIn(body, 'PLATINUM 60/75000 0')).toMatchObject({
      effectiveDate: '2024-03-15',
      expirationDate: '2027-02-28',
      expirationOdometer: 75_000,
    })
    const late = await quote(admin, 'D1001', { ...vsc, inServiceDate: '2016-03-15', odometer: 12_000 })
    expect(late.status).toBe(404)
    expect(new Set(rulesIn(late.body).map((text) => text.split(' ')[2]))).toEqual(new Set(['TermExpired']))
  })
})

describe('hours instead of miles', () => {
  test('a boat is rated by its hours, and has no VIN', async () => {
    const files = new Map(sandboxFiles)
    files.set(
      'products.yaml',
      `${(files.get('products.yaml') ?? '').trimEnd()}\n- code: BOAT1\n  name: Boat plan\n  productTypeCode: APP\n  assetTypeCodes: [BOAT]\n  effectiveFrom: 2015-01-01\n`,
    )
    files.set('programs/BOAT-STD/program.yaml', boat)
    files.set('programs/BOAT-STD/terms.csv', 'code,months,hours,basis\n24/200,24,200,FromSale\n')
    files.set('programs/BOAT-STD/deductibles.csv', 'code,amount,type\nNONE,0.00,PerVisit\n')
    files.set(
      'programs/BOAT-STD/rates.csv',
      'odometerFrom,odometerTo,RESERVE\n0,500,300.00\n501,1000,450.00\n',
    )
    await apply(files)
    const { body: settings } = await admin.get('/generalSettings?key=requiredParams.APP')
    await admin.patch(`/generalSettings/${settings[0].id}`, { value: ['hours'] })
    const query = { assetTypeCode: 'BOAT', serialNumber: 'HIN-77', productTypeCode: 'APP' }
    expect((await quote(admin, 'D1001', query)).body.missing).toEqual(['hours'])
    const { body } = await quote(admin, 'D1001', { ...query, hours: 501 })
    expect(body.vehicle).toMatchObject({ odometer: 501, odometerUnit: 'Hours', serialNumber: 'HIN-77' })
    expect(ratesIn(body)).toMatchObject([
      { dealerCost: 450, expirationOdometer: 701, term: { hours: 200, miles: null } },
    ])
    expect(rulesIn((await quote(admin, 'D1001', { ...query, hours: 1_001 })).body)).toEqual([
      'BOAT1 BOAT NoRateRow Configuration',
    ])
  })
})

const boat = `name: Boats
product: BOAT1
formNumber: BOAT-1
effectiveFrom: 2015-01-01
plans:
  - { code: BOAT, name: Boat, coverageType: Stated }
disbursements:
  - { code: RESERVE, to: DisbursementAccount RESERVE, calculation: { type: RateRow, column: RESERVE }, earningMethodCode: PRORATA_DAYS }
  - { code: MARKUP, to: Dealer, calculation: { type: Remainder }, earningMethodCode: IMMEDIATE }
retail:
  - { type: MSRP, suggestedMarkup: 100.00 }
`
