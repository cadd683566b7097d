import { describe, expect, test } from 'vitest'
import { amountOf, type Cents, centsOf } from '../money.ts'
import { type GapLoan, scheduleToLoss } from './gap-amortization.ts'

const loan: GapLoan = {
  ...{ amountFinanced: centsOf(32_000), apr: 6.9, termMonths: 72, monthlyPayment: null },
  ...{ firstPaymentDate: '2024-02-20', residual: centsOf(0), isLease: false },
}
const lease: GapLoan = { ...loan, termMonths: 36, residual: centsOf(15_000), isLease: true }

/** The same balance by a second calculation, in whole numbers: interest is rounded half up in each month. */
function plainBalance(given: GapLoan, payment: number, payments: number): number {
  const thousandths = BigInt(Math.round(given.apr * 1_000))
  let balance = BigInt(given.amountFinanced)
  for (let count = 1; count <= payments; count += 1) {
    const twice = 2n * balance * thousandths
    const interest = (twice + 1_200_000n) / 2_400_000n
    balance += interest - BigInt(payment)
    const least = count < given.termMonths ? BigInt(given.residual) : 0n
    if (balance < least) balance = least
  }
  return Number(balance)
}

const at = (given: GapLoan, dateOfLoss: string) => {
  const { payment, paymentsDue, balance, interestFrom, interestDays, interestToLoss, payoff } =
    scheduleToLoss(given, dateOfLoss)
  expect(payoff).toBe(balance + interestToLoss)
  expect(balance).toBe(plainBalance(given, payment, paymentsDue))
  return [paymentsDue, amountOf(balance), interestFrom, interestDays, amountOf(interestToLoss)]
}

describe('the scheduled payoff of a loan', () => {
  test.each<[string, string, unknown[]]>([
    ['before the first due date', '2024-02-10', [0, 32_000, '2024-01-20', 21, 127.04]],
    ['the day before the first due date', '2024-02-19', [0, 32_000, '2024-01-20', 30, 181.48]],
    ['before the loan began', '2024-01-15', [0, 32_000, '2024-01-20', 0, 0]],
    ['on the first due date', '2024-02-20', [1, 31_639.97, '2024-02-20', 0, 0]],
    ['twelve days after the 20th due date', '2025-10-02', [20, 24_392.16, '2025-09-20', 12, 55.33]],
    ['the day before the last due date', '2030-01-19', [71, 541.15, '2029-12-20', 30, 3.07]],
    [
      'on the last due date: the rounded payments leave some cents',
      '2030-01-20',
      [72, 0.23, '2030-01-20', 0, 0],
    ],
    ['after the last due date', '2031-01-20', [72, 0.23, '2030-01-20', 365, 0.02]],
  ])('%s', (_, dateOfLoss, expected) => {
    expect(at(loan, dateOfLoss)).toEqual(expected)
  })

  test('a payment that was agreed counts as it is', () => {
    const agreed = { ...loan, monthlyPayment: centsOf(600) }
    // 32,000.00 + 184.00 - 600.00
    expect(at(agreed, '2024-02-20')).toEqual([1, 31_584, '2024-02-20', 0, 0])
    expect(scheduleToLoss(agreed, '2030-01-20').balance).toBe(0)
  })

  test('a payment below the interest does not raise the balance', () => {
    expect(scheduleToLoss({ ...loan, monthlyPayment: centsOf(100) }, '2025-10-02').balance).toBe(
      centsOf(32_000),
    )
  })

  test('without interest', () => {
    const free = { ...loan, apr: 0, termMonths: 36 }
    expect(scheduleToLoss(free, '2024-03-25')).toMatchObject({
      ...{ payment: centsOf(888.89), balance: centsOf(30_222.22), interestToLoss: 0 },
    })
    expect(scheduleToLoss(free, '2027-01-20').balance).toBe(0)
  })

  test('the highest rate over the longest term stays within the loan', () => {
    const extreme = { ...loan, apr: 1_000, termMonths: 600 }
    for (const dateOfLoss of ['2030-01-01', '2060-01-01', '2090-01-01']) {
      const { balance } = scheduleToLoss(extreme, dateOfLoss)
      expect(balance).toBeGreaterThanOrEqual(0)
      expect(balance).toBeLessThanOrEqual(extreme.amountFinanced)
    }
  })
})

