import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refundsAtPayoff } from '../../src/cancellations/auto-cancel-gap/gap-facts.ts'
import { run } from '../../src/db/database.ts'
import { ruleFor } from '../../src/domain/cancellation/rules.ts'
import { loadCancelRules } from '../../src/reference/load-cancel-rules.ts'
import { soldOn } from '../support/builders/cancel-requests.ts'
import { funded } from '../support/builders/cash-paid.ts'
import { claimOpen } from '../support/builders/claims-paid.ts'
import { faultsIn } from '../support/builders/contract-books.ts'
import { newVin } from '../support/builders/contracts.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { executed, summary } from '../support/builders/process-runs.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

// Cancels GAP contracts that nobody needs any more. A contract costs 895.00 for 72 months, so the refunds are parts of that.

const service = await testService()
const admin = service.api.as('sandbox-admin')
const { db } = await sandboxOf(service)
afterAll(async () => expect(await faultsIn(db)).toEqual([]))

// biome-ignore lint/suspicious/noExplicitAny: a contract or a candidate as it is answered.
type Any = any

/** A waiver of the loan of G1, also beside another one on the same vehicle. */
const waiver = (on: string, vin: string, dealer = 'D1001'): Promise<Any> =>
  soldOn(service, {
    ...{ dealer, on, rate: 'GAP125 72 NONE' },
    query: {
      ...{ productTypeCode: 'GAP', financedAmount: 32_000, financeTermMonths: 72, apr: 6.9 },
      ...{ dealType: 'Loan', msrp: 30_000 },
    },
    body: {
      ...{ retailPrice: 895, lienHolderNumber: 'L200', vehicle: { vin }, allowDuplicate: true },
      financing: { dealType: 'Loan', amountFinanced: 32_000, apr: 6.9, termMonths: 72 },
    },
  })

async function candidates(query = ''): Promise<Any[]> {
  const { status, body, text } = await admin.get(`/contracts/autocancelgap?pageSize=200&${query}`)
  if (status !== 200) throw new Error(text)
  return body.items
}
const step = (id: number, body: object = {}) => admin.post(`/contracts/autocancelgap/${id}`, body)
const codesOf = ({ body }: Any): string[] => body.reasons.map(({ code }: Any) => code)
const cancelOf = async (id: number): Promise<Any> => (await admin.get(`/contracts/${id}/cancels`)).body[0]

const [vin, twinVin, payoffVin] = [newVin(), newVin(), newVin()]
let [first, second, third, twin, otherTwin, californian]: Any[] = []

beforeAll(async () => {
  first = await waiver('2024-01-20', vin)
  twin = await waiver('2024-01-20', twinVin)
  otherTwin = await waiver('2024-01-20', twinVin)
  californian = await waiver('2024-01-20', payoffVin, 'D3001')
  second = await waiver('2024-06-20', vin)
  third = await waiver('2025-01-20', vin)
  await funded(service, first.id)
  await setClock(service, '2025-09-25T15:00:00Z')
})

