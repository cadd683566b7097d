import { describe, expect, test } from 'vitest'
import { centsOf } from '../money.ts'
import {
  type Account,
  accountText,
  compareAccounts,
  only,
  parseAccount,
  payable,
  receivable,
  reversal,
  unapplied,
  unearned,
} from './journal.ts'

describe('an account', () => {
  test.each<[string, Account]>([
    ['Receivable:12', receivable(12)],
    ['Payable:3', payable(3)],
    ['Unapplied:7', unapplied(7)],
    ['Unearned:RESERVE', unearned('RESERVE')],
    ['ClaimsExpense:INSPECTION', { kind: 'ClaimsExpense', code: 'INSPECTION' }],
    ['Earned:A:B', { kind: 'Earned', code: 'A:B' }],
    ['Cash', only('Cash')],
  ])('%s is written and read', (text, account) => {
    expect(accountText(account)).toBe(text)
    expect(parseAccount(text)).toEqual(account)
  })

  test.each([
    '',
    'Receivable',
    'Receivable:',
    'Receivable:0',
    'Receivable:x',
    'Cash:1',
    'Unearned:',
    'Bank',
    ':1',
  ])('"%s" is not an account', (text) => expect(parseAccount(text)).toBeUndefined())

  test('is sorted by its kind, then by account holder or code', () => {
    const texts = [
      'Cash',
      'Receivable:100',
      'Unearned:RESERVE',
      'Payable:2',
      'Receivable:9',
      'Unearned:ADMIN',
    ]
    const accounts = texts.flatMap((text) => parseAccount(text) ?? [])
    expect(accounts.sort(compareAccounts).map(accountText)).toEqual([
      ...['Receivable:9', 'Receivable:100', 'Payable:2', 'Unearned:ADMIN', 'Unearned:RESERVE', 'Cash'],
    ])
  })
})

test('a reversal swaps the accounts and names the reversed row', () => {
  const row = { id: 4, ledgerId: 9, debit: receivable(1), credit: unearned('ADMIN'), amount: centsOf(125) }
  expect(reversal(row)).toEqual({
    ...{ debit: unearned('ADMIN'), credit: receivable(1), amount: 125_00 },
    ...{ ledger: 9, reversesId: 4 },
  })
})
