import { type ContractLines, planNewContract } from '../../../../src/domain/ledger/contract.ts'
import { planFinalize } from '../../../../src/domain/ledger/contract-plans.ts'
import {
  accountText,
  type EntryType,
  type NewEntry,
  type Posting,
} from '../../../../src/domain/ledger/journal.ts'
import type { LedgerEdit, LedgerPlan } from '../../../../src/domain/ledger/plan.ts'
import type { LedgerRow, NewLedgerRow } from '../../../../src/domain/ledger/rows.ts'
import { type Cents, centsOf } from '../../../../src/domain/money.ts'

// A ledger without a database: plans are applied to rows in memory.

export interface MemoryPosting extends Omit<Posting, 'ledgerId'> {
  readonly entryId: number
  readonly entryType: EntryType
  readonly ledgerId: number | null
  readonly reversesId: number | null
  readonly effectiveDate: string
  readonly accountingDate: string
}

export interface MemoryLedger {
  rows: LedgerRow[]
  journal: MemoryPosting[]
  edits: LedgerEdit[]
}

export const emptyLedger = (): MemoryLedger => ({ rows: [], journal: [], edits: [] })

/** Applies a plan, and gives the rows that it added. */
export function perform(ledger: MemoryLedger, plan: LedgerPlan): LedgerRow[] {
  for (const { row, changes } of plan.update) {
    const at = ledger.rows.findIndex(({ id }) => id === row.id)
    if (JSON.stringify(ledger.rows[at]) !== JSON.stringify(row))
      throw new Error('The plan is not of these rows.')
    ledger.rows[at] = { ...row, ...changes }
  }
  const added = new Map<NewLedgerRow, LedgerRow>()
  for (const fresh of plan.insert) {
    const { line, ...row } = fresh
    const id = ledger.rows.length + 1
    const lineId =
      typeof line === 'number' ? line : line === null ? id : (added.get(line)?.lineId ?? Number.NaN)
    const stored = { ...row, id, lineId }
    added.set(fresh, stored)
    ledger.rows.push(stored)
  }
  plan.journal.forEach((entry) => {
    ledger.journal.push(...postingsOf(ledger, entry, added))
  })
  ledger.edits.push(...plan.edits)
  return [...added.values()]
}

function postingsOf(
  { journal }: MemoryLedger,
  { entryType, effectiveDate, accountingDate, postings }: NewEntry,
  added: ReadonlyMap<NewLedgerRow, LedgerRow>,
): MemoryPosting[] {
  const entryId = (journal.at(-1)?.entryId ?? 0) + 1
  return postings.map(({ debit, credit, amount, ledger, reversesId }, at) => ({
    ...{ id: journal.length + 1 + at, entryId, entryType, effectiveDate, accountingDate },
    ...{ debit, credit, amount, reversesId },
    ledgerId: typeof ledger === 'object' && ledger !== null ? (added.get(ledger)?.id ?? Number.NaN) : ledger,
  }))
}

/** The journal rows of ledger rows that are not reversed yet. */
export function standingIn({ journal }: MemoryLedger): Posting[] {
  const reversed = new Set(journal.map(({ reversesId }) => reversesId))
  return journal.flatMap((row) =>
    row.ledgerId !== null && row.entryType !== 'Cash' && row.reversesId === null && !reversed.has(row.id)
      ? [{ ...row, ledgerId: row.ledgerId }]
      : [],
  )
}

/** The journal as text: `Receivable:1 -> Payable:5 75.00`. */
export const journalTexts = (journal: readonly Omit<MemoryPosting, 'ledgerId'>[]): string[] =>
  journal.map(
    ({ debit, credit, amount }) =>
      `${accountText(debit)} -> ${accountText(credit)} ${(amount / 100).toFixed(2)}`,
  )

/** Debit less credit of an account. */
export const balanceOf = ({ journal }: MemoryLedger, account: string): number =>
  journal.reduce(
    (sum, { debit, credit, amount }) =>
      sum + (accountText(debit) === account ? amount : 0) - (accountText(credit) === account ? amount : 0),
    0,
  )

/** The account holders of the contract in the examples. */
export const who = {
  dealer: 1,
  reserve: 2,
  admin: 3,
  insurer: 4,
  road: 5,
  agent: 6,
  group: 7,
  tax: 8,
  salesTax: 9,
}

const line = (code: string, groupCode: string, amount: number, accountHolderId: number) => ({
  ...{ code, groupCode, accountHolderId, amount: centsOf(amount) as Cents },
  ...{ isInternal: accountHolderId === who.reserve || accountHolderId === who.admin },
  ...{ includedInDealerCost: code !== 'MARKUP', payWhen: 'WhenFunded' as const },
})

/** The contract R1 of the examples: dealer cost 1,362.93, sold at 2,995.00, with 224.63 of tax. */
export const contractR1: ContractLines = {
  contractId: 731,
  dealerId: who.dealer,
  productId: 1,
  lines: [
    line('RESERVE', 'Reserves', 1061.7, who.reserve),
    line('PREMTAX', 'Taxes', 21.23, who.tax),
    line('ADMIN', 'AdminFees', 125, who.admin),
    line('CLIP', 'InsurerPremium', 12, who.insurer),
    line('ROADSIDE', 'Vendor', 18, who.road),
    line('AGENT', 'Commissions', 75, who.agent),
    line('DLRGRP', 'DealerParticipation', 50, who.group),
    line('MARKUP', 'DealerProfit', 1632.07, who.dealer),
  ],
  salesTax: { amount: centsOf(224.63), accountHolderId: who.salesTax, groupCode: 'Taxes' },
}

export const on = (date: string) => ({ effectiveDate: date, accountingDate: date })

/** R1 is sold on this day. */
export const sold = on('2024-03-15')

export function pendingR1(): MemoryLedger {
  const ledger = emptyLedger()
  perform(ledger, planNewContract(contractR1, sold))
  return ledger
}

/** R1 in force. */
export function activeR1(): MemoryLedger {
  const ledger = pendingR1()
  perform(ledger, planFinalize(731, ledger.rows, sold))
  return ledger
}
