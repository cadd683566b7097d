import { expect } from 'vitest'
import { faultsIn } from '../builders/contract-books.ts'
import { rateIdOfR1, saleOfR1, withKey } from '../builders/contracts.ts'
import type { Answer, Caller } from '../service/api.ts'
import type { TestService } from '../service/app.ts'
import { sandboxOf } from '../service/sandbox.ts'
import { isSoak } from '../service/trials.ts'

// Several callers act on one contract at once. The result must be the same as if they had come one after the other.

export const TRIALS = isSoak ? 500 : 2
export const CALLERS = 6
/** The time limit for all trials of a pair. */
export const LONG = 3_600_000

export interface Race {
  readonly admin: Caller
  /** The next caller, in turn. */
  caller(at: number): Caller
  /** The ids of hold reasons. */
  readonly reasons: readonly number[]
  sell(): Promise<number>
  /** Sells and finalizes a contract. */
  activate(): Promise<number>
  /** Sends all requests at once. No answer may be a server error. */
  run(act: (caller: Caller, at: number) => Promise<Answer>): Promise<Answer[]>
  // biome-ignore lint/suspicious/noExplicitAny: an answered contract.
  read(id: number): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: answered rows.
  journalOf(id: number): Promise<any[]>
  /** Repeats a trial, and then checks the books of all contracts. */
  trials(once: () => Promise<void>): Promise<void>
}

export async function openRace(service: TestService): Promise<Race> {
  const admin = service.api.as('sandbox-admin')
  await admin.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
  const callers = await Promise.all(
    Array.from({ length: CALLERS }, async (_, at) => {
      const { body } = await admin.post('/oauthclients', { name: `Racer ${at}`, roles: ['Admin'] })
      return service.api.as(body.clientId, body.clientSecret)
    }),
  )
  const { body } = await admin.get('/contracts/holdreasons')
  const rateId = await rateIdOfR1(service.api.as('sandbox-entry'))
  const sell = async () => {
    const sold = await admin.post('/contracts', { rateId, ...saleOfR1() })
    expect(sold.status, sold.text).toBe(201)
    return sold.body.id
  }
  return {
    admin,
    caller: (at) => callers[at % CALLERS] ?? admin,
    reasons: body.map(({ id }: { id: number }) => id),
    sell,
    async activate() {
      const id = await sell()
      const { status, text } = await finalizes(admin, id)
      expect(status, text).toBe(200)
      return id
    },
    async run(act) {
      const answers = await Promise.all(callers.map(act))
      for (const { status, text } of answers) expect(status, text).toBeLessThan(500)
      return answers
    },
    read: async (id) => (await admin.get(`/contracts/${id}`)).body,
    journalOf: async (id) => (await admin.get(`/journal?contractId=${id}&pageSize=200`)).body.items,
    async trials(once) {
      for (let trial = 0; trial < TRIALS; trial += 1) await once()
      const { db } = await sandboxOf(service)
      expect(await faultsIn(db)).toEqual([])
    },
  }
}

export const finalizes = (caller: Caller, id: number) =>
  caller.post(`/contracts/${id}/finalize`, {}, withKey())

export const succeeded = (answers: readonly Answer[]) => answers.filter(({ status }) => status < 300)
export const codesOf = (answers: readonly Answer[]) =>
  answers.filter(({ status }) => status >= 300).map(({ body }) => body.code as string)
export const evenly = (answers: readonly Answer[]) => answers.filter((_, at) => at % 2 === 0)
export const oddly = (answers: readonly Answer[]) => answers.filter((_, at) => at % 2 === 1)
