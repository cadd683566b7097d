import { describe, expect, test } from 'vitest'
import { balanceOf, type MemoryLedger, who } from '../../../test/support/oracle/earnings/memory-ledger.ts'
import { contractC1, factsOf, party, termsC1 } from '../../../test/support/oracle/refunds/cancel-examples.ts'
import {
  bookedIn,
  CANCEL,
  cancelled,
  differences,
  earn,
  netOfHolders,
  pay,
  reinstate,
  rowText,
  story,
} from '../../../test/support/oracle/refunds/cancel-ledger.ts'
import { daysBetween } from '../dates.ts'
import { partOfAmount } from '../fraction.ts'
import type { LedgerRow } from '../ledger/rows.ts'
import { centsOf, minus } from '../money.ts'

const reconciles = (ledger: MemoryLedger) => expect(differences(ledger)).toEqual([])

describe('reinstating a cancel', () => {
  const [agent, markup, refund] = ['AGENT', 'MARKUP', 'REFUND']
  const rowOf = (rows: readonly LedgerRow[], code: string) =>
    rows.find(({ disbursementCode }) => disbursementCode === code)?.id ?? 0

  test('voids unpaid rows and restores the books', () => {
    const ledger = story()
    const before = netOfHolders(ledger)
    const [earnedBefore, unearnedBefore] = ['Earned:RESERVE', 'Unearned:RESERVE'].map((account) =>
      balanceOf(ledger, account),
    )
    const rows = cancelled(ledger)
    const offsets = reinstate(ledger, bookedIn(ledger))
    expect(offsets).toHaveLength(rows.length)
    for (const row of ledger.rows.filter(({ cancelId }) => cancelId === CANCEL))
      expect(row.status).toBe('Voided')
    for (const row of ledger.rows.filter(({ offsetOfLedgerId }) => offsetOfLedgerId !== null))
      expect(row.ledgerType).toBe('Reinstatement')
    expect(balanceOf(ledger, 'Earned:RESERVE')).toBe(earnedBefore)
    expect(balanceOf(ledger, 'Unearned:RESERVE')).toBe(unearnedBefore)
    expect(balanceOf(ledger, 'ClaimsRecovered:RESERVE')).toBe(0)
    expect(balanceOf(ledger, 'CancelFeeIncome')).toBe(0)
    for (const [holder, net] of before) expect(netOfHolders(ledger).get(holder), String(holder)).toBe(net)
    const reversed = ledger.journal.filter(({ entryType }) => entryType === 'Reinstatement')
    expect(reversed.every(({ reversesId }) => reversesId !== null)).toBe(true)
    reconciles(ledger)
  })

  test('continues earning as if C1 had not been cancelled', () => {
    const ledger = story()
    cancelled(ledger)
    expect(0 - balanceOf(ledger, 'Earned:RESERVE')).toBe(centsOf(414.06))
    reinstate(ledger, bookedIn(ledger))
    const earnedBy = partOfAmount(centsOf(1061.7), {
      part: daysBetween('2024-03-15', '2025-10-01'),
      whole: 1826,
    })
    earn(ledger, 'RESERVE', minus(earnedBy, centsOf(316.3)), '2025-10-01')
    expect(0 - balanceOf(ledger, 'Earned:RESERVE')).toBe(centsOf(328.51))
    expect(0 - balanceOf(ledger, 'Unearned:RESERVE')).toBe(centsOf(1061.7 - 328.51))
  })

  test('owes back paid amounts, in part or in full', () => {
    const ledger = story()
    const before = netOfHolders(ledger)
    const rows = cancelled(ledger)
    const booked = bookedIn(ledger)
    pay(ledger, rowOf(rows, agent))
    pay(ledger, rowOf(rows, markup), 100_00)
    const offsets = reinstate(ledger, booked)
    if ('refused' in offsets) throw new Error(offsets.refused)
    const open = offsets.filter(({ status }) => status === 'Open').map(rowText)
    expect(open).toEqual(['Reinstatement AGENT Pay 6 45.75', 'Reinstatement MARKUP Pay 1 995.56'])
    reconciles(ledger)
    // What they paid is owed back to them: with the cash, everybody stands as before.
    const cash = new Map([
      [who.agent, centsOf(45.75)],
      [who.dealer, centsOf(100)],
    ])
    for (const [holder, net] of before)
      expect(netOfHolders(ledger).get(holder), String(holder)).toBe(net - (cash.get(holder) ?? 0))
  })

  test('claims a refund that was paid out from the recovery account', () => {
    const ledger = story()
    const rows = cancelled(ledger)
    const booked = bookedIn(ledger)
    pay(ledger, rowOf(rows, refund))
    expect(reinstate(ledger, booked)).toEqual({ refused: 'RefundAlreadyPaid' })
    const offsets = reinstate(ledger, booked, 40)
    if ('refused' in offsets) throw new Error(offsets.refused)
    expect(offsets.filter(({ status }) => status === 'Open').map(rowText)).toEqual([
      'Reinstatement REFUND Receive 40 1364.60',
    ])
    reconciles(ledger)
  })

  test('claims what was paid of a refund, and pays the rest no more', () => {
    const ledger = story()
    const rows = cancelled(ledger)
    const booked = bookedIn(ledger)
    pay(ledger, rowOf(rows, refund), 500_00)
    const offsets = reinstate(ledger, booked, 40)
    if ('refused' in offsets) throw new Error(offsets.refused)
    expect(offsets.filter(({ status }) => status === 'Open').map(rowText)).toEqual([
      'Reinstatement REFUND Receive 40 500.00',
    ])
    const row = ledger.rows[rowOf(rows, refund) - 1] as LedgerRow
    expect([row.status, row.amount, row.paidAmount]).toEqual(['Paid', centsOf(500), centsOf(500)])
    expect(balanceOf(ledger, 'Receivable:40')).toBe(centsOf(500))
    reconciles(ledger)
  })

  test('claims only the paid one of two payments to the same payee', () => {
    const ledger = story()
    const payee = { type: 'LienHolder', accountHolder: null, name: null } as const
    const payments = [
      { payee, method: 'Check', amount: centsOf(600) },
      { payee, method: 'Check', amount: centsOf(764.6) },
    ] as const
    const rows = cancelled(ledger, factsOf(contractC1), { ...termsC1, payments })
    const booked = bookedIn(ledger)
    pay(ledger, rowOf(rows, refund))
    reinstate(ledger, booked, 40)
    expect(balanceOf(ledger, 'Receivable:40')).toBe(centsOf(600))
    reconciles(ledger)
  })

  test('claims a refund from the dealer who was credited, in part or in full', () => {
    for (const paid of [[refund], [markup], [refund, markup]]) {
      const ledger = story()
      const rows = cancelled(ledger, factsOf(contractC1, { refundPayer: 'Dealer' }))
      const booked = bookedIn(ledger)
      for (const code of paid) pay(ledger, rowOf(rows, code))
      expect('refused' in reinstate(ledger, booked, who.dealer)).toBe(false)
      reconciles(ledger)
    }
  })

  describe('if the lines gave back too much, and an outside account got the rest', () => {
    /** The insurer of the line CLIP gives back all of it; 4.68 more than the customer gets for it goes to an account. */
    const overpaid = (holder = 88) => {
      const shortfallAccount = { ...party('Insurer', holder, 'Keystone'), isInternal: false }
      const generous = { cancelRule: 'OwnMethod', cancelMethodCode: 'FLAT' } as const
      const lines = contractC1.lines.map((line) => (line.code === 'CLIP' ? { ...line, ...generous } : line))
      const ledger = story()
      const before = netOfHolders(ledger)
      const rows = cancelled(ledger, factsOf({ ...contractC1, lines }, { shortfallAccount }))
      return { ledger, before, rows, booked: bookedIn(ledger) }
    }
    const openAfter = (
      { ledger, booked }: ReturnType<typeof overpaid>,
      recoveryAccountId: number | null,
    ): string[] => {
      const offsets = reinstate(ledger, booked, recoveryAccountId)
      if ('refused' in offsets) throw new Error(offsets.refused)
      return offsets.filter(({ status }) => status === 'Open').map(rowText)
    }

    test.each([
      ['88', 88],
      ['an account with a line of its own', who.tax],
      ['the dealer', who.dealer],
    ])('it gives back what it was paid: %s', (_, holder) => {
      const cancel = overpaid(holder)
      pay(cancel.ledger, rowOf(cancel.rows, 'SHORTFALL'))
      expect(openAfter(cancel, null)).toEqual([`Reinstatement SHORTFALL Receive ${holder} 4.68`])
      reconciles(cancel.ledger)
      // With the cash that it has, everybody stands as before.
      const cash = new Map([[holder, 4_68]])
      for (const [id, net] of cancel.before)
        expect(netOfHolders(cancel.ledger).get(id), String(id)).toBe(net + (cash.get(id) ?? 0))
    })

    test('paid in part it counts as paid, and the two rows offset each other', () => {
      const cancel = overpaid()
      pay(cancel.ledger, rowOf(cancel.rows, 'SHORTFALL'), 2_00)
      expect(openAfter(cancel, null)).toEqual(['Reinstatement SHORTFALL Receive 88 4.68'])
      expect(netOfHolders(cancel.ledger).get(88)).toBe(2_00)
      reconciles(cancel.ledger)
    })

    test('unpaid it gets nothing', () => {
      const cancel = overpaid()
      expect(openAfter(cancel, null)).toEqual([])
      expect(netOfHolders(cancel.ledger).get(88)).toBe(0)
      reconciles(cancel.ledger)
    })

    test.each([
      ['88', 88],
      ['the bank that got the refund', 21],
    ])('only the refund is claimed from the recovery account: %s', (_, holder) => {
      const cancel = overpaid(holder)
      pay(cancel.ledger, rowOf(cancel.rows, 'SHORTFALL'))
      pay(cancel.ledger, rowOf(cancel.rows, refund))
      expect(reinstate(cancel.ledger, cancel.booked)).toEqual({ refused: 'RefundAlreadyPaid' })
      expect(openAfter(cancel, 40)).toEqual([
        'Reinstatement REFUND Receive 40 1364.60',
        `Reinstatement SHORTFALL Receive ${holder} 4.68`,
      ])
      expect([40, holder].map((id) => balanceOf(cancel.ledger, `Receivable:${id}`))).toEqual([136_460, 4_68])
      reconciles(cancel.ledger)
    })

    test('a recovery account owes nothing for a refund that was not paid', () => {
      const cancel = overpaid()
      pay(cancel.ledger, rowOf(cancel.rows, 'SHORTFALL'))
      expect(openAfter(cancel, 40)).toEqual(['Reinstatement SHORTFALL Receive 88 4.68'])
      reconciles(cancel.ledger)
    })
  })

  test('is refused during a batch, and keeps penalties', () => {
    const ledger = story()
    const rows = cancelled(ledger)
    const booked = bookedIn(ledger)
    const at = rowOf(rows, agent) - 1
    const row = ledger.rows[at] as LedgerRow
    ledger.rows[at] = { ...row, status: 'InProcess' }
    expect(reinstate(ledger, booked)).toEqual({ refused: 'LedgerInOtherBatch' })
    ledger.rows[at] = { ...row, ledgerType: 'Penalty' }
    expect(reinstate(ledger, booked)).toHaveLength(rows.length - 1)
  })

  test('has nothing to reverse a second time', () => {
    const ledger = story()
    cancelled(ledger)
    reinstate(ledger, bookedIn(ledger))
    expect(reinstate(ledger, [])).toEqual([])
  })
})
