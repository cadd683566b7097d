import { describe, expect, test } from 'vitest'
import {
  calculated,
  contractC1,
  dollars,
  factsOf,
  party,
  people,
  termsC1,
} from '../../../test/support/oracle/refunds/cancel-examples.ts'
import { centsOf } from '../money.ts'
import { calculateCancel } from './calculation.ts'
import type { CancelTerms } from './facts.ts'

describe('who pays', () => {
  test('the dealer, if the dealer setting says so', () => {
    const [payment] = calculated(factsOf(contractC1, { refundPayer: 'Dealer' }), termsC1).payments
    expect(payment).toMatchObject({
      ...{ payee: people.dealer, payeeName: 'Hill Country Ford', forPayeeName: 'First Bank FBO Maria Lopez' },
      ...{ amount: centsOf(1364.6), method: 'Check', isLienHolder: false },
    })
  })

  test('the dealer, by netting, while the contract is not funded', () => {
    const calculation = calculated(factsOf({ ...contractC1, isDealerOwing: true }), termsC1)
    expect(calculation.refundPayer).toBe('Dealer')
    expect(calculation.payments[0]).toMatchObject({ payee: people.dealer, method: 'Netting' })
    expect(calculation.explanation.at(-1)).toContain('has not paid for the contract')
  })

  test('the administrator, if an override says so', () => {
    const terms = { ...termsC1, override: { reason: 'Closed', refundPayer: 'Administrator' as const } }
    expect(calculated(factsOf({ ...contractC1, isDealerOwing: true }), terms).payments[0]?.payee).toEqual(
      people.bank,
    )
  })
})

describe('a split refund', () => {
  const bank = { type: 'LienHolder', accountHolder: null, name: null } as const
  const customer = { type: 'Customer', accountHolder: null, name: null } as const
  const split = (mayChoosePayee: boolean, ...amounts: number[]): CancelTerms => ({
    ...termsC1,
    mayChoosePayee,
    payments: amounts.map((amount, at) => ({
      ...{ payee: at === 0 ? bank : customer, method: 'ACH', amount: centsOf(amount) },
    })),
  })

  test('has payments with their part of every row', () => {
    const { payments, totalRefund } = calculated(factsOf(contractC1), split(true, 1000, 364.6))
    expect(payments.map(({ payeeName, amount }) => [payeeName, dollars(amount)])).toEqual([
      ['First Bank FBO Maria Lopez', 1000],
      ['Maria Lopez', 364.6],
    ])
    for (const { lines: rows, amount } of payments)
      expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(amount)
    const reserve = payments.map(({ lines: rows }) => rows[0]?.amount ?? 0)
    expect(reserve).toEqual([centsOf(172.42), centsOf(62.87)])
    expect(totalRefund).toBe(centsOf(1364.6))
  })

  test('through the dealer is one credit', () => {
    const { payments } = calculated(factsOf(contractC1, { refundPayer: 'Dealer' }), split(true, 1000, 364.6))
    expect(payments).toHaveLength(1)
    expect(payments[0]?.forPayeeName).toBe('First Bank FBO Maria Lopez, Maria Lopez')
  })

  test.each<[string, CancelTerms, unknown[]]>([
    ['does not sum', split(true, 1000, 364.59), [{ code: 'PaymentsDoNotSum', totalRefund: centsOf(1364.6) }]],
    ['pays nothing', split(true, 1364.6, 0), [{ code: 'PaymentsDoNotSum', totalRefund: centsOf(1364.6) }]],
    [
      'pays others than the rules name',
      split(false, 1000, 364.6),
      [expect.objectContaining({ code: 'PayeeNotAllowed' })],
    ],
  ])('is refused if it %s', (_, terms, refused) => {
    expect(calculateCancel(factsOf(contractC1), terms)).toEqual({ refused })
  })

  test('is refused if the contract has no such payee', () => {
    expect(calculateCancel(factsOf({ ...contractC1, lienHolder: null }), split(true, 1364.6))).toEqual({
      refused: [{ code: 'UnknownReference', field: '/payments/0/payee' }],
    })
  })
})

test('a payee that is only named has to be that of the rules', () => {
  const named = (
    type: 'Customer' | 'LienHolder' | 'Other',
    accountHolder = null as null | typeof people.bank,
  ) => ({
    ...termsC1,
    payee: { type, accountHolder, name: null },
  })
  expect(calculated(factsOf(contractC1), named('LienHolder', people.bank)).payee.name).toContain('FBO')
  for (const terms of [
    named('Customer'),
    named('Other', party('ClaimPayee', 77, 'Somebody')),
    named('Other'),
  ])
    expect(calculateCancel(factsOf(contractC1), terms)).toEqual({
      refused: [expect.objectContaining({ code: 'PayeeNotAllowed' })],
    })
})
