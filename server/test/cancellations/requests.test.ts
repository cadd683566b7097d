import { describe, expect, test } from 'vitest'
import { quoteOf, requestCancel, requested, soldC1, step } from '../support/builders/cancel-requests.ts'
import { soldR1 } from '../support/builders/cancels.ts'
import { claimPaid } from '../support/builders/claims-paid.ts'
import { faultsIn as faultsInBooks } from '../support/builders/contract-books.ts'
import { withKey } from '../support/builders/contracts.ts'
import { inDatabase } from '../support/builders/database.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()

const desk = () => service.api.as('sandbox-cancels')
const supervisor = () => service.api.as('sandbox-supervisor')
const dealer = () => service.api.as('sandbox-dealer-d1001')
const lender = () => service.api.as('sandbox-lienholder-l100')
const labelOf = async (id: number) => (await desk().get(`/contracts/${id}`)).body.statusLabel
const sound = async () => expect(await faultsInBooks((await sandboxOf(service)).db)).toEqual([])

const events = async (contractId: number, type: string) =>
  (
    await inDatabase<{ data: object }>(service, 'select data from event where subject = $1 and type = $2', [
      `contracts/${contractId}`,
      `contract.${type}`,
    ])
  ).map(({ data }) => data)

test('dry runs leave no gaps in the numbers of requests and cancels', async () => {
  const digits = ({ number }: { number: string }) => Number(number.replace(/\D/g, ''))
  const contract = await soldC1(service)
  const path = `/contracts/${contract.id}`
  const body = { cancelDate: '2025-09-10', cancelReasonCode: 'CUSTREQ', cancelOdometer: 41_250 }
  const dry = async (to: string, more: object = {}) =>
    expect((await desk().post(`${to}?dryRun=true`, { ...body, ...more })).status).toBe(201)
  const first = (await quoteOf(desk(), contract.id)).body
  await dry(`${path}/cancelrequests`, { isQuoteOnly: true })
  await dry(`${path}/cancelrequests`)
  const second = (await quoteOf(desk(), contract.id)).body
  expect(digits(second)).toBe(digits(first) + 1)
  expect((await desk().get(`/v2/cancelrequests/${second.number}`)).body.id).toBe(second.id)
  const other = await soldC1(service)
  const cancel = async (id: number) => (await desk().post(`/contracts/${id}/cancels`, body, withKey())).body
  const one = await cancel(other.id)
  await dry(`${path}/cancels`)
  expect(digits(await cancel(contract.id))).toBe(digits(one) + 1)
})

