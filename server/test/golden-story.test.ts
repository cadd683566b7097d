import { describe, expect, test } from 'vitest'
import { balances, netOfHolders } from './support/builders/cancels.ts'
import { openCash } from './support/builders/cash.ts'
import { openClaims } from './support/builders/claims.ts'
import { faultsIn } from './support/builders/contract-books.ts'
import { dana, finalize, newVin, sellR1, withKey } from './support/builders/contracts.ts'
import { holdReasons, setClock } from './support/builders/held-contracts.ts'
import { quote, rateIn, truck } from './support/builders/quotes.ts'
import type { Answer } from './support/service/api.ts'
import { testService } from './support/service/app.ts'
import { sandboxOf } from './support/service/sandbox.ts'

// One contract from its quote on, to the cent. Later chapters go on where this one ends.

const service = await testService()
await service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
let contract: any
let cancelId: number
/** The balances of all account holders before the cancel. */
let before: Record<string, number>

const staff = () => service.api.as('sandbox-entry')
const desk = () => service.api.as('sandbox-cancels')
const books = () => service.api.as('sandbox-accounting')
const earnings = async () => (await books().get(`/contracts/${contract.id}/earningdetails`)).body
const faults = async () => faultsIn((await sandboxOf(service)).db)

describe('step 1: rated, sold and finalized', () => {
  test('the rate', async () => {
    const { body } = await quote(staff(), 'D1001', { ...truck, productTypeCode: 'VSC' })
    const rate = rateIn(body, 'PLATINUM 60/75000 0')
    expect([rate.dealerCost, rate.suggestedRetail]).toEqual([1362.93, 2862.93])
  })

  test('the sale at 2,995.00, with its tax', async () => {
    const answer = await sellR1(staff())
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `/contracts/${answer.body.id}`])
    contract = answer.body
    expect(contract).toMatchObject({
      status: 'Pending',
      statusLabel: 'Pending',
      fundingStatus: 'NotFunded',
      productTypeCode: 'VSC',
      plan: { code: 'PLATINUM' },
      term: { months: 60, miles: 75000 },
      saleDate: '2024-03-15',
      effectiveDate: '2024-03-15',
      effectiveOdometer: 12000,
      expirationDate: '2029-03-15',
      expirationOdometer: 87000,
      retailPrice: 2995,
      dealerCost: 1362.93,
      markup: 1632.07,
      salesTax: { taxable: 2995, totalTax: 224.63 },
      needsRefinalize: false,
      stateOfSale: 'TX',
    })
    expect(contract.number).toMatch(/^VSC-\d{7}$/)
    expect(linesOf(contract)).toEqual({
      RESERVE: [1061.7, 'Pending'],
      PREMTAX: [21.23, 'Pending'],
      ADMIN: [125, 'Pending'],
      CLIP: [12, 'Pending'],
      ROADSIDE: [18, 'Pending'],
      AGENT: [75, 'Pending'],
      DLRGRP: [50, 'Pending'],
      MARKUP: [1632.07, 'Pending'],
    })
  })

  test('the finalize and its journal', async () => {
    const answer = await finalize(staff(), contract.id)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ status: 'Active', finalizedAt: '2024-03-15T15:00:00.000Z' })
    const { body } = await service.api
      .as('sandbox-accounting')
      .get(`/ledgers?contractId=${contract.id}&pageSize=200`)
    // biome-ignore lint/suspicious/noExplicitAny: a row as it is answered.
    const rows = body.map((row: any) => [
      `${row.isMemo ? 'Memo' : row.direction} ${row.disbursementCode} ${row.ledgerStatus}`,
      row.amount,
    ])
    expect(Object.fromEntries(rows)).toEqual({
      'Receive RESERVE Open': 1061.7,
      'Receive PREMTAX Open': 21.23,
      'Receive ADMIN Open': 125,
      'Receive CLIP Open': 12,
      'Receive ROADSIDE Open': 18,
      'Receive AGENT Open': 75,
      'Receive DLRGRP Open': 50,
      'Memo RESERVE Open': 1061.7,
      'Memo ADMIN Open': 125,
      'Pay PREMTAX Pending': 21.23,
      'Pay CLIP Pending': 12,
      'Pay ROADSIDE Pending': 18,
      'Pay AGENT Pending': 75,
      'Pay DLRGRP Pending': 50,
      'Memo MARKUP Open': 1632.07,
      'Memo SALESTAX Open': 224.63,
    })
  })
})