describe('a newer contract on the same vehicle', () => {
  test('replaces each one before it on the sale date of the next', async () => {
    const all = await candidates('detail=true')
    const own = all.filter((gap) => gap.vin === vin)
    const alike = { vin, customerName: 'Dana Reyes', dealerNumber: 'D1001', reason: 'DUPGAP' }
    expect(own).toEqual([
      {
        ...{ olderContractId: first.id, olderNumber: first.number, olderSaleDate: '2024-01-20' },
        ...{ newerContractId: second.id, newerNumber: second.number, newerSaleDate: '2024-06-20' },
        // 5 of 72 months: 895.00 x 67/72. The administrator cancels, so there is no fee.
        ...{ ...alike, suggestedCancelDate: '2024-06-20', estimatedRefund: 832.85 },
      },
      {
        ...{ olderContractId: second.id, olderNumber: second.number, olderSaleDate: '2024-06-20' },
        ...{ newerContractId: third.id, newerNumber: third.number, newerSaleDate: '2025-01-20' },
        // 7 of 72 months: 895.00 x 65/72.
        ...{ ...alike, suggestedCancelDate: '2025-01-20', estimatedRefund: 807.99 },
      },
    ])
  })

  test('counts as of the date that is asked for, and within the filters', async () => {
    const listed = async (query: string) => {
      const ids = await candidates(query)
      return [first, second, third].map(({ id }) => ids.includes(String(id)))
    }
    expect(await listed('')).toEqual([true, true, false])
    expect(await listed('asOfDate=2024-06-19')).toEqual([false, false, false])
    expect(await listed('asOfDate=2024-06-20')).toEqual([true, false, false])
    expect(await listed('asOfDate=2025-01-19')).toEqual([true, false, false])
    expect(await listed(`dealerId=${await holderId(service, 'Dealer', 'D1001')}`)).toEqual([
      true,
      true,
      false,
    ])
    expect(await listed(`dealerId=${await holderId(service, 'Dealer', 'D1002')}`)).toEqual([
      false,
      false,
      false,
    ])
    expect(await listed('productTypeCode=VSC')).toEqual([false, false, false])
    const csv = await admin.get('/contracts/autocancelgap?detail=true', { headers: { accept: 'text/csv' } })
    expect(csv.text).toContain(`${first.id},${first.number},2024-01-20,${second.id}`)
    expect(codesOf(await step(first.id, { asOfDate: '2024-06-19' }))).toEqual(['NotSuperseded'])
  })

  test('the order of the steps does not matter', async () => {
    const dry = await admin.post(`/contracts/autocancelgap/${second.id}?dryRun=true`, {})
    expect([dry.status, dry.body.result]).toEqual([200, 'Cancelled'])
    expect((await step(second.id)).body).toMatchObject({ contractId: second.id, result: 'Cancelled' })
    const answer = await step(first.id)
    const cancel = await cancelOf(first.id)
    expect([answer.status, answer.body]).toEqual([
      ...[200, { contractId: first.id, result: 'Cancelled', cancelId: cancel.id }],
    ])
    expect(cancel).toMatchObject({
      ...{ cancelDate: '2024-06-20', reason: { code: 'DUPGAP' }, cancelRequestId: null },
      calculation: {
        ...{ ruleCode: 'DEFAULT-P', method: 'PRORATA_MONTHS', monthsElapsed: 5, grossRefund: 832.85 },
        ...{ cancelFee: 0, netRefund: 832.85, refundPayer: 'Administrator', refundDueDate: '2025-11-09' },
        payee: { type: 'LienHolder', isSole: false },
      },
    })
    expect(cancel.calculation.payee.name).toMatch(/ FBO Dana Reyes$/)
    // The dealer has not paid for the second one, so it passes the refund on.
    const { cancelDate, calculation } = await cancelOf(second.id)
    expect([cancelDate, calculation.netRefund, calculation.refundPayer]).toEqual([
      '2025-01-20',
      807.99,
      'Dealer',
    ])
    expect((await admin.get(`/contracts/${first.id}`)).body).toMatchObject({
      ...{ status: 'Cancelled', statusReason: 'DUPGAP' },
    })
  })

  test('a step that is repeated changes nothing, and the newest stays', async () => {
    const again = await step(first.id)
    expectProblem(again, 'NotEligible')
    expect(codesOf(again)).toEqual(['NotActive'])
    expect(codesOf(await step(third.id))).toEqual(['NotSuperseded'])
    expect(await candidates()).not.toContain(String(third.id))
    expect((await admin.get(`/contracts/${first.id}/cancels`)).body).toHaveLength(1)
  })
})

describe('two contracts of one day', () => {
  const twins = async () => {
    const ids = await candidates()
    return [twin, otherTwin].map(({ id }) => ids.includes(String(id)))
  }

  test('do not replace each other', async () => {
    expect(await twins()).toEqual([false, false])
    expect(codesOf(await step(twin.id))).toEqual(['NotSuperseded'])
  })

  test('are both replaced by a later one, unless a claim or a request is open', async () => {
    await waiver('2025-09-25', twinVin)
    expect(await twins()).toEqual([true, true])
    const claim = await claimOpen(db, twin.id, { type: 'GAP', lossDate: '2025-09-01' })
    const asked = await admin.post(`/contracts/${otherTwin.id}/cancelrequests`, {
      ...{ cancelDate: '2025-09-25', cancelReasonCode: 'CUSTREQ' },
    })
    expect(await twins()).toEqual([false, false])
    for (const status of ['Open', 'Paid', 'Closed']) {
      await run(db, 'update claim set status = $2 where id = $1', [claim, status])
      expect(codesOf(await step(twin.id)), status).toEqual(['OpenClaim'])
    }
    expect(codesOf(await step(otherTwin.id))).toEqual(['OpenCancelRequest'])
    await run(db, `update claim set status = 'Denied' where id = $1`, [claim])
    await admin.post(
      `/cancelrequests/${asked.body.id}`,
      { action: 'Withdraw' },
      { 'idempotency-key': 'twin' },
    )
    expect(await twins()).toEqual([true, true])
  })

  test('are not cancelled while someone else has the contract locked', async () => {
    const lock = await service.api.as('sandbox-entry').post(`/contracts/${twin.id}/lock`)
    expect(lock.status).toBeLessThan(300)
    expectProblem(await step(twin.id), 'Locked')
  })
})

