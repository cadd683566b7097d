import { expect, test } from 'vitest'
import { type Account, payable, receivable, unearned } from '../ledger/journal.ts'
import { glAccount } from './gl-accounts.ts'

const accounts = {
  codes: { Receivable: '1200', Payable: '2000', Unearned: '2400', 'Unearned:ADMIN': '2410' },
  own: new Map([[7, '2055']]),
}
const cases: readonly (readonly [Account, string])[] = [
  [receivable(3), '1200'],
  [payable(3), '2000'],
  [payable(7), '2055'],
  [unearned('RESERVE'), '2400'],
  [unearned('ADMIN'), '2410'],
  [{ kind: 'Cash' }, ''],
]

test.each(cases)('%j is %s in the general ledger', (account, code) => {
  expect(glAccount(account, accounts)).toBe(code)
})
