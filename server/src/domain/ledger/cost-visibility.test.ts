import { describe, expect, test } from 'vitest'
import { type CostVisibility, seesLine, visibleLines } from './cost-visibility.ts'

const lines = [
  { code: 'RESERVE', accountHolderId: 1, isCost: true },
  { code: 'COMMISSION', accountHolderId: 7, isCost: true },
  { code: 'MARKUP', accountHolderId: 2, isCost: false },
  { code: 'BONUS', accountHolderId: 3, isCost: false },
]
const divide = (visibility: CostVisibility, outsideCost?: readonly string[]) => {
  const { merged, shown } = visibleLines(visibility, lines, {
    line: (line) => line,
    isCost: ({ isCost }) => isCost,
    ...(outsideCost ? { outsideCost } : {}),
  })
  return [merged?.map(({ code }) => code) ?? null, shown.map(({ code }) => code)]
}

describe('dealer cost for different callers', () => {
  test.each([
    ['staff see every line', 'EveryLine', [null, ['RESERVE', 'COMMISSION', 'MARKUP', 'BONUS']]],
    ['a dealer sees one sum and the markup', { ownAccountIds: [] }, [['RESERVE', 'COMMISSION'], ['MARKUP']]],
    [
      'an agent sees its own line as well, which stays in the sum',
      { ownAccountIds: [7] },
      [
        ['RESERVE', 'COMMISSION'],
        ['MARKUP', 'COMMISSION'],
      ],
    ],
  ] as const)('%s', (_, visibility, expected) => {
    expect(divide(visibility)).toEqual(expected)
  })

  test('other lines can be outside the cost', () => {
    expect(divide({ ownAccountIds: [] }, ['MARKUP', 'BONUS'])[1]).toEqual(['MARKUP', 'BONUS'])
  })

  test('a line without an account belongs to no caller', () => {
    expect(seesLine({ ownAccountIds: [7] }, { code: 'RESERVE' })).toBe(false)
    expect(seesLine({ ownAccountIds: [7] }, { code: 'RESERVE', accountHolderId: null })).toBe(false)
    expect(seesLine({ ownAccountIds: [7] }, { code: 'RESERVE', accountHolderId: 7 })).toBe(true)
  })
})
