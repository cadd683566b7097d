import { describe, expect, test } from 'vitest'
import { compiled } from '../../../test/support/builders/criteria.ts'
import { normalizedCriteria } from './criteria.ts'

const spelt = (text: string) => normalizedCriteria(compiled(text))

describe('normalized text', () => {
  test.each([
    ['vehicle.age<=8', 'vehicle.age <= 8'],
    ['( vehicle.age<=8 )&&(vehicle.odometer  <= 120000)', 'vehicle.age <= 8 && vehicle.odometer <= 120000'],
    ['vehicle.make in ["A","B",]', "vehicle.make in ['A', 'B']"],
    ["!(vehicle.make in ['A'])", "!(vehicle.make in ['A'])"],
    ['!(has(vehicle.trim))', '!has(vehicle.trim)'],
    ['vehicle["age"] > 0x10 // why\n', 'vehicle.age > 16'],
    [
      'deal.price > 1e3 && deal.price > .5 && deal.price < 1E+21',
      'deal.price > 1000.0 && deal.price > 0.5 && deal.price < 1e+21',
    ],
    ['(true && false) || true', 'true && false || true'],
    ['true && (false || true)', 'true && (false || true)'],
    ['(true && false) && true', '(true && false) && true'],
    ['(1 + 2) + 3 == (1 + (2 + 3))', '1 + 2 + 3 == 1 + (2 + 3)'],
    ['(1 * 2) + 3 == 2*(3-1)', '1 * 2 + 3 == 2 * (3 - 1)'],
    ['1 == (1)== (true)', '1 == 1 == true'],
    ['true?(true?true:false):(true?true:false)', 'true ? (true ? true : false) : true ? true : false'],
    ['(true ? 1 : 2) == -(3)', '(true ? 1 : 2) == -3'],
    ['!(!(contract.isOpen))', '!!contract.isOpen'],
    ["('a' + 'b').size() == 2", "('a' + 'b').size() == 2"],
    [`vehicle.make == "it's\\t\\x01"`, "vehicle.make == 'it\\'s\\t\\u0001'"],
    ["contract['odd name'].x[0] == 1", "contract['odd name'].x[0] == 1"],
  ])('of %s is %s', (text, normalized) => {
    expect(spelt(text)).toBe(normalized)
    expect(spelt(normalized)).toBe(normalized)
  })
})
