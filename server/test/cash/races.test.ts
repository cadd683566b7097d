import { describe, expect, test } from 'vitest'
import { detailsOf, openCash } from '../support/builders/cash.ts'
import { withKey } from '../support/builders/contracts.ts'
import { CALLERS, LONG, openRace } from '../support/hostile/races.ts'
import type { Answer, Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'

// Several callers move the same money at once. It moves once.

const service = await testService()
const cash = openCash(service)
const race = await openRace(service)
const dealer = await holderId(service, 'Dealer', 'D1001')
const DUE = 1362.93

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort()
const count = (answers: readonly Answer[], status: number) =>
  answers.filter((one) => one.status === status).length

const batchOf = async (contractId: number) => {
  const ledgerIds = (await cash.owed(contractId)).map(({ id }) => id)
  const { body } = await cash.stage({ accountHolderId: dealer, direction: 'Receive', ledgerIds }, race.admin)
  return { id: body.id as number, ledgerIds }
}
const process = (caller: Caller, id: number) => cash.process(id, { amountConfirmed: DUE }, caller)
const cashOf = async (contractId: number) => {
  const [row] = await cash.owed(contractId)
  return (row?.details ?? []).filter(({ isReversal }) => !isReversal)
}

describe('at the same time', () => {
  test('process × process: one payment', { timeout: LONG }, () =>
    race.trials(async () => {
      const contractId = await race.activate()
      const { id } = await batchOf(contractId)
      const answers = await race.run((caller) => process(caller, id))
      expect(statuses(answers)).toEqual([200, ...Array.from({ length: CALLERS - 1 }, () => 409)])
      expect(await cashOf(contractId)).toHaveLength(1)
    }),
  )

  test('process × delete: the batch is paid or gone', { timeout: LONG }, () =>
    race.trials(async () => {
      const contractId = await race.activate()
      const { id } = await batchOf(contractId)
      const answers = await race.run((caller, at) =>
        at % 2 === 0 ? process(caller, id) : caller.delete(`/inprocesscashtransactions/${id}`),
      )
      expect(count(answers, 200) + count(answers, 204)).toBe(1)
      expect(await cashOf(contractId)).toHaveLength(count(answers, 200))
      const rows = await cash.owed(contractId)
      expect(rows.every(({ ledgerStatus }) => ledgerStatus === (count(answers, 200) ? 'Paid' : 'Open'))).toBe(
        true,
      )
    }),
  )

  test('two batches over one row: it is in one of them', { timeout: LONG }, () =>
    race.trials(async () => {
      const contractId = await race.activate()
      const owed = await cash.owed(contractId)
      const [shared, ...others] = owed.map(({ id }) => id)
      const answers = await race.run((caller, at) =>
        cash.stage(
          { accountHolderId: dealer, direction: 'Receive', ledgerIds: [others[at % others.length], shared] },
          caller,
        ),
      )
      expect(statuses(answers)).toEqual([201, ...Array.from({ length: CALLERS - 1 }, () => 409)])
      const made = answers.find(({ status }) => status === 201)?.body
      const inProcess = (await cash.owed(contractId)).filter(
        ({ ledgerStatus }) => ledgerStatus === 'InProcess',
      )
      expect(inProcess.every((row) => row.inProcessCashTransactionId === made.id)).toBe(true)
      expect(inProcess).toHaveLength(2)
    }),
  )

  test('apply × void: the rows are paid by live cash only', { timeout: LONG }, () =>
    race.trials(async () => {
      const contractId = await race.activate()
      const details = detailsOf(await cash.owed(contractId))
      const receipt = { type: 'Receipt', method: 'Wire', accountHolderId: dealer, date: '2024-03-15' }
      const { body } = await cash.post({ ...receipt, amount: DUE, allowUnapplied: true }, race.admin)
      const answers = await race.run((caller, at) =>
        cash.patch(
          body.id,
          at % 2 === 0 ? { applyDetails: details } : { status: 'Voided', reason: 'x' },
          caller,
        ),
      )
      expect(count(answers, 200)).toBeLessThanOrEqual(2)
      const after = (await cash.books.get(`/cashtransactions/${body.id}`)).body
      expect(after).toMatchObject({ status: 'Voided', applied: 0 })
      expect((await cash.owed(contractId)).every(({ paidAmount }) => paidAmount === 0)).toBe(true)
      expect((await cash.contract(contractId)).fundingStatus).toBe('NotFunded')
    }),
  )

  test('process × cancel of the contract: both, in some order', { timeout: LONG }, () =>
    race.trials(async () => {
      const contractId = await race.activate()
      const { id } = await batchOf(contractId)
      const terms = { cancelDate: '2024-03-15', cancelReasonCode: 'CUSTREQ', cancelOdometer: 12_000 }
      const answers = await race.run((caller, at) =>
        at % 2 === 0
          ? process(caller, id)
          : caller.post(`/contracts/${contractId}/cancels`, terms, withKey()),
      )
      expect(count(answers, 200)).toBe(1)
      expect(count(answers, 201)).toBeLessThanOrEqual(1)
      expect(await cashOf(contractId)).toHaveLength(1)
    }),
  )
})
