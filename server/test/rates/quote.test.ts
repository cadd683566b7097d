import { describe, expect, test } from 'vitest'
import { quote, rateIn, ratesIn, truck } from '../support/builders/quotes.ts'
import { rateLists } from '../support/builders/rate-lists.ts'
import { expectProblem } from '../support/service/problem.ts'
import { holderId } from '../support/service/sandbox.ts'

const lists = await rateLists()
const admin = lists.admin

const sum = (lines: readonly { amount: number }[]) =>
  lines.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100

const loan = { financedAmount: 32_000, financeTermMonths: 72, apr: 6.9, dealType: 'Loan', msrp: 30_000 }

describe('sandbox figures', () => {
  test('R1: a pickup at D1001', async () => {
    const { status, body } = await quote(admin, 'D1001', {
      ...truck,
      productTypeCode: 'VSC',
      includeDisbursements: true,
    })
    expect(status).toBe(200)
    expect(ratesIn(body)).toHaveLength(105)
    const rate = rateIn(body, 'PLATINUM 60/75000 0')
    expect(rate).toMatchObject({
      productId: 1,
      programId: 1,
      term: { code: '60/75000', months: 60, miles: 75_000, basis: 'FromSale' },
      deductible: { code: '0', amount: 0, type: 'PerVisit' },
      class: { classCode: '3', isEligible: true, source: 'Table', matchedOn: { make: 'FORD', model: null } },
      dealerCost: 1_362.93,
      suggestedRetail: 2_862.93,
      minRetail: 1_362.93,
      maxRetail: null,
      retailRule: 'MSRP',
      effectiveDate: '2024-03-15',
      expirationDate: '2029-03-15',
      expirationOdometer: 87_000,
      formNumber: 'VSC-100',
      rateFields: [{ name: 'SALESPERSON', label: 'Salesperson', dataType: 'Text', isRequired: true }],
      relatedRates: [],
      salesTax: {
        jurisdiction: { state: 'TX', county: 'Travis', city: 'Austin' },
        taxable: 2_862.93,
        totalTax: 214.72,
        details: [
          { taxTypeCode: 'State', rate: 6, taxable: 2_862.93, tax: 171.78 },
          { taxTypeCode: 'County', rate: 1, taxable: 2_862.93, tax: 28.63 },
          { taxTypeCode: 'City', rate: 0.5, taxable: 2_862.93, tax: 14.31 },
        ],
      },
    })
    expect(rate.surcharges).toMatchObject([
      {
        code: 'AWD',
        amount: 75,
        isMandatory: true,
        isSelected: true,
        feeds: [{ disbursementCode: 'RESERVE', amount: 75 }],
      },
      { code: 'SEALS', amount: 45, isOption: true, isSelected: false },
      { code: 'HITECH', amount: 90, isOption: true, isSelected: false },
      { code: 'RENTALUP', amount: 25, isOption: true, isSelected: false },
    ])
    const lines = Object.fromEntries(
      rate.disbursements.map(({ code, amount }: { code: string; amount: number }) => [code, amount]),
    )
    expect(lines).toEqual({
      RESERVE: 1_061.7,
      PREMTAX: 21.23,
      ADMIN: 125,
      CLIP: 12,
      ROADSIDE: 18,
      AGENT: 75,
      DLRGRP: 50,
      MARKUP: 1_500,
    })
    const account = (code: string) =>
      rate.disbursements.find((line: { code: string }) => line.code === code).toAccount
    expect(account('CLIP')).toEqual({
      accountHolderType: 'Insurer',
      accountHolderId: await holderId(lists.service, 'Insurer', 'I100'),
      name: 'Keystone Casualty',
    })
    expect(account('AGENT')).toMatchObject({ accountHolderType: 'Agent', name: 'Ridgeline Agency' })
    expect(account('DLRGRP')).toMatchObject({
      accountHolderType: 'DealerGroup',
      name: 'Lone Star Auto Group',
    })
    expect(account('MARKUP')).toMatchObject({ accountHolderType: 'Dealer', name: 'Hill Country Ford' })
    for (const each of ratesIn(body)) expect(sum(each.disbursements)).toBe(each.suggestedRetail)
  })

  test('R1 at D2001: the filed price of Florida', async () => {
    const { body } = await quote(admin, 'D2001', { ...truck, productTypeCode: 'VSC' })
    expect(rateIn(body, 'PLATINUM 60/75000 0')).toMatchObject({
      dealerCost: 1_362.93,
      suggestedRetail: 2_562.93,
      minRetail: 2_562.93,
      maxRetail: 2_562.93,
      retailRule: 'Filed',
      salesTax: { totalTax: 179.41, details: [{ taxTypeCode: 'State', rate: 7, tax: 179.41 }] },
    })
  })

  test('a Texas dealer selling in Florida: Florida rules apply, county and city are unknown', async () => {
    const { body } = await quote(admin, 'D1001', { ...truck, productTypeCode: 'VSC', state: 'fl' })
    expect(rateIn(body, 'PLATINUM 60/75000 0')).toMatchObject({
      suggestedRetail: 2_562.93,
      retailRule: 'Filed',
      salesTax: { jurisdiction: { state: 'FL', county: null, city: null }, totalTax: 179.41 },
    })
  })

  test('GAP at D4001: the Colorado cap', async () => {
    const { body } = await quote(admin, 'D4001', {
      ...truck,
      ...loan,
      odometer: 100,
      productTypeCode: 'GAP',
    })
    expect(ratesIn(body)).toHaveLength(2)
    expect(rateIn(body, 'GAP125 72 NONE')).toMatchObject({
      dealerCost: 344.8,
      suggestedRetail: 844.8,
      maxRetail: 1_280,
      retailRule: 'CapOfFinanced',
      salesTax: { totalTax: 0, details: [] },
      class: null,
    })
  })

  test('prepaid maintenance, tire and wheel, keys and appliances', async () => {
    const { body } = await quote(admin, 'D1001', { ...truck, productTypeCode: 'PPM,TW,KEY' })
    expect(
      ratesIn(body).map((rate) => [
        `${rate.planCode} ${rate.term.code}`,
        rate.dealerCost,
        rate.suggestedRetail,
      ]),
    ).toEqual([
      ['OIL6 36/45000', 395, 594],
      ['TW 24', 225, 625],
      ['TW 36', 265, 665],
      ['TW 48', 305, 705],
      ['TW 60', 345, 745],
      ['KEY 36', 100, 350],
      ['KEY 60', 125, 375],
    ])
    expect(ratesIn(body)[0].ppmServices).toMatchObject([
      { code: 'OIL', quantity: 6, intervalMonths: 6, intervalMiles: 7_500, price: 55, toleranceMiles: 1_000 },
    ])
    const television = await quote(admin, 'D5001', { assetTypeCode: 'TV', itemPurchasePrice: 1_299.99 })
    expect(ratesIn(television.body).map((rate) => [rate.term.code, rate.dealerCost])).toEqual([
      ['24', 67],
      ['36', 93],
      ['60', 132],
    ])
  })
})

