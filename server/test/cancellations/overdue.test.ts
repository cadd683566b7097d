import { expect, test } from 'vitest'
import { act, cancelled, soldR1 } from '../support/builders/cancels.ts'
import { funded, rowsPaid } from '../support/builders/cash-paid.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'

const service = await testService()
const admin = () => service.api.as('sandbox-admin')
const on = (date: string) => setClock(service, `${date}T15:00:00Z`)

/** A cancel whose refund is due so many days after its notice. */
async function refund(noticeReceivedDate: string, dealer = 'D1001') {
  const contract = await soldR1(service, {}, dealer)
  await funded(service, contract.id)
  await on('2025-09-20')
  const cancel = await cancelled(service, contract.id, { noticeReceivedDate })
  return { contract, cancel, payment: cancel.payments[0] }
}

const made = {
  second: await refund('2025-09-10'),
  first: await refund('2025-09-09'),
  paid: await refund('2025-09-09'),
  dealer: await refund('2025-09-12', 'D1002'),
  back: await refund('2025-09-09'),
}
for (const { contract, payment } of [made.paid, made.dealer])
  await rowsPaid(service, contract.id, ({ id }) => id === payment.ledgerId, { date: '2025-09-20' })
await act(admin(), made.back.cancel.id, { action: 'Reinstate', reason: 'In error' })

/** Those of this story: the sandbox has others, which were due long before. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
async function overdue(search = '', caller = admin()): Promise<any[]> {
  const answer = await caller.get(`/cancelpayments/overdue?pageSize=200${search}`)
  expect(answer.status, answer.text).toBe(200)
  const own = Object.values(made).map(({ payment }) => payment.id)
  return answer.body.items.filter(({ id }: { id: number }) => own.includes(id))
}
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

test('lists refunds due within ten days, most urgent first, and paid ones that a dealer has not confirmed', async () => {
  await on('2025-10-17')
  const rows = await overdue()
  expect(ids(rows)).toEqual([made.first.payment.id, made.second.payment.id, made.dealer.payment.id])
  expect(rows[0]).toMatchObject({
    ...{ contractNumber: made.first.contract.number, refundDueDate: '2025-10-24', daysLeft: 7 },
    ...{ status: 'Pending', latePenalty: 0, amount: 1776.95 },
  })
  expect(rows[0]).toMatchObject({ nextPenalty: 177.7, nextPenaltyDate: '2025-10-25', costOfWaiting: 0 })
  expect(rows[2]).toMatchObject({ nextPenalty: null, nextPenaltyDate: null, costOfWaiting: 0 })
  expect(rows[2]).toMatchObject({ status: 'Paid', paidDate: '2025-09-20', daysLeft: 10 })
  expect(await overdue('&withinDays=6')).toEqual([])
  expect(ids(await overdue('&withinDays=7'))).toEqual([made.first.payment.id])
  expect(await overdue('&withinDays=9999999')).toHaveLength(3)
})

test('shows the penalty so far of late refunds', async () => {
  await on('2025-11-26')
  const [first, second] = await overdue('&withinDays=0')
  expect(first).toMatchObject({ daysLeft: -33, latePenalty: 355.39 })
  expect(second).toMatchObject({ daysLeft: -32, latePenalty: 355.39 })
})

test('says what waiting until tomorrow costs', async () => {
  await on('2025-10-24')
  expect((await overdue('&withinDays=0'))[0]).toMatchObject({ latePenalty: 0, costOfWaiting: 177.7 })
  await on('2025-11-25')
  const [first, second] = await overdue('&withinDays=0')
  expect(first).toMatchObject({ latePenalty: 355.39, nextPenaltyDate: '2025-12-25', costOfWaiting: 0 })
  expect(second).toMatchObject({ latePenalty: 177.7, nextPenaltyDate: '2025-11-26', costOfWaiting: 177.69 })
})

test('supports paging and sorting', async () => {
  await on('2025-10-17')
  const whole = (await admin().get('/cancelpayments/overdue?pageSize=200')).body
  const pages = Math.ceil(whole.totalCount / 2)
  const paged: number[] = []
  for (let page = 1; page <= pages; page += 1) {
    const { body } = await admin().get(`/cancelpayments/overdue?pageSize=2&pageNumber=${page}`)
    expect([body.totalCount, body.totalPages]).toEqual([whole.totalCount, pages])
    paged.push(...ids(body.items))
  }
  expect(paged).toEqual(ids(whole.items))
  const days = whole.items.map(({ refundDueDate }: { refundDueDate: string }) => refundDueDate)
  expect(days).toEqual([...days].sort())
  expect(ids(await overdue('&sortBy=refundDueDate&sortDirection=Desc'))[0]).toBe(made.dealer.payment.id)
})

test('lists only contracts that the caller may see, without the split of dealer cost', async () => {
  await on('2025-10-17')
  const rows = await overdue('', service.api.as('sandbox-dealer-d1001'))
  expect(ids(rows)).toEqual([made.first.payment.id, made.second.payment.id])
  expect(JSON.stringify(rows)).not.toContain('RESERVE')
  expect(await overdue('', service.api.as('sandbox-dealer-d2001'))).toEqual([])
})

test('a confirmed refund is no longer listed', async () => {
  await on('2025-10-17')
  const { cancel, payment } = made.dealer
  const answer = await act(service.api.as('sandbox-cancels'), cancel.id, {
    ...{ action: 'ConfirmRefund', paymentId: payment.id, paidDate: '2025-09-25' },
  })
  expect(answer.status, answer.text).toBe(200)
  expect(ids(await overdue())).toEqual([made.first.payment.id, made.second.payment.id])
})

test('an invalid number of days is refused', async () => {
  const { status, body } = await admin().get('/cancelpayments/overdue?withinDays=-1')
  expect([status, body.code]).toEqual([400, 'ValidationFailed'])
})
