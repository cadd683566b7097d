import { cancelPlan } from '../../../../src/domain/cancellation/cancel-plan.ts'
import type { CancelFacts, CancelTerms } from '../../../../src/domain/cancellation/facts.ts'
import { type CancelPosting, reinstatePlan } from '../../../../src/domain/cancellation/reinstate-plan.ts'
import type { CancelCalculation } from '../../../../src/domain/cancellation/results.ts'
import { type ContractLines, planNewContract } from '../../../../src/domain/ledger/contract.ts'
import { planFinalize } from '../../../../src/domain/ledger/contract-plans.ts'
import { planFunding } from '../../../../src/domain/ledger/funding.ts'
import {
  accountText,
  earned,
  only,
  payable,
  posting,
  receivable,
  unapplied,
  unearned,
} from '../../../../src/domain/ledger/journal.ts'
import { ledgerPlan } from '../../../../src/domain/ledger/plan.ts'
import { isInBooks, type LedgerRow, openAmount } from '../../../../src/domain/ledger/rows.ts'
import { type Cents, centsOf } from '../../../../src/domain/money.ts'
import {
  balanceOf,
  contractR1,
  emptyLedger,
  type MemoryLedger,
  on,
  perform,
  who,
} from '../earnings/memory-ledger.ts'
import { calculated, contractC1, factsOf, termsC1 } from './cancel-examples.ts'

// A contract that is sold, paid for, cancelled and reinstated, in a ledger without a database.

export const CONTRACT = 731
export const CANCEL = 45

/** A contract in force since its sale, funded or not. */
export function inForce(contract: ContractLines, isFunded: boolean, date = '2024-03-15'): MemoryLedger {
  const ledger = emptyLedger()
  perform(ledger, planNewContract(contract, on(date)))
  perform(ledger, planFinalize(CONTRACT, ledger.rows, on(date)))
  if (isFunded) {
    for (const { id } of ledger.rows.filter((row) => row.isDealerCost)) pay(ledger, id)
    perform(ledger, planFunding(ledger.rows))
  }
  return ledger
}

/** Pays a row or a part of it. The money passes through the unapplied cash of its account holder. */
export function pay(ledger: MemoryLedger, id: number, part?: number): void {
  const row = ledger.rows.find((one) => one.id === id)
  if (!row) throw new Error(`There is no row ${id}.`)
  const amount = (part ?? openAmount(row)) as Cents
  const [own, cash] = [row.accountHolderId, only('Cash')]
  const isIn = row.direction === 'Receive'
  const paidAmount = (row.paidAmount + amount) as Cents
  const status = paidAmount === row.amount ? 'Paid' : 'Open'
  perform(
    ledger,
    ledgerPlan({
      update: [{ row, changes: { paidAmount, status, waitsFor: null } }],
      journal: [
        {
          ...{ entryType: 'Cash', ...on('2025-09-20'), contractId: CONTRACT },
          postings: isIn
            ? [
                posting(cash, unapplied(own), amount, null),
                posting(unapplied(own), receivable(own), amount, null),
              ]
            : [
                posting(unapplied(own), cash, amount, null),
                posting(payable(own), unapplied(own), amount, null),
              ],
        },
      ],
    }),
  )
}

/** Earns this amount of an internal line. */
export function earn(ledger: MemoryLedger, code: string, amount: Cents, date = '2025-09-10'): void {
  if (amount === 0) return
  const postings = [posting(unearned(code), earned(code), amount, null)]
  perform(
    ledger,
    ledgerPlan({ journal: [{ entryType: 'Earning', ...on(date), contractId: CONTRACT, postings }] }),
  )
}

/** Books the cancellation, and gives the rows that it added. */
export function cancel(
  ledger: MemoryLedger,
  { contract, settings }: CancelFacts,
  calculation: CancelCalculation,
  date: string,
): LedgerRow[] {
  const plan = cancelPlan(
    {
      ...{ contractId: CONTRACT, productId: 1, cancelId: CANCEL },
      ...{
        dealerId: contract.dealer.id,
        feeAccountId: who.admin,
        shortfallAccount: settings.shortfallAccount,
      },
      ...{ calculation, dates: on(date) },
      unearned: (code) => -balanceOf(ledger, `Unearned:${code}`) as Cents,
    },
    ledger.rows,
  )
  return perform(ledger, plan)
}

