import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Disbursements, flat, openDisbursements } from '../support/builders/disbursements.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'

let world: Disbursements
let agent: number
async function open(): Promise<void> {
  world = await openDisbursements()
  agent = await world.holder('Agent', 'A100')
}
// Tests that change something begin with an untouched sandbox.
beforeAll(open)

const path = (id = agent) => `/Rates/Disbursements/AccountHolder/${id}`
const agreement = (facts: object = {}) => ({
  programId: world.programId,
  disbursementCode: 'AGENT',
  calculation: flat(90),
  effectiveFrom: '2024-04-01',
  ...facts,
})
const post = (facts: object = {}, id = agent) => world.caller.post(path(id), agreement(facts))
const patch = async (code: string, body: object) =>
  world.caller.patch(`/Rates/Disbursements/${await world.lineId(code)}`, {
    effectiveFrom: '2024-04-01',
    ...body,
  })
const pointers = (answer: Awaited<ReturnType<typeof post>>) => {
  const { errors } = expectProblem(answer, 'UnknownReference') as unknown as { errors: { pointer: string }[] }
  return errors.map(({ pointer }) => pointer)
}

describe('missing rights', () => {
  const paths = () => [`/Rates/Disbursements/1`, path(), '/Rates/Disbursements/AuditLog/1']

  test('reading requires the right to see costs', async () => {
    for (const one of paths()) {
      const refused = await world.service.api.as('sandbox-dealer-d1001').get(one)
      expect(expectProblem(refused, 'Forbidden').permission).toContain('rates:costs')
    }
  })

  test('changing requires the right to write', async () => {
    const entry = world.service.api.as('sandbox-entry')
    const refused = await entry.post(path(), agreement())
    expect(expectProblem(refused, 'Forbidden').permission).toBe('rates:write')
    expectProblem(await entry.patch('/Rates/Disbursements/1', {}), 'Forbidden')
  })

  test('the result of a change can be read with rates:read, without the figures', async () => {
    const { body } = await post()
    await world.apply()
    const read = async (permission: string) => {
      const admin = world.service.api.as('sandbox-admin')
      const key = await admin.post('/apikeys', { name: permission, permissions: [permission] })
      return world.service.api.with(key.body.key).get(`/Rates/Disbursements/AuditLog/${body.auditLogId}`)
    }
    const whole = await read('rates:costs')
    expect(whole.body.changes.length).toBeGreaterThan(0)
    expect((await read('rates:write')).body).toEqual(whole.body)
    const changes = whole.body.changes.map((one: object) => ({ ...one, oldValue: null, newValue: null }))
    expect(changes).not.toEqual(whole.body.changes)
    expect(await read('rates:read')).toMatchObject({ status: 200, body: { ...whole.body, changes } })
    expectProblem(await read('rates:quote'), 'Forbidden')
    await open()
  })

  test('limited callers are refused, whatever their rights', async () => {
    const scopes = [{ type: 'Agent', id: agent }]
    const permissions = ['rates:costs', 'rates:write']
    const { body } = await world.service.api
      .as('sandbox-admin')
      .post('/apikeys', { name: 'limited', permissions, scopes })
    const limited = world.service.api.with(body.key)
    for (const one of paths())
      expect(expectProblem(await limited.get(one), 'Forbidden').permission).toBe('rates:costs')
    expectProblem(await limited.post(path(), agreement()), 'Forbidden')
    const change = { calculation: flat(1), effectiveFrom: '2024-04-01' }
    expectProblem(await limited.patch('/Rates/Disbursements/1', change), 'Forbidden')
  })
})

test('unknown ids are not found', async () => {
  const change = { calculation: flat(1), effectiveFrom: '2024-04-01' }
  expectProblem(await world.caller.get('/Rates/Disbursements/987654'), 'NotFound')
  expectProblem(await world.caller.patch('/Rates/Disbursements/987654', change), 'NotFound')
  expectProblem(await world.caller.get(path(987654)), 'NotFound')
  expectProblem(await post({}, 987654), 'NotFound')
  expectProblem(await world.caller.get('/Rates/Disbursements/AuditLog/987654'), 'NotFound')
})

test('a pending override is not found until it is applied', async () => {
  await open()
  await post()
  expect((await world.caller.get(path())).body).toEqual([])
})

