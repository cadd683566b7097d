import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cents } from '../../src/domain/money.ts'
import { compileBook } from '../../src/domain/rating/compile-book.ts'
import { linesAtRetail } from '../../src/domain/rating/lines-at-retail.ts'
import { rate } from '../../src/domain/rating/rating.ts'
import { Chance } from '../support/hostile/chance.ts'
import { randomBooks } from '../support/oracle/rating/random-books.ts'
import { question } from '../support/oracle/rating/random-rate-questions.ts'
import { isSoak, trialSeed, trials } from '../support/service/trials.ts'

// A random book may have few rates for random questions, so a few books would show too little.
const BOOKS = trials(200, 1 / 10)
const seed = trialSeed('lines at a price', 'BULWARK_RATING_SEED')

test('the lines add up to any price, and at the suggested price they are those of the quote', () => {
  let seen = 0
  const property = fc.property(randomBooks, fc.noShrink(fc.noBias(fc.integer())), (book, start) => {
    const chance = new Chance(start)
    const compiled = compileBook(book)
    for (let at = 0; at < 20; at += 1) {
      const { request, facts } = question(chance, book)
      for (const rated of rate(compiled, request, facts).rates) {
        seen += 1
        expect(linesAtRetail(rated, rated.suggested)).toEqual(rated.lines)
        const retail = (rated.minimum + ((start >>> 1) % 500_000)) as Cents
        const lines = linesAtRetail(rated, retail)
        expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(retail)
        const costs = lines.filter(({ definition }) => definition.includedInDealerCost)
        expect(costs.reduce((sum, { amount }) => sum + amount, 0)).toBe(rated.dealerCost)
      }
    }
  })
  const { failed, counterexamplePath, errorInstance } = fc.check(property, { seed, numRuns: BOOKS })
  if (failed)
    throw new Error(`BULWARK_RATING_SEED=${seed}: book ${counterexamplePath}.`, { cause: errorInstance })
  expect(seen).toBeGreaterThan(isSoak ? BOOKS : 0)
}, 3_600_000)
