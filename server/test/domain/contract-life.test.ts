import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contractStates } from '../../src/domain/contract/states.ts'
import {
  type Attempt,
  attempt,
  attempts,
  begun,
  faultOf,
  type Life,
} from '../support/oracle/earnings/contract-life.ts'
import { isSoak, trialSeed, trials } from '../support/service/trials.ts'

const seed = trialSeed('contract lives', 'BULWARK_LIFE_SEED')

/** Everything that a step could change; rows and entries are never changed in place. */
const snapshotOf = ({ ledger, ...life }: Life): unknown[] => [
  ...Object.values(life),
  ...ledger.rows,
  ledger.journal.length,
]
const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((value, at) => value === other[at])

test('after any sequence of actions a contract has a valid state, its lines add up to its price, and its ledger balances', () => {
  const done = new Map<Attempt['what'], number>()
  const reached = new Set<string>()
  fc.assert(
    fc.property(fc.array(attempts, { minLength: 10, maxLength: 40, size: 'max' }), (steps) => {
      const life = begun()
      for (const step of steps) {
        const before = snapshotOf(life)
        const outcome = attempt(life, step)
        if (outcome === 'refused' && !isSame(before, snapshotOf(life)))
          throw new Error(`${step.what} was refused and changed something`)
        const fault = faultOf(life)
        if (fault) throw new Error(`after ${step.what}: ${fault}`)
        if (outcome === 'refused') continue
        done.set(step.what, (done.get(step.what) ?? 0) + 1)
        reached.add(JSON.stringify(life.state))
      }
    }),
    { seed, numRuns: trials(10_000) },
  )
  // Cancelled comes with cancellation.
  const expected = contractStates
    .filter(({ status }) => status !== 'Cancelled')
    .map((state) => JSON.stringify(state))
  expect([...reached, JSON.stringify(begun().state)].toSorted()).toEqual(
    expect.arrayContaining(expected.toSorted()),
  )
  const whats: Attempt['what'][] = [
    ...(['submit', 'finalize', 'refinalize', 'hold', 'resolve', 'void', 'expire', 'reopen'] as const),
    ...(['transfer', 'lock', 'rerate', 'changeCobuyer', 'pay'] as const),
  ]
  // Few stories may leave one out.
  if (isSoak) for (const what of whats) expect(done.get(what) ?? 0, what).toBeGreaterThan(0)
}, 3_600_000)