/** Reinstates the contract. Gives the rows that it added, or the refusal. */
export function reinstate(
  ledger: MemoryLedger,
  booked: readonly CancelPosting[],
  recoveryAccountId: number | null = null,
  date = '2025-10-01',
): LedgerRow[] | { readonly refused: string } {
  const reason = 'Cancelled in error'
  const plan = reinstatePlan(
    { contractId: CONTRACT, cancelId: CANCEL, recoveryAccountId, reason, dates: on(date) },
    ledger.rows,
    booked,
  )
  return 'refused' in plan ? plan : perform(ledger, plan)
}

/** The bookings of a cancellation that are not reversed. */
export const bookedIn = ({ journal }: MemoryLedger): CancelPosting[] =>
  journal.filter(({ entryType }) => entryType === 'Cancel' || entryType === 'CancelFee')

/** Debit less credit of every account. */
export function balancesOf({ journal }: MemoryLedger): ReadonlyMap<string, number> {
  const balances = new Map<string, number>()
  const add = (account: string, amount: number) =>
    balances.set(account, (balances.get(account) ?? 0) + amount)
  for (const { debit, credit, amount } of journal) {
    add(accountText(debit), amount)
    add(accountText(credit), -amount)
  }
  return balances
}

/** The net of each account holder, including unapplied cash. */
export function netOfHolders(ledger: MemoryLedger): Map<number, number> {
  const balances = balancesOf(ledger)
  const holders = new Set(ledger.rows.map(({ accountHolderId }) => accountHolderId))
  const of = (account: string) => balances.get(account) ?? 0
  return new Map(
    [...holders].map((holder) => [
      holder,
      of(`Receivable:${holder}`) + of(`Payable:${holder}`) + of(`Unapplied:${holder}`),
    ]),
  )
}

/** The differences between open items and the journal, as texts. */
export function differences(ledger: MemoryLedger): string[] {
  const balances = new Map(balancesOf(ledger))
  for (const row of ledger.rows.filter(isInBooks)) {
    const account = accountText((row.direction === 'Receive' ? receivable : payable)(row.accountHolderId))
    const open = row.direction === 'Receive' ? openAmount(row) : -openAmount(row)
    balances.set(account, (balances.get(account) ?? 0) - open)
  }
  const wrong = [...balances].filter(([account, rest]) => /^(Receivable|Payable)/.test(account) && rest !== 0)
  const nowhere = ledger.journal.filter(
    ({ debit, credit, amount }) => amount <= 0 || accountText(debit) === accountText(credit),
  )
  return [
    ...wrong.map(([account, rest]) => `${account} ${rest}`),
    ...nowhere.map(({ id }) => `journal ${id}`),
  ]
}

/** The example contract up to its cancel: funded or not, and earned up to the date. */
export function story(isFunded = true): MemoryLedger {
  const ledger = inForce(contractR1, isFunded)
  earn(ledger, 'RESERVE', centsOf(316.3))
  earn(ledger, 'ADMIN', centsOf(37.24))
  return ledger
}

/** Books its cancel or another one on that date, and gives the added rows. */
export function cancelled(
  ledger: MemoryLedger,
  facts: CancelFacts = factsOf(contractC1),
  terms: CancelTerms = termsC1,
): LedgerRow[] {
  return cancel(ledger, facts, calculated(facts, terms), terms.cancelDate)
}

export const rowText = (row: LedgerRow): string => {
  const { ledgerType, disbursementCode, direction, accountHolderId, amount, isMemo } = row
  const memo = isMemo ? ' memo' : ''
  return `${ledgerType} ${disbursementCode} ${direction} ${accountHolderId} ${(amount / 100).toFixed(2)}${memo}`
}
