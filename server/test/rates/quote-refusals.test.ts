import { describe, expect, test } from 'vitest'
import { type Parameters, pathOf, quote, rulesIn, truck } from '../support/builders/quotes.ts'
import { rateLists } from '../support/builders/rate-lists.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { holderId } from '../support/service/sandbox.ts'

const lists = await rateLists()
const admin = lists.admin

const vsc = { ...truck, productTypeCode: 'VSC' }
const without = (name: string, parameters: Parameters = vsc) =>
  Object.fromEntries(Object.entries(parameters).filter(([key]) => key !== name))
const gap = {
  ...truck,
  productTypeCode: 'GAP',
  financedAmount: 32_000,
  financeTermMonths: 72,
  apr: 6.9,
  dealType: 'Loan',
  nadaValue: 30_000,
}

describe('each refusal has its own reason', () => {
  const cases: [string, string, Parameters, string[]][] = [
    ['a dealer that is inactive', 'D9001', vsc, ['null null DealerInactive Configuration']],
    [
      'a date before every program',
      'D1001',
      { ...vsc, saleDate: '2014-12-31' },
      ['null null DealerInactive Configuration'],
    ],
    [
      'a vehicle that has no class',
      'D1001',
      { ...vsc, make: 'Kia' },
      ['VSC1 null VehicleNotClassed Configuration'],
    ],
    [
      'a vehicle that is not covered',
      'D1001',
      { ...vsc, make: 'Ferrari' },
      ['VSC1 null ClassIneligible Input'],
    ],
    [
      'an odometer beyond what is covered',
      'D1001',
      { ...vsc, odometer: 100_001 },
      ['VSC1 null Criteria Input'],
    ],
    [
      'too old a vehicle with too many miles',
      'D1001',
      { ...vsc, year: 2013, odometer: 100_001 },
      ['VSC1 null Criteria Input', 'VSC1 null Criteria Input'],
    ],
    [
      'a sale in the future',
      'D1001',
      { ...vsc, saleDate: '2024-03-16' },
      ['VSC1 null SaleDateInFuture Input'],
    ],
    ['a sale too long ago', 'D1001', { ...vsc, saleDate: '2023-12-20' }, ['VSC1 null SaleDateTooOld Input']],
    [
      'another kind of item',
      'D1001',
      { ...vsc, assetTypeCode: 'TV' },
      ['VSC1 null AssetTypeNotCovered Input'],
    ],
    ['what the dealer is not shown', 'D5001', { ...vsc }, ['VSC1 null NotVisible Configuration']],
    ['a cash deal', 'D1001', { ...gap, dealType: 'Cash' }, ['GAP1 null LienRequired Input']],
    [
      'more financed than the book has prices for',
      'D1001',
      { ...gap, financedAmount: 100_000.01, nadaValue: 100_000 },
      ['GAP1 GAP125 FinancedAmountTooHigh Input', 'GAP1 GAP150 FinancedAmountTooHigh Input'],
    ],
    [
      'a loan longer than every term',
      'D1001',
      { ...gap, financeTermMonths: 85 },
      ['GAP1 GAP125 FinanceTermTooLong Input', 'GAP1 GAP150 FinanceTermTooLong Input'],
    ],
    [
      'more financed than the plans cover',
      'D1001',
      { ...gap, nadaValue: 21_333.33 },
      ['GAP1 GAP125 LtvTooHigh Input', 'GAP1 GAP150 LtvTooHigh Input'],
    ],
    [
      'less financed than California allows',
      'D3001',
      { ...gap, nadaValue: 45_714.29 },
      ['GAP1 GAP125 LtvTooLow Input', 'GAP1 GAP150 LtvTooLow Input'],
    ],
    [
      'an item that costs too little',
      'D5001',
      { assetTypeCode: 'TV', itemPurchasePrice: 199.99 },
      ['APL1 APL ItemPriceOutOfRange Input'],
    ],
  ]
  test.each(cases)('%s', async (_, dealer, parameters, rules) => {
    const answer = await quote(admin, dealer, parameters)
    const problem = expectProblem(answer, 'NoPlansFound') as unknown as { detail: string; quoteId: string }
    expect(problem.detail).toMatch(/^No plans were found/)
    expect(problem.quoteId).toMatch(/^q_/)
    expect(rulesIn(answer.body)).toEqual(rules)
  })

  test('a reason says what was seen and what is needed', async () => {
    const { body } = await quote(admin, 'D1001', { ...vsc, odometer: 100_001 })
    expect(body.reasons).toEqual([
      {
        productCode: 'VSC1',
        programCode: 'VSC-STD',
        planCode: null,
        rule: 'Criteria',
        field: 'vehicle.odometer',
        seen: 100_001,
        needed: '<= 100000',
        fault: 'Input',
        message: expect.any(String),
      },
    ])
    const late = await quote(admin, 'D1001', { ...vsc, saleDate: '2023-12-20' })
    expect(late.body.reasons).toMatchObject([
      { field: 'saleDate', seen: '2023-12-20', needed: '>= 2023-12-21' },
    ])
  })

  test('callers without the diagnose right see only input reasons', async () => {
    const dealer = lists.service.api.as('sandbox-dealer-d1001')
    expect(rulesIn((await quote(dealer, 'D1001', { ...vsc, make: 'Kia' })).body)).toEqual([])
    expect(rulesIn((await quote(dealer, 'D1001', { ...vsc, make: 'Lotus' })).body)).toEqual([
      'VSC1 null ClassIneligible Input',
    ])
  })

  test('a value exactly at the limit is accepted', async () => {
    expect((await quote(admin, 'D1001', { ...gap, nadaValue: 25_600 })).status).toBe(200)
    const over = await quote(admin, 'D1001', { ...gap, nadaValue: 25_599.99 })
    expect(over.body.products[0].programs[0].plans.map(({ code }: { code: string }) => code)).toEqual([
      'GAP150',
    ])
    expect((await quote(admin, 'D3001', { ...gap, nadaValue: 45_714.28 })).status).toBe(200)
    expect((await quote(admin, 'D1001', { ...vsc, odometer: 100_000 })).status).toBe(200)
    expect((await quote(admin, 'D1001', { ...vsc, saleDate: '2023-12-21' })).status).toBe(200)
  })
})

