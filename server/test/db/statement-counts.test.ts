import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PreparingClient } from '../../src/db/connection.ts'
import { requested, step } from '../support/builders/cancel-requests.ts'
import { SOLD, soldR1 } from '../support/builders/cancels.ts'
import { dana, finalize, rateIdOfR1, saleOfR1, withKey } from '../support/builders/contracts.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import type { Answer } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'

// Each statement costs a message, and on a cluster one more hop. What a request sends is counted on a real database: all
// statements on all connections, from the begin of its transaction to the commit, of the second such request.

const AT_MOST = 12

const service = await testService()
const admin = service.api.as('sandbox-admin')

type Query = (...args: unknown[]) => never
const forward = PreparingClient.prototype.query as Query
const sent: string[] = []
let lastSent = 0

beforeAll(async () => {
  await setClock(service, SOLD)
  PreparingClient.prototype.query = function (this: PreparingClient, ...args: unknown[]): never {
    sent.push(String(args[0]))
    lastSent = performance.now()
    return forward.apply(this, args)
  }
})
afterAll(() => {
  PreparingClient.prototype.query = forward
})

/** Waits until nothing is left to do from before. */
async function untilIdle(): Promise<void> {
  while (performance.now() - lastSent < 300) await sleep(50)
}

/** The statements of the second of two requests. */
async function statementsOf(call: () => Promise<Answer>): Promise<readonly string[]> {
  const first = await call()
  expect(first.status, first.text).toBeLessThan(300)
  await untilIdle()
  sent.length = 0
  const second = await call()
  const all = [...sent]
  expect(second.status, second.text).toBeLessThan(300)
  expect(all).toContain('commit')
  // Who calls is known for two seconds. On a slow machine it may have to be looked up again before the transaction.
  return all.slice(all.indexOf('begin'), all.indexOf('commit') + 1)
}

/** Each on one line, with its place. */
const listed = (statements: readonly string[]) =>
  statements.map((text, at) => `${at + 1}. ${text.trim().replaceAll(/\s+/g, ' ').slice(0, 300)}`).join('\n')

async function expectFew(call: () => Promise<Answer>): Promise<void> {
  const statements = await statementsOf(call)
  // Fewer than these would mean that the wrong ones were counted.
  expect(statements.length, listed(statements)).toBeGreaterThan(5)
  expect(statements.length, listed(statements)).toBeLessThanOrEqual(AT_MOST)
}

describe(`at most ${AT_MOST} statements`, () => {
  test('a sale to somebody new', async () => {
    const rateId = await rateIdOfR1(admin)
    let buyers = 0
    await expectFew(() => {
      buyers += 1
      const customer = { ...dana, lastName: `Counted${buyers}`, email: `counted${buyers}@example.com` }
      return admin.post('/contracts', { rateId, ...saleOfR1(), customer }, withKey())
    })
  })

  test('a sale to somebody known', async () => {
    const rateId = await rateIdOfR1(admin)
    await expectFew(() => admin.post('/contracts', { rateId, ...saleOfR1() }, withKey()))
  })

  test('a finalize', async () => {
    const rateId = await rateIdOfR1(admin)
    const sell = async () => (await admin.post('/contracts', { rateId, ...saleOfR1() })).body.id as number
    const ids = [await sell(), await sell()]
    await expectFew(() => finalize(admin, ids.shift() ?? 0))
  })

  test('the execution of a cancel request', async () => {
    const contracts = [await soldR1(service), await soldR1(service)]
    const requests: number[] = []
    for (const { id } of contracts) requests.push((await requested(admin, id)).id)
    for (const id of requests) expect((await step(admin, id, 'Approve')).status).toBe(200)
    await expectFew(() => step(admin, requests.shift() ?? 0, 'Execute'))
  })
})
