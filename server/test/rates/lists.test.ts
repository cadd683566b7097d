import { describe, expect, test } from 'vitest'
import { rateLists } from '../support/builders/rate-lists.ts'
import { recordsIn } from '../support/oracle/lists/csv.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { holderId } from '../support/service/sandbox.ts'

const { admin, column, idOf, planId, service } = await rateLists()

describe('products', () => {
  test('are those of the book', async () => {
    const adminCompanyId = await holderId(service, 'AdminCompany', 'ADM1')
    const { body } = await admin.get('/Rates/Products')
    expect(body.map(({ code }: { code: string }) => code)).toEqual([
      ...['VSC1', 'GAP1', 'PPM1', 'TW1', 'KEY1', 'APL1'],
    ])
    expect(body[0]).toEqual({
      id: 1,
      code: 'VSC1',
      name: 'Vehicle service contract',
      productTypeCode: 'VSC',
      assetTypeCodes: ['AUTO', 'TRUCK'],
      adminCompanyId,
      isActive: true,
      effectiveFrom: '2015-01-01',
      effectiveTo: null,
      requiresLien: false,
      claimSettings: {
        ...{ productId: 1, deductibleRule: null, allowsMultipleOpenClaims: true, inspectionThreshold: null },
        ...{ authExpireDays: null, partsPriceLevel: 'MSRP', laborGuide: null, maxPartsMarkupPercent: null },
      },
      customFields: [expect.objectContaining({ code: 'SALESPERSON', productId: 1 })],
    })
    expect(body[1]).toMatchObject({ code: 'GAP1', requiresLien: true, customFields: [] })
    expect(body[1].claimSettings).toMatchObject({ productId: 2, allowsMultipleOpenClaims: null })
  })

  test('can be filtered by type, company, dealer and date, and sorted', async () => {
    const adminCompanyId = await holderId(service, 'AdminCompany', 'ADM1')
    expect(await column('Products?productTypeCode=gap')).toEqual(['GAP1'])
    expect(await column(`Products?adminCompanyId=${adminCompanyId}`)).toHaveLength(6)
    expect(await column(`Products?adminCompanyId=${adminCompanyId + 1}`)).toEqual([])
    expect(await column('Products?effectiveOn=2015-01-01')).toHaveLength(6)
    expect(await column('Products?effectiveOn=2014-12-31')).toEqual([])
    expect(await column('Products?dealerNumber=D1001')).toEqual(['VSC1', 'GAP1', 'PPM1', 'TW1', 'KEY1'])
    expect(await column('Products?dealerNumber=d5001')).toEqual(['APL1'])
    expect(await column('Products?sortBy=code&sortDirection=Desc&pageSize=2')).toEqual(['VSC1', 'TW1'])
    expect(await column('Products?dealerNumber=D5001&productTypeCode=VSC')).toEqual([])
  })

  test('have contract custom fields, filtered by when they are required', async () => {
    const fields = '/Rates/Products/1/customfields'
    const { body } = await admin.get(fields)
    expect(body).toEqual([
      {
        id: expect.any(Number),
        code: 'SALESPERSON',
        name: 'Salesperson',
        dataType: 'Text',
        isRequired: true,
        requiredAt: 'Pending',
        maxLength: 50,
        options: null,
        criteria: null,
        appliesTo: 'Contract',
        productId: 1,
        displayOrder: 1,
      },
    ])
    expect((await admin.get(`${fields}?requiredAt=Pending`)).body).toEqual(body)
    expect((await admin.get(`${fields}?requiredAt=Finalize,Pending`)).body).toEqual(body)
    expect((await admin.get(`${fields}?requiredAt=Quote`)).body).toEqual([])
    expect(faultsIn(await admin.get(`${fields}?requiredAt=Never`))).toEqual(['?requiredAt Enum'])
    expect((await admin.get('/Rates/Products/2/customfields')).body).toEqual([])
  })

  test('are exported as they are listed', async () => {
    const { text } = await admin.get('/Rates/Products?sortBy=name', { headers: { accept: 'text/csv' } })
    const rows = recordsIn(text)
    expect(rows.map(({ code }) => code)).toEqual(['APL1', 'GAP1', 'KEY1', 'PPM1', 'TW1', 'VSC1'])
    expect(rows[0]).toMatchObject({ productTypeCode: 'APL', isActive: 'true', effectiveTo: '' })
  })
})

