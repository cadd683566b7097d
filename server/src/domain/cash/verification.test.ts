import { expect, test } from 'vitest'
import type { Cents } from '../money.ts'
import { balancesOfKind, compareAmounts, isWhole, sumsByAccount } from './verification.ts'

const cents = (amount: number) => amount as Cents
const amounts = (all: Readonly<Record<string, number>>) => new Map(Object.entries(all)) as Map<string, Cents>

test('amounts that agree are whole, and an account that one side lacks counts as zero', () => {
  const check = compareAmounts(
    'CashEqualsTransactions',
    amounts({ Cash: 500, Old: 0 }),
    amounts({ Cash: 500 }),
  )
  expect(check).toMatchObject({ expected: 500, found: 500, differing: [] })
  expect(isWhole(check)).toBe(true)
})

test('differences that cancel out in the sum are found, the largest first', () => {
  const check = compareAmounts(
    'ReceivableEqualsOpenItems',
    amounts({ 'Receivable:1': 100, 'Receivable:2': 100, 'Receivable:3': 7 }),
    amounts({ 'Receivable:1': 105, 'Receivable:2': 95, 'Receivable:4': 7 }),
  )
  expect(check.expected).toBe(check.found)
  expect(isWhole(check)).toBe(false)
  expect(check.differing).toEqual([
    { id: 'Receivable:3', expected: 7, found: 0 },
    { id: 'Receivable:4', expected: 0, found: 7 },
    { id: 'Receivable:1', expected: 100, found: 105 },
    { id: 'Receivable:2', expected: 100, found: 95 },
  ])
})

test('pairs of accounts add up to both sides', () => {
  const sums = sumsByAccount([
    { debitAccount: 'Cash', creditAccount: 'Unapplied:1', amount: cents(300) },
    { debitAccount: 'Unapplied:1', creditAccount: 'Receivable:1', amount: cents(250) },
    { debitAccount: 'Unapplied:2', creditAccount: 'Cash', amount: cents(40) },
    { debitAccount: 'Payable:2', creditAccount: 'Unapplied:2', amount: cents(40) },
  ])
  expect(sums.get('Cash')).toEqual({ debit: 300, credit: 40 })
  expect([...balancesOfKind(sums, 'Unapplied', 'credit')]).toEqual([['Unapplied:1', 50]])
  expect([...balancesOfKind(sums, 'Cash', 'debit')]).toEqual([['Cash', 260]])
  expect(balancesOfKind(sums, 'Receivable', 'debit').get('Receivable:1')).toBe(-250)
})
