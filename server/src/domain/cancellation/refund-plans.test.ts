import { describe, expect, test } from 'vitest'
import {
  balanceOf,
  contractR1,
  journalTexts,
  type MemoryLedger,
  perform,
} from '../../../test/support/oracle/earnings/memory-ledger.ts'
import {
  calculated,
  contractC1,
  factsOf,
  people,
  termsC1,
} from '../../../test/support/oracle/refunds/cancel-examples.ts'
import {
  bookedIn,
  CANCEL,
  cancel,
  differences,
  inForce,
  netOfHolders,
  pay,
  reinstate,
} from '../../../test/support/oracle/refunds/cancel-ledger.ts'
import type { LedgerRow } from '../ledger/rows.ts'
import { type Cents, centsOf, ZERO } from '../money.ts'
import { changePayeePlan, penaltyPlan } from './refund-plans.ts'

const dates = { effectiveDate: '2025-10-30', accountingDate: '2025-10-30' }
const to = (payee: typeof people.bank, amount: number) => ({ payee, amount: centsOf(amount) })

function cancelled(): { ledger: MemoryLedger; refund: LedgerRow } {
  const ledger = inForce(contractR1, true)
  const facts = factsOf(contractC1)
  const rows = cancel(ledger, facts, calculated(facts, termsC1), '2025-09-10')
  const refund = rows.find(({ disbursementCode }) => disbursementCode === 'REFUND') as LedgerRow
  return { ledger, refund }
}
const changed = (
  ledger: MemoryLedger,
  refund: LedgerRow,
  payments: Parameters<typeof changePayeePlan>[1],
) => {
  const plan = changePayeePlan(refund, payments, dates)
  if ('refused' in plan) throw new Error(plan.refused)
  return perform(ledger, plan)
}

describe('a late refund', () => {
  test('adds a penalty row for the payee', () => {
    const { ledger, refund } = cancelled()
    const before = ledger.journal.length
    const [row] = perform(ledger, penaltyPlan(refund, centsOf(136.46), dates))
    expect(row).toMatchObject({
      ...{ ledgerType: 'Penalty', disbursementCode: 'PENALTY', direction: 'Pay', accountHolderId: 21 },
      ...{ amount: centsOf(136.46), status: 'Open', cancelId: CANCEL, dueDate: '2025-10-30' },
    })
    expect(journalTexts(ledger.journal.slice(before))).toEqual(['PenaltyExpense -> Payable:21 136.46'])
    expect(differences(ledger)).toEqual([])
  })

  test('without a penalty adds no row', () => {
    expect(penaltyPlan(cancelled().refund, ZERO, dates)).toMatchObject({ insert: [], journal: [] })
  })

  test('keeps its penalty when the cancel is reinstated', () => {
    const { ledger, refund } = cancelled()
    const booked = bookedIn(ledger)
    perform(ledger, penaltyPlan(refund, centsOf(136.46), dates))
    reinstate(ledger, booked)
    expect(ledger.rows.find(({ ledgerType }) => ledgerType === 'Penalty')?.status).toBe('Open')
    expect(differences(ledger)).toEqual([])
  })
})

describe('another payee', () => {
  test('gets the refund instead of the first payee', () => {
    const { ledger, refund } = cancelled()
    const [, added] = changed(ledger, refund, [to(people.customer, 1364.6)])
    expect(added).toMatchObject({ accountHolderId: 40, disbursementCode: 'REFUND', status: 'Open' })
    expect(ledger.rows.find(({ id }) => id === refund.id)?.status).toBe('Voided')
    expect(balanceOf(ledger, 'Payable:21')).toBe(0)
    expect(balanceOf(ledger, 'Payable:40')).toBe(centsOf(-1364.6))
    expect(differences(ledger)).toEqual([])
  })

  test.each([
    ['not paid', false],
    ['paid', true],
  ])('gets a part of it, and the cancel can be reinstated: %s', (_, isPaid) => {
    const { ledger, refund } = cancelled()
    const rows = changed(ledger, refund, [to(people.bank, 500), to(people.customer, 864.6)])
    expect(differences(ledger)).toEqual([])
    const booked = bookedIn(ledger)
    if (isPaid) for (const row of rows.filter(({ status }) => status === 'Open')) pay(ledger, row.id)
    expect('refused' in reinstate(ledger, booked, isPaid ? 99 : null)).toBe(false)
    expect(differences(ledger)).toEqual([])
    expect(netOfHolders(ledger).get(99) ?? 0).toBe(isPaid ? centsOf(1364.6) : 0)
  })

  test.each<[string, Partial<LedgerRow>, number, string]>([
    ['is paid', { paidAmount: 1 as Cents }, 1364.6, 'Paid'],
    ['is being paid', { status: 'InProcess' }, 1364.6, 'InProcess'],
    ['is another sum', {}, 1364.59, 'DoesNotSum'],
  ])('is refused if the refund %s', (_, row, amount, refused) => {
    const { refund } = cancelled()
    expect(changePayeePlan({ ...refund, ...row }, [to(people.customer, amount)], dates)).toEqual({ refused })
  })
})
