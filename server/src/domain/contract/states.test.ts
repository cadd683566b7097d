import { describe, expect, test } from 'vitest'
import { type ContractTrigger, contractStates, contractTriggers, editingIn, move } from './states.ts'

const nameOf = ({ status, heldFrom }: (typeof contractStates)[number]) =>
  heldFrom === null ? status : `${status} from ${heldFrom}`

/** Every way that there is; each other one is refused. */
const ways: readonly [ContractTrigger, string, string][] = [
  ['submit', 'Quote', 'Pending'],
  ['finalize', 'Pending', 'Active'],
  ['refinalize', 'Active', 'Active'],
  ['hold', 'Pending', 'OnHold from Pending'],
  ['hold', 'Active', 'OnHold from Active'],
  ['hold', 'OnHold from Pending', 'OnHold from Pending'],
  ['hold', 'OnHold from Active', 'OnHold from Active'],
  ['resolve', 'OnHold from Pending', 'Pending'],
  ['resolve', 'OnHold from Active', 'Active'],
  ['void', 'Quote', 'Voided'],
  ['void', 'Pending', 'Voided'],
  ['void', 'OnHold from Pending', 'Voided'],
  ['void', 'Active', 'Voided'],
  ['cancel', 'Active', 'Cancelled'],
  ['cancel', 'OnHold from Active', 'Cancelled'],
  ['reinstate', 'Cancelled', 'Active'],
  ['expire', 'Active', 'Expired'],
  ['expire', 'OnHold from Active', 'Expired'],
  ['reopen', 'Expired', 'Active'],
  ['transfer', 'Active', 'Active'],
  ...(['lock', 'rerate', 'changeCobuyer'] as const).flatMap((trigger) =>
    ['Quote', 'Pending', 'Active', 'OnHold from Pending', 'OnHold from Active'].map(
      (state): [ContractTrigger, string, string] => [trigger, state, state],
    ),
  ),
]

describe('the states of a contract', () => {
  test('every trigger in every state leads to the state in the table, or is refused', () => {
    for (const trigger of contractTriggers)
      for (const state of contractStates) {
        const way = ways.find(([name, from]) => name === trigger && from === nameOf(state))
        const moved = move(state, trigger)
        const next = 'to' in moved && !('refused' in moved) ? nameOf(moved.to) : undefined
        expect(next, `${trigger} of ${nameOf(state)}`).toBe(way?.[2])
      }
  })

  test.each([
    ['finalize', 'OnHold from Pending', { refused: 'OpenHold', from: 'OnHold', to: 'Active' }],
    ['refinalize', 'OnHold from Active', { refused: 'OpenHold', from: 'OnHold', to: 'Active' }],
    ['cancel', 'Pending', { refused: 'NotCancellable', from: 'Pending', to: 'Cancelled' }],
    ['hold', 'Quote', { refused: 'InvalidTransition', from: 'Quote', to: 'OnHold' }],
    ['hold', 'Expired', { refused: 'InvalidTransition', from: 'Expired', to: 'OnHold' }],
    ['transfer', 'Cancelled', { refused: 'InvalidTransition', from: 'Cancelled', to: 'Active' }],
    ['lock', 'Voided', { refused: 'InvalidTransition', from: 'Voided', to: 'Voided' }],
    ['void', 'OnHold from Active', { refused: 'InvalidTransition', from: 'OnHold', to: 'Voided' }],
  ] as const)('%s of %s is refused', (trigger, name, refusal) => {
    const state = contractStates.find((one) => nameOf(one) === name)
    expect(state && move(state, trigger)).toEqual(refusal)
  })

  test('which fields can be edited in each state', () => {
    expect(contractStates.map((state) => [nameOf(state), editingIn(state)])).toEqual([
      ['Quote', 'all'],
      ['Pending', 'all'],
      ['Active', 'pendingChanges'],
      ['OnHold from Pending', 'all'],
      ['OnHold from Active', 'pendingChanges'],
      ['Cancelled', 'notes'],
      ['Expired', 'notes'],
      ['Voided', 'notes'],
    ])
  })
})
