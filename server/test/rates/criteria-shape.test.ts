import { describe, expect, test } from 'vitest'
import { testService } from '../support/service/app.ts'
import { faultsIn } from '../support/service/problem.ts'

const service = await testService()

const ask = (body: unknown, search = '') =>
  service.api.as('sandbox-rates').post(`/Rates/criteria/evaluations${search}`, body)

const context = { vehicle: { age: 7 } }

describe('a request of the wrong shape', () => {
  test.each([
    [{ vehicle: { age: '9' } }, ['/context/vehicle/age Type']],
    [{ vehicle: { age: 8.5, make: 7 } }, ['/context/vehicle/make Type', '/context/vehicle/age Type']],
    [{ vehicle: { agee: 9 } }, ['/context/vehicle/agee Unknown']],
    [{ vehicles: {} }, ['/context/vehicles Unknown']],
    [{ vehicle: { constructor: 1 } }, ['/context/vehicle/constructor Unknown']],
    [
      { deal: { price: true }, customer: { state: 5 } },
      ['/context/deal/price Type', '/context/customer/state Type'],
    ],
    [{ contract: 5 }, ['/context/contract Type']],
    [
      { contract: { list: Array(1_001).fill(0), note: 'x'.repeat(4_001) } },
      ['/context/contract/list Length', '/context/contract/note Length'],
    ],
    [7, ['/context Type']],
  ])('the context %j', async (given, faults) => {
    expect(faultsIn(await ask({ criteria: 'true', context: given }))).toEqual(faults)
  })

  test.each([
    [undefined, ['/criteria Required']],
    [5, ['/criteria Type']],
    [{ operator: 'And' }, ['/criteria Length']],
    [{ operator: 'Xor', criteria: [] }, ['/criteria/operator Enum']],
    [
      { operator: 'And', criteria: [{ field: 'vehicle.age', operator: 'Like', value: {} }], group: [] },
      ['/criteria/criteria/0/operator Enum', '/criteria/criteria/0/value Type', '/criteria/group Unknown'],
    ],
    [
      {
        operator: 'Not',
        groups: [
          {
            operator: 'And',
            criteria: [
              { field: 'vehicle.age', operator: 'Less' },
              { field: 'vehicle.age', operator: 'In', value: 1 },
              { field: 'vehicle.age', operator: 'Between', values: [1] },
              { field: 'vehicle.age', operator: 'In', values: [] },
              { field: 'vehicle.age', operator: 'IsSet', value: 1, values: [1] },
            ],
          },
        ],
      },
      [
        '/criteria/groups/0/criteria/0/value Required',
        '/criteria/groups/0/criteria/1/value Unknown',
        '/criteria/groups/0/criteria/1/values Required',
        '/criteria/groups/0/criteria/2/values Length',
        '/criteria/groups/0/criteria/3/values Length',
        '/criteria/groups/0/criteria/4/value Unknown',
        '/criteria/groups/0/criteria/4/values Unknown',
      ],
    ],
  ])('the criteria %j', async (criteria, faults) => {
    expect(faultsIn(await ask({ criteria, context }))).toEqual(faults)
  })

  test('all faults are listed together', async () => {
    const answer = await ask(
      { criteria: { operator: 'X', groups: 5 }, context: { vehicle: { age: 'x' } }, more: 1 },
      '?nope=1',
    )
    expect(faultsIn(answer).sort()).toEqual([
      '/context/vehicle/age Type',
      '/criteria/groups Type',
      '/criteria/operator Enum',
      '/more Unknown',
      '?nope Unknown',
    ])
  })
})
