import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { permissions } from '../../src/domain/permissions.ts'
import { type AnsweredLedger, openCash } from '../support/builders/cash.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import type { Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { holderId } from '../support/service/sandbox.ts'

// Callers that are limited to an account holder: what they may do with money, and what answers and refusals tell them.

const service = await testService()
const cash = openCash(service)
const office = () => service.api.as('sandbox-office-d1001')
let dealer: number
let other: number
/** A key with every permission that is limited to the dealer. */
let limited: Caller
beforeAll(async () => {
  dealer = await holderId(service, 'Dealer', 'D1001')
  other = await holderId(service, 'Dealer', 'D1002')
  const scopes = [{ type: 'Dealer', id: dealer }]
  const { body } = await cash.admin.post('/apikeys', { name: 'limited', permissions, scopes })
  limited = service.api.with(body.key)
})
beforeEach(() => setClock(service, '2024-04-12T15:00:00Z'))

const receipt = (amount: number, details: readonly object[]) => ({
  ...{ type: 'Receipt', method: 'Wire', accountHolderId: dealer, date: '2024-04-12', amount, details },
})
const stage = (ledgerIds: readonly number[], accountHolderId = dealer) =>
  cash.stage({ accountHolderId, direction: 'Receive', ledgerIds }, office())
/** The lines of dealer cost that staff see, and the one row that the dealer sees. */
async function costOf(contractId: number): Promise<{ lines: AnsweredLedger[]; merged: number }> {
  const [merged] = await cash.ledgersOf(`contractId=${contractId}&direction=Receive`, limited)
  return { lines: await cash.owed(contractId), merged: merged?.id ?? 0 }
}

describe('a dealer’s office', () => {
  test('cannot name a single line of its cost: the answer would tell its amount', async () => {
    const { lines, merged } = await costOf(await cash.activate())
    for (const { id } of lines.filter((line) => line.id !== merged)) {
      const problem = expectProblem(await stage([id]), 'UnknownReference')
      expect(problem.ledgerIds).toEqual([id])
      const post = await cash.post(receipt(1, [{ ledgerId: id, amount: 1 }]), limited)
      expectProblem(post, 'UnknownReference')
    }
  })

  test('finds cash by the row that it sees, not by a line behind it', async () => {
    const { lines, merged } = await costOf(await cash.activate())
    const posted = await cash.post(
      receipt(
        1362.93,
        lines.map(({ id, amount }) => ({ ledgerId: id, amount })),
      ),
    )
    const found = async (id: number | undefined, caller: Caller) =>
      (await caller.get(`/v2/cashtransactions?ledgerId=${id}`)).body.items.map(
        (row: { id: number }) => row.id,
      )
    expect(await found(merged, limited)).toEqual([posted.body.id])
    const hidden = lines.find(({ id }) => id !== merged)?.id
    expect(await found(hidden, cash.books)).toEqual([posted.body.id])
    expect(await found(hidden, limited)).toEqual([])
  })

  test('cannot name a row of another account holder, nor act for one that it only sees', async () => {
    const { lines } = await costOf(await cash.activate('D1002'))
    const row = lines[0]?.id ?? 0
    expectProblem(await stage([row]), 'UnknownReference')
    expectProblem(await stage([row], other), 'UnknownReference')
    const agent = await holderId(service, 'Agent', 'A100')
    expectProblem(await stage([row], agent), 'UnknownReference')
    expectProblem(
      await cash.post({ ...receipt(5, []), accountHolderId: other, allowUnapplied: true }, limited),
      'UnknownReference',
    )
  })

  test('stages what is left of a cost that is paid in part, under the id that it knows', async () => {
    const contractId = await cash.activate()
    const { lines, merged } = await costOf(contractId)
    const [first] = lines
    await cash.post(receipt(first?.amount ?? 0, [{ ledgerId: first?.id, amount: first?.amount }]))
    const staged = await stage([merged])
    expect(staged.status, staged.text).toBe(201)
    expect(staged.body).toMatchObject({
      netAmount: 301.23,
      ledgers: [{ ledgerId: merged, disbursementCode: 'DEALERCOST', amount: 301.23 }],
    })
    const again = expectProblem(await stage([merged]), 'LedgerInOtherBatch')
    expect(again.ledgerIds).toEqual([merged])
    expectProblem(
      await cash.post(receipt(1, [{ ledgerId: merged, amount: 1 }]), limited),
      'LedgerInOtherBatch',
    )
    await cash.process(staged.body.id, { amountConfirmed: 301.23 })
    const paid = expectProblem(await stage([merged]), 'LedgerNotOpen')
    expect(paid.ledgerIds).toEqual([merged])
    await cash.expectBooks()
  })

  test('does not learn from the totals of its contract what an agent is paid, or gives back', async () => {
    const contractId = await cash.activate()
    const totals = async (caller: Caller) => (await caller.get(`/contracts/${contractId}`)).body.totals
    const { lines } = await costOf(contractId)
    await cash.post(
      receipt(
        1362.93,
        lines.map(({ id, amount }) => ({ ledgerId: id, amount })),
      ),
    )
    expect(await totals(limited)).toMatchObject({ received: 1362.93, paidOut: 0 })
    const agent = await holderId(service, 'Agent', 'A100')
    const [row] = await cash.ledgersOf(`contractId=${contractId}&accountHolderId=${agent}&direction=Pay`)
    const amount = row?.amount ?? 0
    expect(amount).toBeGreaterThan(0)
    const payment = { type: 'Payment', method: 'Wire', accountHolderId: agent, date: '2024-04-12', amount }
    const paid = await cash.post({ ...payment, details: [{ ledgerId: row?.id, amount }] })
    expect(paid.status, paid.text).toBe(201)

    expect(await totals(cash.admin)).toMatchObject({ received: 1362.93, paidOut: amount })
    expect(await totals(limited)).toMatchObject({ received: 1362.93, paidOut: 0 })
    const scopes = [{ type: 'Agent', id: agent }]
    const { body: key } = await cash.admin.post('/apikeys', { name: 'agent', permissions, scopes })
    expect(await totals(service.api.with(key.key))).toMatchObject({ received: 1362.93, paidOut: amount })
  })

  test('sees, stages and deletes only what it sends, whatever accounting stages for its account', async () => {
    const rowOf = async (direction: string): Promise<number> => {
      const body = { accountHolderId: dealer, direction, amount: 10, reason: 'Test', dueDate: '2024-04-12' }
      return (await cash.admin.post('/ledgers', body)).body.id
    }
    const staged = async (direction: string, ledgerIds: readonly number[]): Promise<number> =>
      (await cash.stage({ accountHolderId: dealer, direction, ledgerIds })).body.id
    const receive = await staged('Receive', [await rowOf('Receive')])
    const pay = await staged('Pay', [await rowOf('Pay')])
    const net = await staged('Net', [await rowOf('Pay'), await rowOf('Receive')])
    const path = (id: number) => `/inprocesscashtransactions/${id}`
    const listed = async (caller: Caller, query = ''): Promise<number[]> =>
      (await caller.get(`/inprocesscashtransactions?pageSize=200&${query}`)).body.map(
        ({ id }: { id: number }) => id,
      )
    for (const caller of [cash.books, limited])
      expect(await listed(caller)).toEqual(expect.arrayContaining([receive, pay, net]))
    const receiver = await cash.admin.post('/apikeys', {
      ...{ name: 'receives only', permissions: ['cash:receive'], scopes: [{ type: 'Dealer', id: dealer }] },
    })
    for (const caller of [office(), service.api.with(receiver.body.key)]) {
      const seen = await listed(caller)
      expect(seen).toContain(receive)
      expect(seen).not.toContain(pay)
      expect(seen).not.toContain(net)
      expect(await listed(caller, 'direction=Pay,Net')).toEqual([])
      const csv = await caller.get('/inprocesscashtransactions?direction=Pay,Net', {
        headers: { accept: 'text/csv' },
      })
      expect(csv.text.trim().split('\r\n')).toHaveLength(1)
      expect((await caller.get(path(receive))).status).toBe(200)
      for (const id of [pay, net]) {
        expectProblem(await caller.get(path(id)), 'NotFound')
        expectProblem(await caller.delete(path(id)), 'NotFound')
      }
    }
    expect((await office().delete(path(receive))).status).toBe(204)
    for (const id of [pay, net]) expect((await cash.books.delete(path(id))).status).toBe(204)
  })

  test('neither pays, voids nor processes', async () => {
    const { merged } = await costOf(await cash.activate())
    const { body: batch } = await stage([merged])
    const { body: posted } = await cash.post({ ...receipt(5, []), allowUnapplied: true })
    for (const answer of [
      await cash.process(batch.id, { amountConfirmed: 1362.93 }, office()),
      await cash.post({ ...receipt(5, []), allowUnapplied: true }, office()),
      await cash.patch(posted.id, { status: 'Voided', reason: 'Mine' }, office()),
      await cash.patch(posted.id, { memo: 'Mine' }, office()),
    ])
      expectProblem(answer, 'Forbidden')
    expect((await office().delete(`/inprocesscashtransactions/${batch.id}`)).status).toBe(204)
  })
})

