import { expect, test } from 'vitest'
import { gapChecklist, missingDocuments } from './gap-missing.ts'

test.each([
  ['Collision' as const, ['SETTLEMENT', 'PAYOFF', 'FINANCE']],
  ['Theft' as const, ['SETTLEMENT', 'PAYOFF', 'FINANCE', 'POLICE']],
  [null, ['SETTLEMENT', 'PAYOFF', 'FINANCE']],
])('the usual documents of a loss by %s', (lossType, documents) => {
  expect(missingDocuments(gapChecklist(null, lossType))).toEqual(documents)
})

test('a checklist that was sent replaces the usual one', () => {
  const sent = [
    { document: 'PAYOFF', received: true },
    { document: 'PHOTO', received: false },
  ]
  expect(gapChecklist(sent, 'Theft')).toBe(sent)
  expect(missingDocuments(sent)).toEqual(['PHOTO'])
  expect(missingDocuments(gapChecklist([], 'Theft'))).toEqual([])
})
