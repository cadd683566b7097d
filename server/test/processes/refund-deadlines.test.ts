import { beforeAll, describe, expect, test } from 'vitest'
import { act, executedC1 } from '../support/builders/cancels.ts'
import { rowsPaid } from '../support/builders/cash-paid.ts'
import { saleOfR1 } from '../support/builders/contracts.ts'
import { inDatabase } from '../support/builders/database.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import { eventsOf, executed, executedSummary } from '../support/builders/process-runs.ts'
import { quote, ratesIn, truck } from '../support/builders/quotes.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

// Warnings of refunds, and what else only the service does: removing old quotes, and applying changes that wait.

const service = await testService()
const admin = service.api.as('sandbox-admin')
const on = (date: string) => setClock(service, `${date}T15:00:00Z`)

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
type Any = any

async function set(key: string, value: unknown): Promise<void> {
  const { body } = await admin.get(`/generalsettings?key=${key}`)
  expect((await admin.patch(`/generalsettings/${body[0].id}`, { value })).status).toBe(200)
}

describe('refunds', () => {
  let [own, passedOn]: Any[] = []
  const warn = async (date: string) => {
    await on(date)
    const { succeeded, skipped, failed } = await executed(service, 'RefundDeadlines')
    expect([skipped, failed]).toEqual([0, 0])
    return succeeded
  }
  const told = async ({ contract }: Any) =>
    (await eventsOf(service, `contracts/${contract.id}`, 'contract.refundDue')).map(
      ({ cancelId: _, dueDate, isOverdue }: Any) => `${dueDate} ${isOverdue}`,
    )

  beforeAll(async () => {
    await withoutContracts(service)
    await set('alertEmail', 'desk@summit.example')
    own = await executedC1(service)
    // The dealer passes this one on, and has to confirm it.
    passedOn = await executedC1(service, 'D1002')
  })

  test('are due 45 days after the notice, and warned of once before and once after', async () => {
    expect(await warn('2025-10-19')).toBe(0)
    expect(await warn('2025-10-20')).toBe(2)
    expect(await warn('2025-10-20')).toBe(0)
    expect(await warn('2025-10-25')).toBe(0)
    expect([await told(own), await told(passedOn)]).toEqual([['2025-10-25 false'], ['2025-10-25 false']])
    // Paid to the dealer, but the customer has not confirmed.
    await rowsPaid(service, passedOn.contract.id, ({ id }) => id === passedOn.payment.ledgerId, {
      date: '2025-10-25',
    })
    expect(await warn('2025-10-26')).toBe(2)
    expect(await warn('2025-12-26')).toBe(0)
    expect(await told(own)).toEqual(['2025-10-25 false', '2025-10-25 true'])
    const [first] = await eventsOf(service, `contracts/${own.contract.id}`, 'contract.refundDue')
    expect(first).toEqual({
      ...{ id: own.contract.id, number: own.contract.number, status: 'Cancelled' },
      ...{ cancelId: own.cancel.id, dueDate: '2025-10-25', isOverdue: false },
    })
  })

  test('are told to the administrator by mail, and no penalty is posted', async () => {
    const mails = await inDatabase<Any>(service, 'select recipient, kind, subject from mail order by id')
    const { number } = own.contract
    const ours = mails.filter(({ subject }: Any) => subject.includes(number))
    expect(ours).toEqual([
      {
        recipient: 'desk@summit.example',
        kind: 'Alert',
        subject: `Alert: Refund of ${number} is due on 2025-10-25`,
      },
      { recipient: 'desk@summit.example', kind: 'Alert', subject: `Alert: Refund of ${number} is late` },
    ])
    expect(mails).toHaveLength(4)
    expect(await inDatabase(service, `select id from ledger where ledger_type = 'Penalty'`)).toEqual([])
  })

  test('that are confirmed, or whose contract is reinstated, are not warned of', async () => {
    await inDatabase(service, 'update cancel_payment set warned_at = null, warned_late_at = null')
    const confirm = { action: 'ConfirmRefund', paymentId: passedOn.payment.id, paidDate: '2025-10-27' }
    expect((await act(admin, passedOn.cancel.id, confirm)).status).toBe(200)
    await set('refundWarningDays', 0)
    expect(await warn('2025-10-24')).toBe(0)
    expect(
      await executedSummary(service, 'RefundDeadlines', {
        dryRun: true,
        parameters: { asOfDate: '2025-10-25' },
      }),
    ).toBe('Completed: 1 done, 0 skipped, 0 failed')
    expect(await warn('2025-10-25')).toBe(1)
    expect((await act(admin, own.cancel.id, { action: 'Reinstate', reason: 'In error' })).status).toBe(200)
    expect(await warn('2025-10-26')).toBe(0)
  })
})