describe('step 2: the dealer pays', () => {
  test('the remittance is staged and processed; the contract is funded, and its payables are open', async () => {
    await setClock(service, '2024-04-12T15:00:00Z')
    const cash = openCash(service)
    const ledgerIds = (await cash.owed(contract.id)).map(({ id }) => id)
    const accountHolderId = contract.dealer.id
    const staged = await cash.stage({ accountHolderId, direction: 'Receive', ledgerIds, method: 'Check' })
    expect(staged.body).toMatchObject({
      status: 'Ready',
      totalReceive: 1362.93,
      totalPay: 0,
      netAmount: 1362.93,
    })
    expect(staged.body.ledgers).toHaveLength(7)
    const terms = { amountConfirmed: 1362.93, checkNumber: '10441', effectiveDate: '2024-04-12' }
    const processed = await cash.process(staged.body.id, terms)
    expect(processed.status, processed.text).toBe(200)
    expect(processed.body).toMatchObject({ status: 'Processed', cashTransactionIds: [expect.any(Number)] })
    expect((await staff().get(`/contracts/${contract.id}`)).body.fundingStatus).toBe('Funded')
    const open = (await cash.payables(contract.id)).map(
      (row) => `${row.disbursementCode} ${row.ledgerStatus}`,
    )
    expect(open.sort()).toEqual(['AGENT Open', 'CLIP Open', 'DLRGRP Open', 'PREMTAX Open', 'ROADSIDE Open'])
    await cash.expectBooks()
  })
})

describe('step 3: a year later', () => {
  test('the earnings on 2025-03-31', async () => {
    await setClock(service, '2025-03-31T15:00:00Z')
    const posted = await books().post(`/contracts/${contract.id}/syncEarnings`, { reason: 'Month end' })
    expect(posted.status, posted.text).toBe(200)
    const { lines } = (await earnings()).contract
    expect(earned(lines, 'RESERVE')).toEqual([221.53, 840.17])
    expect(earned(lines, 'ADMIN')).toEqual([26.08, 98.92])
  })
})

describe('step 4: on hold from 2025-04-01 to 2025-05-16', () => {
  test('the resolve catches up', async () => {
    await setClock(service, '2025-04-01T15:00:00Z')
    const { MISSIGN: holdReasonId } = await holdReasons(staff())
    const hold = await staff().post(`/contracts/${contract.id}/holds`, { holdReasonId })
    await setClock(service, '2025-05-16T15:00:00Z')
    const resolve = await staff().post(`/contracts/${contract.id}/holds/${hold.body.id}/resolves`, {})
    expect(resolve.status, resolve.text).toBe(201)
    expect(resolve.body.earningCatchUp).toEqual(
      expect.arrayContaining([
        { code: 'RESERVE', amount: 26.16 },
        { code: 'ADMIN', amount: 3.08 },
      ]),
    )
  })
})