describe('the life of a request', () => {
  test('it is requested, approved and executed', async () => {
    const contract = await soldC1(service)
    const request = await requested(desk(), contract.id)
    expect([request.status, request.validUntil, await labelOf(contract.id)]).toEqual([
      ...['Requested', null, 'CancelPending'],
    ])
    expect(await events(contract.id, 'cancelRequested')).toMatchObject([{ cancelRequestId: request.id }])
    const approved = await step(desk(), request.id, 'Approve', { note: 'form on file' })
    expect([approved.status, approved.body.status, approved.body.note]).toEqual([
      200,
      'Approved',
      'form on file',
    ])
    const executed = await step(desk(), request.id, 'Execute')
    expect([executed.status, executed.body.status], executed.text).toEqual([200, 'Executed'])
    const cancel = (await desk().get(`/cancels/${executed.body.cancelId}`)).body
    expect([cancel.cancelRequestId, cancel.calculation.netRefund]).toEqual([request.id, 1364.6])
    // Exactly as requested.
    expect(executed.body.calculation).toEqual(request.calculation)
    expect([(await desk().get(`/contracts/${contract.id}`)).body.status]).toEqual(['Cancelled'])
    await sound()
  })

  test('a quote is submitted', async () => {
    const contract = await soldC1(service)
    const quote = (await quoteOf(desk(), contract.id)).body
    const submitted = (await step(dealer(), quote.id, 'Submit')).body
    expect([submitted.status, submitted.isQuoteOnly, submitted.validUntil]).toEqual([
      'Requested',
      false,
      null,
    ])
    expect(submitted.calculation).toEqual({ ...quote.calculation, ...withoutCosts(submitted.calculation) })
    expect(await labelOf(contract.id)).toBe('CancelPending')
  })

  test('an update calculates it again and requires a new approval', async () => {
    const contract = await soldC1(service)
    const request = await requested(desk(), contract.id)
    await step(desk(), request.id, 'Approve')
    const { body } = await step(dealer(), request.id, 'Update', {
      ...{ cancelOdometer: 49_500, cancelReasonCode: 'TRADE', note: null },
    })
    expect([body.status, body.reason.code, body.cancelOdometer, body.requestedBy]).toEqual([
      ...['Requested', 'TRADE', 49_500, 'Customer'],
    ])
    expect(body.calculation).toMatchObject({ unearnedFactor: 0.5, grossRefund: 1497.5 })
  })

  test.each([
    ['Deny', { denyReason: 'Signature missing' }, 'Denied'],
    ['Withdraw', {}, 'Withdrawn'],
  ])('%s does not change the contract', async (action, more, status) => {
    const contract = await soldC1(service)
    const request = await requested(desk(), contract.id)
    const { body } = await step(desk(), request.id, action, more)
    expect([body.status, body.denyReason]).toEqual([
      status,
      (more as { denyReason?: string }).denyReason ?? null,
    ])
    expect(await labelOf(contract.id)).toBe('Active')
    expect(await events(contract.id, 'cancelRequestClosed')).toMatchObject([
      { cancelRequestId: request.id, requestStatus: status, number: contract.number, status: 'Active' },
    ])
    // Another can follow.
    expect((await requestCancel(desk(), contract.id)).status).toBe(201)
  })

  test('it needs info until the odometer is known', async () => {
    const contract = await soldC1(service)
    const request = await requested(dealer(), contract.id, { cancelOdometer: undefined })
    expect([request.status, request.calculation, request.requestedBy]).toEqual(['NeedsInfo', null, 'Dealer'])
    expect(request.missing).toEqual(['cancelOdometer', 'document:CancelForm', 'document:OdometerStatement'])
    expect(await labelOf(contract.id)).toBe('CancelPending')
    const updated = await step(dealer(), request.id, 'Update', { cancelOdometer: 41_250 })
    expect([updated.body.status, updated.body.calculation.netRefund]).toEqual(['Requested', 1364.6])
  })

  test('an uploaded document is no longer missing', async () => {
    const contract = await soldC1(service)
    const request = await requested(desk(), contract.id)
    const data = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64')
    const document = { documentTypeCode: 'CANCELFORM', fileName: 'form.pdf', documentData: data }
    const added = await desk().post(`/contracts/${contract.id}/documents`, document)
    expect(added.status, added.text).toBe(201)
    const read = (await desk().get(`/cancelrequests/${request.id}`)).body
    expect(read.missing).toEqual(['document:OdometerStatement'])
  })

  test('changed amounts are shown and can be accepted', async () => {
    const contract = await soldC1(service)
    const request = await requested(desk(), contract.id)
    await claimPaid((await sandboxOf(service)).db, contract.id, 100)
    const refused = await step(desk(), request.id, 'Execute')
    expect([refused.status, refused.body.code, refused.body.calculation.netRefund]).toEqual([
      ...[409, 'AmountsChanged', 1264.6],
    ])
    expect(refused.body.changed).toContain('claimsDeduction')
    const accepted = await step(desk(), request.id, 'Execute', { acceptRecalculated: true })
    expect([accepted.status, accepted.body.calculation.netRefund]).toEqual([200, 1264.6])
    await sound()
  })

  test('the letter can be generated', async () => {
    const contract = await soldC1(service)
    const request = await requested(desk(), contract.id)
    const { status, body, text } = await step(desk(), request.id, 'Letter')
    expect([status, body.status, body.generatedDocument?.pdf.contentType], text).toEqual([
      ...[200, 'Requested', 'application/pdf'],
    ])
  })
})

