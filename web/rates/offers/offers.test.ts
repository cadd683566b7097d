import { describe, expect, test } from 'vitest'
import type { ContractRate, Plan, Product, RateReason } from '../../../sdk/src/types.gen.ts'
import {
  deductiblesOfProduct,
  gridOfProduct,
  nextCell,
  offersByKey,
  optionsOfProduct,
  togglePin,
} from './offers.ts'
import { limitOf, reasonsByProduct } from './reasons.ts'
import { doubledDigits, repairCandidates } from './repairs.ts'

const term = (id: number, months: number, miles: number | null) => ({
  ...{ id, code: miles === null ? `${months}` : `${months}/${miles}`, months, miles },
  ...{ hours: null, basis: 'FromSale' as const },
})
const deductible = (id: number, amount: number) => ({
  ...{ id, code: String(amount), amount, type: 'PerVisit' as const, reducedAmount: null, description: null },
})
const seals = { code: 'SEALS', isOption: true, amount: 45 }

/** Only what the functions read; the service's answers have much more. */
const rate = (planId: number, months: number, amount: number) =>
  ({
    ...{ planId, term: term(months, months, months * 1000), deductible: deductible(amount + 1, amount) },
    surcharges: [seals, { code: 'AWD', isOption: false, amount: 75 }],
  }) as unknown as ContractRate
const plan = (id: number, rates: readonly ContractRate[]) =>
  ({ id, code: `P${id}`, rates }) as unknown as Plan
const product = {
  id: 1,
  code: 'VSC1',
  programs: [
    { plans: [plan(1, [rate(1, 60, 100), rate(1, 24, 0)]), plan(2, [rate(2, 60, 0), rate(2, 60, 100)])] },
  ],
} as unknown as Product

describe('the grid', () => {
  const grid = gridOfProduct(product)
  const keys = grid.rows.map(({ cells }) => cells.map((offer) => offer?.key))

  test('has a column a plan and a row for each term and deductible, the short terms first', () => {
    expect(grid.plans.map(({ code }) => code)).toEqual(['P1', 'P2'])
    expect(keys).toEqual([
      ['1-24-1', undefined],
      [undefined, '2-60-1'],
      ['1-60-101', '2-60-101'],
    ])
  })

  test('can be of one deductible', () => {
    expect(gridOfProduct(product, '100').rows).toHaveLength(1)
    expect(deductiblesOfProduct(product).map(({ code }) => code)).toEqual(['0', '100'])
  })

  test.each([
    ['1-60-101', 'ArrowRight', '2-60-101'],
    ['2-60-101', 'ArrowLeft', '1-60-101'],
    ['1-24-1', 'ArrowDown', '1-60-101'],
    ['2-60-101', 'ArrowUp', '2-60-1'],
    ['1-24-1', 'ArrowRight', undefined],
    ['2-60-1', 'PageDown', '2-60-101'],
    ['2-60-101', 'Home', '1-60-101'],
    [undefined, 'ArrowDown', '1-24-1'],
  ])('from %s the key %s leads to %s', (from, key, to) => {
    const offers = offersByKey({ products: [product] } as never)
    expect(nextCell(grid, from ? offers.get(from) : undefined, key)?.key).toBe(to)
  })

  test('lists each option once, and no surcharge that applies by itself', () => {
    expect(optionsOfProduct(product)).toEqual([seals])
  })
})

test('at most four rates are pinned', () => {
  expect(togglePin(['a', 'b'], 'c')).toEqual(['a', 'b', 'c'])
  expect(togglePin(['a', 'b'], 'a')).toEqual(['b'])
  expect(togglePin(['a', 'b', 'c', 'd'], 'e')).toEqual(['a', 'b', 'c', 'd'])
})

const reason = (changes: Partial<RateReason>): RateReason => ({
  ...{
    productCode: 'VSC1',
    programCode: 'VSC-STD',
    planCode: null,
    rule: 'Criteria',
    field: 'vehicle.odometer',
  },
  ...{ seen: 150_000, needed: '<= 100000', fault: 'Input', message: '' },
  ...changes,
})

describe('why there are no rates', () => {
  test('each reason is listed once with the plans that it concerns', () => {
    const [only] = reasonsByProduct([reason({ planCode: 'GOLD' }), reason({ planCode: 'PLATINUM' })], false)
    expect(only?.input).toMatchObject([{ input: 'odometer', planCodes: ['GOLD', 'PLATINUM'] }])
  })

  test('what the input can mend comes first', () => {
    const hidden = reason({ productCode: 'APL1', rule: 'NotVisible', field: null, fault: 'Configuration' })
    expect(reasonsByProduct([hidden, reason({})], false).map(({ productCode }) => productCode)).toEqual([
      'VSC1',
      'APL1',
    ])
    expect(reasonsByProduct([hidden, reason({})], true)).toHaveLength(1)
  })

  test.each([
    ['<= 100000', { operator: '<=', value: '100000' }],
    [">= '2024-01-01'", { operator: '>=', value: '2024-01-01' }],
    ["in ['A', 'B']", undefined],
    [null, undefined],
  ])('the rule %s is read', (needed, limit) => {
    expect(limitOf(needed)).toEqual(limit)
  })
})

describe('repairs', () => {
  const inputs = { vin: '', odometer: '150,000', saleDate: '2024-03-16' }

  test('a digit too many is the first guess, the limit the next', () => {
    expect(repairCandidates(inputs, { code: undefined, reasons: [reason({})] })).toEqual([
      { kind: 'Typo', input: 'odometer', value: '15000', productCode: 'VSC1' },
      { kind: 'Limit', input: 'odometer', value: '100000', productCode: 'VSC1' },
    ])
    expect(doubledDigits('112003')).toEqual(['12003', '11203'])
  })

  test('the age of a vehicle and a percentage are not turned into years or amounts', () => {
    const reasons = [
      reason({ field: 'vehicle.age', needed: '<= 10' }),
      reason({ rule: 'LtvTooHigh', field: 'financedAmount', needed: '<= 150' }),
    ]
    expect(repairCandidates(inputs, { code: undefined, reasons })).toEqual([])
  })

  test('a VIN with a wrong check digit is mended', () => {
    const refusal = { code: 'VinInvalid', reasons: [] }
    const values = repairCandidates({ vin: '1HGCM82633A004532' }, refusal).map(({ value }) => value)
    expect(values).toContain('1HGCM82633A004352')
  })
})
