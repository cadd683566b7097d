import { describe, expect, test } from 'vitest'
import {
  balanceOf,
  contractR1,
  journalTexts,
  type MemoryLedger,
  perform,
  who,
} from '../../../test/support/oracle/earnings/memory-ledger.ts'
import {
  contractC1,
  contractC2,
  factsOf,
  on,
  party,
  people,
  termsC1,
} from '../../../test/support/oracle/refunds/cancel-examples.ts'
import {
  CANCEL,
  cancelled,
  differences,
  earn,
  inForce,
  netOfHolders,
  pay,
  rowText,
  story,
} from '../../../test/support/oracle/refunds/cancel-ledger.ts'
import { planFunding } from '../ledger/funding.ts'
import { centsOf } from '../money.ts'

const DAY = '2025-09-10'
const cancelJournal = ({ journal }: MemoryLedger) =>
  journal.filter(({ entryType }) => entryType === 'Cancel' || entryType === 'CancelFee')

/** The books and the open items say the same of every account holder, and nothing is unearned. */
function reconciles(ledger: MemoryLedger): void {
  expect(differences(ledger)).toEqual([])
  for (const code of ['RESERVE', 'ADMIN']) expect(balanceOf(ledger, `Unearned:${code}`), code).toBe(0)
}

describe('C1 in the ledger', () => {
  const ledger = story()
  const before = ledger.journal.length
  const rows = cancelled(ledger)

  test('every account holder gives back its part, which goes to the payee and the fee', () => {
    expect(rows.map(rowText)).toEqual([
      'Cancel RESERVE Receive 2 235.29 memo',
      'Cancel PREMTAX Receive 8 12.95',
      'Cancel ADMIN Receive 3 76.25 memo',
      'Cancel CLIP Receive 4 7.32',
      'Cancel ROADSIDE Receive 5 10.98',
      'Cancel AGENT Receive 6 45.75',
      'Cancel DLRGRP Receive 7 30.50',
      'Cancel MARKUP Receive 1 995.56',
      'Cancel REFUND Pay 21 1364.60',
      'CancelFee CANCELFEE Pay 3 50.00 memo',
    ])
    for (const row of rows)
      expect(row).toMatchObject({ cancelId: CANCEL, status: 'Open', effectiveDate: DAY, dueDate: DAY })
    const sum = (direction: string) =>
      rows.filter((row) => row.direction === direction).reduce((all, { amount }) => all + amount, 0)
    expect(sum('Receive')).toBe(sum('Pay'))
    expect(rows.find(({ disbursementCode }) => disbursementCode === 'AGENT')?.disbursementGroup).toBe(
      'Commissions',
    )
  })

  test('the journal has the postings', () => {
    expect(journalTexts(ledger.journal.slice(before))).toEqual([
      'Unearned:RESERVE -> Payable:21 235.29',
      'Receivable:8 -> Payable:21 12.95',
      'Unearned:ADMIN -> Payable:21 76.25',
      'Receivable:4 -> Payable:21 7.32',
      'Receivable:5 -> Payable:21 10.98',
      'Receivable:6 -> Payable:21 45.75',
      'Receivable:7 -> Payable:21 30.50',
      'Receivable:1 -> Payable:21 945.56',
      'Unearned:RESERVE -> ClaimsRecovered:RESERVE 412.35',
      'Unearned:RESERVE -> Earned:RESERVE 97.76',
      'Unearned:ADMIN -> Earned:ADMIN 11.51',
      'Receivable:1 -> CancelFeeIncome 50.00',
    ])
  })

  test('the ledger and the journal agree, and nothing is unearned', () => {
    reconciles(ledger)
    expect(balanceOf(ledger, `Payable:${people.bank.id}`)).toBe(centsOf(-1364.6))
  })
})

describe('if the dealer pays the refund', () => {
  test('the dealer gets the net amount', () => {
    const ledger = story()
    const rows = cancelled(ledger, factsOf(contractC1, { refundPayer: 'Dealer' }))
    expect(rows.map(rowText)).toContain('Cancel REFUND Pay 1 1364.60')
    expect(netOfHolders(ledger).get(who.dealer)).toBe(centsOf(-369.04))
    reconciles(ledger)
  })

  test('and the contract is not funded, the dealer owes the rest, and unpaid account holders give nothing back yet', () => {
    const ledger = story(false)
    const rows = cancelled(ledger, factsOf({ ...contractC1, isDealerOwing: true }))
    expect(netOfHolders(ledger).get(who.dealer)).toBe(centsOf(993.89))
    const waiting = rows.filter(({ waitsFor }) => waitsFor === 'Funding').map((row) => row.disbursementCode)
    expect(waiting).toEqual(['PREMTAX', 'CLIP', 'ROADSIDE', 'AGENT', 'DLRGRP'])
    reconciles(ledger)
    for (const { id } of ledger.rows.filter((row) => row.isDealerCost)) pay(ledger, id)
    perform(ledger, planFunding(ledger.rows))
    expect(ledger.rows.filter(({ waitsFor }) => waitsFor !== null)).toEqual([])
    reconciles(ledger)
    // The dealer's cheque bounces: both sides of those lines wait again.
    const bounced = ledger.rows.map((row) => (row.isDealerCost ? { ...row, paidAmount: centsOf(0) } : row))
    const again = planFunding(bounced).update.map(({ row }) => `${row.disbursementCode} ${row.direction}`)
    for (const code of waiting)
      expect(again).toEqual(expect.arrayContaining([`${code} Pay`, `${code} Receive`]))
  })
})

