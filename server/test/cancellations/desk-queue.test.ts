import { expect, test } from 'vitest'
import { quoteOf, requested, step } from '../support/builders/cancel-requests.ts'
import { soldR1 } from '../support/builders/cancels.ts'
import { funded } from '../support/builders/cash-paid.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

const service = await testService()
const desk = () => service.api.as('sandbox-cancels')
const on = (date: string) => setClock(service, `${date}T15:00:00Z`)

/** A request whose notice came on a day. */
async function asked(noticeReceivedDate: string, changes: object = {}, dealer = 'D1001') {
  const contract = await soldR1(service, {}, dealer)
  await funded(service, contract.id)
  await on('2025-09-20')
  return { contract, request: await requested(desk(), contract.id, { noticeReceivedDate, ...changes }) }
}

const made = {
  second: await asked('2025-09-12'),
  first: await asked('2025-09-10', { requestedBy: 'Dealer' }),
  waits: await asked('2025-09-14', { cancelOdometer: undefined, cancelReasonCode: 'TRADE' }),
  other: await asked('2025-09-16', {}, 'D1002'),
  denied: await asked('2025-09-10'),
}
await step(desk(), made.denied.request.id, 'Deny', { denyReason: 'No signature' })
await step(desk(), made.second.request.id, 'Approve')
const quote = (await quoteOf(desk(), made.first.contract.id)).body

const own = [...Object.values(made).map(({ request }) => request.id), quote.id]
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
async function queue(search = '', caller = desk()): Promise<any[]> {
  const answer = await caller.get(`/v2/cancelrequests?pageSize=200${search}`)
  expect(answer.status, answer.text).toBe(200)
  // The sandbox has requests of its own.
  return answer.body.items.filter(({ id }: { id: number }) => own.includes(id))
}
const names = (rows: readonly { id: number }[]) =>
  rows.map(({ id }) => Object.entries(made).find(([, { request }]) => request.id === id)?.[0] ?? 'quote')

test('the queue has what waits for the desk, what the law wants next first', async () => {
  await on('2025-10-17')
  const rows = await queue()
  expect(names(rows)).toEqual(['first', 'second', 'waits', 'other'])
  const { contract, request } = made.first
  expect(rows[0]).toEqual({
    ...{ id: request.id, number: request.number, status: 'Requested', cancelId: null, state: 'TX' },
    ...{ contractId: contract.id, contractNumber: contract.number, dealerNumber: 'D1001' },
    ...{ customerName: 'Dana Reyes', dealerName: rows[0].dealerName },
    ...{ reasonCode: 'CUSTREQ', reasonName: 'Customer request', requestedBy: 'Dealer' },
    ...{ requestedAt: '2025-09-20T15:00:00.000Z', createdBy: rows[0].createdBy },
    ...{ noticeReceivedDate: '2025-09-10', cancelDate: '2025-09-10', totalRefund: 1776.95 },
    ...{ refundDueDate: '2025-10-25', daysLeft: 8, latePenalty: 0 },
    missing: ['document:CancelForm', 'document:OdometerStatement'],
    ...{ nextPenalty: 177.7, nextPenaltyDate: '2025-10-26', costOfWaiting: 0 },
  })
})

test('a request without its odometer has its deadline, and no refund yet', async () => {
  const [waits] = await queue(`&contractId=${made.waits.contract.id}`)
  expect(waits).toMatchObject({
    ...{ status: 'NeedsInfo', totalRefund: null, refundDueDate: '2025-10-29', nextPenalty: null },
    missing: ['cancelOdometer', 'document:CancelForm', 'document:OdometerStatement'],
  })
})

test('waiting costs a tenth on the day after the due date, and on the days when a month begins', async () => {
  await on('2025-10-25')
  const [due] = await queue('&sortBy=refundDueDate')
  expect(due).toMatchObject({ daysLeft: 0, latePenalty: 0, nextPenalty: 177.7, costOfWaiting: 177.7 })
  await on('2025-10-26')
  const [late] = await queue('&overdue=true')
  expect(late).toMatchObject({
    daysLeft: -1,
    latePenalty: 177.7,
    nextPenaltyDate: '2025-11-26',
    costOfWaiting: 0,
  })
})

test('a request that the desk is done with has no days left', async () => {
  const [denied] = await queue('&status=Denied')
  expect(denied).toMatchObject({ daysLeft: null, latePenalty: 0, nextPenalty: null, costOfWaiting: 0 })
})

test.each([
  ['status=Approved,Denied', ['denied', 'second']],
  ['dueBefore=2025-10-27', ['first']],
  ['dueFrom=2025-10-27&dueTo=2025-10-29', ['second', 'waits']],
  ['requestedBy=Dealer', ['first']],
  ['reasonCode=trade', ['waits']],
  ['dealerNumber=d1002', ['other']],
  ['overdue=false&sortDirection=Desc&sortBy=refundDueDate', ['other', 'waits', 'second']],
])('%s finds %j', async (search, expected) => {
  await on('2025-10-26')
  expect(names(await queue(`&${search}`))).toEqual(expected)
})

test('a paper that arrives is no longer missing', async () => {
  const { contract, request } = made.other
  const data = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64')
  const form = { documentTypeCode: 'CANCELFORM', fileName: 'form.pdf', documentData: data }
  const added = await desk().post(`/contracts/${contract.id}/documents`, form)
  expect(added.status, added.text).toBe(201)
  const [row] = await queue(`&number=${request.number}`)
  expect(row.missing).toEqual(['document:OdometerStatement'])
})

test('a dealer sees the requests of its own contracts', async () => {
  expect(names(await queue('', service.api.as('sandbox-dealer-d1001')))).toEqual(['first', 'second', 'waits'])
  expect(await queue('', service.api.as('sandbox-dealer-d2001'))).toEqual([])
})

test('as CSV it has one line for each request', async () => {
  const { text } = await desk().get('/v2/cancelrequests?dealerNumber=D1002', {
    headers: { accept: 'text/csv' },
  })
  expect(text.split('\r\n')[0]).toMatch(/^id,number,status,contractId,contractNumber,customerName/)
  expect(text).toContain(made.other.request.number)
})

test('a quote is no status of the desk', async () => {
  expectProblem(await desk().get('/v2/cancelrequests?status=Quote'), 'ValidationFailed')
})

test('a caller that may not read contracts is refused', async () => {
  expectProblem(await service.api.as('sandbox-rates').get('/v2/cancelrequests'), 'Forbidden')
})
