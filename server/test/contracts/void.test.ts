import { describe, expect, test } from 'vitest'
import { dana, sellAndFinalize, sellR1, withKey } from '../support/builders/contracts.ts'
import { eventsOf, holdReasons } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

const service = await testService()
const staff = service.api.as('sandbox-entry')
const admin = service.api.as('sandbox-admin')

const at = (now: string) => admin.put('/sandbox/clock', { now })
const change = (id: number, body: object, caller = staff) => caller.patch(`/contracts/${id}`, body)

// biome-ignore lint/suspicious/noExplicitAny: a row as it is answered.
type Row = any
async function rowsOf(id: number): Promise<Row[]> {
  const { body } = await service.api.as('sandbox-accounting').get(`/ledgers?contractId=${id}&pageSize=200`)
  return body
}
await at('2024-03-15T15:00:00Z')

/** A transfer of today, and the rows of its fee. */
async function transferred(id: number): Promise<Row[]> {
  const newOwner = { ...dana, firstName: 'Sam', lastName: 'Okafor' }
  const { status, text } = await staff.post(`/contracts/${id}/transferrequest`, {
    ...{ newOwner, transferDate: '2024-03-15', odometer: 12_500 },
  })
  expect(status, text).toBe(201)
  return (await rowsOf(id)).filter(({ ledgerType }) => ledgerType === 'TransferFee')
}

async function manualRow(contractId: number, direction: string, amount: number): Promise<Row> {
  const { body: dealers } = await admin.get('/dealers?number=D1001')
  const { status, text, body } = await admin.post('/ledgers', {
    ...{ accountHolderId: dealers[0].id, contractId, direction, amount, reason: 'Agreed' },
  })
  expect(status, text).toBe(201)
  return body
}

/** Pays a row in full. */
async function posted(type: 'Receipt' | 'Payment', { id, accountHolder, amount }: Row): Promise<void> {
  const { status, text } = await admin.post(
    '/cashtransactions',
    {
      ...{ type, method: 'Wire', accountHolderId: accountHolder.id, date: '2024-03-15', amount },
      details: [{ ledgerId: id, amount }],
    },
    withKey(),
  )
  expect(status, text).toBe(201)
}

