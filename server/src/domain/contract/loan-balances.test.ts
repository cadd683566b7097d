import { describe, expect, test } from 'vitest'
import { centsOf } from '../money.ts'
import { type Loan, monthlyPayment, scheduledBalances } from './loan-balances.ts'

const loan: Loan = { amountFinanced: centsOf(32_000), apr: 6.9, termMonths: 72, residual: centsOf(0) }
const lease: Loan = { ...loan, termMonths: 36, residual: centsOf(15_000) }

describe('scheduled balances', () => {
  test.each([
    ['a loan over 72 months', loan, 544.03],
    ['a lease to a residual', lease, 610.38],
    ['a loan without interest', { ...loan, apr: 0, termMonths: 32 }, 1000],
  ])('the payment of %s', (_, one, payment) => {
    expect(monthlyPayment(one)).toBe(centsOf(payment))
  })

  test('an interest of exactly half a cent is rounded up', () => {
    // 10,020.00 at 4.1% is 34.235 a month.
    const half: Loan = { amountFinanced: centsOf(10_020), apr: 4.1, termMonths: 60, residual: centsOf(0) }
    expect(scheduledBalances(half, 2)[1]).toBe(centsOf(10_020 + 34.24) - monthlyPayment(half))
  })

  test('the highest rate over the longest term leaves every balance within the loan', () => {
    const extreme: Loan = {
      amountFinanced: centsOf(32_000),
      apr: 1_000,
      termMonths: 600,
      residual: centsOf(0),
    }
    const balances = scheduledBalances(extreme, 600)
    expect(balances.every((one) => one >= 0 && one <= extreme.amountFinanced)).toBe(true)
  })

  test('the balance after twenty payments', () => {
    expect(scheduledBalances(loan, 72)[20]).toBe(centsOf(24_392.16))
  })

  test('it begins with the amount financed, declines, and ends at zero', () => {
    const balances = scheduledBalances(loan, 80)
    expect([balances[0], balances.length]).toEqual([centsOf(32_000), 80])
    expect(balances.slice(72)).toEqual(Array(8).fill(0))
    expect(balances.every((one, at) => at === 0 || one <= Number(balances[at - 1]))).toBe(true)
  })
})