describe('a dealer that may enter cash', () => {
  test('pays its cost by the merged row, the lines that are due first', async () => {
    const contractId = await cash.activate()
    const { lines, merged } = await costOf(contractId)
    const answer = await cash.post(receipt(1100, [{ ledgerId: merged, amount: 1100 }]), limited)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.ledgers).toMatchObject([{ ledgerId: merged, disbursementCode: 'DEALERCOST' }])
    expect(answer.body.ledgers).toHaveLength(1)
    const shown = (await limited.get(`/ledgers/${merged}`)).body
    expect(shown).toMatchObject({ paidAmount: 1100, openAmount: 262.93 })
    expect(shown.details).toMatchObject([{ cashTransactionId: answer.body.id, appliedAmount: 1100 }])
    const after = await cash.owed(contractId)
    expect(after[0]).toMatchObject({ id: lines[0]?.id, ledgerStatus: 'Paid' })
    expect((await cash.contract(contractId)).fundingStatus).toBe('PartiallyFunded')
    const over = expectProblem(
      await cash.post(receipt(300, [{ ledgerId: merged, amount: 300 }]), limited),
      'OverApplied',
    )
    expect(over.ledgerIds).toEqual([merged])
    expect(over.detail).toContain('262.93')
    await cash.expectBooks()
  })

  test('sees no line in what a dry run would do', async () => {
    const { merged } = await costOf(await cash.activate())
    const dry = await limited.post('/inprocesscashtransactions?dryRun=true', {
      accountHolderId: dealer,
      direction: 'Receive',
      ledgerIds: [merged],
    })
    expect(dry.text).not.toMatch(/RESERVE|1061\.7/)
    const keyed = { 'idempotency-key': 'limited-dry-run' }
    const body = receipt(1362.93, [{ ledgerId: merged, amount: 1362.93 }])
    const posted = await limited.post('/cashtransactions?dryRun=true', body, keyed)
    expect(posted.status, posted.text).toBeLessThan(300)
    expect(posted.text).not.toMatch(/RESERVE|1061\.7/)
  })
})
