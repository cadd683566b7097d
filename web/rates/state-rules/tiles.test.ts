import { expect, test } from 'vitest'
import { tiles } from './tiles.ts'

test('every state has a place of its own', () => {
  expect(Object.keys(tiles)).toHaveLength(51)
  expect(new Set(Object.values(tiles).map((place) => place.join(' '))).size).toBe(51)
})
