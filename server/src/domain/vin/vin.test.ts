import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkDigit, checkVin, possibleModelYears } from './vin.ts'

describe('a VIN', () => {
  test.each([
    ['1HGCM82633A004352', 'the sum is 311, the rest 3'],
    ['1M8GDM9AXKP042788', 'the sum is 351, the rest 10, written X'],
    ['11111111111111111', 'every character weighs, the ninth does not'],
    ['5YJ3E1EA2KF317000', 'zeros at the end'],
    ['4T1BF1FK0CU123456', 'the check digit is 0'],
    ['WP0AB2A91DS121234', 'another continent, and right'],
    ['00000000000000000', 'nothing weighs anything'],
  ])('%s is valid: %s', (vin) => {
    expect(checkVin(vin)).toEqual({ vin })
  })

  test('is trimmed and converted to upper case', () => {
    expect(checkVin(' 1hgcm82633a004352\t')).toEqual({ vin: '1HGCM82633A004352' })
    expect(checkVin('1m8gdm9axkp042788')).toEqual({ vin: '1M8GDM9AXKP042788' })
  })

  test.each(['', ' ', '1HGCM82633A00435', '1HGCM82633A0043522', '1HGCM82633A00435 ', '🚗'.repeat(17)])(
    '«%s» does not have 17 characters',
    (text) => {
      expect(checkVin(text)).toEqual({ problem: 'Length' })
    },
  )

  test.each([
    '1HGCM82633A00435I',
    'OHGCM82633A004352',
    '1HGCM8263QA004352',
    '1hgcm8263qa004352',
    '1HGCM82633A 04352',
    '1HGCM-2633A004352',
    '1HGCM82633A00435２',
    'ßHGCM82633A004352',
    'ſHGCM82633A004352',
    '?????????????????',
    'NULL; DROP TABLE;',
  ])('«%s» has characters that are not allowed', (text) => {
    expect(checkVin(text)).toEqual({ problem: 'Characters' })
  })

  test.each([
    ['1HGCM82643A004352', 'another digit'],
    ['1HGCM826X3A004352', 'X in place of a digit'],
    ['1M8GDM9A0KP042788', '0 in place of X'],
    ['1M8GDM9AAKP042788', 'a letter, where only X can be'],
    ['3TMCZ5AN5LM123456', 'Mexico'],
    ['2HGFC2F50HH512345', 'Canada'],
    ['5YJ3E1EA3KF317000', 'the United States'],
    ['1FTFW1EAXAFA12345', 'A in position 10 and a letter in 7: 2010'],
  ])('%s has a wrong check digit: %s', (vin) => {
    expect(checkVin(vin)).toEqual({ problem: 'CheckDigit' })
  })

  test.each([
    ['WP0AB2A92DS121234', 'Europe'],
    ['JTDKN3DU1D5612345', 'Japan'],
    ['93CXM19278C000000', 'South America'],
    ['6T1BE42K9AX123456', 'Australia'],
    ['AAAAAAAAAAAAAAAAA', 'Africa'],
    ['1FABP22B3AK123456', 'North America, model year 1980'],
  ])('%s has a wrong check digit, which is only a warning: %s', (vin) => {
    expect(checkVin(vin)).toEqual({ vin, warning: 'VinCheckDigit' })
  })

  test('the model year in the request decides whether the check digit must be right', () => {
    expect(checkVin('1HGCM82643A004352', 1979)).toEqual({
      vin: '1HGCM82643A004352',
      warning: 'VinCheckDigit',
    })
    expect(checkVin('1HGCM82643A004352', 1980)).toEqual({
      vin: '1HGCM82643A004352',
      warning: 'VinCheckDigit',
    })
    expect(checkVin('1HGCM82643A004352', 1981)).toEqual({ problem: 'CheckDigit' })
    expect(checkVin('1FABP22B3AK123456', 2010)).toEqual({ problem: 'CheckDigit' })
  })
})

