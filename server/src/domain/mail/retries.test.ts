import { expect, test } from 'vitest'
import { retrySeconds } from './retries.ts'

test('a mail is tried again after a growing delay, for three days, and then given up', () => {
  const delays: number[] = []
  for (let attempts = 1; ; attempts += 1) {
    const delay = retrySeconds(attempts)
    if (delay === undefined) break
    delays.push(delay)
  }
  expect(delays[0]).toBe(60)
  expect(delays).toEqual([...delays].sort((a, b) => a - b))
  const days = delays.reduce((sum, delay) => sum + delay, 0) / 86_400
  expect(days).toBeGreaterThan(3)
  expect(days).toBeLessThan(4)
})
