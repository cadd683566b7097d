import { describe, expect, test } from 'vitest'
import { sellR1 } from '../support/builders/contracts.ts'
import { inDatabase } from '../support/builders/database.ts'
import { quote, ratesIn, truck } from '../support/builders/quotes.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
type Any = any

const service = await testService()
await service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
const staff = () => service.api.as('sandbox-entry')

/** Sells a plan with these surcharges. */
async function sellPlan(plan: string, chosen = {}): Promise<number> {
  const { body } = await quote(staff(), 'D1001', { ...truck, productTypeCode: 'VSC', ...chosen })
  const rate = ratesIn(body).find(({ planCode }: Any) => planCode === plan)
  const answer = await sellR1(staff(), { rateId: rate.rateId, retailPrice: rate.suggestedRetail })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.id
}

const platinum = await sellPlan('PLATINUM', { surchargeCodes: 'SEALS' })
const powertrain = await sellPlan('POWERTRAIN')

const componentsOf = async (id: number, search = ''): Promise<Any[]> =>
  (await staff().get(`/contracts/${id}/coveragecomponents${search}`)).body
const groupsOf = async (id: number): Promise<Any[]> =>
  (await staff().get(`/contracts/${id}/coveragegroups`)).body

describe('coverage groups', () => {
  test('come from the plan and from surcharges', async () => {
    const groups = await groupsOf(platinum)
    expect(groups.map(({ code, viaSurcharge }) => [code, viaSurcharge])).toEqual([
      ['Engine', null],
      ['Transmission', null],
      ['DriveAxle', null],
      ['AC', null],
      ['Electrical', null],
      ['Cooling', null],
      ['Steering', null],
      ['Brakes', null],
      ['Fuel', null],
      ['Suspension', null],
      ['Seals', 'SEALS'],
    ])
    expect(groups[0]).toMatchObject({ id: 1, name: 'Engine' })
    expect(groups[0].components).toHaveLength(6)
    expect(groups[10].components[0]).toMatchObject({
      ...{ code: 'ENGINESEALS', name: 'Engine seals', groupCode: 'Seals', isCovered: true, limit: null },
      coverageGroupId: groups[10].id,
    })
    expect((await groupsOf(powertrain)).map(({ code }) => code)).toEqual([
      'Engine',
      'Transmission',
      'DriveAxle',
    ])
  })
})

describe('components', () => {
  test('are all of the product’s, covered or not, on one page', async () => {
    const components = await componentsOf(powertrain)
    expect(components).toHaveLength(28)
    expect(components.filter(({ isCovered }) => isCovered)).toHaveLength(10)
    expect(components.find(({ code }) => code === 'FAN')).toMatchObject({
      ...{ groupCode: 'Cooling', isCovered: false, limit: null },
    })
    expect(new Set(components.map(({ id }) => id)).size).toBe(28)
  })

  test.each<[string, string, number]>([
    ['of a group', '?groupCode=Engine', 6],
    ['of a group, in any letter case', '?groupCode=eNGINE', 6],
    ['covered', '?isCovered=true', 26],
    ['not covered', '?isCovered=false', 2],
    ['of a group, and not covered', '?groupCode=HighTech&isCovered=false', 2],
    ['of a group, and covered', '?groupCode=HighTech&isCovered=true', 0],
    ['of no group', '?groupCode=Wings', 0],
  ])('%s', async (_, search, count) => {
    expect(await componentsOf(platinum, search)).toHaveLength(count)
  })

  test('show their payment limits', async () => {
    const rules = [
      { id: 91, scope: 'PerComponent', basis: 'Fixed', amount: 150_000, components: ['TURBO'] },
      { id: 92, scope: 'PerComponent', basis: 'PercentOf', percent: 4_000_000, components: null },
    ].map((rule) => ({ amount: null, percent: null, criteria: null, ...rule }))
    const limits = JSON.stringify(rules)
    const id = await sellPlan('POWERTRAIN')
    await inDatabase(
      service,
      `update contract set sold = jsonb_set(sold, '{limits}', $2::jsonb) where id = $1`,
      [id, limits],
    )
    const components = await componentsOf(id)
    const limitOf = (code: string) => components.find((one) => one.code === code).limit
    expect([limitOf('TURBO'), limitOf('RACK'), limitOf('WATERPUMP')]).toEqual([1500, null, 2080])
    const { body } = await staff().get(`/contracts/${id}`)
    expect(body.limitOfLiability.limits).toEqual([{ scope: 'PerComponent', amount: 2080 }])
  })

  test('are empty for a product without components', async () => {
    const { body } = await quote(staff(), 'D1001', { ...truck, productTypeCode: 'PPM' })
    const { rateId } = ratesIn(body)[0]
    const sold = await sellR1(staff(), { rateId, retailPrice: 594, customFieldValues: [] })
    expect(sold.status, sold.text).toBe(201)
    expect([await componentsOf(sold.body.id), await groupsOf(sold.body.id)]).toEqual([[], []])
  })
})

describe.each(['coveragegroups', 'coveragecomponents'])('%s', (name) => {
  test('are visible only to callers who see the contract', async () => {
    const path = `/contracts/${platinum}/${name}`
    expect((await service.api.as('sandbox-dealer-d1001').get(path)).status).toBe(200)
    expectProblem(await service.api.as('sandbox-dealer-d2001').get(path), 'NotFound')
    expectProblem(await service.api.as('sandbox-rates').get(path), 'Forbidden')
    expectProblem(await staff().get(`/contracts/987654/${name}`), 'NotFound')
  })

  test('refuse unknown parameters', async () => {
    const answer = await staff().get(`/contracts/${platinum}/${name}?isGood=true`)
    expect(faultsIn(answer)).toEqual(['?isGood Unknown'])
  })
})

test('components can be filtered by whether they are covered', async () => {
  const answer = await staff().get(`/contracts/${platinum}/coveragecomponents?isCovered=maybe`)
  expect(faultsIn(answer)).toEqual(['?isCovered Type'])
})
