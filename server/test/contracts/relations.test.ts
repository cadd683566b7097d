import { beforeAll, expect, test } from 'vitest'
import { newVin, saleOfR1, sellR1 } from '../support/builders/contracts.ts'
import { quote, ratesIn, truck } from '../support/builders/quotes.ts'
import { edited } from '../support/builders/rate-books.ts'
import { type RateLists, rateLists } from '../support/builders/rate-lists.ts'
import type { Answer } from '../support/service/api.ts'
import { expectProblem } from '../support/service/problem.ts'

// Key replacement that is sold only with a service contract, and never beside tire and wheel.

let lists: RateLists
beforeAll(async () => {
  lists = await rateLists()
  const begins = 'effectiveFrom: 2015-01-01\n'
  await lists.apply(
    edited(
      'programs/KEY-STD/program.yaml',
      begins,
      `${begins}\nrelated:\n  - { relationType: Requires, product: VSC1 }\n  - { relationType: Excludes, product: TW1 }\n`,
    ),
  )
})

async function sell(type: 'KEY' | 'TW', vin: string, more: object = {}): Promise<Answer> {
  const { body } = await quote(lists.admin, 'D1001', { ...truck, productTypeCode: type })
  const [rate] = ratesIn(body)
  const { customer, vehiclePurchasePrice } = saleOfR1()
  const { rateId, suggestedRetail: retailPrice } = rate
  return lists.admin.post('/contracts', {
    ...{ rateId, retailPrice, customer, vehiclePurchasePrice, vehicle: { vin }, ...more },
  })
}

const rulesOf = (answer: Answer) => {
  const { reasons } = expectProblem(answer, 'Ineligible') as unknown as { reasons: { rule: string }[] }
  return reasons.map(({ rule }) => rule)
}

test('a product that requires another is sold only after it, on the same vehicle', async () => {
  const vin = newVin()
  expect(rulesOf(await sell('KEY', vin))).toEqual(['Requires'])
  expect((await sellR1(lists.admin, { vehicle: { vin: newVin() } })).status).toBe(201)
  expect(rulesOf(await sell('KEY', vin))).toEqual(['Requires'])
  const vsc = await sellR1(lists.admin, { vehicle: { vin } })
  const sold = await sell('KEY', vin)
  expect(sold.status, sold.text).toBe(201)
  const twin = await sell('TW', vin)
  expect(rulesOf(twin)).toEqual(['Excludes'])
  expect(twin.body.reasons[0]).toMatchObject({ productCode: 'TW1', fault: 'Input' })
  expect(twin.body.reasons[0].seen).toContain(`contract ${sold.body.id}`)
  await lists.admin.patch(`/contracts/${vsc.body.id}`, { status: 'Voided' })
})

test('a quote is checked when it is submitted', async () => {
  const vin = newVin()
  const saved = await sell('KEY', vin, { status: 'Quote' })
  expect(saved.status, saved.text).toBe(201)
  const submit = () => lists.admin.patch(`/contracts/${saved.body.id}`, { status: 'Pending' })
  expect(rulesOf(await submit())).toEqual(['Requires'])
  await sellR1(lists.admin, { vehicle: { vin } })
  expect((await sell('TW', vin)).status).toBe(201)
  expect(rulesOf(await submit())).toEqual(['Excludes'])
})
