import { expect } from 'vitest'
import { faultsIn } from '../builders/contract-books.ts'
import { rateIdOfR1, saleOfR1, withKey } from '../builders/contracts.ts'
import type { Answer, Caller } from '../service/api.ts'
import type { TestService } from '../service/app.ts'
import { sandboxOf } from '../service/sandbox.ts'
import { trials } from '../service/trials.ts'

// Several callers at once on one contract. One succeeds where one can; otherwise it is as if they had come one by one.

export const TRIALS = trials(500)
export const CALLERS = 6
/** For all trials of a pair. */
export const LONG = 900_000

export interface Race {
  readonly admin: Caller
  /** One of the callers, in turn. */
  caller(at: number): Caller
  /** Why contracts are held. */
  readonly reasons: readonly number[]
  sell(): Promise<number>
  /** Sells and puts in force. */
  activate(): Promise<number>
  /** All at once; whatever is answered, none of it is our failure. */
  run(act: (caller: Caller, at: number) => Promise<Answer>): Promise<Answer[]>
  // biome-ignore lint/suspicious/noExplicitAny: a contract as it is answered.
  read(id: number): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: rows as they are answered.
  journalOf(id: number): Promise<any[]>
  /** As often as is asked for; then nothing is wrong with the books of any contract. */
  trials(once: () => Promise<void>): Promise<void>
}

export async function openRace(service: TestService): Promise<Race> {
  const admin = service.api.as('sandbox-admin')
  await admin.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
  const callers = await Promise.all(
    Array.from({ length: CALLERS }, async (_, at) => {
      const { body } = await admin.post('/oauthclients', { name: `Racer ${at}`, roles: ['Admin'] })
      return service.api.with(await service.api.token(body.clientId, body.clientSecret))
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
