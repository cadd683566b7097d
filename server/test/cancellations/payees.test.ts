import { describe, expect, test } from 'vitest'
import {
  act,
  balances,
  cancelled,
  changed,
  executedC1,
  netOfHolders,
  paymentsOf,
  soldR1,
} from '../support/builders/cancels.ts'
import { funded, rowsPaid } from '../support/builders/cash-paid.ts'
import { checkBooks } from '../support/builders/contract-books.ts'
import { limitedTo, setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'

const service = await testService()
const admin = () => service.api.as('sandbox-admin')
const desk = () => service.api.as('sandbox-cancels')
const on = (date: string) => setClock(service, `${date}T15:00:00Z`)

checkBooks(service)

describe('a refund that the dealer passes on', () => {
  const confirm = (paymentId: number, more: object = {}) => ({
    ...{ action: 'ConfirmRefund', paymentId, paidDate: '2025-09-20', ...more },
  })
  const day = () => on('2025-09-25')

  test('can be confirmed once by the dealer and corrected by the administrator', async () => {
    const { contract, cancel, payment } = await executedC1(service, 'D1002')
    expect(payment).toMatchObject({ payee: { number: 'D1002' }, forPayeeName: 'First Bank FBO Dana Reyes' })
    await day()
    const dealer = await limitedTo(service, 'D1002', 'Dealer')
    const answer = await act(dealer, cancel.id, confirm(payment.id, { reference: 'Check 881' }))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.payments).toMatchObject([{ confirmedDate: '2025-09-20', status: 'Pending' }])
    const again = await act(dealer, cancel.id, confirm(payment.id))
    expect([again.status, again.body.code, again.body.confirmedDate]).toEqual([
      ...[409, 'AlreadyConfirmed', '2025-09-20'],
    ])
    const corrected = await act(desk(), cancel.id, confirm(payment.id, { paidDate: '2025-09-22' }))
    expect(corrected.body.payments).toMatchObject([{ confirmedDate: '2025-09-22' }])
    // The customer has the money, so the refund is no longer late, even if we still owe the dealer.
    await on('2026-01-10')
    expect(await paymentsOf(service, cancel.id)).toMatchObject([{ latePenalty: 0 }])
    const { body } = await admin().get(`/contracts/${contract.id}/history?pageSize=200`)
    const [confirmed] = body.items.filter(
      (entry: { operation: string }) => entry.operation === 'POST /cancels/{cancelId}',
    )
    expect(JSON.stringify(confirmed.changes)).toContain('2025-09-22')
  })

  test('cannot be confirmed by the agent, the lien holder or another dealer', async () => {
    const { cancel, payment } = await executedC1(service, 'D1002')
    await day()
    const asking = { roles: ['Dealer'], name: 'Agency' }
    const id = await holderId(service, 'Agent', 'A100')
    const { body } = await admin().post('/oauthclients', { ...asking, scopes: [{ type: 'Agent', id }] })
    const agent = service.api.with(await service.api.token(body.clientId, body.clientSecret))
    expect((await act(agent, cancel.id, confirm(payment.id))).status).toBe(403)
    const lender = service.api.as('sandbox-lienholder-l100')
    expect((await act(lender, cancel.id, confirm(payment.id))).status).toBe(403)
    const other = service.api.as('sandbox-dealer-d1001')
    expect((await act(other, cancel.id, confirm(payment.id))).status).toBe(404)
  })

  test('an invalid confirmation is refused with all its faults', async () => {
    const { cancel, payment } = await executedC1(service, 'D1002')
    await day()
    const unknown = await act(desk(), cancel.id, confirm(987_654_321))
    expect([unknown.status, unknown.body.code]).toEqual([422, 'UnknownReference'])
    const wrong = await act(
      desk(),
      cancel.id,
      confirm(payment.id, { paidDate: '2025-09-26', documentIds: [1] }),
    )
    expect([wrong.status, wrong.body.code]).toEqual([422, 'DateRangeInvalid'])
    expect(wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      ...['/paidDate', '/documentIds/0'],
    ])
    const direct = await executedC1(service)
    const answer = await act(desk(), direct.cancel.id, confirm(direct.payment.id))
    expect([answer.status, answer.body.code]).toEqual([409, 'NotConfirmable'])
  })
})