describe('other cancellations', () => {
  test('the dealer gives back the tax', () => {
    const ledger = story()
    const rows = cancelled(ledger, factsOf(contractC2), on(DAY))
    expect(rows.map(rowText)).toContain('SalesTax SALESTAX Receive 1 132.47')
    expect(rows.map(rowText)).toContain('Cancel REFUND Pay 21 1612.58')
    reconciles(ledger)
  })

  test('an internal account pays a shortfall out of its earnings', () => {
    const lines = contractC1.lines.map((line) =>
      ['ADMIN', 'CLIP', 'ROADSIDE'].includes(line.code)
        ? { ...line, cancelRule: 'NonRefundable' as const }
        : line,
    )
    const ledger = story()
    const rows = cancelled(ledger, factsOf({ ...contractC1, lines }))
    expect(rows.map(rowText)).toContain('Cancel SHORTFALL Receive 3 94.55 memo')
    expect(journalTexts(cancelJournal(ledger)).filter((one) => one.startsWith('Earned:ADMIN'))).toEqual([
      'Earned:ADMIN -> Payable:21 44.55',
      'Earned:ADMIN -> CancelFeeIncome 50.00',
    ])
    reconciles(ledger)
  })

  const generous = contractC1.lines.map((line) =>
    line.code === 'CLIP'
      ? { ...line, cancelRule: 'OwnMethod' as const, cancelMethodCode: 'FLAT' as const }
      : line,
  )

  test('the shortfall account gets what the lines give back too much', () => {
    const ledger = story()
    const rows = cancelled(ledger, factsOf({ ...contractC1, lines: generous }))
    expect(rows.map(rowText)).toContain('Cancel SHORTFALL Pay 3 4.68 memo')
    expect(journalTexts(cancelJournal(ledger))).toContain('Receivable:1 -> Earned:ADMIN 4.68')
    reconciles(ledger)
  })

  test('an external account owes a shortfall, and is owed a surplus', () => {
    const shortfallAccount = { ...party('Insurer', 88, 'Keystone'), isInternal: false }
    const lines = contractC1.lines.map((line) =>
      line.code === 'ADMIN' ? { ...line, cancelRule: 'NonRefundable' as const } : line,
    )
    const owing = story()
    const short = cancelled(owing, factsOf({ ...contractC1, lines }, { shortfallAccount }))
    expect(short.map(rowText)).toContain('Cancel SHORTFALL Receive 88 76.25')
    reconciles(owing)
    const owed = story()
    const over = cancelled(owed, factsOf({ ...contractC1, lines: generous }, { shortfallAccount }))
    expect(over.map(rowText)).toContain('Cancel SHORTFALL Pay 88 4.68')
    reconciles(owed)
  })

  test('if more was earned than stays earned, the difference is reversed first', () => {
    const ledger = inForce(contractR1, true)
    for (const code of ['RESERVE', 'ADMIN']) earn(ledger, code, centsOf(code === 'RESERVE' ? 1000 : 125))
    cancelled(ledger)
    expect(journalTexts(cancelJournal(ledger)).slice(0, 2)).toEqual([
      'Earned:RESERVE -> Unearned:RESERVE 585.94',
      'Earned:ADMIN -> Unearned:ADMIN 76.25',
    ])
    reconciles(ledger)
  })

  test('claims above the refund leave no rows at all', () => {
    const ledger = story()
    const claims = { paid: centsOf(5000), authorized: centsOf(0) }
    expect(cancelled(ledger, factsOf({ ...contractC1, claims }))).toEqual([])
    expect(journalTexts(cancelJournal(ledger))).toEqual([
      'Unearned:RESERVE -> ClaimsRecovered:RESERVE 647.64',
      'Unearned:RESERVE -> Earned:RESERVE 97.76',
      'Unearned:ADMIN -> Earned:ADMIN 87.76',
    ])
  })

  test('a split refund is a row for each payment', () => {
    const ledger = story()
    const payments = [
      {
        payee: { type: 'LienHolder', accountHolder: null, name: null },
        method: 'Check',
        amount: centsOf(1000),
      },
      { payee: { type: 'Customer', accountHolder: null, name: null }, method: 'ACH', amount: centsOf(364.6) },
    ] as const
    const rows = cancelled(ledger, factsOf(contractC1), { ...termsC1, mayChoosePayee: true, payments })
    expect(rows.map(rowText)).toContain('Cancel REFUND Pay 21 1000.00')
    expect(rows.map(rowText)).toContain('Cancel REFUND Pay 40 364.60')
    reconciles(ledger)
  })
})
