import { expect, test } from 'vitest'
import { isBlank, turnsDirection } from './readable-text.ts'

test.each([
  ['', true],
  ['   ', true],
  ['\t\r\n', true],
  ['\u00a0\u2003\u3000', true],
  ['\u200b\ufeff\u2060', true],
  ['\u3164\u115f\u2800', true],
  ['x', false],
  [' - ', false],
  ['李', false],
  ['👩‍🔧', false],
])('%j is blank: %s', (text, answer) => {
  expect(isBlank(text)).toBe(answer)
})

test.each([
  ['Ann\u202eecilA', true],
  ['\u2066Ann\u2069', true],
  ['Ann\u200f', true],
  ['\u061cAnn', true],
  ['Ann Lee', false],
  ['אנה לי', false],
  ['سارة', false],
  ['👩‍🔧 zero-width\u200djoiner', false],
])('%j turns the reading direction: %s', (text, answer) => {
  expect(turnsDirection(text)).toBe(answer)
})
