import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LedgerStep, ledgerSteps, started, takeStep } from '../support/oracle/earnings/ledger-steps.ts'
import { cashApplied, reconciles, soundAfter } from '../support/oracle/earnings/ledger-truths.ts'
import { isSoak, trialSeed, trials } from '../support/service/trials.ts'

const seed = trialSeed('ledgers', 'BULWARK_LEDGER_SEED')

test('the ledger of a contract balances after every step, in any order', () => {
  const seen = new Map<LedgerStep['what'], number>()
  fc.assert(
    fc.property(fc.array(ledgerSteps, { minLength: 8, maxLength: 30, size: 'max' }), (steps) => {
      const story = started()
      for (const step of steps) {
        const before = [...story.ledger.rows]
        if (!takeStep(story, step)) continue
        seen.set(step.what, (seen.get(step.what) ?? 0) + 1)
        soundAfter(story, before, step)
        reconciles(story)
        cashApplied(story)
      }
    }),
    { seed, numRuns: trials(1_500, 1 / 150) },
  )
  // Stories in which something never happens would prove nothing about it.
  const whats: LedgerStep['what'][] = [
    ...(['finalize', 'replace', 'refinalize', 'void', 'hold', 'release', 'edit', 'delete'] as const),
    ...(['pay', 'unpay', 'batch', 'unbatch', 'manual', 'transfer'] as const),
  ]
  // Few stories may leave one out.
  if (isSoak) for (const what of whats) expect(seen.get(what) ?? 0, what).toBeGreaterThan(0)
}, 3_600_000)
