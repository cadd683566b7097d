import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openCash, sumOf } from '../support/builders/cash.ts'
import { checkBooks } from '../support/builders/contract-books.ts'
import { withKey } from '../support/builders/contracts.ts'
import { holdReasons, setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { holderId } from '../support/service/sandbox.ts'

const service = await testService()
const cash = openCash(service)
checkBooks(service)
const office = () => service.api.as('sandbox-office-d1001')
let dealer: number
beforeAll(async () => {
  dealer = await holderId(service, 'Dealer', 'D1001')
})
beforeEach(() => setClock(service, '2024-04-12T15:00:00Z'))

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
const receive = (ledgerIds: readonly number[], changes: object = {}) =>
  cash.stage({ accountHolderId: dealer, direction: 'Receive', ledgerIds, ...changes })
const manual = async (
  direction: string,
  amount: number,
  dueDate = '2024-04-12',
  accountHolderId = dealer,
) => {
  const body = { accountHolderId, direction, amount, reason: 'Test', dueDate }
  return (await cash.admin.post('/ledgers', body)).body
}
const row = async (id: number) => (await cash.admin.get(`/ledgers/${id}`)).body

describe('a remittance', () => {
  test('is staged, confirmed and processed: the contract is funded', async () => {
    const id = await cash.activate()
    const owed = await cash.owed(id)
    const staged = await receive(ids(owed), { memo: 'April' })
    expect(staged.status, staged.text).toBe(201)
    expect(staged.body).toMatchObject({
      ...{ status: 'Ready', direction: 'Receive', method: 'Check', memo: 'April', scheduledDate: null },
      ...{ totalReceive: 1362.93, totalPay: 0, netAmount: 1362.93, cashTransactionIds: [] },
      accountHolder: { type: 'Dealer', id: dealer, number: 'D1001' },
    })
    expect(staged.body.ledgers).toHaveLength(7)
    expect(staged.body.ledgers[0]).toMatchObject({
      disbursementCode: 'RESERVE',
      amount: 1061.7,
      direction: 'Receive',
    })
    expect((await cash.owed(id)).every((one) => one.inProcessCashTransactionId === staged.body.id)).toBe(true)
    await cash.expectBooks()
    const processed = await cash.process(staged.body.id, {
      ...{ amountConfirmed: 1362.93, checkNumber: '10441', effectiveDate: '2024-04-12' },
    })
    expect(processed.status, processed.text).toBe(200)
    expect(processed.body).toMatchObject({ status: 'Processed', netAmount: 1362.93 })
    const [cashId] = processed.body.cashTransactionIds
    expect((await cash.books.get(`/cashtransactions/${cashId}`)).body).toMatchObject({
      ...{ type: 'Receipt', amount: 1362.93, applied: 1362.93, checkNumber: '10441', memo: 'April' },
      inProcessCashTransactionId: staged.body.id,
    })
    expect((await cash.contract(id)).fundingStatus).toBe('Funded')
    const again = expectProblem(
      await cash.process(staged.body.id, { amountConfirmed: 1362.93 }),
      'AlreadyProcessed',
    )
    expect(again.cashTransactionIds).toEqual([cashId])
    expectProblem(await cash.books.delete(`/inprocesscashtransactions/${staged.body.id}`), 'AlreadyProcessed')
  })

  test('of a dealer’s office is staged by its merged row, and processed by accounting alone', async () => {
    const id = await cash.activate()
    const [merged] = await cash.ledgersOf(`contractId=${id}&direction=Receive`, office())
    expect(merged).toMatchObject({ disbursementCode: 'DEALERCOST', amount: 1362.93 })
    const staged = await cash.stage(
      { accountHolderId: dealer, direction: 'Receive', ledgerIds: [merged?.id] },
      office(),
    )
    expect(staged.status, staged.text).toBe(201)
    expect(staged.body).toMatchObject({
      netAmount: 1362.93,
      ledgers: [{ disbursementCode: 'DEALERCOST', amount: 1362.93 }],
    })
    expect((await cash.owed(id)).every(({ ledgerStatus }) => ledgerStatus === 'InProcess')).toBe(true)
    expectProblem(await cash.process(staged.body.id, { amountConfirmed: 1362.93 }, office()), 'Forbidden')
    const owner = await holderId(service, 'Dealer', 'D2001')
    const other = await manual('Receive', 10, '2024-04-12', owner)
    expectProblem(
      await cash.stage({ accountHolderId: owner, direction: 'Receive', ledgerIds: [other.id] }, office()),
      'UnknownReference',
    )
    const pay = { accountHolderId: dealer, direction: 'Pay', ledgerIds: [merged?.id] }
    expectProblem(await cash.stage(pay, office()), 'Forbidden')
    expectProblem(
      await service.api.as('sandbox-dealer-d2001').get(`/inprocesscashtransactions/${staged.body.id}`),
      'Forbidden',
    )
    expect((await office().delete(`/inprocesscashtransactions/${staged.body.id}`)).status).toBe(204)
    expect((await cash.owed(id)).every(({ ledgerStatus }) => ledgerStatus === 'Open')).toBe(true)
  })

  test('for a contract that is not finalized waits with it', async () => {
    const id = await cash.sell()
    const staged = await receive(ids(await cash.owed(id)))
    expect(staged.status, staged.text).toBe(201)
    expect((await cash.books.delete(`/inprocesscashtransactions/${staged.body.id}`)).status).toBe(204)
    expect(
      (await cash.owed(id)).every((one) => one.ledgerStatus === 'Pending' && one.waitsFor === 'Finalize'),
    ).toBe(true)
    const again = await receive(ids(await cash.owed(id)))
    await cash.process(again.body.id, { amountConfirmed: 1362.93 })
    expect(await cash.contract(id)).toMatchObject({ status: 'Pending', fundingStatus: 'Funded' })
  })

  test('of a payable whose contract is put on hold meanwhile: it is held when the batch is deleted', async () => {
    const id = await cash.activate()
    const remitted = await receive(ids(await cash.owed(id)))
    await cash.process(remitted.body.id, { amountConfirmed: 1362.93 })
    const commission = (await cash.payables(id)).find(({ disbursementCode }) => disbursementCode === 'AGENT')
    const agent = commission?.accountHolder.id
    const staged = await cash.stage({ accountHolderId: agent, direction: 'Pay', ledgerIds: [commission?.id] })
    const { MISSIGN: holdReasonId } = await holdReasons(cash.admin)
    await cash.admin.post(`/contracts/${id}/holds`, { holdReasonId })
    expect((await row(commission?.id ?? 0)).ledgerStatus).toBe('InProcess')
    const byAch = { amountConfirmed: 75, ach: true }
    expectProblem(await cash.process(staged.body.id, byAch), 'PaymentMethodNotUsable')
    expect((await cash.books.delete(`/inprocesscashtransactions/${staged.body.id}`)).status).toBe(204)
    expect((await row(commission?.id ?? 0)).ledgerStatus).toBe('Held')
  })

  test('of a payable whose contract is put on hold meanwhile: what the batch leaves open of it is held', async () => {
    const id = await cash.activate()
    const remitted = await receive(ids(await cash.owed(id)))
    await cash.process(remitted.body.id, { amountConfirmed: 1362.93 })
    const commission = (await cash.payables(id)).find(({ disbursementCode }) => disbursementCode === 'AGENT')
    const { id: ledgerId = 0, accountHolder } = commission ?? {}
    const accountHolderId = accountHolder?.id
    const part = await cash.post({
      ...{ type: 'Payment', method: 'Wire', accountHolderId, date: '2024-04-12', amount: 25 },
      details: [{ ledgerId, amount: 25 }],
    })
    const staged = await cash.stage({ accountHolderId, direction: 'Pay', ledgerIds: [ledgerId] })
    expect(staged.body).toMatchObject({ netAmount: -50 })
    await cash.patch(part.body.id, { status: 'Voided', reason: 'Lost' })
    const { MISSIGN: holdReasonId } = await holdReasons(cash.admin)
    await cash.admin.post(`/contracts/${id}/holds`, { holdReasonId })
    const processed = await cash.process(staged.body.id, { amountConfirmed: 50, checkNumber: '7781' })
    expect(processed.status, processed.text).toBe(200)
    expect(await row(ledgerId)).toMatchObject({ ledgerStatus: 'Held', paidAmount: 50, openAmount: 25 })
  })

  test('is chosen by a filter', async () => {
    const id = await cash.activate()
    const { number } = await cash.contract(id)
    const staged = await cash.stage({
      accountHolderId: dealer,
      direction: 'Receive',
      filter: { contractNumber: number },
    })
    expect(staged.body).toMatchObject({ netAmount: 1362.93 })
    const none = { accountHolderId: dealer, direction: 'Receive', filter: { contractNumber: number } }
    expectProblem(await cash.stage(none), 'NothingSelected')
    const { body } = await cash.books.get(
      `/inprocesscashtransactions?accountHolderId=${dealer}&status=Ready&pageSize=200`,
    )
    expect(ids(body)).toContain(staged.body.id)
  })
})

describe('less or more than is due', () => {
  test('less pays the oldest due rows first; the others are open again', async () => {
    const rows = [
      await manual('Receive', 100, '2024-04-10'),
      await manual('Receive', 50, '2024-04-01'),
      await manual('Receive', 30),
    ]
    const staged = await receive(ids(rows))
    const processed = await cash.process(staged.body.id, { amountConfirmed: 180, amountReceived: 120 })
    expect(processed.status, processed.text).toBe(200)
    const after = await Promise.all(rows.map(({ id }) => row(id)))
    expect(after.map((one) => [one.ledgerStatus, one.paidAmount])).toEqual([
      ['Open', 70],
      ['Paid', 50],
      ['Open', 0],
    ])
    expect(after.every((one) => one.inProcessCashTransactionId === null)).toBe(true)
  })

  test('more stays unapplied', async () => {
    const rows = [await manual('Receive', 100)]
    const staged = await receive(ids(rows))
    const { body } = await cash.process(staged.body.id, { amountConfirmed: 100, amountReceived: 110.5 })
    const made = (await cash.books.get(`/cashtransactions/${body.cashTransactionIds[0]}`)).body
    expect(made).toMatchObject({ amount: 110.5, applied: 100, unapplied: 10.5 })
  })

  test.each([
    ['short', 96.25, 'Pay', 3.75],
    ['over', 104.99, 'Receive', 4.99],
  ])('a small difference is written off: %s', async (_, amountReceived, direction, difference) => {
    const owed = await manual('Receive', 100)
    const staged = await receive([owed.id])
    const { body, text } = await cash.process(staged.body.id, {
      ...{ amountConfirmed: 100, amountReceived, writeOffDifference: true },
    })
    expect(body.status, text).toBe('Processed')
    expect(await row(owed.id)).toMatchObject({ ledgerStatus: 'Paid', paidAmount: 100 })
    const [id] = body.cashTransactionIds
    const made = (await cash.books.get(`/cashtransactions/${id}`)).body
    expect(made).toMatchObject({ amount: amountReceived, applied: amountReceived, unapplied: 0 })
    const [written] = await cash.ledgersOf(`cashTransactionId=${id}&ledgerType=CashOverShort`)
    expect(written).toMatchObject({ direction, amount: difference, ledgerStatus: 'Paid' })
    await cash.expectBooks()
    await cash.patch(id, { status: 'Voided', reason: 'Wrong dealer' })
    expect(await row(owed.id)).toMatchObject({ ledgerStatus: 'Open', paidAmount: 0 })
    expect(await row(written?.id ?? 0)).toMatchObject({ ledgerStatus: 'Voided', openAmount: 0 })
  })

  test('a larger one is not', async () => {
    const staged = await receive([(await manual('Receive', 100)).id])
    const short = { amountConfirmed: 100, amountReceived: 94.99, writeOffDifference: true }
    expectProblem(await cash.process(staged.body.id, short), 'DifferenceTooLarge')
  })
})

describe('a net batch', () => {
  test('of what a dealer owes and is owed comes to one receipt', async () => {
    const rows = [await manual('Receive', 4088.79), await manual('Pay', 369.04)]
    const staged = await cash.stage({ accountHolderId: dealer, direction: 'Net', ledgerIds: ids(rows) })
    expect(staged.body).toMatchObject({ totalReceive: 4088.79, totalPay: 369.04, netAmount: 3719.75 })
    expectProblem(
      await cash.process(staged.body.id, { amountConfirmed: 3719.75, amountReceived: 3700 }),
      'AmountMismatch',
    )
    const { body } = await cash.process(staged.body.id, { amountConfirmed: 3719.75 })
    const made = (await cash.books.get(`/cashtransactions/${body.cashTransactionIds[0]}`)).body
    expect(made).toMatchObject({ type: 'Receipt', amount: 3719.75, applied: 3719.75 })
  })

  test('where we owe more is a payment', async () => {
    const rows = [await manual('Receive', 10), await manual('Pay', 25)]
    const staged = await cash.stage({ accountHolderId: dealer, direction: 'Net', ledgerIds: ids(rows) })
    expect(staged.body.netAmount).toBe(-15)
    const problem = expectProblem(
      await cash.process(staged.body.id, { amountConfirmed: 10 }),
      'AmountChanged',
    )
    expect(problem.netAmount).toBe(-15)
    const { body } = await cash.process(staged.body.id, { amountConfirmed: 15, checkNumber: 'N-15' })
    const made = (await cash.books.get(`/cashtransactions/${body.cashTransactionIds[0]}`)).body
    expect(made).toMatchObject({ type: 'Payment', method: 'Check', amount: 15, applied: 15 })
  })

  test('of nothing is a netting of 0.00', async () => {
    const rows = [await manual('Receive', 10), await manual('Pay', 10)]
    const staged = await cash.stage({ accountHolderId: dealer, direction: 'Net', ledgerIds: ids(rows) })
    const { body, text } = await cash.process(staged.body.id, { amountConfirmed: 0 })
    expect(body.status, text).toBe('Processed')
    const made = (await cash.books.get(`/cashtransactions/${body.cashTransactionIds[0]}`)).body
    expect(made).toMatchObject({ method: 'Netting', amount: 0, applied: 0, unapplied: 0 })
    expect((await Promise.all(rows.map(({ id }) => row(id)))).map((one) => one.ledgerStatus)).toEqual([
      'Paid',
      'Paid',
    ])
  })
})

describe('refused, and nothing changes', () => {
  test('rows that are elsewhere, of others, or in the wrong direction', async () => {
    const owed = await cash.owed(await cash.activate())
    const staged = await receive(ids(owed))
    const inBatch = expectProblem(await receive(ids(owed)), 'LedgerInOtherBatch')
    expect(inBatch.ledgerIds).toEqual(ids(owed))
    const [paid] = staged.body.ledgers
    const single = [{ ledgerId: paid.ledgerId, amount: 1 }]
    const body = {
      type: 'Receipt',
      method: 'Check',
      accountHolderId: dealer,
      date: '2024-04-12',
      amount: 1,
      details: single,
    }
    expectProblem(await cash.post(body), 'LedgerInOtherBatch')
    expectProblem(
      await cash.admin.patch(`/ledgers/${paid.ledgerId}`, { amount: 5, reason: 'x' }),
      'LedgerNotEditable',
    )
    const other = await holderId(service, 'Dealer', 'D2001')
    const theirs = await manual('Receive', 10, '2024-04-12', other)
    expectProblem(await receive([theirs.id]), 'LedgerOfOther')
    expectProblem(await receive([(await manual('Pay', 5)).id]), 'DirectionMismatch')
    expectProblem(await receive([]), 'NothingSelected')
    expectProblem(await receive([999_999]), 'UnknownReference')
    const rows = await cash.rowsOf(await cash.activate())
    const memo = rows.find(({ isMemo, accountHolder }) => isMemo && accountHolder.id === dealer)
    expectProblem(
      await cash.stage({ accountHolderId: dealer, direction: 'Net', ledgerIds: [memo?.id] }),
      'LedgerNotOpen',
    )
    expectProblem(
      await receive([theirs.id], { availablePaymentMethodId: 999_999, accountHolderId: other }),
      'PaymentMethodNotUsable',
    )
  })

  test('a request that names rows and a filter, or neither', async () => {
    const batch = { accountHolderId: dealer, direction: 'Receive' }
    expect(faultsIn(await cash.stage(batch))).toEqual(['/ledgerIds Required'])
    expect(faultsIn(await cash.stage({ ...batch, ledgerIds: [1], filter: {} }))).toEqual(['/filter Format'])
  })

  test('to process without a key, on a day to come, or with a number that is used', async () => {
    const staged = await receive([(await manual('Receive', 10)).id])
    const path = `/inprocesscashtransactions/${staged.body.id}/processrequests`
    expectProblem(await cash.books.post(path, { amountConfirmed: 10 }), 'PreconditionRequired')
    expectProblem(
      await cash.process(staged.body.id, { amountConfirmed: 10, effectiveDate: '2024-04-13' }),
      'DateInFuture',
    )
    for (const checkNumber of ['P-1', 'p-1']) {
      const pay = await cash.stage({
        accountHolderId: dealer,
        direction: 'Pay',
        ledgerIds: [(await manual('Pay', 10)).id],
      })
      const answer = await cash.process(pay.body.id, { amountConfirmed: 10, checkNumber })
      if (checkNumber === 'P-1') expect(answer.status, answer.text).toBe(200)
      else expectProblem(answer, 'DuplicateCheckNumber')
    }
  })

  test('the same key again answers the same and pays once', async () => {
    const staged = await receive([(await manual('Receive', 10)).id])
    const path = `/inprocesscashtransactions/${staged.body.id}/processrequests`
    const key = withKey()
    const first = await cash.books.post(path, { amountConfirmed: 10 }, key)
    const second = await cash.books.post(path, { amountConfirmed: 10 }, key)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second.body).toEqual(first.body)
    expect(sumOf(first.body.ledgers)).toBe(10)
  })
})