describe('step 5: claims', () => {
  const repair = (misc: number) => ({
    ...{ complaintCode: 'ELECT', causeCode: 'SHORT', correctionCode: 'REPLACE' },
    components: [{ code: 'ALTERNATOR', isPrimaryFailure: true }],
    misc: [{ type: 'Diagnosis', quantity: 1, unitPrice: misc }],
  })

  test('a water pump pays 957.96, and 590.00 where only that is left', async () => {
    const claims = await openClaims(service)
    const own = await claims.done(claims.enter(await claims.sellVsc()), 201)
    expect(own.costs).toMatchObject({ payable: 957.96, customerPay: 100 })
    const cheap = await claims.sellVsc('100', { vehiclePurchasePrice: 6_800 })
    const used = await claims.done(claims.enter(cheap, { details: [repair(6_310)] }), 201)
    await claims.done(claims.authorize(used.id, { inspectionWaiver: 'Seen by us' }, claims.supervisor))
    await claims.pay(await claims.done(claims.requestPayment(used.id), 201))
    const last = await claims.done(claims.enter(cheap, { lossOdometer: 24_200 }), 201)
    expect(last.costs).toMatchObject({
      payable: 590,
      deductible: 100,
      overLimit: 367.96,
      customerPay: 467.96,
    })
  })

  test('on the contract of the story 412.35 is paid', async () => {
    await setClock(service, '2025-08-04T15:00:00Z')
    const claims = await openClaims(service)
    const loss = { lossDate: '2025-08-01', lossOdometer: 40_100 }
    const { id } = await claims.done(claims.enter(contract.id, { ...loss, details: [repair(412.35)] }), 201)
    await claims.done(claims.authorize(id))
    const request = await claims.done(claims.requestPayment(id, { invoiceDate: '2025-08-04' }), 201)
    expect(request.amount).toBe(412.35)
    await claims.pay(request, '2025-08-04')
    expect((await claims.read(id)).status).toBe('Paid')
  })
})

describe('step 6: cancelled on 2025-09-10 at 41,250 miles, with a claim of 412.35 paid', () => {
  const cancelTerms = { cancelDate: '2025-09-10', cancelReasonCode: 'CUSTREQ', cancelOdometer: 41_250 }
  const figures = {
    ...{ ruleCode: 'TX-SC', method: 'PRORATA_LESSER', unearnedFactor: 0.61, grossRefund: 1826.95 },
    ...{ claimsDeduction: 412.35, cancelFee: 50, netRefund: 1364.6, salesTaxRefund: 0, totalRefund: 1364.6 },
    payee: { type: 'LienHolder', name: 'First Bank FBO Dana Reyes', isSole: false },
  }
  let request: Answer

  test('the quote', async () => {
    await setClock(service, '2025-09-10T15:00:00Z')
    const quoteRequest = { ...cancelTerms, isQuoteOnly: true }
    const { status, body, text } = await desk().post(`/contracts/${contract.id}/cancelrequests`, quoteRequest)
    expect(status, text).toBe(201)
    expect(body).toMatchObject({ status: 'Quote', validUntil: '2025-10-10', calculation: figures })
    const refunds = body.calculation.lines.map((line: Line) => [line.code, line.refund])
    expect(Object.fromEntries(refunds)).toEqual({
      ...{ RESERVE: 647.64, PREMTAX: 12.95, ADMIN: 76.25, CLIP: 7.32, ROADSIDE: 10.98 },
      ...{ AGENT: 45.75, DLRGRP: 30.5, MARKUP: 995.56 },
    })
  })

  test('the request', async () => {
    request = await desk().post(`/contracts/${contract.id}/cancelrequests`, cancelTerms)
    expect(request.status, request.text).toBe(201)
    const { body } = await staff().get(`/contracts/${contract.id}`)
    expect([body.status, body.statusLabel]).toEqual(['Active', 'CancelPending'])
  })

  test('the execution: it matches the quote, and nothing is left unearned', async () => {
    before = netOfHolders(await balances(service))
    const path = `/cancelrequests/${request.body.id}`
    const executed = await desk().post(path, { action: 'Execute' }, withKey())
    expect(executed.status, executed.text).toBe(200)
    expect(executed.body).toMatchObject({ status: 'Executed', calculation: figures })
    cancelId = executed.body.cancelId
    const details = await earnings()
    const [cancel] = details.cancels
    const onCancel = cancel.lines.map((line: Line) => [line.disbursementCode, line.earnedOnCancel])
    expect(Object.fromEntries(onCancel)).toMatchObject({ RESERVE: 97.76, ADMIN: 11.51, AGENT: -45.75 })
    expect(details.totals.unearned).toBe(0)
    expect((await staff().get(`/contracts/${contract.id}`)).body).toMatchObject({
      ...{ status: 'Cancelled', currentCancel: { type: 'Cancel', id: cancelId } },
    })
    expect(await faults()).toEqual([])
  })
})