describe('the answer', () => {
  test('has the quote, the dealer, the vehicle and the products', async () => {
    const { body, headers } = await quote(admin, 'd1001', { ...truck, productTypeCode: 'VSC,KEY' })
    expect(body).toMatchObject({
      quoteId: expect.stringMatching(/^q_[\w-]{24}$/),
      quotedAt: '2024-03-15T15:00:00.000Z',
      validUntil: '2024-04-14T15:00:00.000Z',
      dealer: {
        type: 'Dealer',
        id: await holderId(lists.service, 'Dealer', 'D1001'),
        number: 'D1001',
      },
      vehicle: {
        assetTypeCode: 'AUTO',
        vin: null,
        year: 2024,
        make: 'FORD',
        model: 'F-150',
        driveType: '4WD',
        odometer: 12_000,
        odometerUnit: 'Miles',
        condition: 'Used',
      },
      warnings: [],
    })
    expect(body.reasons).toBeUndefined()
    expect(headers.get('cache-control')).toBe('private, no-cache')
    const products = (await admin.get('/Rates/Products')).body
    const programs = (await admin.get('/Rates/Programs')).body
    const { plans } = (await admin.get('/Rates/Plans/1')).body
    expect(body.products.map(({ code }: { code: string }) => code)).toEqual(['VSC1', 'KEY1'])
    const { programs: quotedPrograms, ...product } = body.products[0]
    expect(product).toEqual(products[0])
    const { plans: quotedPlans, ...program } = quotedPrograms[0]
    expect(program).toEqual(programs[0])
    expect(quotedPlans.map(({ rates: _, ...plan }: { rates: unknown[] }) => plan)).toEqual(plans)
  })

  test('each rate has its own signed id', async () => {
    const { body } = await quote(admin, 'D1001', { ...truck, productTypeCode: 'VSC' })
    const ids: string[] = ratesIn(body).map(({ rateId }) => rateId)
    expect(ids.map((id) => id.split('.')[0])).toEqual(ids.map((_, at) => `r_${at}`))
    expect(new Set(ids.map((id) => id.slice(id.indexOf('.')))).size).toBe(1)
  })

  test('the sale date defaults to today, and a new vehicle is New', async () => {
    const { saleDate: _, ...undated } = truck
    const { body } = await quote(admin, 'D1001', { ...undated, odometer: 1_000, productTypeCode: 'KEY' })
    expect(body.vehicle.condition).toBe('New')
    expect(ratesIn(body)[0]).toMatchObject({ effectiveDate: '2024-03-15', expirationDate: '2027-03-15' })
  })

  test('kilometers are converted to miles, rounding half up', async () => {
    const { body } = await quote(admin, 'D1001', {
      ...truck,
      odometer: 24_140,
      odometerUnit: 'Km',
      productTypeCode: 'VSC',
    })
    expect(body.vehicle).toMatchObject({ odometer: 15_000, odometerUnit: 'Miles' })
  })

  test('filters return only what was requested', async () => {
    const platinum = await lists.planId('VSC1', 'PLATINUM')
    const query = { ...truck, planId: platinum, termMonths: '60,72', termMiles: 75_000 }
    const { body } = await quote(admin, 'D1001', query)
    expect(ratesIn(body)).toHaveLength(5)
    const { id } = ratesIn(body)[0].deductible
    const one = await quote(admin, 'D1001', { ...query, deductibleId: id })
    expect(ratesIn(one.body)).toHaveLength(1)
    expect(one.body.products[0].programs[0].plans[0]).toMatchObject({
      terms: [{ term: { code: '60/75000' }, isVisible: true }],
      deductibles: [{ code: '0' }],
    })
  })

  test('a chosen option is added to the price', async () => {
    const { body } = await quote(admin, 'D1001', {
      ...truck,
      productTypeCode: 'VSC',
      surchargeCodes: 'seals,HITECH',
    })
    const rate = rateIn(body, 'PLATINUM 60/75000 0')
    // 986.70 + 75 + 45 + 90 = 1,196.70; 2 % is 23.93 (23.934); and 280.
    expect(rate.dealerCost).toBe(1_500.63)
    expect(
      rate.surcharges
        .filter(({ isSelected }: { isSelected: boolean }) => isSelected)
        .map(({ code }: { code: string }) => code),
    ).toEqual(['AWD', 'SEALS', 'HITECH'])
  })

  test('a VIN describes the vehicle; parameters of the request take precedence', async () => {
    const query = { vin: '1hgcm82633a004352', odometer: 12_000, productTypeCode: 'VSC' }
    const answer = await quote(admin, 'D1001', { ...query, year: 2022, make: 'honda' })
    expect(answer.status).toBe(200)
    expect(answer.body.vehicle).toMatchObject({
      vin: '1HGCM82633A004352',
      make: 'HONDA',
      model: 'Accord',
      year: 2022,
      isVinValid: true,
    })
    expect(answer.body.warnings).toEqual([
      { code: 'VinMismatch', message: 'The VIN decodes to year 2003. The quote uses 2022 from the request.' },
    ])
  })

  test('a VIN that cannot be decoded falls back to the request, with a warning', async () => {
    const { status, body } = await quote(admin, 'D1001', {
      ...truck,
      vin: 'ZZZZZZZZZZZZZZZZZ',
      productTypeCode: 'KEY',
    })
    expect(status).toBe(200)
    expect(body.vehicle).toMatchObject({ vin: 'ZZZZZZZZZZZZZZZZZ', make: 'FORD', isVinValid: false })
    expect(body.warnings.map(({ code }: { code: string }) => code)).toEqual([
      'VinCheckDigit',
      'VinNotDecoded',
    ])
  })

  test('products with missing inputs are left out if none is requested', async () => {
    const { status, body } = await quote(admin, 'D1001', truck)
    expect(status).toBe(200)
    expect(body.products.map(({ code }: { code: string }) => code)).toEqual(['VSC1', 'PPM1', 'TW1', 'KEY1'])
    expect(body.warnings).toEqual([
      {
        code: 'ProductSkipped',
        productCode: 'GAP1',
        missing: ['financedAmount', 'financeTermMonths', 'apr', 'dealType', 'msrp|nadaValue'],
        message: expect.any(String),
      },
      {
        code: 'ProductSkipped',
        productCode: 'APL1',
        missing: ['assetTypeCode', 'itemPurchasePrice'],
        message: expect.any(String),
      },
    ])
  })

  test('includeReasons explains why the rest is not offered', async () => {
    const { body } = await quote(admin, 'D4001', { ...truck, productTypeCode: 'VSC', includeReasons: true })
    expect(ratesIn(body)).toHaveLength(70)
    expect(body.reasons).toMatchObject([
      { productCode: 'VSC1', planCode: 'PLATINUM', rule: 'NotVisible', fault: 'Configuration' },
    ])
    const dealer = await lists.limitedTo(['Dealer D4001'])
    const answer = await quote(dealer, 'D4001', { ...truck, productTypeCode: 'VSC', includeReasons: true })
    expect(answer.body.reasons).toEqual([])
  })

  test('includeReasons also tells of products that were not rated for lack of parameters', async () => {
    const { body } = await quote(admin, 'D1001', { ...truck, includeReasons: true })
    const skipped = body.warnings.filter(({ code }: { code: string }) => code === 'ProductSkipped')
    expect(skipped.length).toBeGreaterThan(0)
    const told = body.reasons.filter(({ rule }: { rule: string }) => rule === 'MissingParameters')
    expect(told.map(({ productCode, field }: Record<string, string>) => [productCode, field])).toEqual(
      skipped.flatMap(({ productCode, missing }: { productCode: string; missing: string[] }) =>
        missing.map((name) => [productCode, name]),
      ),
    )
    expect(told[0]).toMatchObject({ ...{ programCode: null, planCode: null, seen: null, fault: 'Input' } })
    const plain = await quote(admin, 'D1001', truck)
    expect(plain.body.reasons).toBeUndefined()
  })
})

