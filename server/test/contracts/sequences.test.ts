import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contractStatuses } from '../../src/domain/contract/states.ts'
import { faultsIn } from '../support/builders/contract-books.ts'
import { dana, rateIdOfR1, saleOfR1, withKey } from '../support/builders/contracts.ts'
import { earnedOf } from '../support/builders/held-contracts.ts'
import type { Answer, Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'
import { trialSeed, trials } from '../support/service/trials.ts'

// What people do to contracts over HTTP, in any order, by any of them: whatever is answered, the books are right.

const seed = trialSeed('sequences', 'BULWARK_SEQUENCES_SEED')
const RUNS = trials(500, 1 / 125)

const service = await testService()
await service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
const { body: holdReasons } = await service.api.as('sandbox-admin').get('/contracts/holdreasons')
const reasons: number[] = holdReasons.map(({ id }: { id: number }) => id)
const rateId = await rateIdOfR1(service.api.as('sandbox-entry'))

interface Step {
  readonly what: number
  readonly number: number
  readonly who: string
  readonly day: number
}

const steps: fc.Arbitrary<Step> = fc.record({
  what: fc.nat(1_000),
  number: fc.nat(5_000),
  who: fc.constantFrom('sandbox-admin', 'sandbox-entry', 'sandbox-supervisor', 'sandbox-dealer-d1001'),
  day: fc.nat(40),
})

type Doing = (caller: Caller, id: number, step: Step) => Promise<Answer>

const path = (id: number, more = '') => `/contracts/${id}${more}`

const doings: Readonly<Record<string, Doing>> = {
  price: (caller, id, { number }) => caller.patch(path(id), { retailPrice: 1300 + number }),
  odometer: (caller, id, { number }) => caller.patch(path(id), { vehicle: { odometer: 5_000 + number * 4 } }),
  option: (caller, id, { number }) => caller.patch(path(id), { surchargeCodes: number % 2 ? ['SEALS'] : [] }),
  submit: (caller, id) => caller.patch(path(id), { status: 'Pending' }),
  finalize: (caller, id) => caller.post(path(id, '/finalize'), {}, withKey()),
  finalizeAgain: (caller, id) => caller.post(path(id, '/finalize'), {}, withKey()),
  refinalize: (caller, id) => caller.post(path(id, '/refinalize'), {}, withKey()),
  rerate: (caller, id, { number }) =>
    caller.post(path(id, '/rerateRequests'), {
      vehicle: { odometer: 9_000 + number },
      applyChange: number % 3 > 0,
    }),
  hold: (caller, id, { number }) =>
    caller.post(path(id, '/holds'), {
      holdReasonId: reasons[number % reasons.length],
      ...(number % 3 === 0 ? { disbursementCodes: ['AGENT', 'CLIP'] } : {}),
      ...(number % 7 === 0 ? { mode: 'Suspend' } : {}),
    }),
  resolve: async (caller, id, { number }) => {
    const { body } = await service.api.as('sandbox-admin').get(path(id, '/holds?status=Open'))
    return caller.post(path(id, `/holds/${body[number % (body.length || 1)]?.id ?? 1}/resolves`), {})
  },
  resolveAnother: (caller, id, step) => (doings.resolve as Doing)(caller, id, step),
  void: (caller, id, { number }) =>
    number % 4 === 0 ? caller.patch(path(id), { status: 'Voided' }) : caller.get(path(id)),
  expire: (caller, id, { number }) =>
    number % 5 === 0
      ? caller.post(`/contracts/autoexpire/${id}`, { asOfDate: '2029-12-31' })
      : caller.get('/contracts/autoexpire?pageSize=1'),
  reopen: (caller, id, { number }) => caller.patch(path(id), { odometerReading: { value: 13_000 + number } }),
  transfer: (caller, id, { number, day }) =>
    caller.post(path(id, '/transferrequest'), {
      newOwner: { ...dana, firstName: `Owner ${number}` },
      transferDate: dayOf(day),
      odometer: 20_000 + number,
    }),
  cobuyer: (caller, id) => caller.post(path(id, '/cobuyer'), { firstName: 'Sam', lastName: 'Reyes' }),
  noCobuyer: (caller, id) => caller.delete(path(id, '/cobuyer')),
  lock: (caller, id) => caller.post(path(id, '/lock'), {}),
  unlock: (caller, id) => caller.delete(path(id, '/lock')),
  correct: async (caller, id, { number }) => {
    const rows = await service.api.as('sandbox-accounting').get(`/ledgers?contractId=${id}&pageSize=200`)
    const row = rows.body[number % (rows.body.length || 1)]
    return caller.patch(`/ledgers/${row?.id ?? 1}`, { amount: 10 + (number % 90), reason: 'Agreed' })
  },
}
const names = Object.keys(doings)

const dayOf = (day: number) => new Date(Date.UTC(2024, 2, 15 + day)).toISOString().slice(0, 10)

/** What always posts the earnings of a contract up to the day. */
const posting = new Set(['finalize', 'finalizeAgain', 'hold', 'resolve', 'resolveAnother'])

/** Two lives in which everything happens, so that chance cannot leave something out. */
function whole(): [Step[], boolean][] {
  const told = (...what: readonly (readonly [name: string, number?: number, day?: number])[]): Step[] =>
    what.map(([name, number = 1, day = 0]) => ({
      ...{ what: names.indexOf(name), number, who: 'sandbox-admin', day },
    }))
  return [
    [
      [
        ...told(
          ['lock'],
          ['unlock'],
          ['price', 1500],
          ['odometer', 900],
          ['option', 1],
          ['rerate', 1],
          ['finalize'],
        ),
        ...told(
          ['odometer', 500],
          ['refinalize'],
          ['hold', 1],
          ['hold', 2],
          ['resolve', 1],
          ['resolveAnother', 0],
        ),
        ...told(['cobuyer'], ['noCobuyer'], ['correct', 0], ['transfer'], ['reopen', 4_000], ['expire', 5]),
      ],
      false,
    ],
    // It earns for eight days, and is suspended for eight more.
    [told(['submit'], ['finalizeAgain'], ['hold', 7, 8], ['resolve', 0, 8], ['void', 4]), true],
  ]
}

test('after any sequence of operations each contract has a valid state, and lines, ledger and journal agree', async () => {
  const { db } = await sandboxOf(service)
  const admin = service.api.as('sandbox-admin')
  const done = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(steps, { minLength: 6, maxLength: 20, size: 'max' }),
      fc.boolean(),
      async (all, isQuote) => {
        await admin.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
        const sold = await admin.post('/contracts', {
          rateId,
          ...saleOfR1(),
          status: isQuote ? 'Quote' : 'Pending',
        })
        expect(sold.status, sold.text).toBe(201)
        let today = 0
        for (const step of all) {
          today = Math.min(today + (step.day % 9), 55)
          await admin.put('/sandbox/clock', { now: `${dayOf(today)}T15:00:00Z` })
          const name = names[step.what % names.length] as string
          const answer = await (doings[name] as Doing)(service.api.as(step.who), sold.body.id, {
            ...step,
            day: today,
          })
          expect(answer.status, `${name} ${answer.text}`).toBeLessThan(500)
          if (answer.status >= 300) continue
          done.set(name, (done.get(name) ?? 0) + 1)
          if (!posting.has(name)) continue
          const { posted, computed } = await earnedOf(service, sold.body.id)
          expect(posted, `posted by ${name}`).toEqual(computed)
        }
        const { body } = await admin.get(`/contracts/${sold.body.id}`)
        expect(contractStatuses).toContain(body.status)
        expect(await faultsIn(db)).toEqual([])
      },
    ),
    { seed, numRuns: RUNS, endOnFailure: true, examples: whole() },
  )
  await admin.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
  for (const name of names) expect(done.get(name) ?? 0, name).toBeGreaterThan(0)
}, 3_600_000)