describe('a loan that is paid off', () => {
  const payoff = (id: number) => admin.patch(`/contracts/${id}`, { financing: { payoffDate: '2025-09-25' } })

  test('in California the refund is owed by day, without a fee, and goes to the customer', async () => {
    await setClock(service, '2025-09-25T15:00:00Z')
    expect(codesOf(await step(californian.id))).toEqual(['NotSuperseded'])
    expect((await payoff(californian.id)).status).toBe(200)
    expect(await candidates('asOfDate=2025-09-24')).not.toContain(String(californian.id))
    const [listed] = (await candidates('detail=true')).filter(
      ({ olderContractId: id }) => id === californian.id,
    )
    expect(listed).toMatchObject({
      ...{ reason: 'PAYOFF', newerContractId: null, newerNumber: null, newerSaleDate: null },
      // 614 of 2192 days have passed, and the last one counts as remaining: 895.00 x 1579/2192.
      ...{ suggestedCancelDate: '2025-09-25', estimatedRefund: 644.71 },
    })
    // The twins are candidates as well. One of them is locked.
    const tried = await executed(service, 'AutoCancelGap', { dryRun: true })
    expect(summary(tried)).toBe('CompletedWithErrors: 2 done, 0 skipped, 1 failed')
    expect((await candidates()).map(Number)).toEqual([twin.id, otherTwin.id, californian.id])
    const done = await executed(service, 'AutoCancelGap')
    expect(summary(done)).toBe('CompletedWithErrors: 2 done, 0 skipped, 1 failed')
    expect(done.errors).toMatchObject([{ entityId: twin.id, code: 'Locked' }])
    expect((await candidates()).map(Number)).toEqual([twin.id])
    expect(await cancelOf(californian.id)).toMatchObject({
      ...{ cancelDate: '2025-09-25', reason: { code: 'PAYOFF' } },
      calculation: {
        ...{ ruleCode: 'CA-GAP', method: 'PRORATA_DAYS_INCL', cancelFee: 0, netRefund: 644.71 },
        payee: { type: 'Customer', name: 'Dana Reyes', isSole: true },
      },
    })
  })

  test('elsewhere someone has to ask for the refund', async () => {
    expect((await payoff(third.id)).status).toBe(200)
    expect(await candidates()).not.toContain(String(third.id))
    expect(codesOf(await step(third.id))).toEqual(['NotSuperseded'])
  })

  test('the rule that decides is the one that the refund would follow', async () => {
    const rules = await loadCancelRules(db)
    const { rows } = await db.query(
      `select id, state_of_sale as state, program_id::int as "programId",
      product_type_code as "productTypeCode", sale_date::text as "saleDate" from contract where id % 5 = 0`,
      [],
    )
    const found = await db.query(
      `select c.id, ${refundsAtPayoff('c')} as owed from contract c where c.id % 5 = 0`,
      [],
    )
    const owed = new Map(found.rows.map((row: Any) => [row.id, row.owed]))
    for (const row of rows as Any[])
      expect(owed.get(row.id)).toBe(
        ruleFor(rules, { ...row, reasonCode: 'PAYOFF', side: 'Holder' }).refundsAtPayoff,
      )
  })
})

test('other products are skipped, unknown contracts are not found, and only schedulers may ask', async () => {
  const { body } = await admin.get('/contracts?productTypeCode=VSC&status=Active&pageSize=1')
  expect(codesOf(await step(body[0].id))).toEqual(expect.arrayContaining(['NotGap', 'NotSuperseded']))
  expectProblem(await step(999_999_999), 'NotFound')
  const entry = service.api.as('sandbox-entry')
  expectProblem(await entry.post(`/contracts/autocancelgap/${first.id}`, {}), 'Forbidden')
  expectProblem(await entry.get('/contracts/autocancelgap'), 'Forbidden')
})
