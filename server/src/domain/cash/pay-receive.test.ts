import { expect, test } from 'vitest'
import { centsOf, ZERO } from '../money.ts'
import { type Settlement, type SettlementTerms, settlementReasonsOf } from './pay-receive.ts'

const owed: Settlement = {
  ...{ totalReceive: centsOf(1362.93), totalPay: ZERO, hasReceive: true, hasPay: false, hasMethod: true },
}
const both: Settlement = { ...owed, totalPay: centsOf(1362.92), hasPay: true }
const terms: SettlementTerms = { netAllowed: true, minAmount: ZERO }

test.each<[string, Settlement, Partial<SettlementTerms>, readonly string[]]>([
  ['what is owed', owed, {}, []],
  ['the minimum itself', owed, { minAmount: centsOf(1362.93) }, []],
  ['a cent below the minimum', owed, { minAmount: centsOf(1362.94) }, ['BelowMinimum']],
  [
    'a payment below the minimum',
    { ...both, totalPay: centsOf(1363) },
    { minAmount: centsOf(0.08) },
    ['BelowMinimum'],
  ],
  ['a net payment of the minimum', { ...both, totalPay: centsOf(1363) }, { minAmount: centsOf(0.07) }, []],
  ['both sides', both, {}, []],
  ['both sides without netting', both, { netAllowed: false }, ['NettingNotAllowed']],
  ['one side without netting', owed, { netAllowed: false }, []],
  ['no method', { ...owed, hasMethod: false }, {}, ['NoPaymentMethod']],
  [
    'everything at once',
    { ...both, hasMethod: false },
    { netAllowed: false, minAmount: centsOf(1) },
    ['BelowMinimum', 'NettingNotAllowed', 'NoPaymentMethod'],
  ],
])('%s', (_, settlement, changes, reasons) => {
  expect(settlementReasonsOf(settlement, { ...terms, ...changes })).toEqual(reasons)
})
