import { describe, expect, test } from 'vitest'
import {
  faultsIn,
  quoteOf,
  requestCancel,
  requested,
  soldC1,
  soldOn,
  step,
} from '../support/builders/cancel-requests.ts'
import { CANCELLED, SOLD, soldR1 } from '../support/builders/cancels.ts'
import { claimOpen, claimPaid } from '../support/builders/claims-paid.ts'
import { sellR1, withKey } from '../support/builders/contracts.ts'
import { inDatabase } from '../support/builders/database.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import type { Answer } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const desk = () => service.api.as('sandbox-cancels')
const c1: number = (await soldC1(service)).id
/** With an open request. */
const contractId: number = (await soldC1(service)).id
const pending = { contractId, requestId: (await requested(desk(), contractId)).id }

const admin = () => service.api.as('sandbox-admin')
const supervisor = () => service.api.as('sandbox-supervisor')
const methodId = async (code: string): Promise<number> =>
  (await desk().get(`/v2/cancelmethods/${code}`)).body.id
const dealer = () => service.api.as('sandbox-dealer-d1001')
const database = async () => (await sandboxOf(service)).db

const refused = ({ status, body }: Answer) => [status, body.code]

describe('refusals of quotes and requests', () => {
  test('NotCancellable: the contract is not in force', async () => {
    await setClock(service, SOLD)
    const { body: sold } = await sellR1(admin())
    await setClock(service, CANCELLED)
    const answer = await quoteOf(desk(), sold.id)
    expect([...refused(answer), answer.body.contractStatus]).toEqual([409, 'NotCancellable', 'Pending'])
  })

  test('NotCancellable: a GAP contract with a claim', async () => {
    const contract = await soldOn(service, {
      ...{ dealer: 'D4001', on: '2024-01-20' },
      query: {
        ...{ productTypeCode: 'GAP', financedAmount: 32_000, financeTermMonths: 72, apr: 6.9 },
        ...{ dealType: 'Loan', msrp: 30_000 },
      },
      body: { lienHolderNumber: 'L200' },
    })
    const claim = await claimOpen(await database(), contract.id, { type: 'GAP' })
    await setClock(service, CANCELLED)
    expect(refused(await quoteOf(desk(), contract.id))).toEqual([409, 'NotCancellable'])
    await inDatabase(service, `update claim set status = 'Denied' where id = $1`, [claim])
    expect((await quoteOf(desk(), contract.id)).status).toBe(201)
  })

  test('OpenCancelRequest; a quote is still possible', async () => {
    const answer = await requestCancel(desk(), pending.contractId)
    expect([...refused(answer), answer.body.cancelRequestId]).toEqual([
      ...[409, 'OpenCancelRequest', pending.requestId],
    ])
    expect((await quoteOf(desk(), pending.contractId)).status).toBe(201)
  })

  test.each([
    ['a request ahead of today', requestCancel, '2025-09-11', '2025-01-16', '2025-09-10'],
    ['a quote too far ahead', quoteOf, '2025-10-11', '2025-01-16', '2025-10-10'],
    ['not after the last loss that was paid', quoteOf, '2025-01-15', '2025-01-16', '2025-10-10'],
  ])('CancelDateOutOfRange: %s', async (_, call, cancelDate, earliest, latest) => {
    const answer = await call(supervisor(), c1, { cancelDate })
    expect([...refused(answer), answer.body.earliest, answer.body.latest]).toEqual([
      ...[422, 'CancelDateOutOfRange', earliest, latest],
    ])
  })

  test('CancelDateTooOld, except for reasons that are reported late and for callers who may override', async () => {
    const old = { cancelDate: '2025-08-01' }
    const answer = await quoteOf(desk(), c1, old)
    expect([...refused(answer), answer.body.earliest]).toEqual([422, 'CancelDateTooOld', '2025-08-11'])
    expect((await quoteOf(desk(), c1, { ...old, cancelReasonCode: 'TRADE' })).status).toBe(201)
    expect((await quoteOf(supervisor(), c1, old)).status).toBe(201)
  })

  test('NoticeDateOutOfRange', async () => {
    const answer = await quoteOf(desk(), c1, { noticeReceivedDate: '2025-09-11' })
    expect([...refused(answer), answer.body.latest]).toEqual([422, 'NoticeDateOutOfRange', '2025-09-10'])
    const before = await quoteOf(desk(), c1, { noticeReceivedDate: '2024-03-14' })
    expect([...refused(before), before.body.earliest]).toEqual([422, 'NoticeDateOutOfRange', '2024-03-15'])
  })

  test('OdometerBelowLastKnown', async () => {
    const answer = await quoteOf(desk(), c1, { cancelOdometer: 11_999 })
    expect([...refused(answer), answer.body.lastKnown]).toEqual([422, 'OdometerBelowLastKnown', 12_000])
  })

  test('OdometerBelowLastKnown after a correction: the reading at the sale stands', async () => {
    const contract = await soldR1(service)
    const admin = service.api.as('sandbox-admin')
    const below = async (cancelOdometer: number, cancelDate: string) =>
      (await quoteOf(desk(), contract.id, { cancelOdometer, cancelDate })).body.lastKnown
    const read = (value: number, date: string) =>
      admin.patch(`/contracts/${contract.id}`, { odometerReading: { value, date } })
    await read(60_000, '2025-08-20')
    expect(await below(41_250, '2025-08-25')).toBe(60_000)
    await read(40_000, '2025-09-01')
    // The reading of August 20 is replaced, the one of the sale is not.
    expect(await below(11_999, '2025-08-25')).toBe(12_000)
    expect(await below(41_250, '2025-08-25')).toBeUndefined()
    expect(await below(39_999, '2025-09-10')).toBe(40_000)
    // A correction below the reading of the sale says that it was too high.
    await read(9_000, '2025-09-05')
    expect(await below(8_999, '2025-08-25')).toBe(9_000)
    expect(await below(9_000, '2025-08-25')).toBeUndefined()
  })

  test('OdometerRequired for a quote', async () => {
    const answer = await quoteOf(desk(), c1, { cancelOdometer: null })
    expect([...refused(answer), ...faultsIn(answer)]).toEqual([
      ...[422, 'OdometerRequired', '/cancelOdometer OdometerRequired'],
    ])
  })

  test('RequesterNotAllowed: not for this reason, and a limited caller cannot request for the provider', async () => {
    const answer = await quoteOf(desk(), c1, { requestedBy: 'Insurer' })
    expect([...refused(answer), answer.body.allowed]).toEqual([
      ...[422, 'RequesterNotAllowed', ['Customer', 'Dealer', 'LienHolder']],
    ])
    const provider = { cancelReasonCode: 'ADMINCXL', requestedBy: 'Administrator' }
    expect(refused(await quoteOf(dealer(), c1, provider))).toEqual([422, 'RequesterNotAllowed'])
    expect((await quoteOf(desk(), c1, provider)).status).toBe(201)
  })

  test('ReasonNotAllowed: the provider in Florida after sixty days', async () => {
    const contract = await soldOn(service, {
      ...{ dealer: 'D2001', on: '2024-03-15', query: { productTypeCode: 'VSC', state: 'FL' } },
      rate: 'PLATINUM 60/75000 0',
      body: { vehiclePurchasePrice: 52_000, customFieldValues: [{ code: 'SALESPERSON', value: 'R. Diaz' }] },
    })
    await setClock(service, CANCELLED)
    const provider = { cancelReasonCode: 'ADMINCXL', requestedBy: 'Administrator' }
    const answer = await quoteOf(desk(), contract.id, provider)
    expect([...refused(answer), answer.body.allowed]).toEqual([422, 'ReasonNotAllowed', ['FRAUD', 'NONPAY']])
    expect((await quoteOf(desk(), contract.id, { ...provider, cancelReasonCode: 'FRAUD' })).status).toBe(201)
  })

  test('PayeeNotAllowed', async () => {
    const answer = await quoteOf(desk(), c1, { payee: { type: 'Customer' } })
    expect([...refused(answer), answer.body.payee.type]).toEqual([422, 'PayeeNotAllowed', 'LienHolder'])
    expect((await quoteOf(desk(), c1, { payee: { type: 'LienHolder' } })).status).toBe(201)
  })

  test('UnknownReference: every unknown id and code', async () => {
    const answer = await quoteOf(supervisor(), c1, {
      ...{ cancelReasonCode: 'NOSUCH', documentIds: [999_999] },
      payee: { type: 'Other', accountHolderId: 999_999 },
      override: { reason: 'Test', cancelMethodId: 999_999 },
    })
    expect(answer.body.code).toBe('UnknownReference')
    expect(faultsIn(answer)).toEqual(
      expect.arrayContaining([
        '/cancelReasonCode UnknownReference',
        '/override/cancelMethodId UnknownReference',
        '/payee/accountHolderId UnknownReference',
        '/documentIds/0 UnknownReference',
      ]),
    )
  })

  test('all refusals are returned at once, the contract status first', async () => {
    const answer = await requestCancel(desk(), pending.contractId, {
      ...{ cancelDate: '2025-09-11', noticeReceivedDate: '2025-09-12', cancelOdometer: 5 },
      requestedBy: 'Insurer',
    })
    expect(refused(answer)).toEqual([409, 'OpenCancelRequest'])
    expect(faultsIn(answer)).toEqual([
      ' OpenCancelRequest',
      '/cancelDate CancelDateOutOfRange',
      '/noticeReceivedDate NoticeDateOutOfRange',
      '/cancelOdometer OdometerBelowLastKnown',
      '/requestedBy RequesterNotAllowed',
    ])
    expect(answer.body).toMatchObject({ cancelRequestId: pending.requestId, lastKnown: 12_000 })
  })

  test('400: all validation faults', async () => {
    const answer = await desk().post(`/contracts/${c1}/cancelrequests`, { cancelOdometer: -1, no: 1 })
    expect(refused(answer)).toEqual([400, 'ValidationFailed'])
    expect(faultsIn(answer).sort()).toEqual([
      ...['/cancelDate Required', '/cancelOdometer Range', '/cancelReasonCode Required', '/no Unknown'],
    ])
  })
})

