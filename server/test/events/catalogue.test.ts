import { expect, test } from 'vitest'
import { requested, step } from '../support/builders/cancel-requests.ts'
import { act, c1, executedC1, SOLD } from '../support/builders/cancels.ts'
import { laborFor, openClaims } from '../support/builders/claims.ts'
import { finalize, sellR1, withKey } from '../support/builders/contracts.ts'
import { readAllEvents } from '../support/builders/events.ts'
import { holdReasons, setClock } from '../support/builders/held-contracts.ts'
import { newReference, orderInspection } from '../support/builders/inspections.ts'
import type { Answer } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'

// Who changes something tells it once, in order. What is driven here is what no other test of the type drives; every event
// of every test is compared with its declaration besides.

const service = await testService()
const admin = service.api.as('sandbox-admin')

/** The types of a subject's events, without the kind: `created finalized`. */
const told = async (subject: string): Promise<string> =>
  (await readAllEvents(admin, undefined, `&subject=${subject}`)).items
    .map(({ type }) => type.split('.')[1])
    .join(' ')
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
const done = async (answer: Promise<Answer>): Promise<any> => {
  const { status, body, text } = await answer
  expect(status, text).toBeLessThan(300)
  return body
}

test('a contract tells its life, and refusals, dry runs and replays tell nothing', async () => {
  await setClock(service, SOLD)
  const { id } = (await sellR1(admin)).body
  const path = `/contracts/${id}`
  await done(admin.patch(path, { notes: 'Called.' }))
  await done(admin.patch(path, { notes: 'Sent the form.' }))
  expect((await admin.patch(path, { status: 'Expired' })).status).toBe(409)
  await done(admin.patch(`${path}?dryRun=true`, { notes: 'Never said.' }))
  const key = withKey()
  await done(admin.post(`${path}/finalize`, {}, key))
  await done(admin.post(`${path}/finalize`, {}, key))
  const { PAYMENT, ...others } = await holdReasons(admin)
  const hold = await done(admin.post(`${path}/holds`, { holdReasonId: PAYMENT ?? Object.values(others)[0] }))
  await done(admin.post(`${path}/holds/${hold.id}/resolves`, { resolution: 'Cleared' }))
  const first = await requested(admin, id, { cancelDate: '2024-03-15', cancelOdometer: 12_345 })
  await done(step(admin, first.id, 'Update', { note: 'By phone' }))
  await done(step(admin, first.id, 'Approve'))
  await done(step(admin, first.id, 'Withdraw'))
  await done(admin.post(`${path}/cobuyer`, { firstName: 'Lee', lastName: 'Reyes' }))
  expect(await told(`contracts/${id}`)).toBe(
    'created updated updated finalized held resolved cancelRequested cancelRequestUpdated cancelRequestApproved cancelRequestClosed updated',
  )
})

