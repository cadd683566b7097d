import { describe, expect, test } from 'vitest'
import {
  activeR1,
  balanceOf,
  contractR1,
  emptyLedger,
  journalTexts,
  type MemoryLedger,
  on,
  pendingR1,
  perform,
  sold,
  standingIn,
  who,
} from '../../../test/support/oracle/earnings/memory-ledger.ts'
import { centsOf } from '../money.ts'
import { type ContractLines, planNewContract } from './contract.ts'
import { planFinalize, planRefinalize, planReplacement, planVoid } from './contract-plans.ts'
import { fundingStatus, planFunding } from './funding.ts'
import { amountsByCode } from './lines.ts'
import type { LedgerPlan } from './plan.ts'
import type { LedgerRow } from './rows.ts'

/** As somebody else pays a row; the cash itself is not looked at here. */
function pay(ledger: MemoryLedger, which: (row: LedgerRow) => boolean, part = 1): void {
  ledger.rows = ledger.rows.map((row) =>
    which(row)
      ? {
          ...row,
          paidAmount: centsOf((row.amount / 100) * part),
          status: part < 1 || row.waitsFor ? row.status : 'Paid',
        }
      : row,
  )
}

const isOwed = (row: LedgerRow) => row.direction === 'Receive' && !row.isMemo
const shown = ({ rows }: MemoryLedger, from = 0) =>
  rows
    .slice(from)
    .map(
      (row) =>
        `${row.direction} ${row.isMemo ? 'memo ' : ''}${row.disbursementCode} ${row.accountHolderId} ` +
        `${(row.amount / 100).toFixed(2)} ${row.status}${row.waitsFor ? ` ${row.waitsFor}` : ''} ${row.dueDate}`,
    )
const allowed = (plan: LedgerPlan | { refused: string }): LedgerPlan => {
  if ('refused' in plan) throw new Error(plan.refused)
  return plan
}

describe('a new contract', () => {
  test('has rows that wait for the finalize, and nothing in the books', () => {
    const ledger = pendingR1()
    expect(ledger.rows).toHaveLength(16)
    expect(ledger.rows.every(({ status, waitsFor }) => status === 'Pending' && waitsFor === 'Finalize')).toBe(
      true,
    )
    expect(ledger.journal).toEqual([])
  })

  test('gets a new price: rows are changed, added or voided', () => {
    const ledger = pendingR1()
    const lines = contractR1.lines
      .filter(({ code }) => code !== 'DLRGRP')
      .map((one) => (one.code === 'AGENT' ? { ...one, amount: centsOf(80), accountHolderId: 66 } : one))
      .map((one) => (one.code === 'RESERVE' ? { ...one, amount: centsOf(1000) } : one))
    perform(ledger, allowed(planReplacement(ledger.rows, { ...contractR1, lines, salesTax: null }, sold)))
    expect(Object.fromEntries(amountsByCode(ledger.rows))).toEqual({
      ...{ RESERVE: 1000_00, PREMTAX: 21_23, ADMIN: 125_00, CLIP: 12_00, ROADSIDE: 18_00, AGENT: 80_00 },
      MARKUP: 1632_07,
    })
    const voided = ledger.rows.filter(({ status }) => status === 'Voided')
    // The dealer's side and the share of AGENT and DLRGRP, and the tax, each with its offset.
    expect(voided).toHaveLength(10)
    expect(ledger.journal).toEqual([])
  })

  test.each([
    ['Paid', (row: LedgerRow): LedgerRow => ({ ...row, paidAmount: centsOf(1) })],
    ['InProcess', (row: LedgerRow): LedgerRow => ({ ...row, status: 'InProcess' })],
  ] as const)('keeps its price where a row that would change is %s', (refused, as) => {
    const rows = pendingR1().rows.map((row) => (row.id === 1 ? as(row) : row))
    const dearer = { ...contractR1, lines: contractR1.lines.map((one) => ({ ...one, amount: centsOf(5) })) }
    expect(planReplacement(rows, dearer, sold)).toEqual({ refused })
    expect(planReplacement(rows, contractR1, sold)).toEqual({
      insert: [],
      update: [],
      journal: [],
      edits: [],
    })
  })

  test.each([
    ['a code occurs twice', { lines: [...contractR1.lines, ...contractR1.lines] }],
    ['a line is below zero', { salesTax: { amount: centsOf(-1), accountHolderId: 9, groupCode: null } }],
  ] as const)('is a mistake of ours where %s', (_, wrong: Partial<ContractLines>) => {
    expect(() => planNewContract({ ...contractR1, ...wrong }, sold)).toThrow()
  })
})

