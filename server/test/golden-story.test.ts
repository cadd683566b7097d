import { beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from './support/app.ts'
import { finalize, sellR1 } from './support/contracts.ts'
import { quote, rateIn, truck } from './support/quotes.ts'

// One contract from its quote on, to the cent. Later chapters go on where this one ends.

let service: TestService
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
let contract: any

beforeAll(async () => {
  service = await testService()
  await service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
})

const staff = () => service.api.as('sandbox-entry')

describe('step 1: rated, sold, in force', () => {
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

  test('the finalize, and what it puts into the books', async () => {
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

// biome-ignore lint/suspicious/noExplicitAny: a contract as it is answered.
const linesOf = ({ disbursements }: any) =>
  // biome-ignore lint/suspicious/noExplicitAny: a line as it is answered.
  Object.fromEntries(disbursements.map((line: any) => [line.code, [line.amount, line.ledgerStatus]]))
