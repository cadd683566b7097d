import { describe, expect, test } from 'vitest'
import { checkDigit, tidyVin, vinRepairs, vinState } from './vin.ts'

describe('a VIN while it is typed', () => {
  test.each([
    ['', { kind: 'empty' }],
    ['1FTFW1', { kind: 'short', missing: 11 }],
    ['1HGCM82633A0043522', { kind: 'long', extra: 1 }],
    ['1HGCM8263OA00435I', { kind: 'characters', wrong: ['O', 'I'] }],
    ['1HGCM82633A004352', { kind: 'valid' }],
    ['1M8GDM9AXKP042788', { kind: 'valid' }],
    ['1HGCM82643A004352', { kind: 'checkDigit', expected: '3', isWarning: false }],
    ['WP0AB2A92DS121234', { kind: 'checkDigit', expected: '1', isWarning: true }],
    ['1FABP22B3AK123456', { kind: 'checkDigit', expected: '6', isWarning: true }],
  ])('%s', (vin, state) => {
    expect(vinState(vin)).toEqual(state)
  })

  test('before model year 1981 the check digit is only a warning', () => {
    expect(vinState('1HGCM82643A004352', 1979)).toMatchObject({ isWarning: true })
    expect(vinState('1FABP22B3AK123456', 2010)).toMatchObject({ isWarning: false })
  })

  test('is sent in upper case and without blanks and dashes', () => {
    expect(tidyVin(' 1hgcm826-33a0 04352\n')).toBe('1HGCM82633A004352')
  })
})

// Worked by hand: the sums are 311 and 351, the remainders 3 and 10.
test('the check digit', () => {
  expect(checkDigit('1HGCM82603A004352')).toBe('3')
  expect(checkDigit('1M8GDM9A0KP042788')).toBe('X')
})

describe('the VIN that was meant', () => {
  test.each([
    ['two neighbors were swapped', '1HGCM82633A004532'],
    ['0 was typed as O', '1HGCM82633AO04352'],
    ['5 was read as S', '1HGCM82633A0043S2'],
    ['a digit was typed twice', '1HGCM82633A0043552'],
  ])('is found if %s', (_, typed) => {
    expect(vinRepairs(typed)).toContain('1HGCM82633A004352')
  })

  test('always has a check digit that fits', () => {
    for (const vin of vinRepairs('1HGCM82633A004532')) expect(vinState(vin)).toEqual({ kind: 'valid' })
  })

  test('a wrong check digit alone is the last guess', () => {
    expect(vinRepairs('1HGCM82643A004352').at(-1)).toBe('1HGCM82633A004352')
  })
})
