import { expect, test } from 'vitest'
import { newRecoveryCode } from './recovery-codes.ts'

test('a recovery code has 60 random bits in three groups of letters and digits', () => {
  const codes = Array.from({ length: 50 }, newRecoveryCode)
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/)
  expect(new Set(codes).size).toBe(50)
})