test('money tells itself, its batch and the contracts that it funds, and tells it back', async () => {
  await setClock(service, SOLD)
  const cash = (await openClaims(service)).cash
  await setClock(service, SOLD)
  const contractId = await cash.sell()
  await done(finalize(admin, contractId))
  const rows = await cash.owed(contractId)
  const accountHolderId = rows[0]?.accountHolder.id ?? 0
  const ledgerIds = rows.map(({ id }) => id)
  const stage = { accountHolderId, direction: 'Receive', ledgerIds, method: 'Check' }
  const deleted = await done(cash.stage(stage))
  await done(admin.delete(`/inprocesscashtransactions/${deleted.id}`))
  const batch = await done(cash.stage(stage))
  const { cashTransactionIds } = await done(
    cash.process(batch.id, { amountConfirmed: batch.totalReceive, checkNumber: '77' }),
  )
  const [cashId] = cashTransactionIds
  await done(cash.patch(cashId, { memo: 'Week 11' }))
  await done(cash.patch(cashId, { clearedDate: '2024-03-15' }))
  await done(cash.patch(cashId, { status: 'Returned', reason: 'NSF', returnCode: 'R01' }))
  expect(await told(`inprocesscashtransactions/${deleted.id}`)).toBe('created deleted')
  expect(await told(`inprocesscashtransactions/${batch.id}`)).toBe('created processed')
  expect(await told(`cashtransactions/${cashId}`)).toBe('posted updated cleared returned')
  expect(await told(`contracts/${contractId}`)).toBe('created finalized funded unfunded')
  const unapplied = { type: 'Receipt', method: 'Wire', accountHolderId, date: '2024-03-15', amount: 20 }
  const early = await done(cash.post({ ...unapplied, details: [], allowUnapplied: true }))
  const row = await done(
    admin.post('/ledgers', { accountHolderId, direction: 'Receive', amount: 20, reason: 'Supplies' }),
  )
  await done(cash.patch(early.id, { applyDetails: [{ ledgerId: row.id, amount: 20 }] }))
  expect(await told(`cashtransactions/${early.id}`)).toBe('posted applied')
  const other = await done(
    admin.post('/ledgers', { accountHolderId, direction: 'Receive', amount: 5, reason: 'Supplies' }),
  )
  await done(admin.patch(`/ledgers/${other.id}`, { amount: 6, reason: 'Miskeyed' }))
  await done(admin.patch(`/ledgers/${other.id}`, { status: 'Voided', reason: 'Entered twice' }))
  expect(await told(`ledgers/${other.id}`)).toBe('created edited voided')
})

test('a refund tells who gets it and that it was received', async () => {
  const { contract, cancel, payment } = await executedC1(service)
  const customer = { payee: { type: 'Customer' }, amount: payment.amount }
  await done(
    act(admin, cancel.id, {
      ...{ action: 'ChangePayee', paymentId: payment.id, payments: [customer], lienPaidOff: true },
    }),
  )
  await done(act(admin, cancel.id, { action: 'Reinstate', reason: 'In error' }))
  expect(await told(`contracts/${contract.id}`)).toMatch(/ cancelled refundPayeeChanged reinstated$/)
  const passed = await executedC1(service, 'D1002')
  await done(
    act(admin, passed.cancel.id, {
      ...{ action: 'ConfirmRefund', paymentId: passed.payment.id, paidDate: c1.cancelDate },
    }),
  )
  expect(await told(`contracts/${passed.contract.id}`)).toMatch(/ cancelled refundConfirmed$/)
})

test('a claim tells every decision and payment, and its inspection every step', async () => {
  const claims = await openClaims(service)
  const contractId = await claims.sellVsc()
  const { id } = await claims.entered(contractId, [laborFor(200)], { repairFacilityId: claims.facilityId })
  const inspection = await done(orderInspection(admin, id, claims.companyId))
  const inspector = service.api.as('sandbox-inspector-ic100')
  await done(
    inspector.post(`/claims/${id}/inspections/takereject/${inspection.id}`, {
      ...{ action: 'Take', externalReference: newReference(), scheduledDate: '2025-03-12' },
    }),
  )
  await done(claims.change(id, { action: 'Deny', deniedReasonCode: 'PREEX' }))
  await done(claims.change(id, { action: 'Reopen', reason: 'Looked again' }))
  await done(claims.authorize(id))
  const unwanted = await done(claims.requestPayment(id))
  await done(
    claims.change(id, { action: 'VoidPayment', paymentRequestId: unwanted.id, reason: 'Wrong shop' }),
  )
  const wanted = await done(claims.requestPayment(id))
  await claims.pay(wanted)
  await done(claims.change(id, { action: 'Close', reason: 'All paid' }))
  expect(await told(`claims/${id}`)).toBe(
    'opened held denied reopened authorized paymentRequested paymentVoided paymentRequested paid closed',
  )
  expect(await told(`inspections/${inspection.id}`)).toBe('ordered taken scheduled cancelled')
  const mistaken = await claims.entered(contractId, [laborFor(50)], { lossDate: '2025-03-09' })
  await done(claims.change(mistaken.id, { action: 'Void', reason: 'Entered twice' }))
  expect(await told(`claims/${mistaken.id}`)).toBe('opened voided')
})
