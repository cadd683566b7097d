import { describe, expect, test } from 'vitest'
import { withKey } from '../support/builders/contracts.ts'
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

const wish = { cancelDate: '2024-03-15', cancelReasonCode: 'CUSTREQ', cancelOdometer: 12_100 }
const cancels = (caller: Caller, id: number) => caller.post(`/contracts/${id}/cancels`, wish, withKey())
const executes = (caller: Caller, requestId: number) =>
  caller.post(`/cancelrequests/${requestId}`, { action: 'Execute' }, withKey())
const reinstates = (caller: Caller, cancelId: number) =>
  caller.post(`/cancels/${cancelId}`, { action: 'Reinstate', reason: 'Cancelled in error' }, withKey())

async function requested(id: number): Promise<number> {
  const { status, body, text } = await race.admin.post(`/contracts/${id}/cancelrequests`, wish)
  expect(status, text).toBe(201)
  return body.id
}

const cancelsOf = async (id: number) => (await race.admin.get(`/contracts/${id}/cancels`)).body

describe(`${TRIALS} times, ${CALLERS} callers at once`, () => {
  test(
    'execute × execute: one succeeds',
    () =>
      race.trials(async () => {
        const id = await race.activate()
        const request = await requested(id)
        const answers = await race.run((caller) => executes(caller, request))
        expect(succeeded(answers)).toHaveLength(1)
        expect(new Set(codesOf(answers))).toEqual(new Set(['AlreadyExecuted']))
        expect(await cancelsOf(id)).toHaveLength(1)
      }),
    LONG,
  )

  test(
    'cancel × execute: the open request blocks the cancel, and then the executed cancel does',
    () =>
      race.trials(async () => {
        const id = await race.activate()
        const request = await requested(id)
        const answers = await race.run((caller, at) =>
          at % 2 === 0 ? cancels(caller, id) : executes(caller, request),
        )
        expect(succeeded(answers)).toHaveLength(1)
        expect(succeeded(oddly(answers))).toHaveLength(1)
        for (const code of codesOf(evenly(answers)))
          expect(['OpenCancelRequest', 'NotCancellable']).toContain(code)
        expect(await cancelsOf(id)).toHaveLength(1)
      }),
    LONG,
  )

  test(
    'cancel × cancel: one succeeds',
    () =>
      race.trials(async () => {
        const id = await race.activate()
        const answers = await race.run((caller) => cancels(caller, id))
        expect(succeeded(answers)).toHaveLength(1)
        expect(new Set(codesOf(answers))).toEqual(new Set(['NotCancellable']))
        expect(await cancelsOf(id)).toHaveLength(1)
      }),
    LONG,
  )

  test(
    'reinstate × reinstate: one succeeds',
    () =>
      race.trials(async () => {
        const id = await race.activate()
        const { body } = await cancels(race.admin, id)
        const answers = await race.run((caller) => reinstates(caller, body.id))
        expect(succeeded(answers)).toHaveLength(1)
        expect(new Set(codesOf(answers))).toEqual(new Set(['AlreadyReversed']))
        expect(await race.read(id)).toMatchObject({ status: 'Active', currentCancel: null })
      }),
    LONG,
  )

  test(
    'cancel × finalize: only a contract in force is cancelled',
    () =>
      race.trials(async () => {
        const id = await race.sell()
        const answers = await race.run((caller, at) =>
          at % 2 === 0 ? cancels(caller, id) : finalizes(caller, id),
        )
        expect(succeeded(oddly(answers))).toHaveLength(1)
        const cancelled = succeeded(evenly(answers)).length
        expect(cancelled).toBeLessThanOrEqual(1)
        expect((await race.read(id)).status).toBe(cancelled === 1 ? 'Cancelled' : 'Active')
        expect(await cancelsOf(id)).toHaveLength(cancelled)
      }),
    LONG,
  )

  test(
    'cancel × hold: earlier holds end with the cancel, later ones are refused',
    () =>
      race.trials(async () => {
        const id = await race.activate()
        const answers = await race.run((caller, at) =>
          at % 2 === 0
            ? cancels(caller, id)
            : caller.post(`/contracts/${id}/holds`, { holdReasonId: race.reasons[at] }),
        )
        expect(succeeded(evenly(answers))).toHaveLength(1)
        expect(codesOf(oddly(answers)).every((code) => code === 'InvalidTransition')).toBe(true)
        const { status, holds } = await race.read(id)
        expect(status).toBe('Cancelled')
        expect(holds).toHaveLength(succeeded(oddly(answers)).length)
        for (const hold of holds)
          expect([hold.status, hold.resolves[0].resolution]).toEqual(['Resolved', 'Cancelled'])
      }),
    LONG,
  )

  test(
    'cancel × correction of a line: the refund uses the lines before or after the correction',
    () =>
      race.trials(async () => {
        const id = await race.activate()
        const { body: rows } = await race.admin.get(
          `/ledgers?contractId=${id}&disbursementCode=RESERVE&direction=Receive`,
        )
        const answers = await race.run((caller, at) =>
          at % 2 === 0
            ? cancels(caller, id)
            : caller.patch(`/ledgers/${rows[0].id}`, { amount: 1000 + at, reason: 'Agreed' }),
        )
        const [cancel] = succeeded(evenly(answers))
        expect(succeeded(evenly(answers))).toHaveLength(1)
        expect(succeeded(oddly(answers))).toHaveLength(CALLERS / 2)
        const { lines, retail, grossRefund } = cancel?.body.calculation ?? {}
        const reserve = lines.find(({ code }: { code: string }) => code === 'RESERVE')
        expect([1061.7, 1001, 1003, 1005]).toContain(reserve.original)
        const sum = lines.reduce((all: number, line: { original: number }) => all + line.original * 100, 0)
        expect(Math.round(sum)).toBe(Math.round(retail * 100))
        expect(grossRefund).toBe(retail)
      }),
    LONG,
  )
})