describe('rate quotes', () => {
  test('are removed a year after they ended, unless a contract was sold from them', async () => {
    await on('2024-03-15')
    const asked = async () => (await quote(admin, 'D1001', { ...truck, productTypeCode: 'VSC' })).body
    const [kept, unused] = [await asked(), await asked()]
    const { rateId, suggestedRetail: retailPrice } = ratesIn(kept)[0]
    expect((await admin.post('/contracts', { ...saleOfR1(), rateId, retailPrice })).status).toBe(201)
    await service.app.services.quotes.flush()
    const read = async ({ quoteId }: Any) => (await admin.get(`/Rates/quotes/${quoteId}`)).status
    // Valid until 2024-04-14, and kept for 365 days.
    await on('2025-04-13')
    await executed(service, 'QuoteExpiry')
    expect([await read(kept), await read(unused)]).toEqual([200, 200])
    await on('2025-04-15')
    const tried = await executed(service, 'QuoteExpiry', { dryRun: true })
    expect(tried.succeeded).toBeGreaterThan(0)
    expect(await read(unused)).toBe(200)
    const { succeeded } = await executed(service, 'QuoteExpiry')
    expect(succeeded).toBe(tried.succeeded)
    expect([await read(kept), await read(unused)]).toEqual([200, 404])
    expect(await executedSummary(service, 'QuoteExpiry')).toBe('Completed: 0 done, 0 skipped, 0 failed')
  })
})

describe('changes of disbursements', () => {
  test('that still wait are applied in their order', async () => {
    await on('2024-03-15')
    const rates = service.api.as('sandbox-rates')
    const change = async (amount: number, effectiveFrom: string, effectiveTo: string) => {
      const calculation = { type: 'Flat', amount }
      const answer = await rates.patch('/Rates/Disbursements/1', { calculation, effectiveFrom, effectiveTo })
      expect(answer.status, answer.text).toBe(202)
      return answer.body.auditLogId
    }
    const ids = [await change(800, '2024-04-01', '2024-04-30'), await change(810, '2024-05-01', '2024-05-31')]
    const log = async (id: number) => (await rates.get(`/Rates/Disbursements/AuditLog/${id}`)).body.status
    expect(await executedSummary(service, 'DisbursementChanges', { dryRun: true })).toBe(
      'Completed: 2 done, 0 skipped, 0 failed',
    )
    expect(await Promise.all(ids.map(log))).toEqual(['Queued', 'Queued'])
    expect(await executedSummary(service, 'DisbursementChanges')).toBe(
      'Completed: 2 done, 0 skipped, 0 failed',
    )
    expect(await Promise.all(ids.map(log))).toEqual(['Completed', 'Completed'])
    expect(await service.app.services.disbursements.applyAll()).toBe(0)
  })

  test('has no parameters', async () => {
    const body = { processType: 'DisbursementChanges', execute: true, parameters: { asOfDate: '2024-03-15' } }
    expectProblem(await admin.post('/automatic-process-runs', body), 'ParametersInvalid')
  })
})
