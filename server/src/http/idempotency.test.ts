import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Caller } from './caller.ts'
import { answeringOnce, keyedRequest } from './idempotency.ts'

const key = (id: string) => ({ id, secret: randomBytes(32) })
const [old, present] = [key('data-1'), key('data-2')]
// A caller has more; this is what keys are counted by.
const caller = (id: number, tenantId = 1) => ({ key: `Client:${id}`, tenant: { id: tenantId } }) as Caller

const request = { method: 'POST', path: '/payments', query: {}, body: {} as unknown }
const keyed = (body: unknown, keys = [old]) => keyedRequest(keys, caller(1), 'key', { ...request, body })

/** The same content with the names of its objects the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, turned(inner)]),
  )
}

describe('the same request', () => {
  test('has the same fingerprint in any order of names, and a different one with other content', () => {
    const json = fc.jsonValue({ maxDepth: 3 })
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(keyed(turned(one)).isSame(keyed(one).fingerprint)).toBe(true)
        const areSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
        expect(keyed(other).isSame(keyed(one).fingerprint)).toBe(areSame)
      }),
    )
  })

  test.each([
    ['method', { ...request, method: 'PUT' }],
    ['path', { ...request, path: '/refunds' }],
    ['query', { ...request, query: { currency: 'EUR' } }],
    ['body', { ...request, body: [] }],
  ])('differs with another %s', (_, other) => {
    const { fingerprint } = keyedRequest([old], caller(1), 'key', request)
    expect(keyedRequest([old], caller(1), 'key', other).isSame(fingerprint)).toBe(false)
  })

  test('is recognized after the data key was changed, but not without the old key', () => {
    const { fingerprint } = keyed({ cents: 1 })
    expect(keyed({ cents: 1 }, [present, old]).isSame(fingerprint)).toBe(true)
    expect(keyed({ cents: 1 }, [present]).isSame(fingerprint)).toBe(false)
  })
})

test('the lock of a running request belongs to one caller of one administrator', () => {
  const locks = [caller(1), caller(2), caller(1, 2)].map(
    (who) => keyedRequest([old], who, 'key', request).lock,
  )
  expect(new Set([...locks, keyedRequest([old], caller(1), 'other', request).lock]).size).toBe(4)
})

/** Content with its names in order, so that two texts of it can be compared. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).map(([name, inner]) => [name, sorted(inner)])
  return { pairs: pairs.sort(([left], [right]) => (String(left) < String(right) ? -1 : 1)) }
}

describe('a transaction that saves an answer', () => {
  const violation = (constraint: string) => Object.assign(new Error('taken'), { code: '23505', constraint })

  /** Fails with these errors, one after the other, and then answers how often it was called. */
  function failing(...errors: Error[]) {
    let calls = 0
    return async () => {
      calls += 1
      const error = errors.shift()
      if (error) throw error
      return calls
    }
  }

  test('runs again if the first request with its key has saved its answer meanwhile', async () => {
    expect(await answeringOnce(failing(violation('idempotency_pkey')))).toBe(2)
  })

  test('does not run again after another failure, nor without end', async () => {
    await expect(answeringOnce(failing(violation('contract_number')))).rejects.toThrow('taken')
    const errors = Array.from({ length: 10 }, () => violation('idempotency_pkey'))
    await expect(answeringOnce(failing(...errors))).rejects.toThrow('taken')
    expect(errors.length).toBe(10)
  })
})
