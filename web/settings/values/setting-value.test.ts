import { expect, test } from 'vitest'
import { isDefault, parsedValue, typedOf } from './setting-value.ts'

test('what was typed becomes a value of its type, or none', () => {
  expect(parsedValue('Int', ' 30 ')).toBe(30)
  expect(parsedValue('Int', '30.5')).toBeUndefined()
  expect(parsedValue('Decimal', '30.5')).toBe(30.5)
  expect(parsedValue('Bool', 'false')).toBe(false)
  expect(parsedValue('Bool', '')).toBeUndefined()
  expect(parsedValue('Json', '{"a": [1]}')).toEqual({ a: [1] })
  expect(parsedValue('Json', '{')).toBeUndefined()
  expect(parsedValue('String', ' 0 3 * * * ')).toBe(' 0 3 * * * ')
  expect(parsedValue('Date', '2026-01-02')).toBe('2026-01-02')
})

test('a value is shown as it is typed, and known as the default', () => {
  expect(typedOf('Json', { a: 1 })).toBe('{\n  "a": 1\n}')
  expect(typedOf('Decimal', 40)).toBe('40')
  expect(typedOf('String', null)).toBe('')
  expect(isDefault({ value: [1, 2], defaultValue: [1, 2] })).toBe(true)
  expect(isDefault({ value: 30, defaultValue: 45 })).toBe(false)
})