describe('step 7: reinstated on 2025-10-01', () => {
  test('all balances are restored, and the reserve has earned 328.51', async () => {
    await setClock(service, '2025-10-01T15:00:00Z')
    const body = { action: 'Reinstate', reason: 'Cancelled in error' }
    const back = await desk().post(`/cancels/${cancelId}`, body, withKey())
    expect(back.status, back.text).toBe(200)
    expect(back.body).toMatchObject({ status: 'Reversed', reinstatement: { date: '2025-10-01', gapDays: 0 } })
    expect(netOfHolders(await balances(service))).toEqual(before)
    const { contract: details, totals } = await earnings()
    expect(earned(details.lines, 'RESERVE')[0]).toBe(328.51)
    expect(totals.refunded).toBe(0)
    const { body: now } = await staff().get(`/contracts/${contract.id}`)
    expect([now.status, now.currentCancel]).toEqual(['Active', null])
    expect(now.disbursements.find(({ code }: Line) => code === 'RESERVE').earnedToDate).toBe(328.51)
    expect(await faults()).toEqual([])
  })
})

describe('step 8: GAP for 895.00 over 72 months from 2024-01-20, cancelled on 2025-09-25', () => {
  const sale = {
    ...{ retailPrice: 895, customer: dana, lienHolderNumber: 'L100' },
    financing: { dealType: 'Loan', amountFinanced: 32_000, apr: 6.9, termMonths: 72 },
  }
  const question = {
    ...{ ...truck, saleDate: '2024-01-20', productTypeCode: 'GAP', msrp: 30_000 },
    ...{ financedAmount: 32_000, financeTermMonths: 72, apr: 6.9, dealType: 'Loan' },
  }
  const cancelTerms = { cancelDate: '2025-09-25', cancelReasonCode: 'CUSTREQ', isQuoteOnly: true }
  const override = { reason: 'As the contract says', cancelMethodCode: 'RULE78' }

  test.each([
    ['Texas', 'D1001', {}, [646.39, 50, 596.39]],
    ['California', 'D3001', {}, [644.71, 0, 644.71]],
    ['Colorado', 'D4001', {}, [646.39, 25, 621.39]],
    ['Texas, by the rule of 78', 'D1001', { override }, [469.3, 50, 419.3]],
  ])('%s', async (_, dealer, more, expected) => {
    await setClock(service, '2024-01-20T15:00:00Z')
    const { body: quoted } = await quote(staff(), dealer, question)
    const { rateId } = rateIn(quoted, 'GAP125 72 NONE')
    const sold = await staff().post('/contracts', { rateId, ...sale, vehicle: { vin: newVin() } })
    expect(sold.status, sold.text).toBe(201)
    await finalize(staff(), sold.body.id)
    await setClock(service, '2025-09-25T15:00:00Z')
    const supervisor = service.api.as('sandbox-supervisor')
    const path = `/contracts/${sold.body.id}/cancelrequests`
    const { status, body, text } = await supervisor.post(path, { ...cancelTerms, ...more })
    expect(status, text).toBe(201)
    const { grossRefund, cancelFee, netRefund } = body.calculation
    expect([grossRefund, cancelFee, netRefund]).toEqual(expected)
  })
})

// biome-ignore lint/suspicious/noExplicitAny: a line as it is answered.
type Line = any
const earned = (lines: readonly Line[], wanted: string) => {
  const line = lines.find(({ disbursementCode }) => disbursementCode === wanted)
  return [line.earned, line.unearned]
}

// biome-ignore lint/suspicious/noExplicitAny: a contract as it is answered.
const linesOf = ({ disbursements }: any) =>
  // biome-ignore lint/suspicious/noExplicitAny: a line as it is answered.
  Object.fromEntries(disbursements.map((line: any) => [line.code, [line.amount, line.ledgerStatus]]))