describe('visibility', () => {
  test('a dealer sees its dealer cost but not the lines of it', async () => {
    const dealer = lists.service.api.as('sandbox-dealer-d1001')
    const { status, body, text } = await quote(dealer, 'D1001', { ...truck, productTypeCode: 'VSC' })
    expect(status).toBe(200)
    expect(rateIn(body, 'PLATINUM 60/75000 0').dealerCost).toBe(1_362.93)
    expect(text).not.toMatch(/RESERVE|feeds|disbursement|PREMTAX/)
  })

  test('includeDisbursements without the right, or with limits to some account holders, is refused', async () => {
    const query = { ...truck, productTypeCode: 'VSC', includeDisbursements: true }
    for (const caller of [
      lists.service.api.as('sandbox-dealer-d1001'),
      await lists.limitedTo(['Dealer D1001'], ['rates:quote', 'rates:costs']),
      await lists.limitedTo([], ['rates:quote']),
    ])
      expect(expectProblem(await quote(caller, 'D1001', query), 'Forbidden')).toMatchObject({
        permission: 'rates:costs',
      })
    const without = await quote(await lists.limitedTo([], ['rates:quote']), 'D1001', {
      ...truck,
      productTypeCode: 'VSC',
    })
    expect(without.text).not.toMatch(/RESERVE|feeds/)
  })

  test('another dealer and an unknown dealer give the same 404', async () => {
    const dealer = lists.service.api.as('sandbox-dealer-d1001')
    expectProblem(await quote(dealer, 'D2001', truck), 'NotFound')
    expectProblem(await quote(dealer, 'D0000', truck), 'NotFound')
    expect((await quote(lists.service.api.as('sandbox-group-g100'), 'D1002', truck)).status).toBe(200)
  })

  test('a quote requires rates:quote', async () => {
    const caller = await lists.limitedTo([], ['rates:read'])
    expect(expectProblem(await quote(caller, 'D1001', truck), 'Forbidden')).toMatchObject({
      permission: 'rates:quote',
    })
  })
})
