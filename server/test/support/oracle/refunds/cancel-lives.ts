import { expect } from 'vitest'
import type { CancelFacts } from '../../../../src/domain/cancellation/facts.ts'
import type { CancelCalculation } from '../../../../src/domain/cancellation/results.ts'
import type { ContractLines } from '../../../../src/domain/ledger/contract.ts'
import { type LedgerRow, openAmount } from '../../../../src/domain/ledger/rows.ts'
import type { Cents } from '../../../../src/domain/money.ts'
import type { Chance } from '../../hostile/chance.ts'
import type { MemoryLedger } from '../earnings/memory-ledger.ts'
import {
  balancesOf,
  bookedIn,
  CANCEL,
  CONTRACT,
  cancel,
  differences,
  earn,
  inForce,
  netOfHolders,
  pay,
  reinstate,
} from './cancel-ledger.ts'

const RECOVERY = 99

/** Books a cancellation, pays a part of it, reinstates it, and checks the books after each step. */
export function bookAndUndo(
  facts: CancelFacts,
  calculation: CancelCalculation,
  date: string,
  chance: Chance,
): { readonly isRecovered: boolean; readonly paid: number } {
  const ledger = inForce(
    contractOf(facts, chance),
    !facts.contract.isDealerOwing,
    facts.contract.term.saleDate,
  )
  const internal = facts.contract.lines.filter(({ isInternal }) => isInternal)
  for (const { code, amount } of internal) earn(ledger, code, chance.below(amount + 1) as Cents, date)
  const [books, before] = [balancesOf(ledger), netOfHolders(ledger)]
  const unearned = internal.map(({ code }) => `Unearned:${code}`)

  const rows = cancel(ledger, facts, calculation, date)
  const [booked, balances] = [bookedIn(ledger), balancesOf(ledger)]
  const refunds = rows.filter(({ disbursementCode }) => disbursementCode === 'REFUND')
  expect({
    in: amountOf(rows.filter(({ direction }) => direction === 'Receive')),
    refunds: amountOf(refunds),
    fee: 0 - (balances.get('CancelFeeIncome') ?? 0),
    unearned: unearned.map((account) => balances.get(account) ?? 0),
    differences: differences(ledger),
  }).toEqual({
    in: amountOf(rows.filter(({ direction }) => direction === 'Pay')),
    refunds: calculation.totalRefund,
    fee: calculation.cancelFee,
    unearned: unearned.map(() => 0),
    differences: [],
  })

  const paid = rows.filter((row) => openAmount(row) > 0 && row.status === 'Open' && chance.is(40))
  for (const row of paid) pay(ledger, row.id, chance.is(70) ? undefined : chance.between(1, openAmount(row)))
  const isRecovered = paid.some(({ direction }) => direction === 'Pay')
  const undone = reinstate(ledger, booked, isRecovered ? RECOVERY : null)
  if ('refused' in undone) throw new Error(undone.refused)
  const after = balancesOf(ledger)
  const inside = [
    ...unearned,
    'CancelFeeIncome',
    'ClaimsRecovered:RESERVE',
    ...internal.map(({ code }) => `Earned:${code}`),
  ]
  expect({
    rows: undone.length,
    inside: inside.map((account) => after.get(account) ?? 0),
    nets: [...netOfHolders(ledger)],
    differences: differences(ledger),
  }).toEqual({
    rows: rows.length,
    inside: inside.map((account) => books.get(account) ?? 0),
    nets: expectedNets(ledger, before),
    differences: [],
  })
  return { isRecovered, paid: paid.length }
}

const amountOf = (rows: readonly LedgerRow[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

const contractOf = ({ contract }: CancelFacts, chance: Chance): ContractLines => ({
  contractId: CONTRACT,
  dealerId: contract.dealer.id,
  productId: 1,
  lines: contract.lines.map(({ code, amount, accountHolder, isInternal }) => ({
    ...{ code, amount, accountHolderId: accountHolder.id, isInternal, groupCode: null },
    includedInDealerCost: code !== 'MARKUP',
    payWhen: chance.is(80) ? 'WhenFunded' : 'OnFinalize',
  })),
  salesTax: null,
})

/**
 * All balances are restored to the cent, except for money that moved: payments to us are owed back, and refunds paid out
 * are owed by the recovery account, while the unpaid rest is still owed to the payee. What others were paid they owe.
 */
function expectedNets(ledger: MemoryLedger, before: ReadonlyMap<number, number>): [number, number][] {
  const expected = new Map(before)
  const add = (holder: number, amount: number) => expected.set(holder, (expected.get(holder) ?? 0) + amount)
  const ofCancel = ledger.rows.filter((row) => row.cancelId === CANCEL && row.offsetOfLedgerId === null)
  for (const { direction, disbursementCode, accountHolderId, amount, paidAmount } of ofCancel) {
    if (paidAmount === 0) continue
    if (direction === 'Receive') add(accountHolderId, -paidAmount)
    else if (disbursementCode !== 'REFUND') add(accountHolderId, paidAmount)
    else {
      add(accountHolderId, paidAmount - amount)
      add(RECOVERY, amount)
    }
  }
  return [...netOfHolders(ledger).keys()].map((holder) => [holder, expected.get(holder) ?? 0])
}
