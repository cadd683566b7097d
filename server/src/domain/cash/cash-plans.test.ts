import { describe, expect, test } from 'vitest'
import {
  activeR1,
  balanceOf,
  journalTexts,
  type MemoryLedger,
  on,
  pendingR1,
  perform,
  who,
} from '../../../test/support/oracle/earnings/memory-ledger.ts'
import { differences } from '../../../test/support/oracle/refunds/cancel-ledger.ts'
import { planFinalize } from '../ledger/contract-plans.ts'
import { fundingStatus } from '../ledger/funding.ts'
import type { LedgerRow } from '../ledger/rows.ts'
import { type Cents, centsOf, plus, sumCents } from '../money.ts'
import { payAll, payOldestFirst } from './allot.ts'
import { planStaging, planUnstaging } from './batches.ts'
import { type Application, appliedAmount } from './cash.ts'
import {
  type CashFacts,
  planApplications,
  planApplicationsBack,
  planMoney,
  planMoneyBack,
} from './cash-plans.ts'

const paidOn = on('2024-04-12')
const receipt = (amount: Cents): CashFacts => ({
  ...{ cashTransactionId: 88, type: 'Receipt', accountHolderId: who.dealer, amount },
})
const dealerRows = ({ rows }: MemoryLedger) => rows.filter((row) => row.isDealerCost)
const payables = ({ rows }: MemoryLedger) => rows.filter((row) => row.direction === 'Pay' && !row.isMemo)

/** Takes the money in and pays the rows with it. */
function receive(ledger: MemoryLedger, amount: Cents, applications: readonly Application[]): void {
  perform(ledger, planMoney(receipt(amount), paidOn))
  perform(ledger, planApplications(receipt(amount), applications, ledger.rows, paidOn))
}

/** Takes everything back on another day. Rows with an id above 90 belong to a later price. */
function giveBack(ledger: MemoryLedger, amount: Cents, paid: readonly Application[]): void {
  const dates = on('2024-04-20')
  const priceOf = ({ id }: LedgerRow) => (id > 90 ? 1 : 0)
  const applications = paid.map((application) => ({
    ...application,
    row: ledger.rows.find(({ id }) => id === application.row.id) as LedgerRow,
  }))
  perform(ledger, planApplicationsBack(receipt(amount), applications, ledger.rows, { dates, priceOf }))
  perform(ledger, planMoneyBack(receipt(amount), dates))
}

const all = centsOf(1362.93)

describe('a dealer that pays a contract in full', () => {
  const ledger = activeR1()
  const before = ledger.journal.length
  receive(ledger, all, payAll(dealerRows(ledger)))

  test('has paid its seven rows, and the contract is funded', () => {
    expect(dealerRows(ledger).map(({ status }) => status)).toEqual(Array(7).fill('Paid'))
    expect(fundingStatus(ledger.rows)).toBe('Funded')
  })

  test('opens the payables that waited for the money', () => {
    expect(payables(ledger).map(({ status, waitsFor }) => `${status} ${waitsFor}`)).toEqual(
      Array(5).fill('Open null'),
    )
  })

  test('passes its unapplied account', () => {
    expect(journalTexts(ledger.journal.slice(before))).toEqual([
      'Cash -> Unapplied:1 1362.93',
      ...['1061.70', '21.23', '125.00', '12.00', '18.00', '75.00', '50.00'].map(
        (amount) => `Unapplied:1 -> Receivable:1 ${amount}`,
      ),
    ])
    expect(balanceOf(ledger, 'Unapplied:1')).toBe(0)
    expect(balanceOf(ledger, 'Cash')).toBe(all)
    expect(differences(ledger)).toEqual([])
  })
})