describe('overrides', () => {
  test('the overridden figures apply, and the figures by the rules are shown beside them', async () => {
    const contract = await soldC1(service)
    const override = { reason: 'Goodwill', cancelFee: 0, payee: { type: 'Customer' } }
    const request = await requested(supervisor(), contract.id, { override })
    expect(request.calculation).toMatchObject({
      ...{ cancelFee: 0, netRefund: 1414.6, payee: { type: 'Customer', name: 'Dana Reyes' } },
    })
    expect(request.override).toMatchObject({
      ...{ reason: 'Goodwill', cancelFee: 0, grossRefund: null },
      computed: { cancelFee: 50, netRefund: 1364.6, payee: { type: 'LienHolder' } },
    })
    // The override still applies when a caller without the permission executes the request.
    const executed = await step(desk(), request.id, 'Execute')
    expect([executed.status, executed.body.calculation.netRefund], executed.text).toEqual([200, 1414.6])
  })

  test('can be set at execution and removed by an update', async () => {
    const contract = await soldC1(service)
    const request = await requested(supervisor(), contract.id, {
      override: { reason: 'Goodwill', cancelFee: 0 },
    })
    const off = await step(supervisor(), request.id, 'Update', { override: null })
    expect([off.body.override, off.body.calculation.cancelFee]).toEqual([null, 50])
    const executed = await step(supervisor(), request.id, 'Execute', {
      override: { reason: 'Agreed', netRefund: 1500 },
    })
    expect(executed.status, executed.text).toBe(200)
    expect(executed.body.calculation).toMatchObject({ grossRefund: 1962.35, netRefund: 1500 })
    await sound()
  })

  test('a method can be named by its id', async () => {
    const contract = await soldC1(service)
    const [method] = (await desk().get('/cancelmethods?code=PRORATA_DAYS')).body
    const override = { reason: 'Form says days', cancelMethodId: method.id }
    const { body } = await quoteOf(supervisor(), contract.id, { override })
    expect([body.calculation.method, body.calculation.grossRefund, body.override.cancelMethodCode]).toEqual([
      ...['PRORATA_DAYS', 2102.73, 'PRORATA_DAYS'],
    ])
  })
})

/** What a limited caller sees in place of the lines. */
// biome-ignore lint/suspicious/noExplicitAny: a calculation as it is answered.
const withoutCosts = ({ lines, steps, payments, explanation }: any) => ({
  lines,
  steps,
  payments,
  explanation,
})

describe('a limited caller', () => {
  test('sees dealer cost as one amount in lines, steps, payments and history', async () => {
    const contract = await soldC1(service)
    const request = await requested(supervisor(), contract.id, {
      override: { reason: 'Lines', disbursements: linesBut({ RESERVE: -10, ADMIN: 10 }) },
    })
    expect(request.calculation.lines).toHaveLength(8)
    for (const caller of [dealer(), lender()]) {
      const { body, text } = await caller.get(`/cancelrequests/${request.id}`)
      const { calculation } = body
      // biome-ignore lint/suspicious/noExplicitAny: a line as it is answered.
      expect(calculation.lines.map(({ code, refund, original }: any) => [code, refund, original])).toEqual([
        ['DEALERCOST', 831.39, 1362.93],
        ['MARKUP', 995.56, 1632.07],
      ])
      expect(calculation.payments[0].lines).toEqual([
        { disbursementCode: 'DEALERCOST', amount: 419.04 },
        { disbursementCode: 'MARKUP', amount: 995.56 },
        { disbursementCode: 'CANCELFEE', amount: -50 },
      ])
      expect(text).not.toMatch(/RESERVE|PREMTAX|ROADSIDE|DLRGRP|CLIP|647\.64|76\.25|637\.64|86\.25/)
      const history = await caller.get(`/contracts/${contract.id}/history?pageSize=200`)
      expect(history.text).toContain(`/cancelrequests/${request.id}`)
      expect(history.text).not.toMatch(/637\.64|86\.25/)
    }
  })

  test('the history shows what happened to a request', async () => {
    const contract = await soldC1(service)
    const request = await requested(dealer(), contract.id)
    await step(desk(), request.id, 'Approve')
    const { body } = await desk().get(`/contracts/${contract.id}/history`)
    // biome-ignore lint/suspicious/noExplicitAny: an entry as it is answered.
    const entries = body.items.filter(({ operation }: any) => operation.includes('cancelrequests'))
    expect(entries).toMatchObject([
      {
        operation: 'POST /cancelrequests/{cancelRequestId}',
        changes: [
          { pointer: `/cancelrequests/${request.id}/status`, before: 'Requested', after: 'Approved' },
        ],
      },
      {
        operation: 'POST /contracts/{contractId}/cancelrequests',
        changes: [{ pointer: `/cancelrequests/${request.id}`, before: null, after: { status: 'Requested' } }],
      },
    ])
  })

  test('is the requester by default, or requests for the customer', async () => {
    const contract = await soldC1(service)
    expect((await quoteOf(lender(), contract.id)).body.requestedBy).toBe('LienHolder')
    expect((await quoteOf(dealer(), contract.id)).body.requestedBy).toBe('Dealer')
    expect((await quoteOf(dealer(), contract.id, { requestedBy: 'Customer' })).body.requestedBy).toBe(
      'Customer',
    )
  })

  test('can withdraw its own request', async () => {
    const contract = await soldC1(service)
    const request = await requested(lender(), contract.id)
    expect((await step(lender(), request.id, 'Withdraw')).body.status).toBe('Withdrawn')
  })
})

