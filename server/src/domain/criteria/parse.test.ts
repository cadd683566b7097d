import { describe, expect, test } from 'vitest'
import { compileCriteria } from './criteria.ts'

/** The part of the text that is complained of, what would be right there, and the limit. */
function faultOf(text: string) {
  const criteria = compileCriteria(text)
  if (!('invalid' in criteria)) throw new Error(`${text} is a rule.`)
  const { position, expected, limit } = criteria.invalid
  return { at: position.start, part: [...text].slice(position.start, position.end).join(''), expected, limit }
}

const isRule = (text: string) => !('invalid' in compileCriteria(text))

describe('syntax errors', () => {
  test.each([
    ['', 0, '', /comparison/],
    ['   ', 0, '   ', /comparison/],
    ['// nothing', 0, '// nothing', /comparison/],
    ['vehicle.age <=', 14, '', /a value/],
    ['(vehicle.age <= 8', 17, '', /'\)'/],
    ['vehicle.age <= 8)', 16, ')', /operator, or the end/],
    ['vehicle.age 8', 12, '8', /operator, or the end/],
    ['vehicle.age = 8', 12, '=', /operator/],
    ['vehicle.age <= 8 & true', 17, '&', /operator/],
    ['vehicle.age <= 8 && && true', 20, '&&', /a value/],
    ['vehicle. <= 8', 9, '<=', /a name/],
    ["vehicle.make == 'FORD", 16, "'FORD", /ends with '/],
    ["vehicle.make == 'FO\nRD'", 19, '\n', /'/],
    ["vehicle.make == 'a\\q'", 18, '\\q', /an escape/],
    ["vehicle.make == '\\ud800'", 17, '\\ud800', /an escape/],
    ['vehicle.make in [1, 2', 21, '', /',' or '\]'/],
    ['vehicle.age > 1 ? true', 22, '', /':'/],
    ['vehicle.age[vehicle.year] == 1', 12, 'vehicle', /text or a whole number/],
    ['if == 1', 0, 'if', /a value/],
    ['😀', 0, '😀', /operator/],
    // Positions are counted in characters.
    ["'😀' == 'x' && vehicle.agee == 1", 22, 'agee', /age/],
  ])('%j, at %i %j', (text, at, part, expected) => {
    expect(faultOf(text)).toEqual({ at, part, expected: expect.stringMatching(expected), limit: undefined })
  })
})

describe('unknown names and wrong types', () => {
  test.each([
    // Variables.
    ['vehicle.agee <= 8', 'agee', /age, condition/],
    ['vehicl.age <= 8', 'vehicl', /vehicle, item, deal, dealer, customer, contract, claim/],
    ['vehicle == 1', 'vehicle', /vehicle\.year, /],
    ['contract == 1', 'contract', /contract\.…/],
    ['vehicle.make.name == 1', 'name', /operator/],
    ['vehicle[0] == 1', '0', /year/],
    // Types.
    ["vehicle.age <= 'x'", "'x'", /^int or double$/],
    ["'x' <= vehicle.age", "'x'", /^int or double$/],
    ["vehicle.age <= ('x')", "'x'", /^int or double$/],
    ['vehicle.make == 8', '8', /^string$/],
    ['vehicle.make == true', 'true', /^string$/],
    ['vehicle.make == vehicle.age', 'vehicle.age', /^string$/],
    ["vehicle.make in ['A', 1]", '1', /^string$/],
    ["vehicle.age in ['A']", "'A'", /^int or double$/],
    ["vehicle.age in 'A'", "'A'", /^a list$/],
    ['[1] == [1]', '[1]', /^a value$/],
    ['1 in [[1]]', '[1]', /^a value$/],
    ['1 < 2 < 3', '3', /^bool$/],
    ['vehicle.age && true', 'vehicle.age', /^bool$/],
    ['!vehicle.age', 'vehicle.age', /^bool$/],
    ['-vehicle.make == 1', 'vehicle.make', /^int or double$/],
    ['vehicle.age ? true : false', 'vehicle.age', /^bool$/],
    ["true ? 1 : 'x'", "'x'", /^int$/],
    ['deal.price * 2 > 1.0', '2', /^double$/],
    ['vehicle.age * 1.5 > 1.0', '1.5', /^int$/],
    ['deal.price % 2.0 > 1.0', '2.0', /^int$/],
    ["vehicle.make + 1 == 'x'", '1', /^string$/],
    ["vehicle.make - 'x' == 'x'", "'x'", /^'\+'$/],
    ['true + true', 'true', /^int or double$/],
    ['vehicle.age', 'vehicle.age', /^bool$/],
    ['8', '8', /^bool$/],
    ["'true'", "'true'", /^bool$/],
    ['[true]', '[true]', /^bool$/],
    // Functions.
    ['vehicle.make.startsWith(1)', '1', /^string$/],
    ['vehicle.age.startsWith("1")', 'vehicle.age', /^string$/],
    ['vehicle.make.startsWith()', '()', /1 value/],
    ['vehicle.make.size(1) == 1', '(1)', /no values/],
    ['startsWith(vehicle.make, "F")', 'startsWith', /….startsWith/],
    ['vehicle.make.int() == 1', 'int', /int\(…\)/],
    ['size(1) == 1', '1', /string or list/],
    ['lower(vehicle.make) == "x"', 'lower', /has, startsWith/],
    ['has(vehicle)', 'vehicle', /vehicle/],
    ['has(vehicle.agee)', 'agee', /age/],
    ['has(1)', '1', /one field/],
    ['has()', '()', /one field/],
    ['has(contract.list[0])', 'contract.list[0]', /one field/],
    // What CEL has, and rules do not.
    ['vehicle.trim == null', 'null', /^has\(…\)$/],
    ['1u < 2', '1u', /^1$/],
    ["b'x' == b'x'", "b'", /a text/],
    ["{'a': 1}.a == 1", '{', /a value/],
    ["'a'.b == 1", 'b', /a method/],
    ['[1][0] == 1', '[', /operator/],
    ['9007199254740992 > 1', '9007199254740992', /2\^53/],
    ['1e999 > 1.0', '1e999', /smaller/],
  ])('%j, at %j', (text, part, expected) => {
    expect(faultOf(text)).toMatchObject({ part, expected: expect.stringMatching(expected), limit: undefined })
  })
})

describe('limits', () => {
  const deep = (levels: number) => `${'('.repeat(levels)}vehicle.age <= 8${')'.repeat(levels)}`

  test('at most 4,000 characters', () => {
    const padded = (length: number) => 'vehicle.age <= 8'.padEnd(length)
    expect(isRule(padded(4_000))).toBe(true)
    expect(faultOf(padded(4_001))).toMatchObject({ at: 0, limit: 'length' })
    expect(faultOf('x'.repeat(5_000_000)).limit).toBe('length')
    // A character that takes two units is one.
    const faces = (count: number) => `vehicle.make == '${'😀'.repeat(count)}'`
    expect(isRule(faces(3_982))).toBe(true)
    expect(faultOf(faces(3_983)).limit).toBe('length')
  })

  test.each([
    ['brackets', deep(20), deep(21)],
    ['nots', `${'!'.repeat(21)}true`, `${'!'.repeat(22)}true`],
    ['choices', `${'true ? true : '.repeat(21)}true`, `${'true ? true : '.repeat(22)}true`],
    [
      'groups',
      `${'true && ('.repeat(19)}true && 1 < 2${')'.repeat(19)}`,
      `${'true && ('.repeat(20)}true && 1 < 2${')'.repeat(20)}`,
    ],
    [
      'calls',
      `${'size(string('.repeat(10)}'x'${'))'.repeat(10)} == 1`,
      `${'size(string('.repeat(11)}'x'${'))'.repeat(11)} == 1`,
    ],
    ['comparisons', `1 == 1${' == true'.repeat(20)}`, `1 == 1${' == true'.repeat(21)}`],
  ])('at most 20 levels of %s', (_, most, more) => {
    expect(isRule(most)).toBe(true)
    expect(faultOf(more).limit).toBe('depth')
  })

  test('a bracket or an operator of another precedence is a level', () => {
    // Within 15 brackets: or, and, comparison, sum, product, sign.
    const around = (levels: number) =>
      `${'('.repeat(levels)}true || true && 1 < 2 + 3 * -(-4)${')'.repeat(levels)}`
    expect(isRule(around(14))).toBe(true)
    expect(faultOf(around(15)).limit).toBe('depth')
  })

  test('a chain of any length is one level', () => {
    for (const sign of ['&&', '||']) expect(isRule(Array(500).fill('true').join(sign))).toBe(true)
    expect(isRule(`${'1+'.repeat(1_990)}1 > 0`)).toBe(true)
    expect(isRule(`${'1*'.repeat(1_990)}1 > 0`)).toBe(true)
    expect(isRule(`1 in [${'1,'.repeat(1_900)}]`)).toBe(true)
  })

  test('extreme depth is refused without a stack overflow', () => {
    for (const sign of ['(', '[', '!', '-', 'size(', 'true?true:', '!(', '1 in ['])
      expect(faultOf(sign.repeat(Math.floor(4_000 / sign.length))).limit, sign).toBe('depth')
  })

  test.each(['all', 'exists', 'exists_one', 'map', 'filter'])('the macro %s is not allowed', (name) => {
    expect(faultOf(`[1, 2].${name}(x, x > 1)`)).toMatchObject({ at: 7, part: name, limit: 'macro' })
    expect(faultOf(`contract.list.${name}(x, x > 1)`).limit).toBe('macro')
    // As the name of a field it is one.
    expect(isRule(`contract.${name} == 1`)).toBe(true)
  })

  test('regular expressions are not allowed', () => {
    expect(faultOf("vehicle.make.matches('F.*')")).toMatchObject({ at: 13, part: 'matches', limit: 'regex' })
    expect(faultOf("matches(vehicle.make, 'F.*')").limit).toBe('regex')
    expect(isRule('contract.matches == 1')).toBe(true)
  })
})
