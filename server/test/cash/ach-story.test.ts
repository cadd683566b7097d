import { beforeAll, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { originator, set } from '../support/builders/ach.ts'
import { openCash, sumOf } from '../support/builders/cash.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { bankAccount } from '../support/builders/payment-writes.ts'
import { inBase64, returnFile } from '../support/builders/return-files.ts'
import { readNacha } from '../support/oracle/nacha.ts'
import type { Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

// A dealer remits by ACH, those who are waiting for it are paid by ACH, and a week later the bank sends some of it back.

const service = await testService()
const { db } = await sandboxOf(service)
const cash = openCash(service)
const office = service.api.as('sandbox-office-d1001')

beforeAll(async () => {
  await setClock(service, '2024-04-12T15:00:00Z')
  await set(cash.admin, originator)
  await run(db, 'update cash_transaction set ach_file_id = 0 where ach_file_id is null', [])
})

/** Gives an account holder a bank account, and answers its id. */
async function accountOf(caller: Caller, accountHolderId: number, accountNumber: string): Promise<number> {
  const entered = await caller.post('/availablePaymentMethods/paymentMethod', {
    ...{ type: 'ACH', ach: { ...bankAccount, accountNumber } },
  })
  const { paymentMethodId } = entered.body
  const offered = await caller.post('/availablePaymentMethods', {
    ...{ accountHolderId, paymentMethodId, isDefault: true },
  })
  expect(offered.status, offered.text).toBe(201)
  return paymentMethodId
}

test('a month by ACH', async () => {
  const dealer = await holderId(service, 'Dealer', 'D1001')
  const contractId = await cash.activate()
  const methodId = await accountOf(office, dealer, '900100200300')

  // The office stages what it owes. While the batch waits, its bank account stays.
  const [merged] = await cash.ledgersOf(`contractId=${contractId}&direction=Receive`, office)
  const staged = await cash.stage(
    {
      ...{ accountHolderId: dealer, direction: 'Receive', ledgerIds: [merged?.id] },
      availablePaymentMethodId: methodId,
    },
    office,
  )
  expect(staged.status, staged.text).toBe(201)
  expect(staged.body).toMatchObject({ method: 'ACH', availablePaymentMethodId: methodId, netAmount: 1362.93 })
  expectProblem(await office.delete(`/availablePaymentMethods/${methodId}`), 'InUse')
  expectProblem(await cash.admin.patch(`/dealers/${dealer}`, { paymentMethods: [] }), 'InUse')
  const processed = await cash.process(staged.body.id, { amountConfirmed: 1362.93 })
  expect(processed.status, processed.text).toBe(200)
  const receiptId: number = processed.body.cashTransactionIds[0]
  expect((await cash.contract(contractId)).fundingStatus).toBe('Funded')

  // Everyone who waited for the dealer's money is paid.
  const payables = await cash.payables(contractId)
  expect(sumOf(payables)).toBe(176.23)
  const paid: { holder: number; cashId: number; ledgerId: number; amount: number }[] = []
  for (const row of payables) {
    const { id: holder } = row.accountHolder
    await accountOf(cash.books, holder, `70000${holder}`)
    const batch = await cash.stage({
      ...{ accountHolderId: holder, direction: 'Pay', ledgerIds: [row.id], method: 'ACH' },
    })
    const done = await cash.process(batch.body.id, { amountConfirmed: row.amount })
    expect(done.status, done.text).toBe(200)
    const [cashId] = done.body.cashTransactionIds
    paid.push({ holder, cashId, ledgerId: row.id, amount: row.amount })
  }

  // One file for all of it.
  const made = await cash.books.post('/achfiles', {})
  expect(made.status, made.text).toBe(201)
  expect(made.body).toMatchObject({ totalDebit: 1362.93, totalCredit: 176.23, batchCount: 2 })
  expect(made.body.cashTransactionIds).toEqual([receiptId, ...paid.map(({ cashId }) => cashId)])
  const file = readNacha((await cash.books.get(`/achfiles/${made.body.id}/content`)).text)
  expect(file.faults).toEqual([])
  const [credits, debits] = file.batches
  expect(debits?.entries).toMatchObject([{ accountNumber: '900100200300', cents: 136_293 }])
  expect(credits?.entries.map(({ accountNumber }) => accountNumber)).toEqual(
    paid.map(({ holder }) => `70000${holder}`),
  )
  await cash.expectBooks()

  // A week later the dealer's money is not there, and the first payee's account does not exist.
  await setClock(service, '2024-04-19T15:00:00Z')
  const [first] = paid
  const returns = returnFile([
    { trace: debits?.entries[0]?.trace ?? '', cents: 136_293, code: 'R01' },
    { trace: credits?.entries[0]?.trace ?? '', cents: Math.round((first?.amount ?? 0) * 100), code: 'R03' },
  ])
  const applied = await cash.books.post('/achfiles/returns', { fileName: 'r.ach', data: inBase64(returns) })
  expect(applied.status, applied.text).toBe(201)
  expect(applied.body.returned).toHaveLength(2)
  expect((await cash.contract(contractId)).fundingStatus).toBe('NotFunded')
  expect((await cash.owed(contractId)).every(({ ledgerStatus }) => ledgerStatus === 'Open')).toBe(true)
  expect(await cash.ledgersOf(`accountHolderId=${dealer}&ledgerType=Penalty`)).toMatchObject([{ amount: 35 }])
  const reopened = (await cash.payables(contractId)).find(({ id }) => id === first?.ledgerId)
  expect(reopened).toMatchObject({ paidAmount: 0 })
  const [method] = (
    await cash.books.get(`/availablePaymentMethods?accountHolderId=${first?.holder}&type=ACH`)
  ).body
  expect(method.isActive).toBe(false)
  expect((await cash.books.get(`/cashtransactions/${receiptId}`)).body).toMatchObject({
    ...{ status: 'Returned', returnCode: 'R01', achFileId: made.body.id },
  })
  await cash.expectBooks()
  const { body: proof } = await cash.books.get('/books/verification')
  expect(proof.checks.filter(({ isWhole }: { isWhole: boolean }) => !isWhole)).toEqual([])
})

test('a batch and the removal of its payment method: one of them is refused', async () => {
  const dealer = await holderId(service, 'Dealer', 'D1001')
  for (let trial = 0; trial < 5; trial += 1) {
    const methodId = await accountOf(cash.books, dealer, `80010020030${trial}`)
    const row = { accountHolderId: dealer, direction: 'Receive', amount: 10, reason: 'Race' }
    const ledgerId = (await cash.books.post('/ledgers', row)).body.id
    const [staged, removed] = await Promise.all([
      cash.stage({
        ...{ accountHolderId: dealer, direction: 'Receive', ledgerIds: [ledgerId] },
        availablePaymentMethodId: methodId,
      }),
      cash.books.delete(`/availablePaymentMethods/${methodId}`),
    ])
    expect([`${staged.status} ${removed.status}`]).toEqual([expect.stringMatching(/^(201 409|422 204)$/)])
    if (staged.status === 201)
      expect((await cash.books.delete(`/inprocesscashtransactions/${staged.body.id}`)).status).toBe(204)
  }
})