describe('programs', () => {
  test('have an insurer, states and a cancel method', async () => {
    const insurerId = await holderId(service, 'Insurer', 'I100')
    const { body: methods } = await admin.get('/cancelmethods?code=PRORATA_LESSER')
    const { body } = await admin.get('/Rates/Programs')
    expect(body[0]).toEqual({
      id: 1,
      code: 'VSC-STD',
      name: 'Standard vehicle service contract',
      productId: 1,
      insurerId,
      obligor: 'Admin',
      formNumber: 'VSC-100',
      states: expect.arrayContaining(['TX', 'FL', 'CA', 'DC']),
      effectiveFrom: '2015-01-01',
      effectiveTo: null,
      rateBookVersion: 1,
      cancelMethodId: methods[0].id,
      transferable: true,
      status: 'Active',
    })
    expect(body[0].states).toHaveLength(51)
    expect(new Set(body[0].states).size).toBe(51)
    expect(body[2]).toMatchObject({ code: 'PPM-STD', insurerId: null, transferable: false })
  })

  test('can be filtered by product, type, state, dealer and date', async () => {
    expect(await column('Programs?productId=2')).toEqual(['GAP-STD'])
    expect(await column('Programs?productId=99')).toEqual([])
    expect(await column('Programs?productTypeCode=TW')).toEqual(['TW-STD'])
    expect(await column('Programs?state=tx')).toHaveLength(6)
    expect(await column('Programs?dealerNumber=D5001')).toEqual(['APL-STD'])
    expect(await column('Programs?dealerNumber=D4001&productId=1')).toEqual(['VSC-STD'])
    expect(await column('Programs?effectiveOn=2014-12-31')).toEqual([])
    expect(await column('Programs?adminCompanyId=987654')).toEqual([])
  })
})

describe('plans', () => {
  test('are those of a product, with terms and deductibles', async () => {
    const { body } = await admin.get('/Rates/Plans/1')
    expect(body.productId).toBe(1)
    expect(body.plans.map(({ code }: { code: string }) => code)).toEqual(['POWERTRAIN', 'GOLD', 'PLATINUM'])
    const { terms, deductibles, ...platinum } = body.plans[2]
    expect(platinum).toEqual({
      id: expect.any(Number),
      code: 'PLATINUM',
      name: 'Platinum',
      programId: 1,
      productId: 1,
      coverageType: 'Stated',
      coverageGroups: [
        ...['Engine', 'Transmission', 'DriveAxle', 'AC', 'Electrical', 'Cooling'],
        ...['Steering', 'Brakes', 'Fuel', 'Suspension'],
      ],
      waitingDays: 0,
      waitingMiles: 0,
      displayOrder: 3,
    })
    expect(terms).toHaveLength(7)
    expect(terms[4]).toEqual({
      term: { id: 5, code: '60/75000', months: 60, miles: 75000, hours: null, basis: 'FromSale' },
      planId: platinum.id,
      conditions: ['New', 'Used', 'CPO'],
      minOdometer: null,
      maxOdometer: null,
      maxVehicleAge: null,
      isVisible: true,
    })
    expect(deductibles.map(({ code }: { code: string }) => code)).toEqual(['0', '50', '100', '100D', '200'])
    const key = await admin.get(`/Rates/Plans/${await idOf('Products', 'KEY1')}`)
    expect(key.body.plans[0]).toMatchObject({ code: 'KEY', waitingDays: 30 })
  })

  test('can be filtered by program and date', async () => {
    expect((await admin.get('/Rates/Plans/1?programId=1')).body.plans).toHaveLength(3)
    expect((await admin.get('/Rates/Plans/1?effectiveOn=2015-01-01')).body.plans).toHaveLength(3)
    expect((await admin.get('/Rates/Plans/1?effectiveOn=2014-12-31')).body.plans).toEqual([])
  })

  test('have a list of terms', async () => {
    const platinum = await planId('VSC1', 'PLATINUM')
    const terms = `/Rates/Terms/Plan/${platinum}`
    const { body, headers } = await admin.get(`${terms}?sortBy=months&sortDirection=Desc&pageSize=2`)
    expect(headers.get('x-total-count')).toBe('7')
    expect(body.map(({ term }: { term: { code: string } }) => term.code)).toEqual(['84/100000', '72/100000'])
    expect((await admin.get(`${terms}?condition=Used&odometer=12000`)).body).toHaveLength(7)
    expect(faultsIn(await admin.get(`${terms}?condition=Old`))).toEqual(['?condition Enum'])
    const gap = await admin.get(`/Rates/Terms/Plan/${await planId('GAP1', 'GAP125')}`)
    expect(gap.body.map(({ term }: { term: { miles: unknown } }) => term.miles)).toEqual(Array(7).fill(null))
    // Hidden from those whom the book does not name.
    const apl = await admin.get(`/Rates/Terms/Plan/${await planId('APL1', 'APL')}`)
    expect(apl.body.map(({ isVisible }: { isVisible: boolean }) => isVisible)).toEqual([false, false, false])
  })

  test('have the deductibles of the product', async () => {
    const { body } = await admin.get('/Rates/DeductiblesByProduct/1')
    expect(body.productId).toBe(1)
    expect(body.deductibles.map(({ code }: { code: string }) => code)).toEqual([
      ...['0', '50', '100', '100D', '200'],
    ])
    expect(body.deductibles[3]).toEqual({
      id: 4,
      code: '100D',
      amount: 100,
      type: 'Disappearing',
      reducedAmount: null,
      description: '100.00 a visit, nothing at the selling dealer',
    })
    const gold = await planId('VSC1', 'GOLD')
    expect((await admin.get(`/Rates/DeductiblesByProduct/1?planId=${gold}`)).body).toEqual(body)
  })
})