describe('request body', () => {
  test('reports every fault at once', async () => {
    const refused = await world.caller.post(path(), {
      programId: 'one',
      calculation: { type: 'PercentOf', percent: 100, percentBase: [] },
      effectiveTo: 'soon',
      planId: 0,
      more: true,
    })
    expect(faultsIn(refused).sort()).toEqual([
      '/calculation/percent Range',
      '/calculation/percentBase Length',
      '/disbursementCode Required',
      '/effectiveFrom Required',
      '/effectiveTo Format',
      '/more Unknown',
      '/planId Range',
      '/programId Type',
    ])
  })

  test.each([
    ['a type that is none', { type: 'Free' }, ['/calculation/type Enum']],
    ['an amount of less than nothing', flat(-1), ['/calculation/amount Range']],
    ['parts of a cent', flat(1.005), ['/calculation/amount Precision']],
    ['a Flat without its amount', { type: 'Flat' }, ['/calculation/amount Required']],
    [
      'a percent without what it is of',
      { type: 'PercentOf', percent: 5 },
      ['/calculation/percentBase Required'],
    ],
    [
      'a percent below nothing',
      { type: 'PercentOf', percent: -0.1, percentBase: 'DealerCost' },
      ['/calculation/percent Range'],
    ],
    [
      'more decimals than are counted',
      { type: 'PercentOf', percent: 0.0000001, percentBase: 'DealerCost' },
      ['/calculation/percent Precision'],
    ],
    ['a Flat with a percent', { ...flat(1), percent: 5 }, ['/calculation/percent Unknown']],
    ['an amount of the book’s', { type: 'RateRow', amount: 5 }, ['/calculation/amount Unknown']],
  ])('%s', async (_, calculation, faults) => {
    expect(faultsIn(await post({ calculation }))).toEqual(faults)
    expect(faultsIn(await patch('AGENT', { calculation }))).toEqual(faults)
  })

  test('reports every unknown code', async () => {
    expect(pointers(await post({ programId: 987, planId: 987 }))).toEqual(['/programId'])
    expect(
      pointers(
        await post({
          disbursementCode: 'NOPE',
          planId: 987,
          termId: 987,
          deductibleId: 987,
          classCode: 'Z',
        }),
      ),
    ).toEqual(['/disbursementCode', '/planId', '/termId', '/deductibleId', '/classCode'])
  })

  test('refuses a term or deductible that the plan does not offer', async () => {
    const { body } = await world.caller.get(`/Rates/Plans/1`)
    const powertrain = body.plans.find(({ code }: { code: string }) => code === 'POWERTRAIN')
    const own = powertrain.terms.map(({ term }: { term: { id: number } }) => term.id)
    const others = body.plans
      .flatMap(({ terms }: { terms: { term: { id: number } }[] }) => terms.map(({ term }) => term.id))
      .filter((id: number) => !own.includes(id))
    for (const termId of others.slice(0, 1))
      expect(pointers(await post({ planId: powertrain.id, termId }))).toEqual(['/termId'])
    const gap = (await world.caller.get('/Rates/Programs?productTypeCode=GAP')).body[0].id
    expect(pointers(await post({ programId: gap, planId: powertrain.id }))).toEqual(['/planId'])
    // A program that does not class has no classes.
    expect(pointers(await post({ programId: gap, classCode: '3' }))).toEqual(['/classCode'])
  })
})

test('an account holder type that cannot have overrides', async () => {
  const insurer = await world.holder('Insurer', 'I100')
  expect(expectProblem(await post({}, insurer), 'AccountHolderKindInvalid').accountHolderType).toBe('Insurer')
})

test('an end date before the start date', async () => {
  await open()
  expectProblem(await post({ effectiveTo: '2024-03-31' }), 'DateRangeInvalid')
  expectProblem(await patch('AGENT', { calculation: flat(1), effectiveTo: '2024-03-31' }), 'DateRangeInvalid')
  const [{ disbursementId: id }] = (await world.completed(post({ effectiveTo: '2024-04-30' }))).changes
  const late = { calculation: flat(1), effectiveFrom: '2024-05-01' }
  expectProblem(await world.caller.patch(`/Rates/Disbursements/${id}`, late), 'DateRangeInvalid')
})

