import { describe, expect, test } from 'vitest'
import { deliveryTimes, failingSince, isGivenUp, nextAttempt, outcomeOf } from './retries.ts'

const at = new Date('2026-11-16T12:00:00Z')

describe('a failed attempt', () => {
  test.each([
    [1, '2026-11-16T12:00:05.000Z'],
    [2, '2026-11-16T12:05:00.000Z'],
    [3, '2026-11-16T12:30:00.000Z'],
    [4, '2026-11-16T14:00:00.000Z'],
    [5, '2026-11-16T17:00:00.000Z'],
    [6, '2026-11-16T22:00:00.000Z'],
    [7, '2026-11-16T22:00:00.000Z'],
  ])('number %i is repeated at %s', (attempts, next) => {
    expect(nextAttempt(deliveryTimes, attempts, at)?.toISOString()).toBe(next)
  })

  test('number 8 is the last', () => {
    expect(nextAttempt(deliveryTimes, 8, at)).toBeUndefined()
  })
})

test.each([
  [{ responseStatus: 200 }, 'Delivered'],
  [{ responseStatus: 204 }, 'Delivered'],
  [{ responseStatus: 299 }, 'Delivered'],
  [{ responseStatus: 199 }, 'Retry'],
  [{ responseStatus: 301 }, 'Retry'],
  [{ responseStatus: 308 }, 'Retry'],
  [{ responseStatus: 400 }, 'Retry'],
  [{ responseStatus: 410 }, 'Gone'],
  [{ responseStatus: 429 }, 'Retry'],
  [{ responseStatus: 503 }, 'Retry'],
  [{ error: 'No answer within 15 seconds.' }, 'Retry'],
] as const)('%j is %s', (result, outcome) => {
  expect(outcomeOf(result)).toBe(outcome)
})

test('a webhook is given up after five days in which every attempt failed', () => {
  const later = new Date('2026-11-18T12:00:00Z')
  expect(failingSince(null, 'Retry', at)).toBe(at)
  expect(failingSince(at, 'Retry', later)).toBe(at)
  expect(failingSince(at, 'Delivered', later)).toBeNull()
  expect(isGivenUp(at, new Date('2026-11-21T11:59:59.999Z'))).toBe(false)
  expect(isGivenUp(at, new Date('2026-11-21T12:00:00Z'))).toBe(true)
})