describe('finalize', () => {
  test('opens receivables, lets payables wait for funding, and books every line', () => {
    const ledger = activeR1()
    expect(shown(ledger)).toEqual([
      'Receive RESERVE 1 1061.70 Open 2024-04-15',
      'Pay memo RESERVE 2 1061.70 Open 2024-03-15',
      'Receive PREMTAX 1 21.23 Open 2024-04-15',
      'Pay PREMTAX 8 21.23 Pending Funding 2024-03-15',
      'Receive ADMIN 1 125.00 Open 2024-04-15',
      'Pay memo ADMIN 3 125.00 Open 2024-03-15',
      'Receive CLIP 1 12.00 Open 2024-04-15',
      'Pay CLIP 4 12.00 Pending Funding 2024-03-15',
      'Receive ROADSIDE 1 18.00 Open 2024-04-15',
      'Pay ROADSIDE 5 18.00 Pending Funding 2024-03-15',
      'Receive AGENT 1 75.00 Open 2024-04-15',
      'Pay AGENT 6 75.00 Pending Funding 2024-03-15',
      'Receive DLRGRP 1 50.00 Open 2024-04-15',
      'Pay DLRGRP 7 50.00 Pending Funding 2024-03-15',
      'Pay memo MARKUP 1 1632.07 Open 2024-04-15',
      'Pay memo SALESTAX 9 224.63 Open 2024-03-15',
    ])
    expect(journalTexts(ledger.journal)).toEqual([
      'Receivable:1 -> Unearned:RESERVE 1061.70',
      'Receivable:1 -> Payable:8 21.23',
      'Receivable:1 -> Unearned:ADMIN 125.00',
      'Receivable:1 -> Payable:4 12.00',
      'Receivable:1 -> Payable:5 18.00',
      'Receivable:1 -> Payable:6 75.00',
      'Receivable:1 -> Payable:7 50.00',
    ])
    expect(balanceOf(ledger, 'Receivable:1')).toBe(1362_93)
    expect(new Set(ledger.journal.map(({ entryId }) => entryId)).size).toBe(1)
    expect(fundingStatus(ledger.rows)).toBe('NotFunded')
  })

  test('opens lines that are paid on finalize', () => {
    const ledger = emptyLedger()
    const lines = contractR1.lines.map((one) => ({ ...one, payWhen: 'OnFinalize' as const }))
    perform(ledger, planNewContract({ ...contractR1, lines }, sold))
    perform(ledger, planFinalize(731, ledger.rows, sold))
    expect(ledger.rows.every(({ status }) => status === 'Open')).toBe(true)
  })

  test('applies payments that the dealer made before the finalize', () => {
    const ledger = pendingR1()
    pay(ledger, isOwed)
    perform(ledger, planFinalize(731, ledger.rows, sold))
    expect(fundingStatus(ledger.rows)).toBe('Funded')
    expect(ledger.rows.filter(isOwed).every(({ status }) => status === 'Paid')).toBe(true)
    expect(ledger.rows.filter((row) => !isOwed(row)).every(({ status }) => status === 'Open')).toBe(true)
    expect(balanceOf(ledger, 'Receivable:1')).toBe(0)
    expect(balanceOf(ledger, 'Unapplied:1')).toBe(1362_93)
    expect(ledger.journal.filter(({ entryType }) => entryType === 'Cash')).toHaveLength(7)
  })

  test('leaves rows in a batch unchanged', () => {
    const ledger = pendingR1()
    ledger.rows = ledger.rows.map((row) => (isOwed(row) ? { ...row, status: 'InProcess' } : row))
    perform(ledger, planFinalize(731, ledger.rows, sold))
    expect(ledger.rows.filter(isOwed).map(({ status, waitsFor }) => [status, waitsFor])).toEqual(
      Array.from({ length: 7 }, () => ['InProcess', null]),
    )
  })

  test('in a closed month is booked on the first open day with its own effective date', () => {
    const ledger = pendingR1()
    const dates = { effectiveDate: '2024-03-15', accountingDate: '2024-05-01' }
    perform(ledger, planFinalize(731, ledger.rows, dates))
    expect(ledger.rows[0]).toMatchObject({ ...dates, dueDate: '2024-04-15' })
    expect(ledger.journal[0]).toMatchObject(dates)
  })
})

