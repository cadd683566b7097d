import { describe, expect, test } from 'vitest'
import type { Contract } from '../../../sdk/src/types.gen.ts'
import { en } from '../en.ts'
import { type ActionName, actionNames, isPast, refusalOf } from './allowed.ts'

const statuses = ['Quote', 'Pending', 'Active', 'OnHold', 'Cancelled', 'Expired', 'Voided'] as const
const standing = (
  status: Contract['status'],
  heldFrom: Contract['heldFrom'] = null,
  statusLabel: string = status,
) => ({ status, heldFrom, statusLabel })

const states = {
  quote: standing('Quote'),
  pending: standing('Pending'),
  active: standing('Active'),
  'held pending': standing('OnHold', 'Pending'),
  'held active': standing('OnHold', 'Active'),
  'cancel requested': standing('Active', null, 'CancelPending'),
}
type StateName = keyof typeof states

describe('a contract that has not ended', () => {
  /** The reason in each state, in the order of `states`; empty: it is allowed. */
  test.each<[ActionName, readonly string[]]>([
    ['submit', ['', 'submitted', 'submitted', 'submitted', 'submitted', 'submitted']],
    ['finalize', ['quote', '', 'finalized', 'onHold', 'onHold', 'finalized']],
    ['hold', ['quote', '', '', '', '', '']],
    ['rerate', ['', '', '', '', '', '']],
    ['cobuyer', ['', '', '', '', '', '']],
    ['transfer', ['notInForce', 'notInForce', '', 'onHold', 'onHold', '']],
    ['void', ['', '', '', '', 'onHold', '']],
    ['cancel', ['notInForce', 'notInForce', '', 'notInForce', '', 'requestOpen']],
    ['print', ['', '', '', '', '', '']],
  ])('%s', (action, reasons) => {
    const found = (Object.keys(states) as StateName[]).map((name) => refusalOf(action, states[name]) ?? '')
    expect(found).toEqual(reasons.map((reason) => (reason === '' ? '' : `why.${reason}`)))
  })
})

describe('a contract that has ended', () => {
  test.each(['Cancelled', 'Expired', 'Voided'] as const)('and is %s can only be printed', (status) => {
    const allowed = actionNames.filter((action) => refusalOf(action, standing(status)) === undefined)
    expect(allowed).toEqual(['print'])
  })
})

test('every reason has its words', () => {
  const reasons = actionNames.flatMap((action) =>
    [...Object.values(states), ...statuses.map((status) => standing(status))].flatMap(
      (state) => refusalOf(action, state) ?? [],
    ),
  )
  expect(new Set(reasons).size).toBeGreaterThan(5)
  expect(reasons.filter((reason) => !en[reason])).toEqual([])
})

test.each<[StateName, readonly ActionName[]]>([
  ['quote', []],
  ['pending', ['submit']],
  ['active', ['submit', 'finalize']],
  ['held pending', ['submit']],
  ['held active', ['submit', 'finalize']],
])('of a contract that is %s, these actions lie behind and are not shown: %j', (name, past) => {
  expect(actionNames.filter((action) => isPast(action, states[name]))).toEqual(past)
})
