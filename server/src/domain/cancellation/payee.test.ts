import { describe, expect, test } from 'vitest'
import { contractC1, people, reasonOf } from '../../../test/support/oracle/refunds/cancel-examples.ts'
import type { CancelledContract } from './facts.ts'
import { payeeByRules } from './payee.ts'
import { missingDocuments } from './reasons.ts'

const named = (contract: Partial<CancelledContract>, reason: string, lienPaidOff: boolean | null = null) => {
  const { type, name, isSole } = payeeByRules(
    { ...contractC1, ...contract },
    { reason: reasonOf(reason), lienPaidOff },
  )
  return [type, name, isSole]
}
const lien = { lienHolder: people.bank }
const free = { lienHolder: null }
const two = { lienHolder: null, cobuyerName: 'Luis Lopez' }

describe('the payee by the rules', () => {
  test.each<[string, Partial<CancelledContract>, string, boolean | null, unknown[]]>([
    ['a sale unwound', lien, 'UNWIND', null, ['Dealer', 'Hill Country Ford', true]],
    ['a total loss', lien, 'TOTALLOSS', null, ['LienHolder', 'First Bank', true]],
    ['a repossession', lien, 'REPO', true, ['LienHolder', 'First Bank', true]],
    ['an open lien', lien, 'CUSTREQ', null, ['LienHolder', 'First Bank FBO Maria Lopez', false]],
    ['a lien paid off', lien, 'CUSTREQ', true, ['Customer', 'Maria Lopez', true]],
    ['a payoff', lien, 'PAYOFF', null, ['Customer', 'Maria Lopez', true]],
    ['a payoff that is none', lien, 'PAYOFF', false, ['LienHolder', 'First Bank FBO Maria Lopez', false]],
    ['a dealer’s error', lien, 'DLRERR', null, ['LienHolder', 'First Bank FBO Maria Lopez', false]],
    ['no lien', free, 'CUSTREQ', null, ['Customer', 'Maria Lopez', true]],
    ['a total loss without a lien', free, 'TOTALLOSS', null, ['Customer', 'Maria Lopez', true]],
    ['a cobuyer', two, 'CUSTREQ', null, ['Customer', 'Maria Lopez AND Luis Lopez', false]],
    ['a death', free, 'DECEASED', null, ['Customer', 'Estate of Maria Lopez', true]],
    [
      'a death with a cobuyer',
      two,
      'DECEASED',
      null,
      ['Customer', 'Estate of Maria Lopez AND Luis Lopez', false],
    ],
    ['a death with a lien', lien, 'DECEASED', null, ['LienHolder', 'First Bank FBO Maria Lopez', false]],
  ])('%s', (_, contract, reason, lienPaidOff, payee) => {
    expect(named(contract, reason, lienPaidOff)).toEqual(payee)
  })
})

describe('missing documents', () => {
  test.each<[string, boolean, string[], string[]]>([
    ['CUSTREQ', false, [], ['document:CancelForm']],
    ['CUSTREQ', true, [], ['document:CancelForm', 'document:OdometerStatement']],
    ['TRADE', true, [], ['document:CancelForm', 'document:OdometerStatement']],
    ['PAYOFF', false, ['CancelForm'], ['document:PayoffLetter']],
    ['TOTALLOSS', false, [], ['document:InsuranceSettlement']],
    ['REPO', false, [], ['document:RepossessionLetter']],
    ['DECEASED', false, ['Other'], []],
    ['NONPAY', false, [], []],
    ['NONPAY', true, ['OdometerStatement'], []],
  ])('%s, miles counting %s, with %j', (reason, countsMiles, attached, missing) => {
    expect(missingDocuments(reasonOf(reason), { countsMiles, attached })).toEqual(missing)
  })
})
