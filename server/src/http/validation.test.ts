import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Problem } from './problems.ts'
import { CalendarDate, Id, Instant, Money, queryBoolean, queryInteger, queryList, text } from './schemas.ts'
import { check, refuse, repeatedScalars } from './validation.ts'

const Address = z.strictObject({ city: text(10), 'post/code~': z.string().optional() })
const Body = z.strictObject({
  name: text(5),
  kind: z.enum(['New', 'Used']).optional(),
  id: Id.optional(),
  price: Money.optional(),
  step: z.number().multipleOf(0.5).optional(),
  share: z.number().min(0).max(100).optional(),
  on: CalendarDate.optional(),
  at: Instant.optional(),
  ids: z.array(Id).max(3).optional(),
  address: Address.optional(),
  addresses: z.array(Address).optional(),
  either: z.union([z.strictObject({ a: z.int() }), z.strictObject({ b: z.int(), c: z.int() })]).optional(),
  listed: z.union([z.array(Id), z.strictObject({ id: Id, on: CalendarDate })]).optional(),
  flag: z.literal('yes').optional(),
})

const faultsOf = (input: unknown) => {
  const checked = check(Body, input, 'body')
  return 'faults' in checked ? checked.faults.map(({ pointer, code }) => `${pointer} ${code}`) : []
}

describe('each fault has its code and pointer', () => {
  test.each<[unknown, string[]]>([
    [{ name: 'Ann' }, []],
    [{}, ['/name Required']],
    [undefined, [' Required']],
    [null, [' Type']],
    [[], [' Type']],
    ['text', [' Type']],
    [{ name: null }, ['/name Type']],
    [{ name: 7 }, ['/name Type']],
    [{ name: '' }, ['/name Length']],
    [{ name: 'too long' }, ['/name Length']],
    [{ name: 'Ann', kind: 'Old' }, ['/kind Enum']],
    [{ name: 'Ann', kind: 'new' }, ['/kind Enum']],
    [{ name: 'Ann', flag: 'no' }, ['/flag Enum']],
    [{ name: 'Ann', id: 0 }, ['/id Range']],
    [{ name: 'Ann', id: 1.5 }, ['/id Type']],
    [{ name: 'Ann', id: '1' }, ['/id Type']],
    [{ name: 'Ann', id: 2 ** 53 }, ['/id Range']],
    [{ name: 'Ann', share: 100.5 }, ['/share Range']],
    [{ name: 'Ann', share: Number.POSITIVE_INFINITY }, ['/share Type']],
    [{ name: 'Ann', price: 1.234 }, ['/price Precision']],
    [{ name: 'Ann', price: 1.23 }, []],
    [{ name: 'Ann', step: 0.3 }, ['/step Precision']],
    [{ name: 'Ann', on: '2024-02-30' }, ['/on Format']],
    [{ name: 'Ann', on: '0000-01-01' }, ['/on Format']],
    [{ name: 'Ann', at: 'yesterday' }, ['/at Format']],
    [{ name: 'Ann', at: '2024-03-15T15:00:00' }, ['/at Format']],
    [{ name: 'Ann', at: '0000-01-01T00:00:00Z' }, ['/at Range']],
    [{ name: 'Ann', at: '2024-03-15T15:00:00+23:00' }, []],
    [{ name: 'Ann', ids: [1, 2, 3, 4] }, ['/ids Length']],
    [{ name: 'Ann', ids: [1, 'x', 0] }, ['/ids/1 Type', '/ids/2 Range']],
    [{ name: 'Ann', nmae: 'Ann' }, ['/nmae Unknown']],
    [{ name: 'Ann', address: { city: 'X', zip: 1 } }, ['/address/zip Unknown']],
    [{ name: 'Ann', address: { city: 'X', 'post/code~': 1 } }, ['/address/post~1code~0 Type']],
    [{ name: 'Ann', addresses: [{ city: 'X' }, {}] }, ['/addresses/1/city Required']],
    [{ name: 'Ann', either: { a: 'x' } }, ['/either/a Type']],
    [{ name: 'Ann', listed: [0, 'x'] }, ['/listed/0 Range', '/listed/1 Type']],
    [{ name: 'Ann', listed: { id: 0, on: 'x' } }, ['/listed/id Range', '/listed/on Format']],
    [{ name: 'Ann', listed: 1 }, ['/listed Type']],
    [{ name: 'Ann', constructor: 1 }, ['/constructor Unknown']],
    [JSON.parse('{"name":"Ann","__proto__":{}}'), ['/__proto__ Unknown']],
  ])('%j', (input, expected) => {
    expect(faultsOf(input)).toEqual(expected)
  })

  test('all faults are listed together, each once', () => {
    expect(faultsOf({ kind: 'x', id: -1, price: 0.001, on: 'x', ids: ['x'], more: 1, address: {} })).toEqual([
      '/name Required',
      '/kind Enum',
      '/id Range',
      '/price Precision',
      '/on Format',
      '/ids/0 Type',
      '/address/city Required',
      '/more Unknown',
    ])
  })

  test('messages are sentences, and an unknown name lists the known names', () => {
    const checked = check(
      Body,
      { name: 'Ann', address: { city: 'X', zip: 1 }, addresses: [{ cty: 'X' }] },
      'body',
    )
    const faults = 'faults' in checked ? checked.faults : []
    for (const fault of faults) expect(fault.message).toMatch(/^[A-Z_a-z].*\.$/)
    expect(faults).toEqual([
      {
        pointer: '/address/zip',
        code: 'Unknown',
        message: 'zip is not a known field.',
        known: ['city', 'post/code~'],
      },
      { pointer: '/addresses/0/city', code: 'Required', message: 'A value is required.' },
      {
        pointer: '/addresses/0/cty',
        code: 'Unknown',
        message: 'cty is not a known field.',
        known: ['city', 'post/code~'],
      },
    ])
  })
})