describe('overrides', () => {
  const set = (values: object) => quoteOf(supervisor(), c1, { override: { reason: 'Test', ...values } })

  test('403 without the permission to override', async () => {
    for (const caller of [desk(), dealer()]) {
      const answer = await quoteOf(caller, c1, { override: { reason: 'Test', cancelFee: 0 } })
      expect([...refused(answer), answer.body.permission]).toEqual([403, 'Forbidden', 'cancels:override'])
    }
  })

  test('OverrideOutOfRange', async () => {
    const answer = await set({ grossRefund: 3000, unearnedFactor: 1.5 })
    expect([...refused(answer), ...faultsIn(answer)]).toEqual([
      ...[422, 'OverrideOutOfRange'],
      ...['/override/unearnedFactor OverrideOutOfRange', '/override/grossRefund OverrideOutOfRange'],
    ])
  })

  test('OverrideDoesNotSum', async () => {
    const answer = await set({ grossRefund: 1000, claimsDeduction: 100, cancelFee: 50, netRefund: 800 })
    expect([...refused(answer), answer.body.netRefund]).toEqual([422, 'OverrideDoesNotSum', 850])
  })

  test('LinesDoNotSum', async () => {
    const answer = await set({ disbursements: [{ code: 'RESERVE', refund: 600 }] })
    expect([...refused(answer), answer.body.grossRefund, answer.body.missing.length]).toEqual([
      ...[422, 'LinesDoNotSum', 1826.95, 7],
    ])
  })
})