describe('a check that comes back', () => {
  test('opens the rows again, and the payables wait again, but for those that were paid', () => {
    const ledger = activeR1()
    const paid = payAll(dealerRows(ledger))
    receive(ledger, all, paid)
    const agent = ledger.rows.find((row) => row.disbursementCode === 'AGENT' && row.direction === 'Pay')
    const toAgent: CashFacts = {
      ...{ cashTransactionId: 89, type: 'Payment', accountHolderId: who.agent, amount: centsOf(75) },
    }
    perform(ledger, planMoney(toAgent, paidOn))
    perform(ledger, planApplications(toAgent, payAll(agent ? [agent] : []), ledger.rows, paidOn))
    giveBack(ledger, all, paid)
    expect(dealerRows(ledger).map(({ status, paidAmount }) => `${status} ${paidAmount}`)).toEqual(
      Array(7).fill('Open 0'),
    )
    expect(payables(ledger).map(({ disbursementCode, status }) => `${disbursementCode} ${status}`)).toEqual([
      ...['PREMTAX Pending', 'CLIP Pending', 'ROADSIDE Pending', 'AGENT Paid', 'DLRGRP Pending'],
    ])
    expect(fundingStatus(ledger.rows)).toBe('NotFunded')
    expect(balanceOf(ledger, 'Cash')).toBe(centsOf(-75))
    expect(balanceOf(ledger, 'Unapplied:1')).toBe(0)
    expect(differences(ledger)).toEqual([])
  })
})

describe('a payment in part', () => {
  test('pays the oldest due date first, then the lowest id, and leaves the rest open', () => {
    const ledger = activeR1()
    const rows = dealerRows(ledger)
    const late = rows[2] as LedgerRow
    ledger.rows = ledger.rows.map((row) => (row === late ? { ...row, dueDate: '2024-01-15' } : row))
    const received = centsOf(1200)
    const applications = payOldestFirst(payAll(dealerRows(ledger)), received)
    expect(applications.map(({ row, amount }) => `${row.disbursementCode} ${amount}`)).toEqual([
      ...['ADMIN 12500', 'RESERVE 106170', 'PREMTAX 1330'],
    ])
    receive(ledger, received, applications)
    expect(fundingStatus(ledger.rows)).toBe('PartiallyFunded')
    const premiumTax = dealerRows(ledger).find((row) => row.disbursementCode === 'PREMTAX')
    expect(premiumTax).toMatchObject({ status: 'Open', paidAmount: 1330 })
    expect(payables(ledger).every(({ waitsFor }) => waitsFor === 'Funding')).toBe(true)
    expect(differences(ledger)).toEqual([])
  })

  test('leaves unapplied what it does not pay', () => {
    const ledger = activeR1()
    receive(ledger, plus(all, centsOf(10)), payAll(dealerRows(ledger)))
    expect(balanceOf(ledger, 'Unapplied:1')).toBe(-1000)
    expect(differences(ledger)).toEqual([])
  })
})

