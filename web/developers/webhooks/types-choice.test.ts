import { expect, test } from 'vitest'
import { coversType, withType } from './types-choice.ts'

test('a kind takes the place of its types, and covers them', () => {
  const some = withType(withType([], 'contract.finalized', true), 'claim.paid', true)
  expect(some).toEqual(['contract.finalized', 'claim.paid'])
  const kind = withType(some, 'contract.*', true)
  expect(kind).toEqual(['claim.paid', 'contract.*'])
  expect(coversType(kind, 'contract.voided')).toBe(true)
  expect(coversType(kind, 'claim.opened')).toBe(false)
  expect(withType(kind, 'contract.*', false)).toEqual(['claim.paid'])
})
