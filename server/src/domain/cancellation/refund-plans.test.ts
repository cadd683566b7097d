import { describe, expect, test } from 'vitest'
import {
  balanceOf,
  contractR1,
  journalTexts,
  type MemoryLedger,
  perform,
  standingIn,
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
import { type Cents, centsOf } from '../money.ts'
import { changePayeePlan, planPenalties } from './refund-plans.ts'

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

/** Books what the payee is owed by now, as the payment of its refund does. */
function settle(ledger: MemoryLedger, refund: LedgerRow, owed: number): void {
  const booked = ledger.rows.filter(
    (row) => row.ledgerType === 'Penalty' && row.status !== 'Voided' && row.offsetOfLedgerId === null,
  )
  const standing = standingIn(ledger)
  perform(ledger, planPenalties(refund, { owed: centsOf(owed), booked, standing }, dates))
}
const penaltiesIn = ({ rows }: MemoryLedger) =>
  rows
    .filter(({ ledgerType }) => ledgerType === 'Penalty')
    .map(({ direction, amount, status }) => `${direction} ${amount} ${status}`)

describe('a late refund', () => {
  test('adds a penalty row for the payee', () => {
    const { ledger, refund } = cancelled()
    const before = ledger.journal.length
    settle(ledger, refund, 136.46)
    expect(ledger.rows.at(-1)).toMatchObject({
      ...{ ledgerType: 'Penalty', disbursementCode: 'PENALTY', direction: 'Pay', accountHolderId: 21 },
      ...{ amount: centsOf(136.46), status: 'Open', cancelId: CANCEL, dueDate: '2025-10-30' },
    })
    expect(journalTexts(ledger.journal.slice(before))).toEqual(['PenaltyExpense -> Payable:21 136.46'])
    expect(differences(ledger)).toEqual([])
  })

  test('without a penalty adds no row', () => {
    const { ledger, refund } = cancelled()
    settle(ledger, refund, 0)
    expect(penaltiesIn(ledger)).toEqual([])
  })

  test('that was not paid after all owes none: the row is voided, and the journal is turned back', () => {
    const { ledger, refund } = cancelled()
    settle(ledger, refund, 136.46)
    const before = ledger.journal.length
    settle(ledger, refund, 0)
    expect(penaltiesIn(ledger)).toEqual(['Pay 13646 Voided', 'Receive 13646 Voided'])
    expect(journalTexts(ledger.journal.slice(before))).toEqual(['Payable:21 -> PenaltyExpense 136.46'])
    expect(balanceOf(ledger, 'PenaltyExpense')).toBe(0)
    settle(ledger, refund, 272.92)
    expect(penaltiesIn(ledger).at(-1)).toBe('Pay 27292 Open')
    expect(differences(ledger)).toEqual([])
  })

  test('pays only the rest of a penalty, if the first one cannot be taken back', () => {
    const { ledger, refund } = cancelled()
    settle(ledger, refund, 136.46)
    pay(ledger, ledger.rows.at(-1)?.id ?? 0)
    settle(ledger, refund, 0)
    expect(penaltiesIn(ledger)).toEqual(['Pay 13646 Paid'])
    settle(ledger, refund, 272.92)
    expect(penaltiesIn(ledger)).toEqual(['Pay 13646 Paid', 'Pay 13646 Open'])
    expect(differences(ledger)).toEqual([])
  })

  test('of two penalties takes back the newest, and books again what is still owed', () => {
    const { ledger, refund } = cancelled()
    settle(ledger, refund, 100)
    settle(ledger, refund, 250)
    settle(ledger, refund, 120)
    expect(penaltiesIn(ledger)).toEqual([
      ...['Pay 10000 Open', 'Pay 15000 Voided', 'Receive 15000 Voided', 'Pay 2000 Open'],
    ])
    expect(balanceOf(ledger, 'PenaltyExpense')).toBe(centsOf(120))
  })

  test('keeps its penalty when the cancel is reinstated', () => {
    const { ledger, refund } = cancelled()
    const booked = bookedIn(ledger)
    settle(ledger, refund, 136.46)
    reinstate(ledger, booked)
    expect(penaltiesIn(ledger)).toEqual(['Pay 13646 Open'])
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
