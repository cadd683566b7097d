import { describe, expect, test } from 'vitest'
import type { Answer } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { checksums } from '../support/service/checksums.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'

const service = await testService()

const path = '/Rates/criteria/evaluations'
const ask = (body: unknown, search = ''): Promise<Answer> =>
  service.api.as('sandbox-rates').post(`${path}${search}`, body)

const example =
  "vehicle.age <= 8 && vehicle.odometer <= 120000 && !(vehicle.make in ['FERRARI', 'LOTUS']) && deal.financedAmount / deal.msrp <= 1.5"
const context = {
  vehicle: { age: 7, odometer: 90_000, make: 'FORD' },
  deal: { financedAmount: 30_000, msrp: 25_000 },
}

describe('evaluating a rule', () => {
  test('explains every comparison of the example', async () => {
    const { status, headers, body } = await ask({ criteria: example, context })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      result: true,
      unknownFields: [],
      normalized: example,
      group: null,
      explanation: [
        { text: 'vehicle.age <= 8', seen: 7, needed: '<= 8', outcome: true },
        { text: 'vehicle.odometer <= 120000', seen: 90_000, needed: '<= 120000', outcome: true },
        {
          text: "vehicle.make in ['FERRARI', 'LOTUS']",
          seen: 'FORD',
          needed: "in ['FERRARI', 'LOTUS']",
          outcome: false,
        },
        { text: 'deal.financedAmount / deal.msrp <= 1.5', seen: 1.2, needed: '<= 1.5', outcome: true },
      ],
    })
  })

  test('a missing value makes the result unknown and is listed', async () => {
    const { body } = await ask({ criteria: example, context: { vehicle: { age: 7, make: null } } })
    expect(body).toMatchObject({
      result: null,
      unknownFields: ['vehicle.odometer', 'vehicle.make', 'deal.financedAmount', 'deal.msrp'],
    })
    const decided = await ask({ criteria: example, context: { vehicle: { age: 9 } } })
    expect(decided.body).toMatchObject({ result: false, unknownFields: [] })
    expect(decided.body.explanation[1]).toEqual({
      text: 'vehicle.odometer <= 120000',
      seen: null,
      needed: '<= 120000',
      outcome: null,
    })
    expect((await ask({ criteria: example })).body.result).toBeNull()
  })

  test('dividing by zero is unknown, with no missing values', async () => {
    const zero = { ...context, deal: { financedAmount: 1, msrp: 0 } }
    const { body } = await ask({ criteria: example, context: zero })
    expect(body).toMatchObject({ result: null, unknownFields: [] })
    expect(body.explanation[3]).toMatchObject({ seen: null, outcome: null })
  })

  test('returns the rule normalized, and as a group where possible', async () => {
    const { body } = await ask({ criteria: '( vehicle.age<=8 )&&(vehicle.make in ["FORD"])', context })
    expect(body).toMatchObject({
      normalized: "vehicle.age <= 8 && vehicle.make in ['FORD']",
      group: {
        operator: 'And',
        criteria: [
          { field: 'vehicle.age', operator: 'LessOrEquals', value: 8, values: null },
          { field: 'vehicle.make', operator: 'In', value: null, values: ['FORD'] },
        ],
        groups: [],
      },
      explanation: [{ text: 'vehicle.age<=8', needed: '<=8' }, { needed: 'in ["FORD"]' }],
    })
    const again = await ask({ criteria: body.normalized, context })
    expect(again.body.normalized).toBe(body.normalized)
    expect(again.body.group).toEqual(body.group)
  })

  test('accepts a group and returns it unchanged', async () => {
    const group = {
      operator: 'Or',
      criteria: [{ field: 'vehicle.age', operator: 'Between', values: [1, 5] }],
      groups: [
        {
          operator: 'Not',
          criteria: [{ field: 'vehicle.trim', operator: 'IsSet' }],
          groups: [{ operator: 'And', criteria: [{ field: 'deal.price', operator: 'Less', value: 9.5 }] }],
        },
      ],
    }
    const { status, body } = await ask({ criteria: group, context })
    expect(status).toBe(200)
    expect(body.normalized).toBe(
      '1 <= vehicle.age && vehicle.age <= 5 || !(has(vehicle.trim) && (deal.price < 9.5 && true))',
    )
    expect(body.result).toBe(true)
    expect(body.group).toMatchObject(group)
    expect((await ask({ criteria: body.group, context })).body).toEqual(body)
  })

  test('group values keep their types', async () => {
    const criteria =
      "contract.a == true && contract.b == '1' && contract.c == 1 && contract.d == 1.5 && contract.e in ['1']"
    const { body } = await ask({ criteria, context })
    expect(body.group.criteria.map(({ value }: { value: unknown }) => value)).toEqual([
      true,
      '1',
      1,
      1.5,
      null,
    ])
    expect(body.group.criteria[4].values).toEqual(['1'])
    const long = await ask({ criteria: `contract.a in [${'1,'.repeat(1_900)}]`, context })
    expect(long.body.group.criteria[0].values).toHaveLength(1_900)
    const nested = {
      operator: 'Or',
      criteria: [],
      groups: [{ operator: 'And', criteria: body.group.criteria, groups: [] }],
    }
    expect((await ask({ criteria: nested, context })).body.group).toEqual(nested)
  })

  test('makes, states and codes in the context are converted to upper case', async () => {
    const lower = {
      vehicle: { make: 'Ford', model: 'f-150' },
      deal: { state: 'tx' },
      customer: { state: 'ok' },
    }
    const criteria =
      "vehicle.make == 'FORD' && deal.state == 'TX' && customer.state == 'OK' && vehicle.model == 'f-150'"
    expect((await ask({ criteria, context: lower })).body).toMatchObject({
      result: true,
      explanation: [{ seen: 'FORD' }, {}, {}, {}],
    })
  })

  test('rules can use all contract and claim variables', async () => {
    const given = {
      contract: { months: 60, tags: ['A'], holder: { city: 'Austin' } },
      claim: { lines: [{ amount: 5 }] },
    }
    const criteria =
      "contract.months >= 48 && 'A' in contract.tags && contract.holder.city == 'Austin' && claim.lines[0].amount < 5.5"
    const { body } = await ask({ criteria, context: given })
    expect(body.result).toBe(true)
    expect(body.explanation[1]).toEqual({
      text: "'A' in contract.tags",
      seen: ['A'],
      needed: "'A' in",
      outcome: true,
    })
  })
})