describe('the check digit', () => {
  const characters = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ'
  const northAmerican = fc
    .tuple(
      fc.constantFrom(...'12345'),
      fc.string({ unit: fc.constantFrom(...characters), minLength: 16, maxLength: 16 }),
    )
    .map((parts) => parts.join(''))
    // Position 10 of B is 1981 or 2011, in both of which the digit has to be right.
    .map((text) => `${text.slice(0, 9)}B${text.slice(10)}`)
    .map((text) => `${text.slice(0, 8)}${checkDigit(text)}${text.slice(9)}`)

  test('is right for every valid VIN, in any letter case', () => {
    fc.assert(
      fc.property(northAmerican, (vin) => {
        expect(checkVin(vin)).toEqual({ vin })
        expect(checkVin(vin.toLowerCase())).toEqual({ vin })
      }),
    )
  })

  // The weights are no multiples of 11, so that only a character of the same value can take another's place.
  const values: Record<string, number> = Object.fromEntries(
    ['0', '1AJ', '2BKS', '3CLT', '4DMU', '5ENV', '6FW', '7GPX', '8HY', '9RZ'].flatMap((group, value) =>
      [...group].map((character) => [character, value]),
    ),
  )

  test('detects one changed character, unless both have the same value', () => {
    const place = fc.nat(16).filter((at) => at !== 0 && at !== 9)
    fc.assert(
      fc.property(northAmerican, place, fc.constantFrom(...characters), (vin, at, character) => {
        const changed = vin.slice(0, at) + character + vin.slice(at + 1)
        const counts = at === 8 ? character === vin[8] : values[character] === values[vin[at] ?? '']
        expect(checkVin(changed)).toEqual(counts ? { vin: changed } : { problem: 'CheckDigit' })
      }),
    )
  })

  test('detects two swapped neighbors, unless both have the same value', () => {
    fc.assert(
      fc.property(northAmerican, fc.nat(5), (vin, from) => {
        const at = from + 1
        const swapped = vin.slice(0, at) + vin[at + 1] + vin[at] + vin.slice(at + 2)
        const counts = values[vin[at] ?? ''] === values[vin[at + 1] ?? '']
        expect('vin' in checkVin(swapped)).toBe(counts)
      }),
    )
  })

  test('any text gives a valid VIN or one of the three problems', () => {
    const unit = fc.constantFrom(
      ...characters,
      ...characters,
      ...characters,
      ' ',
      'o',
      'ß',
      'ı',
      'ſ',
      '\0',
      '🚗',
    )
    fc.assert(
      fc.property(
        fc.string({ unit, minLength: 15, maxLength: 19 }),
        fc.option(fc.integer(), { nil: undefined }),
        (text, year) => {
          const checked = checkVin(text, year)
          if ('vin' in checked) expect(checked.vin).toMatch(/^[0-9A-HJ-NPR-Z]{17}$/)
          else expect(['Length', 'Characters', 'CheckDigit']).toContain(checked.problem)
        },
      ),
    )
  })
})

describe('the model year', () => {
  const vinOf = (seventh: string, tenth: string) => `1HGCM8${seventh}3_${tenth}A004352`
  const today = '2026-11-15'

  test.each([
    ['2', 'A', [1980]],
    ['B', 'A', [2010]],
    ['2', '9', [2009]],
    ['B', '9', [2009]],
    ['2', '1', [2001]],
    ['2', 'Y', [2000]],
    ['B', 'Y', [2000]],
    ['2', 'T', [1996]],
    ['B', 'T', [2026]],
    ['B', 'V', [2027]],
    ['2', 'V', [1997]],
    ['B', 'W', [1998]],
    ['B', 'H', [2017]],
    ['B', 'J', [2018]],
    ['B', 'N', [2022]],
    ['B', 'P', [2023]],
    ['B', 'R', [2024]],
  ])('of a car with %s in position 7 and %s in position 10 is %j', (seventh, tenth, years) => {
    expect(possibleModelYears(vinOf(seventh, tenth), true, today)).toEqual(years)
  })

  test('of a motorcycle or trailer is one of two, the later first', () => {
    expect(possibleModelYears(vinOf('2', 'D'), false, today)).toEqual([2013, 1983])
    expect(possibleModelYears(vinOf('B', 'D'), false, today)).toEqual([2013, 1983])
    expect(possibleModelYears(vinOf('2', 'V'), false, today)).toEqual([2027, 1997])
    expect(possibleModelYears(vinOf('2', 'W'), false, today)).toEqual([1998])
  })

  test('is at most next year', () => {
    expect(possibleModelYears(vinOf('B', 'S'), true, '2024-01-01')).toEqual([2025])
    expect(possibleModelYears(vinOf('B', 'T'), true, '2024-12-31')).toEqual([1996])
    expect(possibleModelYears(vinOf('B', 'T'), true, '2025-01-01')).toEqual([2026])
    expect(possibleModelYears(vinOf('B', '1'), true, '2029-12-31')).toEqual([2001])
    expect(possibleModelYears(vinOf('B', '1'), true, '2030-01-01')).toEqual([2031])
  })

  test.each(['0', 'U', 'Z'])('is unknown for %s', (tenth) => {
    expect(possibleModelYears(vinOf('2', tenth), true, today)).toEqual([])
  })
})
