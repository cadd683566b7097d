import { describe, expect, test } from 'vitest'
import { dana } from '../support/builders/contracts.ts'
import {
  CALLERS,
  codesOf,
  evenly,
  finalizes,
  LONG,
  oddly,
  openRace,
  succeeded,
  TRIALS,
} from '../support/hostile/races.ts'
import type { Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'

const race = await openRace(await testService())

const voids = (caller: Caller, id: number) => caller.patch(`/contracts/${id}`, { status: 'Voided' })
const holds = (caller: Caller, id: number, reason: number) =>
  caller.post(`/contracts/${id}/holds`, { holdReasonId: race.reasons[reason] })
const transfers = (caller: Caller, id: number, at: number) =>
  caller.post(`/contracts/${id}/transferrequest`, {
    newOwner: { ...dana, firstName: `Owner ${at}` },
    transferDate: '2024-03-15',
    odometer: 12_500,
  })

describe(`${TRIALS} trials of ${CALLERS} concurrent callers`, () => {
  test(
    'finalize × finalize: one succeeds',
    () =>
      race.trials(async () => {
        const id = await race.sell()
        const answers = await race.run((caller) => finalizes(caller, id))
        expect(succeeded(answers)).toHaveLength(1)
        expect(new Set(codesOf(answers))).toEqual(new Set(['InvalidTransition']))
        expect(await race.journalOf(id)).toHaveLength(7)
      }),
    LONG,
  )

  test(
    'transfer × transfer: one succeeds',
    () =>
      race.trials(async () => {
        const id = await race.activate()
        const answers = await race.run((caller, at) => transfers(caller, id, at))
        expect(succeeded(answers)).toHaveLength(1)
        expect(new Set(codesOf(answers))).toEqual(new Set(['AlreadyTransferred']))
        expect((await race.read(id)).transfers).toHaveLength(1)
      }),
    LONG,
  )

  test(
    'lock × lock: one succeeds',
    () =>
      race.trials(async () => {
        const id = await race.sell()
        const answers = await race.run((caller) => caller.post(`/contracts/${id}/lock`, {}))
        expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 423, 423, 423, 423, 423])
        const winner = succeeded(answers)[0]?.body
        for (const { body, status } of answers)
          if (status === 423) expect(body.lockedByUserId).toBe(winner.lockedByUserId)
      }),
    LONG,
  )

  test(
    'finalize × void: the contract ends up voided, whichever came first',
    () =>
      race.trials(async () => {
        const id = await race.sell()
        const answers = await race.run((caller, at) =>
          at % 2 === 0 ? finalizes(caller, id) : voids(caller, id),
        )
        const finalized = succeeded(evenly(answers)).length
        expect(finalized).toBeLessThanOrEqual(1)
        // A void of what is voided changes nothing, and is no refusal.
        expect(succeeded(oddly(answers))).toHaveLength(CALLERS / 2)
        expect((await race.read(id)).status).toBe('Voided')
        expect(await race.journalOf(id)).toHaveLength(finalized * 14)
      }),
    LONG,
  )

  test(
    'hold × finalize: the contract is on hold, whichever came first',
    () =>
      race.trials(async () => {
        const id = await race.sell()
        const answers = await race.run((caller, at) =>
          at % 2 === 0 ? finalizes(caller, id) : holds(caller, id, at),
        )
        const finalized = succeeded(evenly(answers)).length
        expect(succeeded(oddly(answers))).toHaveLength(CALLERS / 2)
        const contract = await race.read(id)
        expect(contract).toMatchObject({ status: 'OnHold', heldFrom: finalized === 1 ? 'Active' : 'Pending' })
        expect(await race.journalOf(id)).toHaveLength(finalized * 7)
      }),
    LONG,
  )

  test(
    'hold × hold: one succeeds for each reason',
    () =>
      race.trials(async () => {
        const id = await race.activate()
        const answers = await race.run((caller, at) => holds(caller, id, at % 2))
        expect(succeeded(answers)).toHaveLength(2)
        expect(new Set(codesOf(answers))).toEqual(new Set(['HoldExists']))
        expect((await race.read(id)).holds).toHaveLength(2)
      }),
    LONG,
  )
})