describe('funding', () => {
  test('depends on the paid amounts of the dealer’s side', () => {
    const ledger = activeR1()
    pay(ledger, ({ id }) => id === 1, 0.5)
    expect(fundingStatus(ledger.rows)).toBe('PartiallyFunded')
    pay(ledger, isOwed)
    expect(fundingStatus(ledger.rows)).toBe('Funded')
    perform(ledger, planFunding(ledger.rows))
    expect(ledger.rows.filter(({ status }) => status === 'Open')).toHaveLength(9)
  })

  test('that is lost makes unpaid payables wait again', () => {
    const ledger = activeR1()
    pay(ledger, isOwed)
    perform(ledger, planFunding(ledger.rows))
    pay(ledger, ({ accountHolderId }) => accountHolderId === who.agent)
    ledger.rows = ledger.rows.map((row) =>
      row.id === 1 ? { ...row, status: 'Open', paidAmount: centsOf(0) } : row,
    )
    perform(ledger, planFunding(ledger.rows))
    const of = (holder: number) => ledger.rows.find(({ accountHolderId }) => accountHolderId === holder)
    expect(of(who.agent)).toMatchObject({ status: 'Paid' })
    expect(of(who.insurer)).toMatchObject({ status: 'Pending', waitsFor: 'Funding' })
  })
})

describe('refinalize', () => {
  const changed = (amounts: Record<string, number>): ContractLines => ({
    ...contractR1,
    lines: contractR1.lines.map((one) => ({
      ...one,
      amount: centsOf(amounts[one.code] ?? one.amount / 100),
    })),
  })

  test('posts the differences and does not change existing rows', () => {
    const ledger = activeR1()
    const before = [...ledger.rows]
    const wanted = changed({ RESERVE: 1161.7, PREMTAX: 23.23, AGENT: 60, ADMIN: 100, MARKUP: 1570.07 })
    const plan = planRefinalize(ledger.rows, wanted, on('2024-05-20'))
    expect(plan.update).toEqual([])
    perform(ledger, plan)
    expect(ledger.rows.slice(0, 16)).toEqual(before)
    expect(shown(ledger, 16)).toEqual([
      'Receive RESERVE 1 100.00 Open 2024-06-15',
      'Pay memo RESERVE 2 100.00 Open 2024-06-15',
      'Receive PREMTAX 1 2.00 Open 2024-06-15',
      'Pay PREMTAX 8 2.00 Pending Funding 2024-06-15',
      'Pay ADMIN 1 25.00 Open 2024-06-15',
      'Receive memo ADMIN 3 25.00 Open 2024-06-15',
      'Pay AGENT 1 15.00 Open 2024-06-15',
      'Receive AGENT 6 15.00 Pending Funding 2024-06-15',
      'Receive memo MARKUP 1 62.00 Open 2024-06-15',
    ])
    expect(journalTexts(ledger.journal.slice(7))).toEqual([
      'Receivable:1 -> Unearned:RESERVE 100.00',
      'Receivable:1 -> Payable:8 2.00',
      'Unearned:ADMIN -> Payable:1 25.00',
      'Receivable:6 -> Payable:1 15.00',
    ])
    expect(planRefinalize(ledger.rows, wanted, sold).insert).toEqual([])
  })

  test('to another account pays the whole line to one account and claims it from the other', () => {
    const ledger = activeR1()
    const lines = contractR1.lines.map((one) =>
      one.code === 'AGENT' ? { ...one, accountHolderId: 66 } : one,
    )
    perform(ledger, planRefinalize(ledger.rows, { ...contractR1, lines }, on('2024-05-20')))
    expect(journalTexts(ledger.journal.slice(7))).toEqual([
      'Receivable:6 -> Payable:1 75.00',
      'Receivable:1 -> Payable:66 75.00',
    ])
  })
})