describe('invalid rules', () => {
  test.each([
    ['vehicle.age <=', { start: 14, end: 14 }, 'a value'],
    ['', { start: 0, end: 0 }, 'a comparison, such as vehicle.age <= 8'],
    ["vehicle.age <= 'x'", { start: 15, end: 18 }, 'int or double'],
    ['vehicle.age', { start: 0, end: 11 }, 'bool'],
    ['vehicl.age <= 8', { start: 0, end: 6 }, 'vehicle, item, deal, dealer, customer, contract, claim'],
    ['dealer.nummer == 1', { start: 7, end: 13 }, 'number, group, state'],
    ['vehicle.constructor == 1', { start: 8, end: 19 }, expect.stringContaining('classCode')],
  ])('%j is refused with the position and what was expected', async (criteria, position, expected) => {
    const problem = expectProblem(await ask({ criteria, context }), 'CriteriaInvalid')
    expect(problem).toMatchObject({ position, expected })
    expect(problem).not.toHaveProperty('limit')
  })

  test.each([
    ['length', 'vehicle.age <= 8'.padEnd(4_001)],
    ['depth', `${'('.repeat(21)}true${')'.repeat(21)}`],
    ['macro', 'contract.tags.exists(tag, tag == 1)'],
    ['regex', "vehicle.make.matches('^F')"],
  ])('exceeding the limit %s is refused', async (limit, criteria) => {
    expect(expectProblem(await ask({ criteria, context }), 'CriteriaInvalid')).toMatchObject({ limit })
  })

  test('a fault in a group is reported by its text and its criterion', async () => {
    const inner = { operator: 'Or', criteria: [{ field: 'vehicle.agee', operator: 'Less', value: 3 }] }
    const criteria = {
      operator: 'And',
      criteria: [{ field: 'vehicle.age', operator: 'Less', value: 3 }],
      groups: [inner],
    }
    expect(expectProblem(await ask({ criteria, context }), 'CriteriaInvalid')).toMatchObject({
      text: 'vehicle.age < 3 && (vehicle.agee < 3 || false)',
      position: { start: 28, end: 32 },
      errors: [{ pointer: '/criteria/groups/0/criteria/0', code: 'CriteriaInvalid' }],
    })
    const injected = {
      operator: 'And',
      criteria: [{ field: 'true || vehicle.age', operator: 'Less', value: 3 }],
    }
    expect(expectProblem(await ask({ criteria: injected, context }), 'CriteriaInvalid')).toMatchObject({
      errors: [{ pointer: '/criteria/criteria/0' }],
    })
  })
})

describe('access and side effects', () => {
  test('requires the right to see rating details', async () => {
    const body = { criteria: 'true', context }
    expectProblem(await service.api.anonymous.post(path, body), 'Unauthenticated')
    const dealer = await service.api.as('sandbox-dealer-d1001').post(path, body)
    expect(expectProblem(dealer, 'Forbidden').permission).toBe('rates:diagnose')
    expect((await service.api.as('sandbox-entry').post('/api/rates/CRITERIA/evaluations', body)).status).toBe(
      200,
    )
  })

  test('writes nothing; an idempotency key or dry run makes no difference', async () => {
    const before = await checksums(service)
    const body = { criteria: example, context }
    const plain = await ask(body)
    const dry = await ask(body, '?dryRun=true')
    expect(dry.body).toEqual(plain.body)
    expect(dry.status).toBe(200)
    expect(faultsIn(await ask(body, '?dryRun=yes'))).toEqual(['?dryRun Type'])
    const keyed = (criteria: string) =>
      service.api.as('sandbox-rates').post(path, { criteria, context }, { 'idempotency-key': 'one-key' })
    expect((await keyed('true')).body.result).toBe(true)
    const other = await keyed('false')
    expect(other.body.result).toBe(false)
    expect(other.headers.get('idempotency-replayed')).toBeNull()
    expect(await checksums(service)).toEqual(before)
  })
})
