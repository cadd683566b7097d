import { describe, expect, test } from 'vitest'
import {
  changeRule,
  faultsIn,
  quoteOf,
  servicesClaimed,
  soldC1,
  soldOn,
} from '../support/builders/cancel-requests.ts'
import { CANCELLED, cancel, soldR1 } from '../support/builders/cancels.ts'
import { claimPaid } from '../support/builders/claims-paid.ts'
import { withKey } from '../support/builders/contracts.ts'
import { holdReasons, setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const c1 = await soldC1(service)

const desk = () => service.api.as('sandbox-cancels')
const supervisor = () => service.api.as('sandbox-supervisor')
const database = async () => (await sandboxOf(service)).db

// biome-ignore lint/suspicious/noExplicitAny: a calculation as it is answered.
const figures = ({ calculation }: any) => [
  calculation.unearnedFactor,
  calculation.grossRefund,
  calculation.claimsDeduction,
  calculation.cancelFee,
  calculation.netRefund,
]

describe('quote C1: a service contract in Texas', () => {
  test('has the complete calculation', async () => {
    const { status, body, headers } = await quoteOf(desk(), c1.id)
    expect([status, headers.get('location')]).toEqual([201, `/cancelrequests/${body.id}`])
    expect(body).toMatchObject({
      number: `CXR-${String(body.id).padStart(6, '0')}`,
      ...{ contractId: c1.id, contractNumber: c1.number, status: 'Quote', isQuoteOnly: true },
      ...{ requestedBy: 'Customer', noticeReceivedDate: '2025-09-10', cancelDate: '2025-09-10' },
      ...{ cancelOdometer: 41_250, validUntil: '2025-10-10', cancelId: null, alternatives: [] },
      reason: { code: 'CUSTREQ', name: 'Customer request' },
      missing: ['document:CancelForm', 'document:OdometerStatement'],
      calculation: {
        ...{ ruleCode: 'TX-SC', state: 'TX', method: 'PRORATA_LESSER', isFreeLook: false },
        ...{ freeLookEndDate: '2024-04-14', daysElapsed: 544, totalDays: 1826, monthsElapsed: 17 },
        ...{ milesUsed: 29_250, timeFactor: 0.702081, milesFactor: 0.61, unearnedFactor: 0.61 },
        ...{ refundPercent: 100, retail: 2995, grossRefund: 1826.95, claimsPaid: 412.35 },
        ...{ claimsDeduction: 412.35, cancelFee: 50, netRefund: 1364.6, totalRefund: 1364.6, shortfall: 0 },
        ...{ refundDueDate: '2025-10-25', refundPayer: 'Administrator' },
        payee: { type: 'LienHolder', isSole: false },
        explanation: [
          'Rule TX-SC: cancelled by the holder on day 544, after the free look ended on 2024-04-14.',
          'PRORATA_LESSER: time 1282/1826 = 0.702081, miles 45,750/75,000 = 0.61; the lesser is 0.61.',
          '2,995.00 x 0.61 = 1,826.95, less claims 412.35, less fee 50.00 = 1,364.60.',
        ],
      },
    })
  })

  test('every line gives back its part, and the parts make up the payment', async () => {
    const { calculation } = (await quoteOf(desk(), c1.id)).body
    const lines = calculation.lines.map(
      ({ code, refund }: { code: string; refund: number }) => `${code} ${refund}`,
    )
    expect(lines).toEqual([
      ...['RESERVE 647.64', 'PREMTAX 12.95', 'ADMIN 76.25', 'CLIP 7.32', 'ROADSIDE 10.98'],
      ...['AGENT 45.75', 'DLRGRP 30.5', 'MARKUP 995.56'],
    ])
    expect(calculation.payments).toMatchObject([
      { id: null, ledgerId: null, amount: 1364.6, method: 'Check', isLienHolder: true, status: 'Pending' },
    ])
    const parts = calculation.payments[0].lines.map(({ amount }: { amount: number }) =>
      Math.round(amount * 100),
    )
    expect(parts.reduce((sum: number, one: number) => sum + one, 0)).toBe(136_460)
    // biome-ignore lint/suspicious/noExplicitAny: a step as it is answered.
    expect(calculation.steps.find(({ code }: any) => code === 'netRefund')).toMatchObject({ amount: 1364.6 })
  })

  test('it can be read by id and by number, with an ETag', async () => {
    const { body } = await quoteOf(desk(), c1.id)
    const read = await desk().get(`/cancelrequests/${body.id}`)
    expect(read.body).toEqual(body)
    expect(read.headers.get('link')).toContain(`/v2/cancelrequests/${body.id}`)
    const etag = read.headers.get('etag') ?? ''
    const again = await desk().get(`/cancelrequests/${body.id}`, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect((await desk().get(`/v2/cancelrequests/${body.number.toLowerCase()}`)).body).toEqual(body)
  })

  test('a quote does not change the contract', async () => {
    const before = (await desk().get(`/contracts/${c1.id}`)).body
    await quoteOf(desk(), c1.id)
    expect((await desk().get(`/contracts/${c1.id}`)).body).toEqual(before)
  })

  test('C6: claims above the refund leave nothing to pay', async () => {
    const contract = await soldC1(service, 5000)
    const { body } = await quoteOf(desk(), contract.id)
    expect(figures(body)).toEqual([0.61, 1826.95, 1826.95, 0, 0])
    expect(body.calculation.payments).toEqual([])
  })

  test('C6: claims above what the reserve gives lower the other lines', async () => {
    const contract = await soldC1(service, 1000)
    const { calculation } = (await quoteOf(desk(), contract.id)).body
    const taken = Object.fromEntries(
      // biome-ignore lint/suspicious/noExplicitAny: a line as it is answered.
      calculation.lines.map((line: any) => [line.code, line.claimsDeduction]),
    )
    expect([calculation.netRefund, taken.RESERVE]).toEqual([776.95, 647.64])
  })
})

describe('alternatives of a quote', () => {
  test('show other methods and another date', async () => {
    const quoted = await quoteOf(desk(), c1.id, {
      alternatives: [
        { cancelMethodCode: 'PRORATA_DAYS' },
        { cancelMethodCode: 'PRORATA_MONTHS' },
        { cancelDate: '2025-10-01' },
      ],
    })
    expect(
      // biome-ignore lint/suspicious/noExplicitAny: an alternative as it is answered.
      quoted.body.alternatives.map((one: any) => [one.cancelDate, one.method, one.calculation.grossRefund]),
    ).toEqual([
      ['2025-09-10', 'PRORATA_DAYS', 2102.73],
      ['2025-09-10', 'PRORATA_MONTHS', 2146.42],
      ['2025-10-01', 'PRORATA_LESSER', 1826.95],
    ])
    expect((await desk().get(`/cancelrequests/${quoted.body.id}`)).body).toEqual(quoted.body)
  })

  test('an impossible alternative says why, and the others are still calculated', async () => {
    const contract = await soldC1(service, 0)
    const { body } = await quoteOf(desk(), contract.id, {
      ...{
        cancelDate: '2025-09-10',
        cancelReasonCode: 'DLRERR',
        requestedBy: 'Dealer',
        cancelOdometer: null,
      },
      alternatives: [
        ...[{ cancelMethodCode: 'PRORATA_MILES' }, { cancelMethodCode: 'PRORATA_DAYS' }],
        { cancelDate: '2025-10-11' },
      ],
    })
    expect(body.calculation.method).toBe('FLAT')
    expect(
      // biome-ignore lint/suspicious/noExplicitAny: an alternative as it is answered.
      body.alternatives.map((one: any) => [one.method, one.refused, one.calculation?.grossRefund ?? null]),
    ).toEqual([
      ['PRORATA_MILES', ['OdometerRequired'], null],
      ['PRORATA_DAYS', [], 2102.73],
      ['FLAT', ['CancelDateOutOfRange'], null],
    ])
  })

  test('are refused for a request', async () => {
    const answer = await desk().post(`/contracts/${c1.id}/cancelrequests`, {
      ...{ cancelDate: '2025-09-10', cancelReasonCode: 'CUSTREQ', cancelOdometer: 41_250 },
      alternatives: [{ cancelMethodCode: 'PRORATA_DAYS' }],
    })
    expect([answer.status, ...faultsIn(answer)]).toEqual([400, '/alternatives Unknown'])
  })
})

describe('other products and states', () => {
  test('C2: a service contract in Florida', async () => {
    const contract = await soldOn(service, {
      ...{ dealer: 'D2001', on: '2024-03-15', query: { productTypeCode: 'VSC', state: 'FL' } },
      rate: 'PLATINUM 60/75000 0',
      body: { vehiclePurchasePrice: 52_000, customFieldValues: [{ code: 'SALESPERSON', value: 'R. Diaz' }] },
    })
    await claimPaid(await database(), contract.id, 412.35, { lossDate: '2024-05-01' })
    await setClock(service, '2025-09-10T15:00:00Z')
    const { body } = await quoteOf(desk(), contract.id)
    expect(body.calculation).toMatchObject({
      ...{ ruleCode: 'FL-MV', method: 'PRORATA_DAYS', refundPercent: 90, retail: 2562.93 },
      ...{ grossRefund: 1619.45, claimsDeduction: 412.35, cancelFee: 0, netRefund: 1207.1 },
      salesTaxRefund: 113.36,
    })
    await setClock(service, '2024-05-14T15:00:00Z')
    const early = await quoteOf(desk(), contract.id, { cancelDate: '2024-05-14', cancelOdometer: 13_000 })
    expect(early.body.calculation).toMatchObject({
      ...{ isFreeLook: true, method: 'FLAT', netRefund: 2100.58, salesTaxRefund: 179.41 },
    })
  })

  test('C3: GAP by months', async () => {
    const contract = await soldOn(service, {
      ...{ dealer: 'D4001', on: '2024-01-20' },
      query: {
        ...{ productTypeCode: 'GAP', financedAmount: 32_000, financeTermMonths: 72, apr: 6.9 },
        ...{ dealType: 'Loan', msrp: 30_000 },
      },
      body: { lienHolderNumber: 'L200', retailPrice: 895 },
    })
    await setClock(service, '2025-09-25T15:00:00Z')
    const { body } = await quoteOf(desk(), contract.id, {
      ...{ cancelDate: '2025-09-25', cancelOdometer: undefined },
      alternatives: [
        ...[{ cancelMethodCode: 'RULE78' }, { cancelMethodCode: 'PRORATA_DAYS_INCL' }],
        ...[{ cancelMethodCode: 'PRORATA_DAYS' }, { cancelMethodCode: 'SHORTRATE' }],
        { cancelMethodCode: 'PRORATA_MONTHS' },
      ],
    })
    // biome-ignore lint/suspicious/noExplicitAny: an alternative as it is answered.
    const others = body.alternatives.map((one: any) => one.calculation.grossRefund)
    expect([body.calculation.state, body.calculation.monthsElapsed, ...others]).toEqual([
      ...[contract.stateOfSale, 20],
      ...[469.3, 644.71, 644.3, 581.75, 646.39],
    ])
  })

  test('C4: prepaid maintenance by unused services', async () => {
    const contract = await soldOn(service, {
      ...{ dealer: 'D1001', on: '2024-03-15', query: { productTypeCode: 'PPM' } },
    })
    await servicesClaimed(await database(), contract.id, { code: 'OIL', count: 1, status: 'Approved' })
    await servicesClaimed(await database(), contract.id, { code: 'OIL', count: 1, status: 'Requested' })
    await setClock(service, '2024-09-10T15:00:00Z')
    const { body } = await quoteOf(desk(), contract.id, { cancelDate: '2024-09-10', cancelOdometer: 18_000 })
    expect(figures(body)).toEqual([0.666667, 396, 0, 50, 346])
  })
})

describe('the history of the contract affects the quote', () => {
  const days = async (id: number, cancelDate: string) => {
    const { calculation } = (await quoteOf(supervisor(), id, { cancelDate })).body
    return [calculation.daysElapsed, calculation.totalDays]
  }

  test('suspended days count neither as used days nor as days of the term', async () => {
    const { id } = await soldC1(service, 0)
    const [holdReasonId] = Object.values(await holdReasons(supervisor()))
    await setClock(service, '2024-07-01T15:00:00Z')
    const hold = await supervisor().post(`/contracts/${id}/holds`, { holdReasonId, mode: 'Suspend' })
    await setClock(service, '2024-07-31T15:00:00Z')
    await supervisor().post(`/contracts/${id}/holds/${hold.body.id}/resolves`, {})
    await setClock(service, CANCELLED)
    expect(await days(id, '2025-09-10')).toEqual([514, 1826])
  })

  test('the lines are those on the cancel date: a later correction has no effect', async () => {
    const { id } = await soldR1(service)
    const accounting = service.api.as('sandbox-accounting')
    const search = `contractId=${id}&disbursementCode=AGENT&direction=Receive`
    const [row] = (await accounting.get(`/ledgers?${search}`)).body
    await accounting.patch(`/ledgers/${row.id}`, { amount: 100, reason: 'Agreed more' })
    const lines = async (cancelDate: string) => {
      const { calculation } = (await quoteOf(supervisor(), id, { cancelDate })).body
      // biome-ignore lint/suspicious/noExplicitAny: a line as it is answered.
      const originals = calculation.lines.map(({ code, original }: any) => [code, original])
      const { AGENT, MARKUP } = Object.fromEntries(originals)
      return [AGENT, MARKUP, calculation.retail]
    }
    expect(await lines('2025-09-10')).toEqual([100, 1607.07, 2995])
    expect(await lines('2025-09-09')).toEqual([75, 1632.07, 2995])
  })

  test('if the contract is not funded, the dealer pays the refund and is credited', async () => {
    const { id } = await soldR1(service)
    const { calculation } = (await quoteOf(desk(), id)).body
    expect([calculation.refundPayer, calculation.payments[0].method]).toEqual(['Dealer', 'Netting'])
  })

  test('changed rules apply immediately', async () => {
    const fee = async () => (await quoteOf(desk(), c1.id)).body.calculation.cancelFee
    expect(await fee()).toBe(50)
    const set = (cents: number) => changeRule(service, 'TX-SC', `max_fee = ${cents}`)
    await set(2_000)
    expect(await fee()).toBe(20)
    await set(5_000)
    expect(await fee()).toBe(50)
  })
})

test('a refinalized contract is quoted with its current price, term and lines', async () => {
  const sold = await soldR1(service)
  const admin = service.api.as('sandbox-admin')
  await setClock(service, '2025-09-08T15:00:00Z')
  const { body: plans } = await admin.get(`/Rates/Terms/Plan/${sold.plan.id}`)
  const other = plans.find(({ term }: { term: { months: number } }) => term.months === 36).term
  const changed = await admin.patch(`/contracts/${sold.id}`, { termId: other.id, retailPrice: 2500 })
  expect(changed.status, changed.text).toBe(200)
  const done = await admin.post(`/contracts/${sold.id}/refinalize`, {}, withKey())
  expect(done.status, done.text).toBe(200)
  await setClock(service, CANCELLED)
  const { calculation } = (await quoteOf(desk(), sold.id, { cancelDate: '2025-09-07' })).body
  expect(calculation).toMatchObject({ retail: 2500, totalDays: 1095 })
  const originals = calculation.lines.map(({ original }: { original: number }) => Math.round(original * 100))
  expect(originals.reduce((sum: number, one: number) => sum + one, 0)).toBe(250_000)
})

test.each([
  [9_999_999.99, 6_099_999.99],
  // The highest amount that is accepted.
  [2 ** 45, 21_462_466_974_187.52],
])('a taxed contract of %d can be cancelled', async (retailPrice, grossRefund) => {
  const contract = await soldR1(service, { retailPrice })
  const { status, body } = await quoteOf(desk(), contract.id)
  expect([status, body.calculation?.grossRefund]).toEqual([201, grossRefund])
  const cancelled = await cancel(supervisor(), contract.id)
  expect([cancelled.status, cancelled.body.calculation?.grossRefund]).toEqual([201, grossRefund])
})