describe('actions on a request', () => {
  test('InvalidTransition', async () => {
    const { body: quote } = await quoteOf(desk(), c1)
    const answer = await step(desk(), quote.id, 'Approve')
    expect([...refused(answer), answer.body.from, answer.body.to]).toEqual([
      ...[409, 'InvalidTransition', 'Quote', 'Approved'],
    ])
  })

  test('NeedsInfo', async () => {
    const { id } = await soldR1(service)
    const request = await requested(desk(), id, { cancelOdometer: undefined })
    for (const action of ['Approve', 'Execute']) {
      const answer = await step(desk(), request.id, action)
      expect([...refused(answer), answer.body.missing[0]]).toEqual([409, 'NeedsInfo', 'cancelOdometer'])
    }
  })

  test('QuoteExpired', async () => {
    const { body: quote } = await quoteOf(desk(), c1)
    await setClock(service, '2025-10-11T15:00:00Z')
    const answer = await step(desk(), quote.id, 'Submit')
    expect([...refused(answer), answer.body.validUntil]).toEqual([409, 'QuoteExpired', '2025-10-10'])
    expect((await desk().get(`/cancelrequests/${quote.id}`)).body.status).toBe('Expired')
    await setClock(service, CANCELLED)
  })

  test('submitting a quote runs all checks again', async () => {
    const { id } = await soldC1(service)
    const { body: quote } = await quoteOf(desk(), id)
    await claimPaid(await database(), id, 10, { lossDate: '2025-09-10' })
    expect(refused(await step(desk(), quote.id, 'Submit'))).toEqual([422, 'CancelDateOutOfRange'])
  })

  test('AlreadyExecuted', async () => {
    const { id } = await soldC1(service)
    const request = await requested(desk(), id)
    const { cancelId } = (await step(desk(), request.id, 'Execute')).body
    const answer = await step(desk(), request.id, 'Execute')
    expect([...refused(answer), answer.body.cancelId]).toEqual([409, 'AlreadyExecuted', cancelId])
  })

  test('MissingDocuments if the administrator requires them', async () => {
    const key = 'requireCancelDocuments'
    await inDatabase(
      service,
      `insert into general_setting (key, value, updated_at, updated_by) values ($1, 'true', now(), 'test')`,
      [key],
    )
    for (const action of ['Approve', 'Execute']) {
      const answer = await step(desk(), pending.requestId, action)
      expect([...refused(answer), answer.body.documents]).toEqual([
        ...[422, 'MissingDocuments', ['CancelForm', 'OdometerStatement']],
      ])
    }
    await inDatabase(service, 'delete from general_setting where key = $1', [key])
  })

  test('PaymentsDoNotSum and ExecutionDateOutOfRange', async () => {
    const payment = { payee: { type: 'LienHolder' }, amount: 1 }
    const payments = await step(desk(), pending.requestId, 'Execute', { payments: [payment] })
    expect([...refused(payments), payments.body.totalRefund]).toEqual([422, 'PaymentsDoNotSum', 1364.6])
    const early = await step(desk(), pending.requestId, 'Execute', { executionDate: '2025-09-09' })
    expect(refused(early)).toEqual([422, 'ExecutionDateOutOfRange'])
  })

  test('403: a dealer may not approve, execute, deny or override', async () => {
    for (const action of ['Approve', 'Execute'])
      expect(refused(await step(dealer(), pending.requestId, action))).toEqual([403, 'Forbidden'])
    const denied = await step(dealer(), pending.requestId, 'Deny', { denyReason: 'no' })
    expect(refused(denied)).toEqual([403, 'Forbidden'])
    const override = { override: { reason: 'Mine', cancelFee: 0 } }
    expect(refused(await step(dealer(), pending.requestId, 'Update', override))).toEqual([403, 'Forbidden'])
  })

  test('403: an override cannot be removed without the permission to override', async () => {
    const supervisor = service.api.as('sandbox-supervisor')
    const contract = await soldC1(service)
    const { id } = await requested(supervisor, contract.id, { override: { reason: 'Agreed', cancelFee: 0 } })
    for (const [caller, action] of [
      [dealer(), 'Update'],
      [desk(), 'Update'],
      [desk(), 'Execute'],
    ] as const) {
      const answer = await step(caller, id, action, { override: null })
      expect([...refused(answer), answer.body.permission]).toEqual([403, 'Forbidden', 'cancels:override'])
    }
    const { body } = await step(supervisor, id, 'Update', { override: null })
    expect([body.override, body.calculation.cancelFee]).toEqual([null, 50])
    expect((await step(desk(), id, 'Update', { override: null })).status).toBe(200)
  })

  test('PayeeNotAllowed: a dealer cannot redirect the refund of a lien holder', async () => {
    const contract = await soldC1(service)
    const address = { line1: '9 Z St', city: 'Reno', state: 'NV', zip: '89501' }
    const refusal = await requestCancel(dealer(), contract.id, { payee: { type: 'LienHolder', address } })
    expect([...refused(refusal), faultsIn(refusal)]).toEqual([
      ...[422, 'PayeeNotAllowed', ['/payee/address PayeeNotAllowed']],
    ])
    const named = await requestCancel(dealer(), contract.id, {
      payee: { type: 'LienHolder', name: 'My Cousin' },
    })
    expect([...refused(named), faultsIn(named)]).toEqual([422, 'PayeeNotAllowed', ['/payee PayeeNotAllowed']])
    const { body } = await requestCancel(desk(), contract.id, {
      ...{ isQuoteOnly: true, payee: { type: 'LienHolder', name: 'first bank', address } },
    })
    expect(body.calculation.payments).toMatchObject([
      { mailTo: address, payeeName: expect.stringContaining('FBO') },
    ])
    const customers = await requestCancel(dealer(), contract.id, {
      ...{ isQuoteOnly: true, lienPaidOff: true, payee: { type: 'Customer', address } },
    })
    expect(customers.body.calculation.payments).toMatchObject([{ mailTo: address }])
  })

  test('UnknownReference: the payee must be of its type, and the method’s code and id must match', async () => {
    const contract = await soldC1(service)
    const override = {
      ...{ reason: 'x', cancelMethodCode: 'RULE78', cancelMethodId: await methodId('FLAT') },
      payee: { type: 'LienHolder', accountHolderId: contract.dealer.id },
    }
    const refusal = await requestCancel(service.api.as('sandbox-supervisor'), contract.id, { override })
    expect(faultsIn(refusal).sort()).toEqual([
      '/override/cancelMethodId UnknownReference',
      '/override/payee/accountHolderId UnknownReference',
    ])
  })

  test('404 outside the caller’s scope', async () => {
    const other = service.api.as('sandbox-dealer-d2001')
    const answers = await Promise.all([
      other.get(`/cancelrequests/${pending.requestId}`),
      other.get(`/contracts/${pending.contractId}/cancelrequests`),
      quoteOf(other, pending.contractId),
      requestCancel(other, pending.contractId),
      step(other, pending.requestId, 'Withdraw'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })

  test('423 while another user has locked the contract; a quote is still possible', async () => {
    const { id } = await soldC1(service)
    const quote = (await quoteOf(desk(), id)).body
    await supervisor().post(`/contracts/${id}/lock`, {})
    expect(refused(await requestCancel(desk(), id))).toEqual([423, 'Locked'])
    expect(refused(await step(desk(), quote.id, 'Submit'))).toEqual([423, 'Locked'])
    expect((await quoteOf(desk(), id)).status).toBe(201)
  })

  test.each([
    ['Withdraw', 'state', 'changes the state of the record'],
    ['Execute', 'money', 'moves money'],
  ])('428 to %s without an idempotency key, because it moves %s', async (action, moves, words) => {
    const answer = await desk().post(`/cancelrequests/${pending.requestId}`, { action })
    expect(refused(answer)).toEqual([428, 'PreconditionRequired'])
    expect(answer.body).toMatchObject({ moves, detail: expect.stringContaining(words) })
  })

  test('412 if the request was changed in the meantime', async () => {
    const headers = { ...withKey(), 'if-match': '"old"' }
    const answer = await desk().post(`/cancelrequests/${pending.requestId}`, { action: 'Withdraw' }, headers)
    expect(refused(answer)).toEqual([412, 'PreconditionFailed'])
  })

  test.each([
    ['Deny', {}, '/denyReason Required'],
    ['Approve', { cancelDate: '2025-09-10' }, '/cancelDate Unknown'],
    ['Withdraw', { payments: [{ payee: { type: 'Dealer' }, amount: 1 }] }, '/payments Unknown'],
    ['Sleep', {}, '/action Enum'],
  ])('400: a field that does not belong to %s', async (action, more, fault) => {
    const answer = await step(desk(), pending.requestId, action, more)
    expect([answer.status, ...faultsIn(answer)]).toEqual([400, fault])
  })
})
