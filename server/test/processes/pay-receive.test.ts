import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancel, soldR1 } from '../support/builders/cancels.ts'
import { claimPaid } from '../support/builders/claims-paid.ts'
import { faultsIn } from '../support/builders/contract-books.ts'
import { inDatabase } from '../support/builders/database.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import { eventsOf, executed, executedSummary } from '../support/builders/process-runs.ts'
import { testService } from '../support/service/app.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

// What is due is put in batches by itself, and account holders expire by themselves, but not while their money is on its way.

const service = await testService()
const admin = service.api.as('sandbox-admin')
const { db } = await sandboxOf(service)
const [dealer, other] = [
  await holderId(service, 'Dealer', 'D1001'),
  await holderId(service, 'Dealer', 'D2001'),
]
afterAll(async () => expect(await faultsIn(db)).toEqual([]))

const batches = async () =>
  (await admin.get('/inprocesscashtransactions?pageSize=200')).body as { id: number; status: string }[]
const settle = (body: object = {}) => executedSummary(service, 'LedgerPayReceive', body)
const expire = (body: object = {}) => executedSummary(service, 'AccountHolderAutoExpire', body)

beforeAll(async () => {
  await withoutContracts(service)
  await inDatabase(service, 'update account_holder set auto_pay_receive = false, expiration_date = null')
  // C1, not funded: the dealer owes 1,362.93 for the contract, and is owed 369.04 of the refund.
  const contract = await soldR1(service)
  await claimPaid(db, contract.id, 412.35)
  expect((await cancel(admin, contract.id)).status).toBe(201)
  await setClock(service, '2025-12-01T15:00:00Z')
})

describe('paying and receiving', () => {
  test('is for account holders that want it, and have something due', async () => {
    expect(await settle()).toBe('Completed: 0 done, 0 skipped, 0 failed')
    for (const id of [dealer, other])
      expect((await admin.patch(`/dealers/${id}`, { autoPayReceive: true })).status).toBe(200)
    expect(await settle({ parameters: { asOfDate: '2024-03-15' } })).toBe(
      'Completed: 0 done, 0 skipped, 0 failed',
    )
  })

  test('a dry run says what it would do', async () => {
    expect(await settle({ dryRun: true })).toBe('Completed: 1 done, 0 skipped, 0 failed')
    expect(await batches()).toEqual([])
  })

  test('puts everything in one batch, what is owed against what is payable', async () => {
    const listed = (await admin.get(`/ledgers/payReceiveLedgers?accountHolderId=${dealer}`)).body[0]
    expect(listed.net).toBe(993.89)
    expect(await settle()).toBe('Completed: 1 done, 0 skipped, 0 failed')
    const [batch, ...more] = await batches()
    expect(more).toEqual([])
    expect(batch).toMatchObject({
      ...{ status: 'Ready', direction: 'Net', netAmount: 993.89, memo: 'Due on 2025-12-01' },
      ...{ totalReceive: listed.totalReceive, totalPay: listed.totalPay },
      accountHolder: { type: 'Dealer', id: dealer, number: 'D1001', name: expect.any(String) },
    })
  })

  test('takes nothing twice', async () => {
    expect(await settle()).toBe('Completed: 0 done, 0 skipped, 0 failed')
    expect(await batches()).toHaveLength(1)
  })
})

describe('account holders', () => {
  test('expire after their date, but not while a batch of theirs is open', async () => {
    for (const id of [dealer, other])
      expect((await admin.patch(`/dealers/${id}`, { expirationDate: '2025-11-30' })).status).toBe(200)
    expect(await expire({ parameters: { asOfDate: '2025-11-30' } })).toBe(
      'Completed: 0 done, 0 skipped, 0 failed',
    )
    const run = await executed(service, 'AccountHolderAutoExpire')
    expect(run).toMatchObject({
      ...{ status: 'CompletedWithErrors', candidates: 2, succeeded: 1, failed: 1 },
      errors: [{ entityId: dealer, code: 'InProcessCash' }],
    })
    const status = async (id: number) => (await admin.get(`/dealers/${id}`)).body.status
    expect([await status(dealer), await status(other)]).toEqual(['Active', 'Expired'])
    const [batch] = await batches()
    expect((await admin.delete(`/inprocesscashtransactions/${batch?.id}`)).status).toBe(204)
    expect(await expire()).toBe('Completed: 1 done, 0 skipped, 0 failed')
    expect(await status(dealer)).toBe('Expired')
    expect(await eventsOf(service, `accountholders/${dealer}`, 'accountHolder.expired')).toEqual([
      { id: dealer, number: 'D1001', status: 'Expired' },
    ])
    expect(await expire()).toBe('Completed: 0 done, 0 skipped, 0 failed')
  })
})
