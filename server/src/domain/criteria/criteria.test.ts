import { describe, expect, test } from 'vitest'
import { compiled, exampleContext } from '../../../test/support/builders/criteria.ts'
import { compileCriteria, evaluateCriteria, explainCriteria } from './criteria.ts'

const context = exampleContext

const resultOf = (text: string, given = context) => evaluateCriteria(compiled(text), given)

describe('true, false and unknown', () => {
  // `vehicle.series` is missing, so that a comparison with it is unknown.
  const [yes, no, open] = ['vehicle.age == 8', 'vehicle.age == 9', "vehicle.series == 'x'"]

  test.each([
    [yes, yes, true, true],
    [yes, no, false, true],
    [yes, open, null, true],
    [no, yes, false, true],
    [no, no, false, false],
    [no, open, false, null],
    [open, yes, null, true],
    [open, no, false, null],
    [open, open, null, null],
  ])('%s with %s: and %s, or %s', (left, right, and, or) => {
    expect(resultOf(`${left} && ${right}`)).toBe(and)
    expect(resultOf(`${left} || ${right}`)).toBe(or)
  })

  test.each([
    [yes, false],
    [no, true],
    [open, null],
  ])('not %s is %s', (text, value) => {
    expect(resultOf(`!(${text})`)).toBe(value)
  })

  test.each([
    [`${yes} ? ${no} : ${open}`, false],
    [`${no} ? ${yes} : ${open}`, null],
    [`${open} ? ${yes} : ${yes}`, null],
    [`(${yes} ? 1 : 2) == 1`, true],
    [`(${open} ? 1 : 1) == 1`, null],
    [`(${yes}) == (${no})`, false],
    [`(${yes}) != (${open})`, null],
    ['true', true],
    ['!true', false],
  ])('%s is %s', (text, value) => {
    expect(resultOf(text)).toBe(value)
  })

  test('null in the context means absent', () => {
    expect(resultOf("vehicle.trim == 'x'")).toBeNull()
    expect(resultOf("contract.note == 'x'")).toBeNull()
  })
})

describe('comparisons', () => {
  test.each([
    // Int and double compare with each other.
    ['vehicle.age <= 8.0', true],
    ['vehicle.age < 8.5', true],
    ['vehicle.age == 8.0', true],
    ['deal.price == 30000', true],
    ['deal.price >= 30001', false],
    ['8.5 > vehicle.age', true],
    ['vehicle.age in [7.5, 8.0]', true],
    ['deal.price in [30000, 40000]', true],
    ['vehicle.age in [1, vehicle.year - 2008]', true],
    ['vehicle.age in []', false],
    ["vehicle.make in ['FORD', 'LOTUS']", true],
    ["vehicle.make in ['ford']", false],
    ["vehicle.make in ['FORD', vehicle.series]", null],
    ["vehicle.series in ['x']", null],
    ["deal.saleDate >= '2024-01-01' && deal.saleDate < '2025-01-01'", true],
    ['true > false', true],
    ['1 == 1 == true', true],
    // Values of contracts and claims have the type they happen to have.
    ['contract.months == 60 && contract.months < 60.5', true],
    ["contract.months == '60'", false],
    ["contract.months != '60'", true],
    ["contract.months < '60'", null],
    ["'A' in contract.tags && 7 in contract.tags", true],
    ["'B' in contract.tags", false],
    ["'city' in contract.holder && !('town' in contract.holder)", true],
    ["'A' in contract.name", null],
    ['contract.tags == contract.tags', null],
    ["contract.tags == 'A'", false],
    ['contract.isOpen', true],
    ['contract.isOpen && vehicle.age == 8', true],
    ['contract.name', null],
    ['contract.name || vehicle.age == 8', true],
    ['contract.name || vehicle.age == 9', null],
    ['contract.name && vehicle.age == 8', null],
    ['!contract.name', null],
    ['contract.tags[1] == 7', true],
    ['contract.tags[2] == 7', null],
    ["contract['name'] == 'Gold'", true],
    ["contract.holder.city.startsWith('Aus')", true],
  ])('%s is %s', (text, value) => {
    expect(resultOf(text)).toBe(value)
  })
})