test('the largest loan, long ago, still has a payoff', () => {
  const largest = { ...loan, amountFinanced: centsOf(2 ** 45), residual: centsOf(2 ** 45 - 1), apr: 1_000 }
  expect(scheduleToLoss(largest, '9999-12-31').payoff).toBe(centsOf(2 ** 45))
})

describe('a lease or a balloon', () => {
  test.each<[string, string, unknown[]]>([
    ['a lease pays in advance: no interest before the first payment', '2024-02-10', [0, 32_000, 0]],
    ['the first payment', '2024-02-20', [1, 31_573.62, 0]],
    ['ten days later', '2024-03-01', [1, 31_573.62, 59.69]],
  ])('%s', (_, dateOfLoss, [paymentsDue, balance, interest]) => {
    const [due, owed, , , interestToLoss] = at(lease, dateOfLoss)
    expect([due, owed, interestToLoss]).toEqual([paymentsDue, balance, interest])
  })

  test('a balloon owes interest from a month before the first payment, and ends near the balloon', () => {
    const balloon = { ...lease, isLease: false }
    expect(at(balloon, '2024-02-10')).toEqual([0, 32_000, '2024-01-20', 21, 127.04])
    expect(scheduleToLoss(balloon, '2027-01-20').payment).toBe(centsOf(610.38))
    const rest = scheduleToLoss(balloon, '2027-01-20').balance - centsOf(15_000)
    expect(Math.abs(rest)).toBeLessThanOrEqual(36)
  })

  test('the balance stays at the residual until the last payment', () => {
    const fast = { ...lease, monthlyPayment: centsOf(2_000) }
    expect(scheduleToLoss(fast, '2026-12-20').balance).toBe(centsOf(15_000))
    // 15,000.00 + 86.25 - 2,000.00
    expect(scheduleToLoss(fast, '2027-01-20').balance).toBe(centsOf(13_086.25))
  })
})

describe('due dates', () => {
  const from31 = { ...loan, firstPaymentDate: '2023-12-31' }
  test.each<[string, GapLoan, string, number, string, number]>([
    ['the last day of a leap February', from31, '2024-02-29', 3, '2024-02-29', 0],
    ['the day before it', from31, '2024-02-28', 2, '2024-01-31', 28],
    ['on the 31st again', from31, '2024-03-30', 3, '2024-02-29', 30],
    ['the 30th of April', from31, '2024-04-30', 5, '2024-04-30', 0],
    ['February of an ordinary year', from31, '2025-02-28', 15, '2025-02-28', 0],
    [
      'a month before the end of March',
      { ...loan, firstPaymentDate: '2024-03-31' },
      '2024-03-05',
      ...([0, '2024-02-29', 5] as const),
    ],
    [
      'a month before the end of March in an ordinary year',
      { ...loan, firstPaymentDate: '2023-03-30' },
      ...(['2023-03-05', 0, '2023-02-28', 5] as const),
    ],
    [
      'the 29th of February in other years',
      { ...loan, firstPaymentDate: '2024-02-29' },
      ...(['2025-02-28', 13, '2025-02-28', 0] as const),
    ],
  ])('%s', (_, given, dateOfLoss, paymentsDue, interestFrom, interestDays) => {
    expect(scheduleToLoss(given, dateOfLoss)).toMatchObject({ paymentsDue, interestFrom, interestDays })
  })

  test('interest of exactly half a cent is rounded up', () => {
    // 50.00 x 3.65% / 365 x 1 = 0.005
    const half = { ...loan, amountFinanced: 5_000 as Cents, apr: 3.65, monthlyPayment: centsOf(10) }
    expect(scheduleToLoss(half, '2024-01-21').interestToLoss).toBe(1)
  })
})