describe('changing the payee of a refund', () => {
  const customer = (amount: number) => ({ payee: { type: 'Customer' }, amount })
  const change = (paymentId: number, payments: readonly object[], more: object = {}) => ({
    ...{ action: 'ChangePayee', paymentId, payments, ...more },
  })

  test('to the customer, when the loan is paid off', async () => {
    const { cancel, payment } = await executedC1(service)
    const before = netOfHolders(await balances(service))
    const lender = String(payment.payee.id)
    const refused = await act(desk(), cancel.id, change(payment.id, [customer(1364.6)]))
    expect([refused.status, refused.body.code, refused.body.payee.name]).toEqual([
      ...[422, 'PayeeNotAllowed', 'First Bank FBO Dana Reyes'],
    ])
    const answer = await act(desk(), cancel.id, change(payment.id, [customer(1364.6)], { lienPaidOff: true }))
    expect(answer.status, answer.text).toBe(200)
    const [old, now] = answer.body.payments
    expect(old).toMatchObject({ id: payment.id, status: 'Voided' })
    expect(now).toMatchObject({
      ...{ payeeName: 'Dana Reyes', status: 'Pending', amount: 1364.6, isLienHolder: false },
      ...{ refundDueDate: '2025-10-25', mailTo: { line1: '12 Elm St' }, lines: payment.lines },
    })
    const by = changed(before, netOfHolders(await balances(service)))
    expect(by).toEqual({ [lender]: 1364.6, [String(now.payee.id)]: -1364.6 })
  })

  test('to the customer, when a payoff letter was received', async () => {
    const { contract, cancel, payment } = await executedC1(service)
    const letter = await admin().post(`/contracts/${contract.id}/documents`, {
      ...{ documentTypeCode: 'PAYOFF', fileName: 'payoff.pdf' },
      documentData: Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64'),
    })
    expect(letter.status, letter.text).toBe(201)
    const answer = await act(desk(), cancel.id, change(payment.id, [customer(1364.6)]))
    expect(answer.status, answer.text).toBe(200)
  })

  test('to several payees; the cancel can still be reinstated', async () => {
    const contract = await soldR1(service)
    await funded(service, contract.id)
    const before = netOfHolders(await balances(service))
    const cancel = await cancelled(service, contract.id)
    const [payment] = cancel.payments
    const parts = [
      { payee: { type: 'LienHolder' }, amount: 1000, method: 'ACH' },
      { payee: { type: 'Customer', address: mail }, amount: 776.95 },
    ]
    const answer = await act(service.api.as('sandbox-supervisor'), cancel.id, change(payment.id, parts))
    expect(answer.status, answer.text).toBe(200)
    const [, bank, dana] = answer.body.payments
    expect([bank, dana]).toMatchObject([
      { payeeName: 'First Bank FBO Dana Reyes', method: 'ACH', amount: 1000 },
      { payeeName: 'Dana Reyes', mailTo: mail, amount: 776.95 },
    ])
    const rows = [...bank.lines, ...dana.lines].map(({ amount }: { amount: number }) =>
      Math.round(amount * 100),
    )
    expect(rows.reduce((sum: number, one: number) => sum + one, 0)).toBe(1776_95)
    await rowsPaid(service, contract.id, ({ id }) => id === dana.ledgerId, { date: '2025-09-12' })
    await on('2025-09-15')
    const recoveryAccountId = dana.payee.id
    const back = await act(admin(), cancel.id, {
      ...{ action: 'Reinstate', reason: 'In error', recoveryAccountId },
    })
    expect(back.status, back.text).toBe(200)
    const after = netOfHolders(await balances(service))
    // Whoever has the money owes it back. With that, all balances are restored.
    expect(changed(before, after)).toEqual({ [String(recoveryAccountId)]: 776.95 })
  })

  test('changes the final payee if the dealer passes the refund on', async () => {
    const { cancel, payment } = await executedC1(service, 'D1002')
    const answer = await act(desk(), cancel.id, change(payment.id, [customer(1364.6)], { lienPaidOff: true }))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.payments[1]).toMatchObject({
      ...{ payee: { number: 'D1002' }, forPayeeName: 'Dana Reyes', status: 'Pending' },
    })
  })

  test('is refused if the amounts do not sum, the payment is in process, or the payee is unknown', async () => {
    const { contract, cancel, payment } = await executedC1(service)
    const sum = await act(admin(), cancel.id, change(payment.id, [customer(1364.59)]))
    expect([sum.status, sum.body.code, sum.body.totalRefund]).toEqual([422, 'PaymentsDoNotSum', 1364.6])
    const unknownPayee = { payee: { type: 'Other', accountHolderId: 987_654_321 }, amount: 1364.6 }
    const unknown = await act(admin(), cancel.id, change(payment.id, [unknownPayee]))
    expect([unknown.status, unknown.body.code]).toEqual([422, 'UnknownReference'])
    const dealer = service.api.as('sandbox-dealer-d1001')
    expect((await act(dealer, cancel.id, change(payment.id, [customer(1364.6)]))).status).toBe(403)
    const isRefund = ({ id }: { id: number }) => id === payment.ledgerId
    await rowsPaid(service, contract.id, isRefund, { date: '2025-09-20', part: 1_00 as never })
    const part = await act(admin(), cancel.id, change(payment.id, [customer(1364.6)]))
    expect([part.status, part.body.code, part.body.paymentIds]).toEqual([
      ...[409, 'RefundAlreadyPaid', [payment.id]],
    ])
    await rowsPaid(service, contract.id, isRefund, { date: '2025-09-20' })
    const paid = await act(admin(), cancel.id, change(payment.id, [customer(1364.6)]))
    expect([paid.status, paid.body.code, paid.body.from]).toEqual([409, 'InvalidTransition', 'Paid'])
  })
})

const mail = {
  ...{ line1: '9 Oak Ave', line2: null, city: 'Dallas', state: 'TX', zip: '75201', county: null },
  ...{ country: 'US', type: null },
}
