import { describe, expect, test } from 'vitest'
import { saleOfR1, sellAndFinalize, sellR1, withKey } from '../support/builders/contracts.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

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
    expectProblem(await rerate(sold.id, { retailPrice: 10, applyChange: true }), 'RetailOutOfRange')
  })

  test('for a contract that has ended', async () => {
    const { body: sold } = await sellR1(staff)
    await staff.patch(`/contracts/${sold.id}`, { status: 'Voided' })
    const answer = await rerate(sold.id, {})
    expectProblem(answer, 'InvalidTransition')
    expect([answer.body.from, answer.body.to]).toEqual(['Voided', 'Voided'])
  })
})