describe('lists and v2', () => {
  test('lists are newest first, with filters by status and date; a quote expires', async () => {
    const contract = await soldC1(service)
    const first = (await quoteOf(desk(), contract.id)).body
    const second = await requested(desk(), contract.id)
    const path = `/contracts/${contract.id}/cancelrequests`
    // biome-ignore lint/suspicious/noExplicitAny: a request as it is answered.
    const ids = async (query: string) => (await desk().get(`${path}${query}`)).body.map(({ id }: any) => id)
    expect(await ids('')).toEqual([second.id, first.id])
    expect(await ids('?sortBy=id')).toEqual([first.id, second.id])
    expect(await ids('?sortBy=id&sortDirection=Desc')).toEqual([second.id, first.id])
    expect(await ids('?sortDirection=Desc')).toEqual([second.id, first.id])
    expect(await ids('?sortBy=requestedAt')).toEqual([first.id, second.id])
    expect(await ids('?status=Quote')).toEqual([first.id])
    expect(await ids('?from=2025-09-11')).toEqual([])
    await setClock(service, '2025-10-11T15:00:00Z')
    expect(await ids('?status=Expired')).toEqual([first.id])
    expect(await ids('?status=Quote,Requested')).toEqual([second.id])
    const wrapped = await desk().get(`/v2/contracts/${contract.number}/cancelrequests?status=Expired`)
    expect(wrapped.body).toMatchObject({ totalCount: 1, items: [{ id: first.id, status: 'Expired' }] })
  })

  test('v2 finds them by contract number and request number', async () => {
    const contract = await soldC1(service)
    const made = await desk().post(`/v2/contracts/${contract.number}/cancelrequests`, {
      ...{ cancelDate: '2025-09-10', cancelReasonCode: 'custreq', cancelOdometer: 41_250 },
    })
    expect([made.status, made.headers.get('location')]).toEqual([201, `/v2/cancelrequests/${made.body.id}`])
    const done = await desk().post(
      `/v2/cancelrequests/${made.body.number}`,
      { action: 'Withdraw' },
      withKey(),
    )
    expect([done.status, done.body.status]).toEqual([200, 'Withdrawn'])
  })

  test('a quote and a request change nothing in a dry run', async () => {
    const contract = await soldR1(service)
    const path = `/contracts/${contract.id}/cancelrequests`
    const body = { cancelDate: '2025-09-10', cancelReasonCode: 'CUSTREQ', cancelOdometer: 41_250 }
    const tried = await desk().post(`${path}?dryRun=true`, body)
    expect([tried.status, tried.body.status, tried.body.effects.events[0].type]).toEqual([
      ...[201, 'Requested', 'contract.cancelRequested'],
    ])
    expect((await desk().get(path)).body).toEqual([])
  })
})

/** Overridden lines of C1. */
function linesBut(changes: Readonly<Record<string, number>>) {
  const lines = {
    ...{ RESERVE: 647.64, PREMTAX: 12.95, ADMIN: 76.25, CLIP: 7.32, ROADSIDE: 10.98, AGENT: 45.75 },
    ...{ DLRGRP: 30.5, MARKUP: 995.56 },
  }
  return Object.entries(lines).map(([code, refund]) => ({
    code,
    refund: Math.round((refund + (changes[code] ?? 0)) * 100) / 100,
  }))
}