describe('when the dealer’s money is taken back, a payable', () => {
  const waits = (ledger: MemoryLedger) =>
    payables(ledger).map(({ status, waitsFor }) => `${status} ${waitsFor}`)
  const paidOut = () => {
    const ledger = activeR1()
    const paid = payAll(dealerRows(ledger))
    receive(ledger, all, paid)
    return { ledger, paid }
  }

  test('that was paid out waits for funding once its own payment is taken back', () => {
    const { ledger, paid } = paidOut()
    const out = payAll(payables(ledger).slice(0, 1))
    receive(ledger, sumCents(out.map(({ amount }) => amount)), out)
    giveBack(ledger, all, paid)
    expect(waits(ledger)[0]).toBe('Paid null')
    giveBack(ledger, sumCents(out.map(({ amount }) => amount)), out)
    expect(waits(ledger)).toEqual(Array(5).fill('Pending Funding'))
  })

  test('waits, though the contract was not funded at its later price', () => {
    const { ledger, paid } = paidOut()
    const [first] = dealerRows(ledger)
    ledger.rows.push({
      ...(first as LedgerRow),
      ...{ id: 99, lineId: 99, ledgerType: 'Refinalize', status: 'Open', paidAmount: 0 as Cents },
    })
    expect(fundingStatus(ledger.rows)).toBe('PartiallyFunded')
    giveBack(ledger, all, paid)
    expect(waits(ledger)).toEqual(Array(5).fill('Pending Funding'))
  })

  test('stays open when only a part for the later price is taken back', () => {
    const { ledger } = paidOut()
    const [first] = dealerRows(ledger)
    const later: LedgerRow = {
      ...(first as LedgerRow),
      ...{ id: 99, lineId: 99, ledgerType: 'Refinalize', status: 'Open', paidAmount: 0 as Cents },
    }
    ledger.rows.push(later)
    const part = [{ row: later, amount: 500 as Cents }]
    receive(ledger, 500 as Cents, part)
    giveBack(ledger, 500 as Cents, part)
    expect(waits(ledger)).toEqual(Array(5).fill('Open null'))
  })

  test('stays open when the money for the later price is taken back, which opened only what came with that price', () => {
    const { ledger } = paidOut()
    const [[owed], [share]] = [dealerRows(ledger), payables(ledger)]
    const added = { ledgerType: 'Refinalize', paidAmount: 0 as Cents, amount: 500 as Cents } as const
    const later: LedgerRow = { ...(owed as LedgerRow), ...added, id: 98, lineId: 98, status: 'Open' }
    ledger.rows.push(later, {
      ...{ ...(share as LedgerRow), ...added, id: 99, lineId: 98 },
      ...{ status: 'Pending', waitsFor: 'Funding' },
    })
    const part = [{ row: later, amount: 500 as Cents }]
    receive(ledger, 500 as Cents, part)
    expect(waits(ledger)).toEqual(Array(6).fill('Open null'))
    giveBack(ledger, 500 as Cents, part)
    expect(waits(ledger)).toEqual([...Array(5).fill('Open null'), 'Pending Funding'])
  })

  test('waits when it leaves the batch that it was in', () => {
    const { ledger, paid } = paidOut()
    const [share] = payables(ledger)
    perform(ledger, planStaging([share as LedgerRow], 5))
    giveBack(ledger, all, paid)
    expect(waits(ledger)[0]).toBe('InProcess null')
    perform(ledger, planUnstaging([payables(ledger)[0] as LedgerRow], ledger.rows))
    expect(waits(ledger)[0]).toBe('Pending Funding')
  })
})

describe('a contract that is paid before it is finalized', () => {
  test('keeps the money unapplied until the finalize, which finds its rows paid', () => {
    const ledger = pendingR1()
    receive(ledger, all, payAll(dealerRows(ledger)))
    expect(
      dealerRows(ledger).every((row) => row.waitsFor === 'Finalize' && row.paidAmount === row.amount),
    ).toBe(true)
    expect(fundingStatus(ledger.rows)).toBe('Funded')
    expect(balanceOf(ledger, 'Unapplied:1')).toBe(-all)
    expect(balanceOf(ledger, 'Receivable:1')).toBe(0)
    perform(ledger, planFinalize(731, ledger.rows, on('2024-05-02')))
    expect(dealerRows(ledger).map(({ status }) => status)).toEqual(Array(7).fill('Paid'))
    expect(payables(ledger).every(({ status }) => status === 'Open')).toBe(true)
    expect(balanceOf(ledger, 'Unapplied:1')).toBe(0)
    expect(differences(ledger)).toEqual([])
  })

  test('waits on when the check comes back before the finalize', () => {
    const ledger = pendingR1()
    const paid = payAll(dealerRows(ledger))
    receive(ledger, all, paid)
    giveBack(ledger, all, paid)
    expect(dealerRows(ledger).every((row) => row.status === 'Pending' && row.paidAmount === 0)).toBe(true)
    expect(balanceOf(ledger, 'Unapplied:1')).toBe(0)
    expect(balanceOf(ledger, 'Cash')).toBe(0)
  })
})

test('rows in the other direction are netted', () => {
  const ledger = activeR1()
  const [row] = dealerRows(ledger)
  const owes = ([1362.93, 1362.93, 1362.93] as const).map((amount) => ({
    ...{ row: { ...(row as LedgerRow), direction: 'Receive' as const }, amount: centsOf(amount) },
  }))
  const isOwed = { row: { ...(row as LedgerRow), direction: 'Pay' as const }, amount: centsOf(369.04) }
  expect(sumCents(owes.map(({ amount }) => amount))).toBe(centsOf(4088.79))
  expect(appliedAmount('Receipt', [...owes, isOwed])).toBe(centsOf(3719.75))
  expect(appliedAmount('Payment', [...owes, isOwed])).toBe(centsOf(-3719.75))
})
