import { describe, expect, test } from 'vitest'
import { ApiError, ConnectionError } from './errors.ts'
import { defaultRules, retryAfterSeconds, retryDelay, wait } from './retries.ts'
import type { ProblemCode } from './types.gen.ts'

const call = { operation: 'GET /contracts' } as const
const refused = (status: number, retryAfter?: number, code?: ProblemCode) =>
  new ApiError({ status, headers: new Headers(), problem: code ? { code } : {}, retryAfter }, call)
const lost = new ConnectionError(new TypeError('fetch failed'), call)
const delay = (error: unknown, attempt = 1, random = 0) =>
  retryDelay(error, attempt, defaultRules, () => random)

describe('when a call is sent again', () => {
  test.each([
    ['too many requests, as asked', refused(429, 1), 1, 1_000],
    ['not ready, as asked', refused(503, 30), 2, 30_000],
    ['asked for longer than it is worth to wait', refused(429, 31), 1, undefined],
    ['asked to come at once', refused(503, 0), 1, 0],
    ['no connection', lost, 1, 500],
    ['no connection again', lost, 2, 2_000],
    ['no connection the third time', lost, 3, undefined],
    ['a proxy without its service', refused(502), 1, 500],
    ['a proxy that waited too long', refused(504), 1, 500],
    ['the first attempt is still running', refused(409, 1, 'RequestInProgress'), 1, 1_000],
    ['another conflict', refused(409, undefined, 'InvalidTransition'), 1, undefined],
    ['a fault of the request', refused(400), 1, undefined],
    ['a fault of the service', refused(500), 1, undefined],
    ['given up by the caller', new DOMException('This operation was aborted', 'AbortError'), 1, undefined],
  ])('%s', (_, error, attempt, expected) => {
    expect(delay(error, attempt)).toBe(expected)
  })

  test('clients do not return in step', () => {
    expect([delay(lost, 1, 0.5), delay(lost, 1, 1)]).toEqual([625, 750])
  })
})

test.each([
  ['3', 3],
  [' 0 ', 0],
  ['Mon, 16 Nov 2026 20:00:05 GMT', 5],
  ['Mon, 16 Nov 2026 19:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After %j is %j seconds', (header, expected) => {
  expect(retryAfterSeconds(header, Date.parse('2026-11-16T20:00:00Z'))).toBe(expected)
})

describe('waiting', () => {
  test('ends', async () => {
    await expect(wait(0, new AbortController().signal)).resolves.toBeUndefined()
  })

  test('ends at once when the call is given up, before or meanwhile', async () => {
    const reason = new Error('given up')
    await expect(wait(60_000, AbortSignal.abort(reason))).rejects.toBe(reason)
    const controller = new AbortController()
    const waiting = wait(60_000, controller.signal)
    controller.abort(reason)
    await expect(waiting).rejects.toBe(reason)
  })
})
