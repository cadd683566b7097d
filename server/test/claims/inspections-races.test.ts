import { describe, expect, test } from 'vitest'
import { claimNow, claimToInspect, newReference, orderInspection } from '../support/builders/inspections.ts'
import { Chance } from '../support/hostile/chance.ts'
import { CALLERS, codesOf, LONG, openRace, succeeded, TRIALS } from '../support/hostile/races.ts'
import type { Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'
import { trialSeed } from '../support/service/trials.ts'

const service = await testService()
const race = await openRace(service)
const lone = await holderId(service, 'InspectionCompany', 'IC100')

// With thousands of claims on one contract, each would take longer than the one before.
const CLAIMS_EACH = 20
let contractId = 0
let claims = 0

async function newClaim() {
  if (claims % CLAIMS_EACH === 0) contractId = await race.activate()
  claims += 1
  return claimToInspect(service, contractId)
}

async function ordered() {
  const claim = await newClaim()
  const { status, text, body } = await orderInspection(race.admin, claim.id, lone)
  expect(status, text).toBe(201)
  return { claim, id: body.id as number }
}
const read = async (id: number) => (await race.admin.get(`/claims/inspections/${id}`)).body
const feeRows = async (claimId: number) => (await race.admin.get(`/ledgers?claimId=${claimId}`)).body
const chance = new Chance(trialSeed('shuffled events', 'BULWARK_INSPECTIONS_SEED'))

/** What a company reports from the beginning to the end. */
const story = [
  { findings: 'Arrived' },
  { status: 'Scheduled', scheduledAt: '2024-03-18T16:00:00.000Z' },
  { odometerSeen: 24_120, findings: 'Head removed' },
  { status: 'Scheduled', scheduledAt: '2024-03-19T16:00:00.000Z' },
  { findings: 'Seal worn', recommendation: 'FailureConfirmed' },
  { status: 'Completed' },
].map((inspection, at) => ({
  ...{ externalEventId: `e-${at + 1}`, sequence: at + 1, inspection },
  notes: [{ text: `Step ${at + 1}`, author: 'R. Vega' }],
}))

describe(`${TRIALS} times, ${CALLERS} callers at once`, () => {
  test(
    'take × take with a reference each: one succeeds',
    () =>
      race.trials(async () => {
        const { claim, id } = await ordered()
        const path = `/claims/${claim.id}/inspections/takereject/${id}`
        const answers = await race.run((caller) =>
          caller.post(path, { action: 'Take', externalReference: newReference() }),
        )
        const [winner, ...others] = succeeded(answers)
        expect(others).toEqual([])
        expect(new Set(codesOf(answers))).toEqual(new Set(['AlreadyTaken']))
        expect(await read(id)).toEqual(winner?.body)
      }),
    LONG,
  )

  test(
    'take × reject: one kind succeeds, and the claim waits only for an inspection that was taken',
    () =>
      race.trials(async () => {
        const { claim, id } = await ordered()
        const path = `/claims/${claim.id}/inspections/takereject/${id}`
        const answers = await race.run((caller, at) =>
          at % 2 === 0
            ? caller.post(path, { action: 'Take', scheduledDate: '2024-03-20' })
            : caller.post(path, { action: 'Reject', rejectReasonCode: 'NOCAP' }),
        )
        expect(new Set(codesOf(answers))).toEqual(new Set(['InvalidTransition']))
        expect(succeeded(answers)).toHaveLength(CALLERS / 2)
        const { status } = await read(id)
        const isTaken = status === 'Scheduled'
        expect(await claimNow(race.admin, claim.id)).toMatchObject({
          details: Array(2).fill(isTaken ? 'Inspection' : 'Pending'),
          holds: isTaken ? ['INSPPEND'] : [],
        })
      }),
    LONG,
  )

  test(
    'shuffled and repeated events: each counts once, in order, and the fee is owed once',
    () =>
      race.trials(async () => {
        const { claim, id } = await ordered()
        const externalReference = newReference()
        await race.admin.post(`/claims/${claim.id}/inspections/takereject/${id}`, {
          ...{ action: 'Take', externalReference },
        })
        const applied: number[] = []
        await race.run(async (caller) => {
          const events = chance.shuffled([...story, chance.of(story)])
          let answer = await caller.get(`/claims/inspections/${id}`)
          for (const event of events) {
            answer = await caller.patch('/claims/inspections/syncinspection', { externalReference, ...event })
            expect(answer.status, answer.text).toBe(200)
            if (answer.body.applied) applied.push(event.sequence)
          }
          return answer
        })
        const counted = [...new Set(applied)].sort((one, two) => one - two)
        expect(counted).toHaveLength(applied.length)
        const events = story.filter(({ sequence }) => counted.includes(sequence))
        expect(await read(id)).toMatchObject({
          ...Object.assign({}, ...events.map(({ inspection }) => inspection)),
          ...{ status: 'Completed', lastSequence: story.length },
          notes: events.map(({ notes: [note] }) => note),
        })
        expect(await feeRows(claim.id)).toHaveLength(1)
      }),
    LONG,
  )

  test(
    'the same new inspection from everyone: it is made once',
    () =>
      race.trials(async () => {
        const claim = await newClaim()
        const sent = {
          ...{ externalReference: newReference(), claimNumber: claim.number, companyNumber: 'IC100' },
          ...{ status: 'Completed', externalEventId: 'e-1', sequence: 1 },
        }
        const puts = (caller: Caller) => caller.put('/claims/inspections/syncpostputinspection', sent)
        const answers = await race.run(puts)
        expect(answers.map(({ status }) => status).sort()).toEqual([...Array(CALLERS - 1).fill(200), 201])
        expect(answers.filter(({ body }) => body.applied)).toHaveLength(1)
        const { body: listed } = await race.admin.get(`/claims/inspections?claimId=${claim.id}`)
        expect(listed).toHaveLength(1)
        expect(await feeRows(claim.id)).toHaveLength(1)
      }),
    LONG,
  )
})