describe('a query', () => {
  const Query = z.strictObject({
    page: queryInteger(z.int().min(1).max(200)).default(1),
    exact: queryBoolean().default(false),
    status: queryList(z.enum(['Active', 'Locked'])).optional(),
    since: Instant.optional(),
  })
  const read = (query: Record<string, string | string[]>) => {
    const faults = repeatedScalars(query, Query.shape)
    const checked = check(Query, query, 'query')
    if (faults.length > 0) return faults.map(({ pointer, code }) => `${pointer} ${code}`)
    return 'faults' in checked
      ? checked.faults.map(({ pointer, code }) => `${pointer} ${code}`)
      : checked.value
  }

  test.each<[Record<string, string | string[]>, unknown]>([
    [{}, { page: 1, exact: false }],
    [
      { page: '7', exact: 'true' },
      { page: 7, exact: true },
    ],
    [{ page: '0' }, ['?page Range']],
    [{ page: '201' }, ['?page Range']],
    [{ page: '-1' }, ['?page Range']],
    [{ page: '1.5' }, ['?page Type']],
    [{ page: '1e3' }, ['?page Type']],
    [{ page: ' 1' }, ['?page Type']],
    [{ page: '' }, ['?page Type']],
    [{ page: '99999999999999999999' }, ['?page Type']],
    [{ page: '9999999999999999' }, ['?page Range']],
    [{ exact: 'yes' }, ['?exact Type']],
    [{ exact: 'TRUE' }, ['?exact Type']],
    [{ status: 'Active' }, { page: 1, exact: false, status: ['Active'] }],
    [{ status: 'Active,Locked' }, { page: 1, exact: false, status: ['Active', 'Locked'] }],
    [{ status: ['Active', 'Locked'] }, { page: 1, exact: false, status: ['Active', 'Locked'] }],
    [
      { status: ['Active,Locked', 'Active'] },
      { page: 1, exact: false, status: ['Active', 'Locked', 'Active'] },
    ],
    [{ status: 'active' }, ['?status Enum']],
    [{ page: ['1', '2'] }, ['?page Format']],
    [{ since: '2024-01-01' }, ['?since Format']],
    [{ nope: '1' }, ['?nope Unknown']],
  ])('%j', (query, expected) => {
    expect(read(query)).toEqual(expected)
  })
})

describe('a refusal', () => {
  const fault = { pointer: '/a', code: 'Type', message: 'x.' } as const

  test('counts its faults', () => {
    expect(refuse([fault])).toBeInstanceOf(Problem)
    expect(refuse([fault]).message).toBe('The request has 1 error; see errors.')
    expect(refuse([fault, fault]).message).toBe('The request has 2 errors; see errors.')
  })

  test('lists a hundred faults and the total', () => {
    const many = refuse(Array.from({ length: 5_000 }, () => fault))
    expect(many.errors).toHaveLength(100)
    expect(many.message).toBe('The request has more than 100 errors; the first 100 are in errors.')
  })

  test('of a body with a hundred thousand unknown names is fast', () => {
    const body = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, 1]))
    const checked = check(Body, body, 'body')
    expect('faults' in checked && checked.faults.length).toBeLessThan(210)
  })
})