describe('arithmetic and functions', () => {
  test.each([
    ['deal.financedAmount / deal.msrp <= 1.5', null],
    ['vehicle.age / 0 == 0', null],
    ['vehicle.age % 0 == 0', null],
    ['1.0 / 0.0 > 1.0', null],
    ['7 / 2 == 3 && -7 / 2 == -3', true],
    ['7 % 3 == 1 && -7 % 3 == -1', true],
    ['7.0 / 2.0 == 3.5', true],
    ['10 - 3 - 2 == 5 && 2 + 3 * 4 == 14 && (2 + 3) * 4 == 20', true],
    ['9007199254740991 + 1 > 0', null],
    ['1e308 * 10.0 > 0.0', null],
    ["vehicle.make + ' ' + vehicle.model == 'FORD F-150'", true],
    ['contract.months / 8 == 7.5', true],
    ["contract.name + '!' == 'Gold!'", true],
    ["contract.name + 1 == 'Gold1'", null],
    ['-vehicle.age < 0 && - -1 == 1', true],
    ["vehicle.model.startsWith('F-') && vehicle.model.endsWith('150') && vehicle.model.contains('-')", true],
    ["vehicle.series.startsWith('x')", null],
    ["contract.months.startsWith('6')", null],
    [
      'size(vehicle.make) == 4 && vehicle.make.size() == 4 && size([1, 2]) == 2 && size(contract.tags) == 2',
      true,
    ],
    ["size('é😀') == 2", true],
    ['size(contract.months) == 2', null],
    ['int(7.9) == 7 && int(-7.9) == -7', true],
    ["int('12') == 12 && double('1.5') == 1.5 && double(3) / 2.0 == 1.5", true],
    ["int('x') == 1", null],
    ["string(8) == '8' && string(1.5) == '1.5' && string(true) == 'true'", true],
    ['has(vehicle.make) && has(contract.holder.city)', true],
    ['has(vehicle.trim) || has(contract.note) || has(contract.holder.zip) || has(claim.lines)', false],
    // What CEL writes otherwise.
    ['0x1F == 31 && .5 == 0.5 && 1e3 == 1000.0', true],
    [`"a'b" == 'a\\'b' && '''a'b''' == "a'b" && r'\\n' == '\\\\n' && '\\u00e9\\x41\\101' == 'éAA'`, true],
    ['vehicle["age"] == 8 // a remark', true],
    ['size([1, 2, 3,]) == 3', true],
  ])('%s is %s', (text, value) => {
    expect(resultOf(text)).toBe(value)
  })
})

describe('a rule can read only its context', () => {
  const given = JSON.parse('{"contract": {"name": "x", "list": [1]}, "vehicle": {"make": "FORD"}}')

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'])(
    'it cannot read %s',
    (name) => {
      for (const text of [
        `vehicle.${name} == 1`,
        `${name} == 1`,
        `${name}.x == 1`,
        `${name}(1)`,
        `vehicle['${name}'] == 1`,
        `'a'.${name}() == 1`,
      ])
        expect(compileCriteria(text), text).toHaveProperty('invalid')
      for (const text of [
        `contract.${name} == 1`,
        `contract.name.${name} == 1`,
        `contract.list.${name} == 1`,
        `contract['${name}'].x == 1`,
      ])
        expect(explainCriteria(compiled(text), given), text).toMatchObject({
          result: null,
          explanation: [{ seen: null }],
        })
      expect(evaluateCriteria(compiled(`has(contract.${name})`), given)).toBe(false)
      expect(
        evaluateCriteria(compiled(`'${name}' in contract.list || '${name}' in contract.holder`), {
          contract: { list: [], holder: {} },
        }),
      ).toBe(false)
    },
  )

  test('it cannot read the built-in properties of texts and lists', () => {
    for (const path of [
      'contract.name.length',
      'contract.list.length',
      "contract.list['0']",
      'contract.name[0]',
    ])
      expect(evaluateCriteria(compiled(`${path} == 1`), given), path).toBeNull()
    expect(evaluateCriteria(compiled('contract.list[0] == 1'), given)).toBe(true)
  })

  test('it cannot read inherited properties of the context', () => {
    const inherited = { contract: Object.create({ secret: 1 }) as Record<string, unknown> }
    expect(evaluateCriteria(compiled('contract.secret == 1'), inherited)).toBeNull()
    expect(evaluateCriteria(compiled('contract.call == 1'), { contract: { call: () => 1 } })).toBeNull()
  })

  test('a value of an undeclared type is unknown', () => {
    const wrong = JSON.parse('{"vehicle": {"age": "8", "make": 8}}')
    expect(explainCriteria(compiled("vehicle.age <= 8 && vehicle.make == 'FORD'"), wrong)).toMatchObject({
      result: null,
      unknownFields: ['vehicle.age', 'vehicle.make'],
    })
  })
})
