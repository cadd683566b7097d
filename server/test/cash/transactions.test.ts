import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { detailsOf, openCash, sumOf } from '../support/builders/cash.ts'
import { checkBooks } from '../support/builders/contract-books.ts'
import { withKey } from '../support/builders/contracts.ts'
import { holdReasons, setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { holderId } from '../support/service/sandbox.ts'

const service = await testService()
const cash = openCash(service)
checkBooks(service)
let dealer: number
beforeAll(async () => {
  dealer = await holderId(service, 'Dealer', 'D1001')
})
beforeEach(() => setClock(service, '2024-04-12T15:00:00Z'))

const receipt = (changes: object = {}) => ({
  ...{ type: 'Receipt', method: 'Check', accountHolderId: dealer, date: '2024-04-12' },
  ...changes,
})
const payment = (changes: object = {}) => ({ ...receipt(), type: 'Payment', ...changes })

/** Pays the agent of a contract that is funded. */
async function payAgent(contractId: number): Promise<{ cashId: number; ledgerId: number }> {
  const commission = (await cash.payables(contractId)).find(
    ({ disbursementCode }) => disbursementCode === 'AGENT',
  )
  const { body } = await cash.post(
    payment({
      ...{ accountHolderId: commission?.accountHolder.id, amount: 75, method: 'ACH' },
      details: [{ ledgerId: commission?.id, amount: 75 }],
    }),
  )
  return { cashId: body.id, ledgerId: commission?.id ?? 0 }
}

describe('a receipt that pays a contract', () => {
  test('funds it, opens what waited for the money, and is answered with every field', async () => {
    const id = await cash.activate()
    const owed = await cash.owed(id)
    expect(sumOf(owed)).toBe(1362.93)
    const before = await cash.balance(`Receivable:${dealer}`)
    const posted = await cash.post(
      receipt({ amount: 1362.93, details: detailsOf(owed), checkNumber: '10441', memo: 'March' }),
    )
    expect(posted.status, posted.text).toBe(201)
    expect(posted.headers.get('location')).toBe(`/cashtransactions/${posted.body.id}`)
    expect(posted.body).toMatchObject({
      ...{ type: 'Receipt', method: 'Check', status: 'Posted', date: '2024-04-12', postedDate: '2024-04-12' },
      ...{ amount: 1362.93, applied: 1362.93, unapplied: 0, checkNumber: '10441', memo: 'March' },
      ...{ accountHolder: { type: 'Dealer', id: dealer, number: 'D1001' }, is1099: false, rowVersion: 1 },
      ...{ customFields: [], voidReason: null, clearedDate: null, achFileId: null },
    })
    expect(posted.body.number).toMatch(/^CT-\d{6}$/)
    expect(posted.body.ledgers).toHaveLength(7)
    expect((await cash.books.get(`/cashtransactions/${posted.body.id}`)).body).toEqual(posted.body)
    expect((await cash.contract(id)).fundingStatus).toBe('Funded')
    expect((await cash.owed(id)).every(({ ledgerStatus }) => ledgerStatus === 'Paid')).toBe(true)
    expect((await cash.payables(id)).every(({ ledgerStatus }) => ledgerStatus === 'Open')).toBe(true)
    expect(await cash.balance(`Receivable:${dealer}`)).toBeCloseTo(before - 1362.93, 2)
  })

  test('pays a part: the contract is funded in part, and the rest stays open', async () => {
    const id = await cash.activate()
    const [reserve] = await cash.owed(id)
    const posted = await cash.post(
      receipt({ amount: 500.25, details: [{ ledgerId: reserve?.id, amount: 500.25 }] }),
    )
    expect(posted.status, posted.text).toBe(201)
    expect((await cash.contract(id)).fundingStatus).toBe('PartiallyFunded')
    const [row] = await cash.owed(id)
    expect(row).toMatchObject({ ledgerStatus: 'Open', paidAmount: 500.25, openAmount: 561.45 })
    expect((await cash.payables(id)).every(({ waitsFor }) => waitsFor === 'Funding')).toBe(true)
  })

  test('may come before the finalize: the money is unapplied in the books until then', async () => {
    const id = await cash.sell()
    const owed = await cash.owed(id)
    const before = await cash.balance(`Unapplied:${dealer}`)
    const posted = await cash.post(receipt({ amount: sumOf(owed), details: detailsOf(owed) }))
    expect(posted.status, posted.text).toBe(201)
    expect(posted.body).toMatchObject({ applied: 1362.93, unapplied: 0 })
    expect(await cash.contract(id)).toMatchObject({ status: 'Pending', fundingStatus: 'Funded' })
    expect(await cash.balance(`Unapplied:${dealer}`)).toBeCloseTo(before - 1362.93, 2)
    await cash.expectBooks()
    const finalized = await cash.admin.post(`/contracts/${id}/finalize`, {}, withKey())
    expect(finalized.status, finalized.text).toBe(200)
    expect((await cash.owed(id)).every(({ ledgerStatus }) => ledgerStatus === 'Paid')).toBe(true)
    expect((await cash.payables(id)).every(({ ledgerStatus }) => ledgerStatus === 'Open')).toBe(true)
    expect(await cash.balance(`Unapplied:${dealer}`)).toBeCloseTo(before, 2)
  })

  test('that finalizes by itself when the administrator wants that', async () => {
    const id = await cash.sell()
    const settings = (await cash.admin.get('/generalsettings?key=autoFinalizeWhenFunded')).body
    const setting = (settings.items ?? settings)[0]
    await cash.admin.patch(`/generalsettings/${setting.id}`, { value: true })
    const owed = await cash.owed(id)
    await cash.post(receipt({ amount: sumOf(owed), details: detailsOf(owed) }))
    expect(await cash.contract(id)).toMatchObject({ status: 'Active', fundingStatus: 'Funded' })
    await cash.admin.patch(`/generalsettings/${setting.id}`, { value: false })
  })

  test('ends a hold for missing payment, and no other', async () => {
    const id = await cash.activate()
    const reasons = await holdReasons(cash.admin)
    for (const code of ['NONPAY', 'MISSIGN'])
      await cash.admin.post(`/contracts/${id}/holds`, { holdReasonId: reasons[code] })
    const owed = await cash.owed(id)
    await cash.post(receipt({ amount: sumOf(owed), details: detailsOf(owed) }))
    const { status, holds } = await cash.contract(id)
    expect(status).toBe('OnHold')
    const state = holds.map((hold: { reason: { code: string }; status: string }) => [
      hold.reason.code,
      hold.status,
    ])
    expect(state).toEqual([
      ['NONPAY', 'Resolved'],
      ['MISSIGN', 'Open'],
    ])
  })
})

describe('money that is not applied', () => {
  test('is applied later, on the day of that', async () => {
    const id = await cash.activate()
    const posted = await cash.post(receipt({ amount: 2000, allowUnapplied: true, reference: 'Lockbox 7' }))
    expect(posted.body).toMatchObject({ applied: 0, unapplied: 2000, ledgers: [] })
    await setClock(service, '2024-04-20T15:00:00Z')
    const owed = await cash.owed(id)
    const applied = await cash.patch(posted.body.id, { applyDetails: detailsOf(owed) })
    expect(applied.status, applied.text).toBe(200)
    expect(applied.body).toMatchObject({
      applied: 1362.93,
      unapplied: 637.07,
      date: '2024-04-12',
      rowVersion: 2,
    })
    const { body } = await cash.admin.get(`/journal?cashTransactionId=${posted.body.id}&pageSize=50`)
    const dates = body.items.map((row: { accountingDate: string }) => row.accountingDate)
    expect([...new Set(dates)]).toEqual(['2024-04-12', '2024-04-20'])
    expect((await cash.contract(id)).fundingStatus).toBe('Funded')
    const more = await cash.patch(posted.body.id, {
      applyDetails: detailsOf(await cash.owed(await cash.activate())),
    })
    expectProblem(more, 'AmountMismatch')
  })

  test('is cleared when the bank has seen it', async () => {
    const { body } = await cash.post(receipt({ amount: 10, allowUnapplied: true }))
    const cleared = await cash.patch(body.id, { clearedDate: '2024-04-12' })
    expect(cleared.body).toMatchObject({ status: 'Cleared', clearedDate: '2024-04-12' })
    expectProblem(await cash.patch(body.id, { clearedDate: '2024-04-12' }), 'InvalidTransition')
    expectProblem(await cash.patch(body.id, { checkNumber: '5' }), 'NotEditable')
    const later = await cash.post(receipt({ amount: 10, allowUnapplied: true }))
    expectProblem(await cash.patch(later.body.id, { clearedDate: '2024-04-13' }), 'DateInFuture')
    const early = await cash.patch(later.body.id, { clearedDate: '2000-01-01' })
    expect(expectProblem(early, 'ClearedBeforeCash', 422).errors).toMatchObject([{ pointer: '/clearedDate' }])
  })
})

describe('a payment', () => {
  test('pays an agent whose contract is funded, and nets what the agent owes', async () => {
    const id = await cash.activate()
    const owed = await cash.owed(id)
    await cash.post(receipt({ amount: sumOf(owed), details: detailsOf(owed) }))
    const commission = (await cash.payables(id)).find(({ disbursementCode }) => disbursementCode === 'AGENT')
    const agent = commission?.accountHolder.id ?? 0
    const charge = await cash.admin.post('/ledgers', {
      ...{ accountHolderId: agent, direction: 'Receive', amount: 12.5, reason: 'Supplies' },
    })
    const paid = await cash.post(
      payment({
        ...{ accountHolderId: agent, amount: 62.5, checkNumber: 'A-1' },
        details: [
          { ledgerId: commission?.id, amount: 75 },
          { ledgerId: charge.body.id, amount: 12.5 },
        ],
      }),
    )
    expect(paid.status, paid.text).toBe(201)
    expect(paid.body).toMatchObject({ type: 'Payment', amount: 62.5, applied: 62.5, unapplied: 0 })
    const again = payment({ accountHolderId: agent, amount: 5, checkNumber: 'a-1', details: [] })
    const other = await cash.admin.post('/ledgers', {
      ...{ accountHolderId: agent, direction: 'Pay', amount: 5, reason: 'Bonus' },
    })
    const details = [{ ledgerId: other.body.id, amount: 5 }]
    expectProblem(await cash.post({ ...again, details }), 'DuplicateCheckNumber')
  })

  test('of a lost check is voided and issued again with the same number', async () => {
    const bonus = await cash.admin.post('/ledgers', {
      ...{ accountHolderId: dealer, direction: 'Pay', amount: 80, reason: 'Bonus' },
    })
    const details = [{ ledgerId: bonus.body.id, amount: 80 }]
    const first = await cash.post(payment({ amount: 80, checkNumber: 'L-9', details }))
    const replaced = { replacesCashTransactionId: first.body.id }
    const body = payment({ amount: 80, checkNumber: 'L-9', details, ...replaced })
    expectProblem(await cash.post({ ...body, checkNumber: 'L-10', details: [] }), 'InvalidTransition')
    const voided = await cash.patch(first.body.id, { status: 'Voided', reason: 'Lost in the mail' })
    expect(voided.body).toMatchObject({
      ...{ status: 'Voided', voidReason: 'Lost in the mail', applied: 0, unapplied: 80 },
    })
    expect(voided.body.ledgers.map(({ isReversal }: { isReversal: boolean }) => isReversal)).toEqual([
      false,
      true,
    ])
    const second = await cash.post(body)
    expect(second.status, second.text).toBe(201)
    expect(second.body).toMatchObject({ replacesCashTransactionId: first.body.id, checkNumber: 'L-9' })
  })
})

describe('a returned check', () => {
  test('re-opens the rows, lets funding fall back, charges a fee and holds the contract', async () => {
    const id = await cash.activate()
    const owed = await cash.owed(id)
    const posted = await cash.post(receipt({ amount: sumOf(owed), details: detailsOf(owed) }))
    await payAgent(id)
    await setClock(service, '2024-04-22T15:00:00Z')
    const feesBefore = (await cash.ledgersOf(`accountHolderId=${dealer}&ledgerType=Penalty`)).length
    const returned = await cash.patch(posted.body.id, {
      ...{ status: 'Returned', reason: 'Insufficient funds', returnCode: 'R01', placeHold: true },
    })
    expect(returned.status, returned.text).toBe(200)
    expect(returned.body).toMatchObject({ status: 'Returned', returnCode: 'R01', applied: 0 })
    expect(
      (await cash.owed(id)).every(
        ({ ledgerStatus, paidAmount }) => ledgerStatus === 'Open' && paidAmount === 0,
      ),
    ).toBe(true)
    const { fundingStatus, status, holds } = await cash.contract(id)
    expect([fundingStatus, status, holds.at(-1).reason.code]).toEqual(['NotFunded', 'OnHold', 'PAYRETURN'])
    const states = (await cash.payables(id)).map((row) => `${row.disbursementCode} ${row.ledgerStatus}`)
    expect(states.sort()).toEqual(['AGENT Paid', 'CLIP Held', 'DLRGRP Held', 'PREMTAX Held', 'ROADSIDE Held'])
    const fees = await cash.ledgersOf(`accountHolderId=${dealer}&ledgerType=Penalty`)
    expect(fees.length).toBe(feesBefore + 1)
    expect(fees.find(({ amount, direction }) => amount === 35 && direction === 'Receive')?.ledgerStatus).toBe(
      'Open',
    )
    const { body } = await cash.admin.get(
      `/journal?cashTransactionId=${posted.body.id}&from=2024-04-22&pageSize=50`,
    )
    expect(body.items).toHaveLength(8)
    expectProblem(
      await cash.patch(posted.body.id, { status: 'Voided', reason: 'Again' }),
      'InvalidTransition',
    )
  })

  test('that puts the contract on hold: what was paid out before is held once it comes back', async () => {
    const id = await cash.activate()
    const owed = await cash.owed(id)
    const posted = await cash.post(receipt({ amount: sumOf(owed), details: detailsOf(owed) }))
    const { cashId, ledgerId } = await payAgent(id)
    const agent = async () => (await cash.payables(id)).find((row) => row.id === ledgerId)
    const reason = 'Insufficient funds'
    await cash.patch(posted.body.id, { status: 'Returned', reason, placeHold: true })
    expect(await agent()).toMatchObject({ ledgerStatus: 'Paid', openAmount: 0 })
    const voided = await cash.patch(cashId, { status: 'Voided', reason: 'Lost' })
    expect(voided.status, voided.text).toBe(200)
    const { holds } = await cash.contract(id)
    expect(await agent()).toMatchObject({
      ...{ ledgerStatus: 'Held', waitsFor: null, holdId: holds.at(-1).id, openAmount: 75 },
    })
    const resolved = await cash.admin.post(`/contracts/${id}/holds/${holds.at(-1).id}/resolves`, {
      resolution: 'Cleared',
    })
    expect(resolved.status, resolved.text).toBe(201)
    expect(await agent()).toMatchObject({ ledgerStatus: 'Pending', waitsFor: 'Funding', holdId: null })
  })

  test('costs nothing when the administrator says so, even after the bank had cleared it', async () => {
    const { body } = await cash.post(receipt({ amount: 70, allowUnapplied: true }))
    await cash.patch(body.id, { clearedDate: '2024-04-12' })
    const before = (await cash.ledgersOf(`accountHolderId=${dealer}&ledgerType=Penalty`)).length
    const returned = await cash.patch(body.id, {
      status: 'Returned',
      reason: 'Stop payment',
      chargeNsfFee: false,
    })
    expect(returned.body.status).toBe('Returned')
    expect((await cash.ledgersOf(`accountHolderId=${dealer}&ledgerType=Penalty`)).length).toBe(before)
  })
})

describe('refused, and nothing changes', () => {
  test.each([
    ['more than is open', { amount: 2000, allowUnapplied: true }, 2000, 'OverApplied'],
    ['less applied than received', { amount: 20 }, 10, 'AmountMismatch'],
    ['more applied than received', { amount: 5, allowUnapplied: true }, 10, 'AmountMismatch'],
    ['a date in the future', { amount: 10, date: '2024-04-13' }, 10, 'DateInFuture'],
    ['another account holder', { amount: 10, accountHolderId: 'other' }, 10, 'LedgerOfOther'],
  ] as const)('%s', async (_, changes, amount, code) => {
    const id = await cash.activate()
    const [row] = await cash.owed(id)
    const other = await holderId(service, 'Dealer', 'D2001')
    const body = receipt({ ...changes, details: [{ ledgerId: row?.id, amount }] })
    const sent = 'accountHolderId' in changes ? { ...body, accountHolderId: other } : body
    expectProblem(await cash.post(sent), code)
    expect((await cash.owed(id))[0]).toMatchObject({ paidAmount: 0, ledgerStatus: 'Open', details: [] })
  })

  test('rows that are memo, waiting, paid or unknown, all told at once', async () => {
    const id = await cash.activate()
    const rows = await cash.rowsOf(id)
    const memo = rows.find(({ isMemo, accountHolder }) => isMemo && accountHolder.id === dealer)
    const waiting = rows.find(({ waitsFor }) => waitsFor === 'Funding')
    const details = [memo, waiting].map((row) => ({ ledgerId: row?.id, amount: 1 }))
    const refused = await cash.post(
      receipt({ amount: 2, details: [...details, { ledgerId: 999_999, amount: 1 }] }),
    )
    const problem = expectProblem(refused, 'LedgerNotOpen')
    expect(problem).toMatchObject({ ledgerIds: [memo?.id] })
    const errors = (problem.errors as unknown as { pointer: string; code: string }[]).map(
      ({ pointer, code }) => `${pointer} ${code}`,
    )
    expect(errors).toEqual([
      '/details/0/ledgerId LedgerNotOpen',
      '/details/1/ledgerId LedgerOfOther',
      '/details/2/ledgerId UnknownReference',
    ])
  })

  test('amounts that are no money, and what does not fit together', async () => {
    const [row] = await cash.owed(await cash.activate())
    const send = (changes: object) => cash.post(receipt({ amount: 10, allowUnapplied: true, ...changes }))
    expect(faultsIn(await send({ amount: 10.005 }))).toEqual(['/amount Precision'])
    expect(faultsIn(await send({ amount: -1 }))).toEqual(['/amount Range'])
    expect(faultsIn(await send({ amount: 0 }))).toEqual(['/amount Range'])
    expect(faultsIn(await send({ details: [{ ledgerId: row?.id, amount: -5 }] }))).toEqual([
      '/details/0/amount Range',
    ])
    const twice = [1, 2].map((amount) => ({ ledgerId: row?.id, amount }))
    expect(faultsIn(await send({ details: twice }))).toEqual(['/details/1/ledgerId Format'])
    const posted = await send({})
    expect(faultsIn(await cash.patch(posted.body.id, { amount: 5 }))).toEqual(['/amount Unknown'])
    expect(faultsIn(await cash.patch(posted.body.id, { status: 'Voided' }))).toEqual(['/reason Required'])
    expect(faultsIn(await cash.patch(posted.body.id, { reason: 'x' }))).toEqual(['/reason Unknown'])
  })

  test('without a key, and without the right', async () => {
    expectProblem(
      await cash.books.post('/cashtransactions', receipt({ amount: 1, allowUnapplied: true })),
      'PreconditionRequired',
    )
    for (const name of ['sandbox-office-d1001', 'sandbox-entry', 'sandbox-agent-a100'])
      expectProblem(
        await cash.post(receipt({ amount: 1, allowUnapplied: true }), service.api.as(name)),
        'Forbidden',
      )
  })
})

describe('lists and custom fields', () => {
  test('find cash by each filter, the newest first', async () => {
    const id = await cash.activate()
    const owed = await cash.owed(id)
    const { number } = await cash.contract(id)
    const body = receipt({
      amount: sumOf(owed),
      details: detailsOf(owed),
      checkNumber: 'FIND-1',
      reference: 'Ref 1',
    })
    const posted = await cash.post(body)
    const found = async (search: string) => {
      const { body } = await cash.books.get(`/v2/cashtransactions?${search}`)
      return body.items.map((row: { id: number }) => row.id)
    }
    for (const search of [
      'checkNumber=find-1',
      'reference=REF%201',
      `contractNumber=${number.toLowerCase()}`,
      `ledgerId=${owed[0]?.id}`,
      'amountFrom=1362.93&amountTo=1362.93&checkNumber=FIND-1',
      `accountHolderId=${dealer}&type=Receipt&method=Check&status=Posted&checkNumber=FIND-1&dateFrom=2024-04-12&dateTo=2024-04-12`,
    ])
      expect(await found(search), search).toEqual([posted.body.id])
    expect(await found('checkNumber=FIND-1&dateFrom=2024-04-13')).toEqual([])
    const v1 = await cash.books.get(`/cashtransactions?accountHolderId=${dealer}&pageSize=200`)
    const order = v1.body.map((row: { date: string; id: number }) => [row.date, row.id])
    expect(order).toEqual([...order].sort((a, b) => (a[0] < b[0] ? 1 : a[0] > b[0] ? -1 : b[1] - a[1])))
  })

  test('a dealer sees its own cash, with dealer cost as one', async () => {
    const id = await cash.activate()
    const owed = await cash.owed(id)
    const { body } = await cash.post(receipt({ amount: sumOf(owed), details: detailsOf(owed) }))
    const seen = await service.api.as('sandbox-office-d1001').get(`/cashtransactions/${body.id}`)
    expect(seen.body.ledgers).toHaveLength(1)
    expect(seen.body.ledgers[0]).toMatchObject({ appliedAmount: 1362.93, disbursementCode: 'DEALERCOST' })
    const other = await holderId(service, 'Dealer', 'D2001')
    const theirs = await cash.post(receipt({ accountHolderId: other, amount: 9, allowUnapplied: true }))
    expectProblem(
      await service.api.as('sandbox-office-d1001').get(`/cashtransactions/${theirs.body.id}`),
      'NotFound',
    )
  })

  test('custom fields are set, changed and removed', async () => {
    const { body } = await cash.post(receipt({ amount: 3, allowUnapplied: true }))
    const path = `/cashtransactions/${body.id}/customfields`
    const set = await cash.books.post(path, { code: 'LOCKBOX', value: 'A' })
    expect(set.status, set.text).toBe(201)
    expectProblem(await cash.books.post(path, { code: 'LOCKBOX', value: 'B' }), 'FieldExists')
    expectProblem(await cash.books.patch(`${path}/${set.body.fieldId}`, { value: 'C' }), 'FieldInvalid')
    const { customFields } = (await cash.books.get(`/cashtransactions/${body.id}`)).body
    expect(customFields).toMatchObject([{ code: 'LOCKBOX', value: 'A' }])
    expect((await cash.books.delete(`${path}/${set.body.fieldId}`)).status).toBe(204)
  })
})