describe('a void', () => {
  test('of a pending contract reverses its ledger rows in pairs and keeps its number', async () => {
    const { body: sold } = await sellR1(staff)
    const { body } = await change(sold.id, { status: 'Voided', voidReason: 'Customer withdrew' })
    expect([body.status, body.statusReason, body.number]).toEqual([
      'Voided',
      'Customer withdrew',
      sold.number,
    ])
    const rows = await rowsOf(sold.id)
    expect(rows).toHaveLength(32)
    expect(rows.every(({ ledgerStatus, openAmount }) => ledgerStatus === 'Voided' && openAmount === 0)).toBe(
      true,
    )
    expect((await admin.get(`/journal?contractId=${sold.id}`)).body.items).toEqual([])
  })

  test('of a contract in force reverses its journal, within the void window', async () => {
    const contract = await sellAndFinalize(staff)
    const { body } = await change(contract.id, { status: 'Voided' })
    expect(body.status).toBe('Voided')
    const { body: journal } = await admin.get(`/journal?contractId=${contract.id}&pageSize=200`)
    const net = new Map<string, number>()
    for (const { debitAccount, creditAccount, amount } of journal.items) {
      net.set(debitAccount, (net.get(debitAccount) ?? 0) + Math.round(amount * 100))
      net.set(creditAccount, (net.get(creditAccount) ?? 0) - Math.round(amount * 100))
    }
    expect(journal.items).toHaveLength(14)
    expect([...net.values()].every((amount) => amount === 0)).toBe(true)
  })

  test('of a contract in force needs the permission to finalize', async () => {
    const contract = await sellAndFinalize(staff)
    const answer = await change(contract.id, { status: 'Voided' }, service.api.as('sandbox-dealer-d1001'))
    expectProblem(answer, 'Forbidden')
    expect(answer.body.permission).toBe('contracts:finalize')
  })

  test('is refused after the void window', async () => {
    const contract = await sellAndFinalize(staff)
    await at('2024-05-15T15:00:00Z')
    const answer = await change(contract.id, { status: 'Voided' })
    await at('2024-03-15T15:00:00Z')
    expectProblem(answer, 'NotVoidable')
    expect(answer.body.reason).toBe('WindowPassed')
  })

  test('reverses fees and manual rows as well, and owes back what was paid of them', async () => {
    const contract = await sellAndFinalize(staff)
    await transferred(contract.id)
    const goodwill = await manualRow(contract.id, 'Pay', 12.5)
    const paid = await manualRow(contract.id, 'Receive', 30)
    await posted('Receipt', paid)
    const { status, text } = await change(contract.id, { status: 'Voided' })
    expect(status, text).toBe(200)
    const rows = await rowsOf(contract.id)
    expect(rows.filter(({ ledgerType }) => ledgerType === 'TransferFee')).toMatchObject([
      { direction: 'Receive', ledgerStatus: 'Voided' },
      { direction: 'Pay', ledgerStatus: 'Voided' },
    ])
    expect(rows.find(({ id }) => id === goodwill.id)).toMatchObject({ ledgerStatus: 'Voided' })
    expect(rows.filter(({ ledgerStatus }) => ledgerStatus === 'Open')).toMatchObject([
      { direction: 'Pay', ledgerType: 'Adjustment', amount: 30, offsetOfLedgerId: paid.id },
    ])
    const { body: books } = await admin.get('/books/verification')
    expect(books.isWhole, JSON.stringify(books)).toBe(true)
  })

  test('is refused while a fee is in a batch, or after a manual row was paid out', async () => {
    const contract = await sellAndFinalize(staff)
    const [fee] = await transferred(contract.id)
    const { body: batch } = await admin.post('/inprocesscashtransactions', {
      ...{ accountHolderId: fee.accountHolder.id, direction: 'Receive', ledgerIds: [fee.id] },
    })
    const inBatch = await change(contract.id, { status: 'Voided' })
    expect(expectProblem(inBatch, 'NotVoidable')).toMatchObject({ reason: 'InProcess' })
    await admin.delete(`/inprocesscashtransactions/${batch.id}`)
    await posted('Payment', await manualRow(contract.id, 'Pay', 12.5))
    const paidOut = await change(contract.id, { status: 'Voided' })
    expect(expectProblem(paidOut, 'NotVoidable')).toMatchObject({ reason: 'PaidOut' })
  })

  test('of a pending contract is refused after any of its rows was paid', async () => {
    const { body: sold } = await sellR1(staff)
    await posted('Receipt', await manualRow(sold.id, 'Receive', 30))
    const answer = await change(sold.id, { status: 'Voided' })
    expect(expectProblem(answer, 'NotVoidable')).toMatchObject({ reason: 'Paid' })
  })

  test('ends holds and withdraws cancel requests, and says so', async () => {
    const contract = await sellAndFinalize(staff)
    const asked = await admin.post(`/contracts/${contract.id}/cancelrequests`, {
      ...{ cancelDate: '2024-03-15', cancelReasonCode: 'CUSTREQ' },
    })
    expect(asked.status, asked.text).toBe(201)
    await change(contract.id, { status: 'Voided' })
    expect((await admin.get(`/cancelrequests/${asked.body.id}`)).body.status).toBe('Withdrawn')
    expect((await eventsOf(service, contract.id)).slice(-2)).toEqual([
      'contract.cancelRequestClosed',
      'contract.voided',
    ])
    const { body: pending } = await sellR1(staff)
    const reasons = await holdReasons(staff)
    await staff.post(`/contracts/${pending.id}/holds`, { holdReasonId: reasons.NONPAY })
    await change(pending.id, { status: 'Voided' })
    expect((await eventsOf(service, pending.id)).slice(-2)).toEqual(['contract.resolved', 'contract.voided'])
  })

  test('leaves only notes and addresses editable', async () => {
    const { body: sold } = await sellR1(staff)
    await change(sold.id, { status: 'Voided' })
    expect((await change(sold.id, { notes: 'kept', customer: { address: { zip: '78702' } } })).status).toBe(
      200,
    )
    const answer = await change(sold.id, {
      retailPrice: 2900,
      lienHolderNumber: 'L200',
      customer: { email: 'x@y.example' },
    })
    expectProblem(answer, 'NotEditable')
    expect(answer.body.errors.map(({ pointer }: Row) => pointer).sort()).toEqual([
      '/customer',
      '/lienHolderNumber',
      '/retailPrice',
    ])
    expectProblem(await change(sold.id, { status: 'Active' }), 'InvalidTransition')
  })
})