describe('price lines', () => {
  test('have codes in groups, and labels', async () => {
    const groups = await admin.get('/Rates/Disbursements/DisbursementsGroups')
    expect(groups.body).toHaveLength(8)
    expect(groups.body[0]).toEqual({ id: 1, code: 'Reserves', name: 'Reserves' })
    expect(await column('Disbursements/DisbursementsCodes')).toHaveLength(17)
    const taxes = await idOf('Disbursements/DisbursementsGroups', 'Taxes')
    expect((await admin.get(`/Rates/Disbursements/DisbursementsCodes?groupId=${taxes}`)).body).toEqual([
      { id: expect.any(Number), code: 'PREMTAX', name: 'Premium tax', groupId: taxes },
      { id: expect.any(Number), code: 'SALESTAX', name: 'Sales tax', groupId: taxes },
    ])
    const gap = await idOf('Programs', 'GAP-STD')
    const labels = 'Disbursements/DisbursementsLabels'
    expect(await column(`${labels}?programId=${gap}`, 'label')).toEqual([
      'Claims Reserve',
      'Premium Tax',
      'Administration Fee',
      'Agent Commission',
      'Dealer Markup',
    ])
    const agent = await idOf('Disbursements/DisbursementsCodes', 'AGENT')
    expect((await admin.get(`/Rates/${labels}?disbursementCodeId=${agent}&programId=${gap}`)).body).toEqual([
      { id: expect.any(Number), disbursementCodeId: agent, programId: gap, label: 'Agent Commission' },
    ])
    expect(await column(`${labels}?disbursementCodeId=${agent}`, 'label')).toHaveLength(5)
  })

  test('are multiplied by factor tables', async () => {
    const { body } = await admin.get('/factorTables/1')
    expect(body).toMatchObject({
      ...{ id: 1, code: 'CLASS', name: 'Vehicle class', type: 'Rate' },
      ...{ keys: ['classCode'], interpolation: 'None' },
    })
    expect(body.entries).toHaveLength(6)
    expect(body.entries[5]).toEqual({
      ...{ key1: '6', key2: null, from: null, to: null, factor: 1.9, sequence: 6 },
      ...{ effectiveFrom: null, effectiveTo: null },
    })
    const odometer = (await admin.get('/factorTables/3')).body
    expect(odometer).toMatchObject({ code: 'ODOMETER', keys: ['odometer'] })
    expect(odometer.entries[1]).toEqual({
      ...{ key1: null, key2: null, from: 10_001, to: 15_000 },
      ...{ factor: 1.1, sequence: 2, effectiveFrom: null, effectiveTo: null },
    })
  })
})

describe('refusals', () => {
  test('unknown ids are not found', async () => {
    for (const path of [
      '/Rates/Plans/987654',
      '/Rates/Plans/1?programId=2',
      '/Rates/Terms/Plan/987654',
      '/Rates/DeductiblesByProduct/987654',
      '/Rates/DeductiblesByProduct/2?planId=1',
      '/Rates/Products/987654/customfields',
      '/factorTables/987654',
      '/factorTables/CLASS',
    ])
      expectProblem(await admin.get(path), 'NotFound')
  })

  test('a dealer does not see costs', async () => {
    const caller = service.api.as('sandbox-dealer-d1001')
    for (const path of [
      '/Rates/Disbursements/DisbursementsCodes',
      '/Rates/Disbursements/DisbursementsGroups',
      '/Rates/Disbursements/DisbursementsLabels',
      '/factorTables/1',
    ])
      expect(expectProblem(await caller.get(path), 'Forbidden').permission, path).toBe('rates:costs')
  })

  test('reading rates requires the right', async () => {
    for (const path of [
      ...['AssetTypes', 'VehicleMakes', 'VehicleModels', 'VehicleTrims', 'VehicleSeries'],
      ...['VehicleBodyStyles', 'VehicleSegmentations', 'Products', 'Programs'],
      ...['Plans/1', 'Terms/Plan/1', 'DeductiblesByProduct/1', 'Products/1/customfields'],
    ]) {
      const refused = await service.api.as('sandbox-adjuster').get(`/Rates/${path}`)
      expect(expectProblem(refused, 'Forbidden').permission, path).toBe('rates:read')
    }
  })

  test('an unknown filter, and a malformed one', async () => {
    expect(faultsIn(await admin.get('/Rates/VehicleMakes?make=Ford'))).toEqual(['?make Unknown'])
    expect(faultsIn(await admin.get('/Rates/VehicleModels?year=old'))).toEqual(['?year Type'])
    expect(faultsIn(await admin.get('/Rates/Plans/1?effectiveOn=2024-02-30&programId=x'))).toEqual([
      '?programId Type',
      '?effectiveOn Format',
    ])
  })
})