describe('missing parameters', () => {
  test.each([
    ['the odometer', without('odometer'), ['odometer']],
    ['the vehicle', without('model'), ['vin|year+make+model']],
    ['vehicle and odometer', without('make', without('odometer')), ['vin|year+make+model', 'odometer']],
    [
      'the loan, of one of two',
      { ...truck, productTypeCode: 'VSC,GAP' },
      ['financedAmount', 'financeTermMonths', 'apr', 'dealType', 'msrp|nadaValue'],
    ],
    ['the date of service of a certified vehicle', { ...vsc, condition: 'CPO' }, ['inServiceDate']],
  ])('%s', async (_, parameters, missing) => {
    expect(expectProblem(await quote(admin, 'D1001', parameters), 'MissingParameters')).toMatchObject({
      missing,
    })
  })

  test('lists everything if no product can be rated', async () => {
    const problem = expectProblem(await quote(admin, 'D1001', {}), 'MissingParameters')
    expect(problem.missing).toEqual([
      'vin|year+make+model',
      'odometer',
      'financedAmount',
      'financeTermMonths',
      'apr',
      'dealType',
      'msrp|nadaValue',
      'assetTypeCode',
      'itemPurchasePrice',
    ])
  })

  test('required parameters are a setting', async () => {
    const { body } = await admin.get('/generalSettings?key=requiredParams.KEY')
    const { id } = body[0]
    const before = body[0].value
    await admin.patch(`/generalSettings/${id}`, { value: ['vin'] })
    try {
      expect(
        expectProblem(await quote(admin, 'D1001', { ...truck, productTypeCode: 'KEY' }), 'MissingParameters')
          .missing,
      ).toEqual(['vin'])
    } finally {
      await admin.patch(`/generalSettings/${id}`, { value: before })
    }
  })
})

describe('invalid parameters', () => {
  test.each([
    ['1HGCM82633A00435', 'Length'],
    ['1HGCM82633A0O4352', 'Characters'],
    ['1HGCM82633A00435I', 'Characters'],
    ['1HGCM82634A004352', 'CheckDigit'],
    ['AAAAAAAAAAAAAAAA?', 'Characters'],
  ])('the VIN %s: %s', async (vin, problem) => {
    expect(expectProblem(await quote(admin, 'D1001', { ...vsc, vin }), 'VinInvalid')).toMatchObject({
      problem,
      errors: [{ pointer: '?vin', code: 'VinInvalid' }],
    })
  })

  test('an unknown VIN without year, make and model', async () => {
    const answer = await quote(admin, 'D1001', {
      vin: 'ZZZZZZZZZZZZZZZZZ',
      odometer: 1,
      productTypeCode: 'VSC',
    })
    expectProblem(answer, 'VinNotDecoded')
  })

  test('all unknown ids and codes are reported together', async () => {
    const answer = await quote(admin, 'D1001', {
      ...truck,
      productId: '1,999',
      programId: 999,
      planId: 999,
      deductibleId: 999,
      surchargeCodes: 'AWD,NONE',
    })
    expect(faultsIn(answer)).toEqual([
      '?productId Enum',
      '?programId Enum',
      '?planId Enum',
      '?deductibleId Enum',
      '?surchargeCodes Enum',
    ])
  })

  test('an unknown lien holder', async () => {
    const dealer = await holderId(lists.service, 'Dealer', 'D1001')
    expect(faultsIn(await quote(admin, 'D1001', { ...vsc, lienHolderId: dealer }))).toEqual([
      '?lienHolderId Enum',
    ])
    expect(faultsIn(await quote(admin, 'D1001', { ...vsc, lienHolderNumber: 'L999' }))).toEqual([
      '?lienHolderNumber Enum',
    ])
    expect((await quote(admin, 'D1001', { ...vsc, lienHolderNumber: 'l100' })).status).toBe(200)
  })

  test('all malformed parameters are reported together', async () => {
    const answer = await quote(admin, 'D1001', {
      ...truck,
      odometer: -1,
      driveType: 'awd',
      saleDate: '2024-02-30',
      msrp: 1.005,
      state: 'Texas',
      termMonths: 'x',
      planId: 'x',
      includeReasons: 'yes',
      colour: 'red',
    })
    expect(new Set(faultsIn(answer))).toEqual(
      new Set([
        '?odometer Range',
        '?driveType Enum',
        '?saleDate Format',
        '?msrp Precision',
        '?state Format',
        '?termMonths Format',
        '?planId Format',
        '?includeReasons Type',
        '?colour Unknown',
      ]),
    )
  })

  test('an unknown state', async () => {
    expect(faultsIn(await quote(admin, 'D1001', { ...vsc, state: 'ZZ', customerState: 'qq' }))).toEqual([
      '?state Enum',
      '?customerState Enum',
    ])
  })

  test('a parameter that is sent twice', async () => {
    expect(faultsIn(await admin.get(`${pathOf('D1001', vsc)}&odometer=5`))).toEqual(['?odometer Format'])
  })
})