describe('overlapping dates', () => {
  beforeEach(open)

  const overlapping = (answer: Awaited<ReturnType<typeof post>>) =>
    expectProblem(answer, 'OverlappingRange').overlapping

  test('overlap an applied or pending override', async () => {
    await post({ effectiveTo: '2024-12-31' })
    const named = { id: expect.any(Number), effectiveFrom: '2024-04-01', effectiveTo: '2024-12-31' }
    expect(overlapping(await post({ effectiveFrom: '2024-12-31' }))).toEqual(named)
    await world.apply()
    expect(overlapping(await post({ effectiveFrom: '2024-12-31' }))).toEqual(named)
    await world.completed(post({ effectiveFrom: '2025-01-01' }))
    await world.completed(post({ planId: world.planId }))
  })

  test('overlap a changed line, unless it is changed by its own id', async () => {
    const log = await world.completed(patch('ADMIN', { calculation: flat(130) }))
    const [{ disbursementId: id }] = log.changes
    const again = { calculation: flat(135), effectiveFrom: '2024-06-01' }
    expect(overlapping(await patch('ADMIN', again))).toEqual({
      ...{ id, effectiveFrom: '2024-04-01', effectiveTo: null },
    })
    await world.completed(world.caller.patch(`/Rates/Disbursements/${id}`, again))
  })

  test('overlap the successor of the changed override', async () => {
    const [{ disbursementId: id }] = (await world.completed(post({ effectiveTo: '2024-12-31' }))).changes
    await world.completed(post({ effectiveFrom: '2025-01-01' }))
    const longer = { calculation: flat(1), effectiveFrom: '2024-04-01', effectiveTo: '2025-01-01' }
    expect(overlapping(await world.caller.patch(`/Rates/Disbursements/${id}`, longer))).toMatchObject({
      effectiveFrom: '2025-01-01',
    })
  })
})

describe('invalid calculations', () => {
  beforeEach(open)

  const percent = (percentBase: unknown, share = 5) => ({ type: 'PercentOf', percent: share, percentBase })
  const detail = (answer: Awaited<ReturnType<typeof post>>) => {
    const { detail: told, calculation } = expectProblem(answer, 'CalculationInvalid')
    expect(calculation).toBeDefined()
    return told
  }

  test('percent of an unknown line', async () => {
    expect(detail(await post({ calculation: percent(['NOPE']) }))).toContain('NOPE')
    expect(detail(await post({ calculation: percent('NOPE') }))).toContain('NOPE')
    expect(detail(await patch('AGENT', { calculation: percent(['NOPE']) }))).toContain('NOPE')
  })

  test('a circle, also through applied or pending overrides', async () => {
    expect(detail(await post({ calculation: percent(['agent']) }))).toContain('AGENT of AGENT')
    await post({ calculation: percent(['ADMIN']) })
    const back = { disbursementCode: 'ADMIN', calculation: percent(['AGENT']) }
    expect(detail(await post(back))).toContain('in a circle')
    await world.apply()
    expect(detail(await post(back))).toContain('in a circle')
    await world.completed(post({ ...back, effectiveFrom: '2024-01-01', effectiveTo: '2024-03-31' }))
  })

  test('100 percent of dealer cost', async () => {
    await world.completed(patch('ADMIN', { calculation: percent('DealerCost', 60) }))
    expect(detail(await post({ calculation: percent('DealerCost', 40) }))).toContain('add up to 100.')
    await world.completed(post({ calculation: percent('DealerCost', 39.5) }))
  })

  test('percent of the price within dealer cost', async () => {
    expect(detail(await post({ calculation: percent('Retail') }))).toContain('dealer cost')
  })

  test('a type that only the book can set', async () => {
    expect(detail(await post({ calculation: { type: 'RateRow' } }))).toContain('AGENT is Flat')
    expect(detail(await patch('RESERVE', { calculation: { type: 'Remainder' } }))).toContain('FactorTable')
    await world.completed(patch('RESERVE', { calculation: { type: 'FactorTable' } }))
  })

  test('a calculation for MARKUP', async () => {
    expect(detail(await patch('MARKUP', { calculation: flat(1) }))).toContain('MARKUP')
    expect(detail(await post({ disbursementCode: 'MARKUP', calculation: flat(1) }))).toContain('MARKUP')
  })
})
