import { describe, expect, test } from 'vitest'
import { compiled, exampleContext } from '../../../test/support/builders/criteria.ts'
import { explainCriteria } from './criteria.ts'

const context = exampleContext

describe('missing values', () => {
  const missing = (text: string, given = context) => explainCriteria(compiled(text), given).unknownFields

  test.each([
    ["vehicle.series == 'x'", ['vehicle.series']],
    ["vehicle.series == 'x' && vehicle.age == 8", ['vehicle.series']],
    ["vehicle.series == 'x' && vehicle.age == 9", []],
    ["vehicle.series == 'x' || vehicle.age == 8", []],
    [
      "vehicle.series == 'x' && vehicle.use == 'y' || vehicle.series == 'z'",
      ['vehicle.series', 'vehicle.use'],
    ],
    ["vehicle.series == 'x' && vehicle.age == 9 || vehicle.use == 'y'", ['vehicle.use']],
    ["vehicle.age == 8 ? vehicle.use == 'x' : vehicle.series == 'x'", ['vehicle.use']],
    ["(vehicle.age == 8 ? vehicle.use : vehicle.series) == 'x'", ['vehicle.use']],
    ["(vehicle.series == 'x' || true) == (vehicle.use == 'y')", ['vehicle.use']],
    ['deal.financedAmount / deal.nadaValue <= 1.5', ['deal.nadaValue']],
    ['deal.financedAmount / deal.msrp <= 1.5', []],
    ['contract.nothing.at.all == 1', ['contract.nothing.at.all']],
    ["contract.months < '60'", []],
    ['has(vehicle.series)', []],
  ])('%s needs %j', (text, fields) => {
    expect(missing(text)).toEqual(fields)
  })

  test('with an empty context every variable is missing', () => {
    expect(missing('vehicle.age <= 8 && vehicle.odometer <= 120000', {})).toEqual([
      'vehicle.age',
      'vehicle.odometer',
    ])
  })
})

describe('an explanation', () => {
  const leaves = (text: string, given = context) =>
    explainCriteria(compiled(text), given).explanation.map(({ isNegated, isFailed, ...leaf }) => leaf)

  test('lists every comparison of the example in text order', () => {
    const text =
      "vehicle.age <= 8 && vehicle.odometer <= 120000 && !(vehicle.make in ['FERRARI', 'LOTUS']) && deal.financedAmount / deal.msrp <= 1.5"
    const given = { vehicle: { age: 9, make: 'FERRARI' }, deal: { financedAmount: 30_000, msrp: 25_000 } }
    expect(explainCriteria(compiled(text), given)).toMatchObject({ result: false, unknownFields: [] })
    expect(leaves(text, given)).toEqual([
      { text: 'vehicle.age <= 8', field: 'vehicle.age', seen: 9, needed: '<= 8', outcome: false },
      {
        text: 'vehicle.odometer <= 120000',
        field: 'vehicle.odometer',
        seen: null,
        needed: '<= 120000',
        outcome: null,
      },
      {
        text: "vehicle.make in ['FERRARI', 'LOTUS']",
        field: 'vehicle.make',
        seen: 'FERRARI',
        needed: "in ['FERRARI', 'LOTUS']",
        outcome: true,
      },
      {
        text: 'deal.financedAmount / deal.msrp <= 1.5',
        field: undefined,
        seen: 1.2,
        needed: '<= 1.5',
        outcome: true,
      },
    ])
  })

  test.each([
    ["vehicle.make.startsWith('F')", 'vehicle.make', 'FORD', "startsWith('F')", true],
    ['has(vehicle.trim)', 'vehicle.trim', null, 'has(vehicle.trim)', false],
    ['8 >= vehicle.age', 'vehicle.age', 8, '<= 8', true],
    ["'A' in contract.tags", 'contract.tags', ['A', 7], "'A' in", true],
    ['contract.isOpen', 'contract.isOpen', true, '== true', true],
    ['vehicle.age<=(vehicle.odometer)', 'vehicle.age', 8, '<=(vehicle.odometer)', true],
    ['vehicle.age <= deal.financeTermMonths', 'vehicle.age', 8, '<= deal.financeTermMonths', null],
    ['size(vehicle.make) + 1 > 4', 'vehicle.make', 5, '> 4', true],
    ['(vehicle.age <= 8) == true', 'vehicle.age', true, '== true', true],
    ['1 < 2', undefined, 1, '< 2', true],
  ])('of %s names %s with the value %j', (text, field, seen, needed, outcome) => {
    expect(leaves(text)).toEqual([{ text, field, seen, needed, outcome }])
  })

  test('skips brackets and constants, and covers both branches', () => {
    const texts = leaves('((vehicle.age <= 8)) ? !(vehicle.year > 3) && true : has(vehicle.use)').map(
      ({ text }) => text,
    )
    expect(texts).toEqual(['vehicle.age <= 8', 'vehicle.year > 3', 'has(vehicle.use)'])
  })

  test.each([
    ['vehicle.age <= 7 && vehicle.odometer <= 1', [true, true]],
    ['vehicle.age <= 7 && vehicle.year == 2016', [true, false]],
    ['(vehicle.age <= 7 || vehicle.year == 2016) && vehicle.odometer <= 1', [false, false, true]],
    ['vehicle.age <= 7 || vehicle.odometer <= 1', [true, true]],
    ["!(vehicle.make in ['FORD']) && vehicle.age == 8", [true, false]],
    ['!(vehicle.age == 8 && vehicle.year == 1)', [false, false]],
    ['!(vehicle.age == 8 || vehicle.year == 1)', [true, false]],
    ["vehicle.series == 'x' && vehicle.age == 8", [true, false]],
    ['vehicle.age == 8 ? vehicle.year == 1 : vehicle.odometer == 1', [false, true, false]],
    ["vehicle.series == 'x' ? vehicle.year == 1 : vehicle.odometer == 1", [true, false, false]],
  ])('of %s marks the comparisons that failed', (text, failed) => {
    expect(explainCriteria(compiled(text), context).explanation.map(({ isFailed }) => isFailed)).toEqual(
      failed,
    )
  })

  test('marks the comparisons that are negated', () => {
    const { explanation } = explainCriteria(compiled('!(vehicle.age == 8 && !(vehicle.year == 1))'), context)
    expect(explanation.map(({ isNegated }) => isNegated)).toEqual([true, false])
  })
})
