import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Caller } from './support/api.ts'
import { type TestService, testService } from './support/app.ts'
import { faultsIn } from './support/contract-books.ts'
import { dana, rateIdOfR1, saleOfR1, withKey } from './support/contracts.ts'
import { sandboxOf } from './support/sandbox.ts'

// Six callers at once on one contract. One succeeds where one can; otherwise it is as if they had come one by one.

const TRIALS = process.env.BULWARK_SOAK === '1' ? 500 : 50
const CALLERS = 6

let service: TestService
let callers: Caller[]
let reasons: number[]
let rateId: string

beforeAll(async () => {
  service = await testService()
  const admin = service.api.as('sandbox-admin')
  await admin.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
  callers = await Promise.all(
    Array.from({ length: CALLERS }, async (_, at) => {
      const { body } = await admin.post('/oauthclients', { name: `Racer ${at}`, roles: ['Admin'] })
      return service.api.with(await service.api.token(body.clientId, body.clientSecret))
    }),
  )
  const { body } = await admin.get('/contracts/holdreasons')
  reasons = body.map(({ id }: { id: number }) => id)
  rateId = await rateIdOfR1(service.api.as('sandbox-entry'))
})

async function sell(): Promise<number> {
  const { status, body, text } = await service.api
    .as('sandbox-admin')
    .post('/contracts', { rateId, ...saleOfR1() })
  expect(status, text).toBe(201)
  return body.id
}

async function activate(): Promise<number> {
  const id = await sell()
  const { status } = await finalize(service.api.as('sandbox-admin'), id)
  expect(status).toBe(200)
  return id
}

const finalize = (caller: Caller, id: number) => caller.post(`/contracts/${id}/finalize`, {}, withKey())
const voids = (caller: Caller, id: number) => caller.patch(`/contracts/${id}`, { status: 'Voided' })
const hold = (caller: Caller, id: number, reason: number) =>
  caller.post(`/contracts/${id}/holds`, { holdReasonId: reasons[reason] })
const transfer = (caller: Caller, id: number, at: number) =>
  caller.post(`/contracts/${id}/transferrequest`, {
    newOwner: { ...dana, firstName: `Owner ${at}` },
    transferDate: '2024-03-15',
    odometer: 12_500,
  })

/** All at once; whatever is answered, none of it is our failure. */
async function race(act: (caller: Caller, at: number) => Promise<Answer>): Promise<Answer[]> {
  const answers = await Promise.all(callers.map(act))
  for (const { status, text } of answers) expect(status, text).toBeLessThan(500)
  return answers
}

const succeeded = (answers: readonly Answer[]) => answers.filter(({ status }) => status < 300)
const codesOf = (answers: readonly Answer[]) =>
  answers.filter(({ status }) => status >= 300).map(({ body }) => body.code as string)

const read = async (id: number) => (await service.api.as('sandbox-admin').get(`/contracts/${id}`)).body
const journalOf = async (id: number) =>
  (await service.api.as('sandbox-admin').get(`/journal?contractId=${id}&pageSize=200`)).body.items

async function trials(once: () => Promise<void>): Promise<void> {
  for (let trial = 0; trial < TRIALS; trial += 1) await once()
  const { db } = await sandboxOf(service)
  expect(await faultsIn(db)).toEqual([])
}

describe(`${TRIALS} times, ${CALLERS} callers at once`, () => {
  test(
    'finalize × finalize: one puts it in force',
    () =>
      trials(async () => {
        const id = await sell()
        const answers = await race((caller) => finalize(caller, id))
        expect(succeeded(answers)).toHaveLength(1)
        expect(new Set(codesOf(answers))).toEqual(new Set(['InvalidTransition']))
        expect(await journalOf(id)).toHaveLength(7)
      }),
    900_000,
  )

  test(
    'transfer × transfer: one becomes the owner',
    () =>
      trials(async () => {
        const id = await activate()
        const answers = await race((caller, at) => transfer(caller, id, at))
        expect(succeeded(answers)).toHaveLength(1)
        expect(new Set(codesOf(answers))).toEqual(new Set(['AlreadyTransferred']))
        expect((await read(id)).transfers).toHaveLength(1)
      }),
    900_000,
  )

  test(
    'lock × lock: one has it',
    () =>
      trials(async () => {
        const id = await sell()
        const answers = await race((caller) => caller.post(`/contracts/${id}/lock`, {}))
        expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 423, 423, 423, 423, 423])
        const winner = succeeded(answers)[0]?.body
        for (const { body, status } of answers)
          if (status === 423) expect(body.lockedByUserId).toBe(winner.lockedByUserId)
      }),
    900_000,
  )

  test(
    'finalize × void: it is voided in the end, in force before or not',
    () =>
      trials(async () => {
        const id = await sell()
        const answers = await race((caller, at) => (at % 2 === 0 ? finalize(caller, id) : voids(caller, id)))
        const finalized = succeeded(answers.filter((_, at) => at % 2 === 0)).length
        expect(finalized).toBeLessThanOrEqual(1)
        // A void of what is voided changes nothing, and is no refusal.
        expect(succeeded(answers.filter((_, at) => at % 2 === 1))).toHaveLength(CALLERS / 2)
        expect((await read(id)).status).toBe('Voided')
        expect(await journalOf(id)).toHaveLength(finalized * 14)
      }),
    900_000,
  )

  test(
    'hold × finalize: it is on hold from where it was',
    () =>
      trials(async () => {
        const id = await sell()
        const answers = await race((caller, at) =>
          at % 2 === 0 ? finalize(caller, id) : hold(caller, id, at),
        )
        const finalized = succeeded(answers.filter((_, at) => at % 2 === 0)).length
        expect(succeeded(answers.filter((_, at) => at % 2 === 1))).toHaveLength(CALLERS / 2)
        const contract = await read(id)
        expect(contract).toMatchObject({ status: 'OnHold', heldFrom: finalized === 1 ? 'Active' : 'Pending' })
        expect(await journalOf(id)).toHaveLength(finalized * 7)
      }),
    900_000,
  )

  test(
    'hold × hold: one for each reason',
    () =>
      trials(async () => {
        const id = await activate()
        const answers = await race((caller, at) => hold(caller, id, at % 2))
        expect(succeeded(answers)).toHaveLength(2)
        expect(new Set(codesOf(answers))).toEqual(new Set(['HoldExists']))
        expect((await read(id)).holds).toHaveLength(2)
      }),
    900_000,
  )
})
