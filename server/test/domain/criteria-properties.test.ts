import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Criteria,
  compileCriteria,
  criteriaGroup,
  evaluateCriteria,
  explainCriteria,
  normalizedCriteria,
} from '../../src/domain/criteria/criteria.ts'
import { compiled } from '../support/builders/criteria.ts'
import { naiveCriteria } from '../support/oracle/rating/criteria.ts'
import {
  CriteriaTexts,
  criteriaContexts as contexts,
  randomFrom,
} from '../support/oracle/rating/criteria-texts.ts'
import { trialSeed, trials } from '../support/service/trials.ts'

const TEXTS = trials(1_000_000, 1 / 500)
const MILLISECONDS_AT_MOST = 50
const seed = trialSeed('criteria', 'BULWARK_CRITERIA_SEED')

/** Everything that can be done with a text; what it throws is a crash. */
function exercise(text: string): Criteria | undefined {
  const criteria = compileCriteria(text)
  if ('invalid' in criteria) {
    const { position, expected, message } = criteria.invalid
    const { start, end } = position
    if (start < 0 || end < start || end > text.length || expected === '' || !/^[A-Z].*\.$/s.test(message))
      throw new Error(`A fault without a place: ${JSON.stringify(criteria.invalid)}`)
    return undefined
  }
  for (const context of contexts) {
    const explanation = explainCriteria(criteria, context)
    if (explanation.result !== evaluateCriteria(criteria, context)) throw new Error('Two results.')
    if (explanation.result !== null && explanation.unknownFields.length > 0)
      throw new Error('A known result hangs on nothing.')
  }
  normalizedCriteria(criteria)
  criteriaGroup(criteria)
  return criteria
}

function timed(text: string): { isRule: boolean; took: number } {
  // Processor time: on a busy machine any text may wait for a while.
  const start = process.cpuUsage()
  const criteria = exercise(text)
  const { user, system } = process.cpuUsage(start)
  return { isRule: criteria !== undefined, took: (user + system) / 1_000 }
}

test(`${TEXTS} texts: none crashes, none takes over ${MILLISECONDS_AT_MOST} ms`, {
  timeout: 3_600_000,
}, () => {
  const texts = new CriteriaTexts(randomFrom(seed))
  let rules = 0
  let slowest = 0
  for (let at = 0; at < TEXTS; at += 1) {
    const text = texts.next()
    try {
      const { isRule, took } = timed(text)
      if (isRule) rules += 1
      let least = took
      // The machine may have paused: a text that is slow is slow every time.
      for (let again = 0; least > MILLISECONDS_AT_MOST / 10 && again < 5; again += 1)
        least = Math.min(least, timed(text).took)
      slowest = Math.max(slowest, least)
    } catch (error) {
      throw new Error(`Text ${at} with seed ${seed}: ${JSON.stringify(text)}`, { cause: error })
    }
    if (slowest > MILLISECONDS_AT_MOST)
      throw new Error(`Text ${at} with seed ${seed} takes ${slowest} ms: ${JSON.stringify(text)}`)
  }
  console.log(`${rules} of ${TEXTS} texts are rules; the slowest took ${slowest.toFixed(1)} ms`)
  expect(rules).toBeGreaterThan(TEXTS / 4)
})

const drawn = fc
  .integer()
  .map((start) => new CriteriaTexts(randomFrom(start)).truth(3))
  .filter((text) => !('invalid' in compileCriteria(text)))

describe('a rule', () => {
  test('is evaluated as a simple reference evaluator does', () => {
    fc.assert(
      fc.property(drawn, fc.constantFrom(...contexts), (text, context) => {
        const criteria = compiled(text)
        const value = naiveCriteria(criteria.root, context)
        expect(evaluateCriteria(criteria, context), text).toBe(typeof value === 'boolean' ? value : null)
      }),
      { seed, numRuns: trials(10_000) },
    )
  })

  test('means the same when normalized, and normalizing again changes nothing', () => {
    fc.assert(
      fc.property(drawn, (text) => {
        const criteria = compiled(text)
        const normalized = normalizedCriteria(criteria)
        const again = compiled(normalized)
        expect(normalizedCriteria(again)).toBe(normalized)
        expect(criteriaGroup(again)).toEqual(criteriaGroup(criteria))
        for (const context of contexts) {
          const [one, other] = [explainCriteria(criteria, context), explainCriteria(again, context)]
          expect(other.result, text).toBe(one.result)
          expect(other.unknownFields, text).toEqual(one.unknownFields)
          expect(other.explanation.map(({ seen, outcome }) => ({ seen, outcome }))).toEqual(
            one.explanation.map(({ seen, outcome }) => ({ seen, outcome })),
          )
        }
      }),
      { seed, numRuns: trials(10_000) },
    )
  })
})