describe('void', () => {
  const today = on('2024-04-02')

  test('before the finalize voids every row with an offset, and books nothing', () => {
    const ledger = pendingR1()
    perform(ledger, allowed(planVoid(731, ledger.rows, [], today)))
    expect(ledger.rows).toHaveLength(32)
    expect(ledger.rows.every(({ status }) => status === 'Voided')).toBe(true)
    expect(ledger.journal).toEqual([])
    expect(fundingStatus(ledger.rows)).toBe('NotFunded')
  })

  test('of a contract in force reverses its journal', () => {
    const ledger = activeR1()
    perform(ledger, allowed(planVoid(731, ledger.rows, standingIn(ledger), today)))
    expect(ledger.journal.slice(7).map(({ reversesId }) => reversesId)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(journalTexts(ledger.journal.slice(7))[5]).toBe('Payable:6 -> Receivable:1 75.00')
    expect(standingIn(ledger)).toEqual([])
  })

  test('owes the dealer’s payments back in new open rows', () => {
    const ledger = activeR1()
    const before = ledger.rows.length
    pay(ledger, ({ id }) => id === 1)
    pay(ledger, ({ id }) => id === 11, 0.2)
    perform(ledger, allowed(planVoid(731, ledger.rows, standingIn(ledger), today)))
    expect(ledger.rows[0]).toMatchObject({ status: 'Paid', paidAmount: 1061_70 })
    const back = ledger.rows.slice(before).filter(({ status }) => status === 'Open')
    expect(back).toMatchObject([
      {
        ledgerType: 'Adjustment',
        direction: 'Pay',
        amount: 1061_70,
        offsetOfLedgerId: 1,
        isDealerCost: true,
      },
      {
        ledgerType: 'Adjustment',
        direction: 'Pay',
        amount: 75_00,
        offsetOfLedgerId: 11,
        payWhen: 'OnFinalize',
      },
    ])
    expect(journalTexts(ledger.journal)).toContain('Unearned:RESERVE -> Payable:1 1061.70')
    expect(journalTexts(ledger.journal)).toContain('Payable:6 -> Payable:1 75.00')
  })

  test.each([
    ['InProcess', activeR1, (row: LedgerRow): LedgerRow => ({ ...row, status: 'InProcess' }), 1],
    ['PaidOut', activeR1, (row: LedgerRow): LedgerRow => ({ ...row, paidAmount: centsOf(1) }), 12],
    ['Paid', pendingR1, (row: LedgerRow): LedgerRow => ({ ...row, paidAmount: centsOf(1) }), 1],
  ] as const)('is refused: %s', (refused, contract, as, id) => {
    const rows = contract().rows.map((row) => (row.id === id ? as(row) : row))
    expect(planVoid(731, rows, [], today)).toEqual({ refused })
  })
})
