import { expect, test } from 'vitest'
import { sellR1 } from '../support/builders/contracts.ts'
import { quote, ratesIn, truck } from '../support/builders/quotes.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'

const service = await testService()
await service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
const staff = () => service.api.as('sandbox-entry')

async function sellServices(): Promise<number> {
  const { body } = await quote(staff(), 'D1001', { ...truck, productTypeCode: 'PPM' })
  const sold = await sellR1(staff(), {
    ...{ rateId: ratesIn(body)[0].rateId, retailPrice: 594, customFieldValues: [] },
  })
  if (sold.status !== 201) throw new Error(sold.text)
  return sold.body.id
}

const id = await sellServices()

const servicesOf = async (contractId: number, search = '', name = 'sandbox-entry') =>
  (await service.api.as(name).get(`/contracts/${contractId}/ppmservices${search}`)).body

test('a contract has the services that were sold, all unused', async () => {
  expect(await servicesOf(id)).toEqual([
    {
      ...{ id: 1, code: 'OIL', name: 'Oil service', quantity: 6, intervalMonths: 6, intervalMiles: 7500 },
      ...{ price: 55, toleranceMiles: 1000, useRule: 'Anytime', sequence: 1 },
      ...{ used: 0, reserved: 0, remaining: 6, nextDueDate: '2024-09-15', nextDueOdometer: 19_500 },
      history: [],
    },
  ])
})

test.each<[string, string, [string | null, number | null]]>([
  ['late, and still due', '?asOfDate=2025-01-01&asOfOdometer=30000', ['2024-09-15', 19_500]],
  ['on its last day', '?asOfDate=2027-03-15', ['2024-09-15', 19_500]],
  ['after its last day', '?asOfDate=2027-03-16', [null, null]],
  ['after its last mile', '?asOfOdometer=57001', [null, null]],
])('%s', async (_, search, due) => {
  const [oil] = await servicesOf(id, search)
  expect([oil.nextDueDate, oil.nextDueOdometer]).toEqual(due)
})

test('a voided contract has no services due', async () => {
  const voided = await sellServices()
  await staff().patch(`/contracts/${voided}`, { status: 'Voided', voidReason: 'Sold twice.' })
  expect(await servicesOf(voided)).toMatchObject([{ nextDueDate: null, nextDueOdometer: null }])
})

test('other products have no services', async () => {
  expect(await servicesOf((await sellR1(staff())).body.id)).toEqual([])
})

test('services are visible only to callers who see the contract', async () => {
  expect(await servicesOf(id, '', 'sandbox-dealer-d1001')).toHaveLength(1)
  const path = `/contracts/${id}/ppmservices`
  expectProblem(await service.api.as('sandbox-dealer-d2001').get(path), 'NotFound')
  expectProblem(await service.api.as('sandbox-rates').get(path), 'Forbidden')
  expectProblem(await staff().get('/contracts/987654/ppmservices'), 'NotFound')
})

test('the date and the odometer are validated', async () => {
  const answer = await staff().get(`/contracts/${id}/ppmservices?asOfDate=soon&asOfOdometer=-1`)
  expect(faultsIn(answer)).toEqual(['?asOfDate Format', '?asOfOdometer Range'])
})
