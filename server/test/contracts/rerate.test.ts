import { describe, expect, test } from 'vitest'
import { rateIdOfR1, saleOfR1, sellAndFinalize, sellR1, withKey } from '../support/builders/contracts.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'

const service = await testService()
const staff = service.api.as('sandbox-entry')
await service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })

const rerate = (id: number, body: object, caller = staff) =>
  caller.post(`/contracts/${id}/rerateRequests`, body)
// biome-ignore lint/suspicious/noExplicitAny: a line as it is answered.
const linesOf = (lines: any[]) => Object.fromEntries(lines.map(({ code, amount }) => [code, amount]))

describe('rerating a contract', () => {
  test('shows every line before and after, and changes nothing', async () => {
    const { body: sold } = await sellR1(staff)
    const { status, body } = await rerate(sold.id, { vehicle: { odometer: 9_000 } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      old: { dealerCost: 1362.93, retailPrice: 2995 },
      new: { dealerCost: 1271.44, retailPrice: 2995 },
      dealerCostDelta: -91.49,
      applied: false,
    })
    expect(linesOf(body.new.disbursements)).toMatchObject({ RESERVE: 972, PREMTAX: 19.44, MARKUP: 1723.56 })
    expect(body.delta).toContainEqual({ code: 'RESERVE', old: 1061.7, new: 972, delta: -89.7 })
    expect(body.delta).toContainEqual({ code: 'MARKUP', old: 1632.07, new: 1723.56, delta: 91.49 })
    expect((await staff.get(`/contracts/${sold.id}`)).body).toEqual(sold)
  })

  test('returns a rate id that can be sold', async () => {
    const { body: sold } = await sellR1(staff)
    const { body } = await rerate(sold.id, { vehicle: { vin: null, odometer: 9_000 } })
    expect(body.code, JSON.stringify(body)).toBeUndefined()
    const again = await staff.post('/contracts', { ...saleOfR1(), rateId: body.new.rateId })
    expect([again.status, again.body.dealerCost]).toEqual([201, 1271.44])
  })

  test('applied to a pending contract replaces lines, tax and ledger', async () => {
    const { body: sold } = await sellR1(staff)
    const { body } = await rerate(sold.id, {
      vehicle: { odometer: 9_000 },
      retailPrice: 2500,
      applyChange: true,
    })
    expect(body).toMatchObject({ applied: true, old: { retailPrice: 2995 }, new: { retailPrice: 2500 } })
    const { body: now } = await staff.get(`/contracts/${sold.id}`)
    expect(now).toMatchObject({ dealerCost: 1271.44, retailPrice: 2500, salesTax: { totalTax: 187.5 } })
  })

  test('applied to a contract in force waits for refinalize', async () => {
    const contract = await sellAndFinalize(staff)
    await rerate(contract.id, { vehicle: { odometer: 9_000 }, applyChange: true, reason: 'Read again' })
    const { body: waiting } = await staff.get(`/contracts/${contract.id}`)
    expect(waiting).toMatchObject({ needsRefinalize: true, dealerCost: 1362.93 })
    const { body } = await staff.post(`/contracts/${contract.id}/refinalize`, {}, withKey())
    expect(body).toMatchObject({ needsRefinalize: false, dealerCost: 1271.44 })
  })

  test('takes the flat fields of a quote', async () => {
    const { body: sold } = await sellR1(staff)
    const nested = await rerate(sold.id, {
      vehicle: { odometer: 9_000, vehicleUse: 'Personal' },
      financing: { amountFinanced: 40_000, termMonths: 60 },
    })
    const flat = await rerate(sold.id, {
      ...{ odometer: 9_000, vehicleUse: 'Personal', financedAmount: 40_000, financeTermMonths: 60 },
      ...{ dealType: 'Loan', apr: 6.9, msrp: 58_000, state: 'TX', zip: '78701', annualMileage: 12_000 },
      ...{ customerState: 'TX', lienHolderNumber: 'L100', monthlyPayment: 800, includeDisbursements: true },
      ...{ productTypeCode: 'VSC', productId: sold.product.id, languageCode: 'en' },
    })
    expect(flat.status, flat.text).toBe(200)
    const { rateId: _, ...figures } = flat.body.new
    expect(nested.body.new).toMatchObject(figures)
    expect(figures.dealerCost).toBe(1271.44)
  })

  test('applied with a flat loan changes the loan of the contract, at once or with the refinalize', async () => {
    const loan = { financedAmount: 40_000, financeTermMonths: 60 }
    const changed = { financing: { amountFinanced: 40_000, termMonths: 60, apr: 6.9 } }
    const { body: sold } = await sellR1(staff)
    await rerate(sold.id, { ...loan, odometer: 9_000, applyChange: true })
    const { body: pending } = await staff.get(`/contracts/${sold.id}`)
    expect(pending).toMatchObject({ ...changed, dealerCost: 1271.44, vehicle: { odometer: 9_000 } })
    const contract = await sellAndFinalize(staff)
    await rerate(contract.id, { ...loan, financing: { accountNumber: '12345678' }, applyChange: true })
    const { body: waiting } = await staff.get(`/contracts/${contract.id}`)
    expect(waiting.financing.amountFinanced).toBe(48_000)
    expect(JSON.stringify(waiting.pendingChanges)).not.toContain('12345678')
    const { body } = await staff.post(`/contracts/${contract.id}/refinalize`, {}, withKey())
    expect(body).toMatchObject(changed)
  })

  test('finds another term by its months and miles, also when the quote had named one', async () => {
    const rateId = await rateIdOfR1(staff, 'D1001', { termMonths: 60 })
    const { body: sold } = await staff.post('/contracts', { ...saleOfR1(), rateId })
    const { body } = await rerate(sold.id, { termMonths: 72, termMiles: 100_000, applyChange: true })
    expect(body).toMatchObject({ applied: true })
    const { body: now } = await staff.get(`/contracts/${sold.id}`)
    expect(now.term).toMatchObject({ months: 72, miles: 100_000 })
    for (const wrong of [{ termMonths: 13 }, { productTypeCode: 'GAP' }, { programId: 987_654 }])
      expectProblem(await rerate(sold.id, wrong), 'NoPlansFound')
  })

  test('refuses a field that differs from itself, and one that no quote has', async () => {
    const { body: sold } = await sellR1(staff)
    const twice = await rerate(sold.id, { odometer: 9_000, vehicle: { odometer: 9_001 } })
    expect(faultsIn(twice)).toEqual(['/odometer Format'])
    expect((await rerate(sold.id, { odometer: 9_000, vehicle: { odometer: 9_000 } })).status).toBe(200)
    expect(faultsIn(await rerate(sold.id, { mileage: 1, odometer: 'x' }))).toEqual(
      expect.arrayContaining(['/mileage Unknown', '/odometer Type']),
    )
  })

  test('keeps the price only if the new rate allows it', async () => {
    const { body: sold } = await sellR1(staff, { retailPrice: 1362.93 })
    const { body } = await rerate(sold.id, { surchargeCodes: ['SEALS'] })
    expect([body.new.dealerCost, body.new.retailPrice]).toEqual([1408.83, 1408.83])
  })

  test('shows a dealer the cost as one line', async () => {
    const { body: sold } = await sellR1(staff)
    const { body } = await rerate(
      sold.id,
      { vehicle: { odometer: 9_000 } },
      service.api.as('sandbox-dealer-d1001'),
    )
    expect(body.delta).toEqual([
      { code: 'DEALERCOST', old: 1362.93, new: 1271.44, delta: -91.49 },
      { code: 'MARKUP', old: 1632.07, new: 1723.56, delta: 91.49 },
    ])
  })
})

describe('a rerate is refused', () => {
  test('when the new inputs have no rate', async () => {
    const { body: sold } = await sellR1(staff)
    const answer = await rerate(sold.id, { vehicle: { odometer: 70_000 } })
    expectProblem(answer, 'NoPlansFound')
    expect(answer.body.detail).toMatch(/^No plans were found/)
  })

  test('for a price that is not allowed', async () => {
    const { body: sold } = await sellR1(staff)
    const preview = await rerate(sold.id, { retailPrice: 10 })
    expectProblem(preview, 'RetailOutOfRange')
    expect(preview.body.min).toBe(1362.93)
    const applied = await rerate(sold.id, { retailPrice: 10, applyChange: true })
    expect(applied.body).toMatchObject({ code: 'RetailOutOfRange', min: 1362.93, max: preview.body.max })
  })

  test('for a contract that has ended', async () => {
    const { body: sold } = await sellR1(staff)
    await staff.patch(`/contracts/${sold.id}`, { status: 'Voided' })
    const answer = await rerate(sold.id, {})
    expectProblem(answer, 'InvalidTransition')
    expect([answer.body.from, answer.body.to]).toEqual(['Voided', 'Voided'])
  })
})
