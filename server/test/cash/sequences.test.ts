import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inDatabase } from '../support/builders/database.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import { names, openSteps } from '../support/oracle/cash/steps.ts'
import type { Step } from '../support/oracle/cash/world.ts'
import { testService } from '../support/service/app.ts'
import { isSoak, oneIn, trialSeed } from '../support/service/trials.ts'

// Money of two dealers and an agent over HTTP, in any order: after every step the rows, the cash, the batches, the
// contracts and the books are those of a second, plain model.

const seed = trialSeed('cash sequences', 'BULWARK_CASH_SEED')
const RUNS = isSoak ? 100 : 1
const service = await testService()

const steps: fc.Arbitrary<Step> = fc.record({
  what: fc.nat(1_000),
  who: fc.nat(11),
  which: fc.nat(10_000),
  how: fc.nat(10_000),
  much: fc.nat(10_000),
})

/** A life in which everything happens, so that chance cannot leave something out. */
const told = (
  ...what: readonly (readonly [name: string, who?: number, which?: number, how?: number])[]
): Step[] =>
  what.map(([name, who = 0, which = 0, how = 0]) => ({ what: names.indexOf(name), who, which, how, much: 3 }))

/** Every trial begins with a contract of each dealer. */
const begun = told(['sell'], ['sell', 1], ['finalize', 0, 0])

const whole: [Step[]][] = [
  [
    told(
      ...([['office'], ['drop'], ['stage'], ['process'], ['end', 0, 0, 1]] as const),
      ...([['manual'], ['post'], ['clear', 0, 1]] as const),
    ),
  ],
  [
    told(
      ...([['finalize', 1, 1], ['edit'], ['voidRow'], ['post', 1, 0, 3], ['manual', 1, 0, 10]] as const),
      ...([['apply'], ['cancel'], ['clock', 0, 0, 31], ['close']] as const),
    ),
  ],
  // Paid ahead, and finalized as of a day before the money came.
  [told(['sell'], ['clock', 0, 0, 9], ['post', 0, 0, 1], ['finalize', 0, 2, 3])],
  // Paid ahead, returned, and finalized without money.
  [told(['sell'], ['clock', 0, 0, 9], ['post', 0, 0, 2], ['end', 0, 0, 1], ['finalize', 0, 2])],
  // More came than nothing.
  [told(['cancel'], ['stage'], ['process', 0, 0, 4])],
  // Paid ahead, returned, and voided before the finalize.
  [told(['clock', 0, 0, 9], ['post', 1, 0, 2], ['end', 0, 0, 1], ['voidRow', 0, 12])],
  // The agent is paid, or about to be, when the contract is put on hold. Then that payment is taken back.
  [told(['post', 0, 0, 1], ['post', 1, 0, 2], ['end'], ['end'])],
  [told(['post', 0, 0, 1], ['stage', 1], ['end'], ['drop'])],
  // A refund is paid too late, taken back, and paid again a month later.
  [
    told(
      ...([['cancel'], ['clock', 0, 0, 33], ['clock', 0, 0, 33], ['post', 0, 0, 1], ['end']] as const),
      ...([
        ['clock', 0, 0, 33],
        ['post', 0, 0, 1],
      ] as const),
    ),
  ],
]

/** All in the soak; otherwise a part, and other commits tell the others. */
const examples = oneIn(3, whole, seed)

test('after any sequence of steps everything is as in the model', async () => {
  const done = new Map<string, number>()
  const refused = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 12, maxLength: 30, size: 'max' }), async (all) => {
      await withoutContracts(service)
      await inDatabase(service, 'truncate accounting_period')
      const trial = await openSteps(service)
      for (const step of [...begun, ...all]) {
        const { name, code, faults } = await trial.take(step)
        expect(faults, `${name} ${code}: ${trial.story().join('\n')}`).toEqual([])
        const counts = code === '' ? done : refused
        counts.set(code || name, (counts.get(code || name) ?? 0) + 1)
      }
      expect(await trial.everyDay(), trial.story().join('\n')).toEqual([])
    }),
    { seed, numRuns: examples.length + RUNS, endOnFailure: true, examples: [...examples] },
  )
  console.log(`done: ${[...done].join('; ')}\nrefused: ${[...refused].join('; ')}`)
  if (isSoak) for (const name of names) expect(done.get(name) ?? 0, name).toBeGreaterThan(0)
  else expect(done.size).toBeGreaterThan(3)
}, 3_600_000)
