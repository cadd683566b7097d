import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Program, RateBook } from '../../src/domain/rate-book/rate-book.ts'
import { compileBook } from '../../src/domain/rating/compile-book.ts'
import { rate } from '../../src/domain/rating/rating.ts'
import { NO_FILTER, rateRules } from '../../src/domain/rating/request.ts'
import { rulesBroken } from '../support/builders/rate-rules.ts'
import { Chance } from '../support/hostile/chance.ts'
import { plainRating } from '../support/oracle/rating/plain-rating.ts'
import { randomBooks } from '../support/oracle/rating/random-books.ts'
import { type Question, question } from '../support/oracle/rating/random-rate-questions.ts'
import { type NaiveRating, naiveRate } from '../support/oracle/rating/rating.ts'
import { trialSeed, trials } from '../support/service/trials.ts'

// Small books with everything that a book can have, each asked a number of times. `npm test` asks a tenth of it.
const BOOKS = trials(500)
const QUESTIONS = 20
const seed = trialSeed('rating', 'BULWARK_RATING_SEED')
const timeout = 3_600_000

interface DrawnQuestion {
  readonly book: RateBook
  readonly drawn: Question
  readonly chance: Chance
}

/** Asks drawn books, each compiled once, and holds what `check` expects against every answer. */
function askBooks(check: (drawn: DrawnQuestion, rated: ReturnType<typeof rate>) => void): void {
  const property = fc.property(randomBooks, fc.noShrink(fc.noBias(fc.integer())), (book, start) => {
    const chance = new Chance(start)
    const compiled = compileBook(book)
    for (let at = 0; at < QUESTIONS; at += 1) {
      const drawn = question(chance, book)
      check({ book, drawn, chance }, rate(compiled, drawn.request, drawn.facts))
    }
  })
  // A whole book as a counterexample would fill the screen; with the seed it is drawn again.
  const { failed, counterexamplePath, errorInstance } = fc.check(property, { seed, numRuns: BOOKS })
  if (failed)
    throw new Error(`BULWARK_RATING_SEED=${seed} draws the same again; it was book ${counterexamplePath}.`, {
      cause: errorInstance,
    })
}

/** Told before a book is asked (an input is missing) or at the sale (relations of products). */
const notOfBooks = new Set(['MissingParameters', 'Requires', 'Excludes'])

test(`the engine matches a simple reference implementation, ${BOOKS * QUESTIONS} times`, {
  timeout,
}, () => {
  const met = new Set<string>()
  let offered = 0
  askBooks(({ book, drawn }, rated) => {
    const naive = naiveRate(book, drawn.request, drawn.facts)
    const plain = plainRating(rated)
    if (JSON.stringify(plain) !== JSON.stringify(naive))
      expect({ drawn, ...plain }).toEqual({ drawn, ...naive })
    if (naive.rates.length > 0) offered += 1
    for (const { rule } of naive.reasons) met.add(rule)
  })
  const unmet = Object.keys(rateRules).filter((rule) => !met.has(rule) && !notOfBooks.has(rule))
  console.log(
    `${offered} of ${BOOKS * QUESTIONS} have rates; rules that none ran into: ${unmet.join(', ') || 'none'}`,
  )
  expect(offered).toBeGreaterThan(0)
  // Of few questions chance decides; of many, a share and every rule must be met.
  if (BOOKS * QUESTIONS < 10_000) return
  expect(offered).toBeGreaterThan((BOOKS * QUESTIONS) / 10)
  expect(unmet).toEqual([])
})

describe('for any book and request', { timeout }, () => {
  test('the lines add up to the suggested price and the dealer cost, and the price is within its limits', () => {
    askBooks((_, { rates }) => {
      for (const { lines, dealerCost, suggested, minimum, maximum } of rates) {
        const sumOf = (some: typeof lines) => some.reduce((sum, { amount }) => sum + amount, 0)
        const figures = [dealerCost, suggested, minimum, maximum ?? 0, ...lines.map(({ amount }) => amount)]
        expect(figures.every(Number.isSafeInteger)).toBe(true)
        expect(lines.filter(({ definition }) => definition.code === 'MARKUP')).toHaveLength(1)
        expect(sumOf(lines)).toBe(suggested)
        expect(sumOf(lines.filter(({ definition }) => definition.includedInDealerCost))).toBe(dealerCost)
        expect(dealerCost).toBeLessThanOrEqual(minimum)
        expect(minimum).toBeLessThanOrEqual(suggested)
        expect(suggested).toBeLessThanOrEqual(maximum ?? suggested)
      }
    })
  })

  test('no rate is offered outside its rules', () => {
    askBooks(({ book, drawn }, { rates }) => {
      for (const rated of rates) {
        const broken = rulesBroken(book, drawn, rated)
        if (broken.length > 0) expect({ drawn, plan: rated.plan.plan, term: rated.term, broken }).toEqual([])
      }
    })
  })

  test('filters leave out rates and change none', () => {
    askBooks(({ book, drawn }, { rates }) => {
      if (drawn.request.only === NO_FILTER) return
      const all = rate(compileBook(book), { ...drawn.request, only: NO_FILTER }, drawn.facts)
      const unfiltered = new Set(plainRating(all).rates.map((one) => JSON.stringify(one)))
      for (const one of plainRating({ rates, reasons: [] }).rates)
        if (!unfiltered.has(JSON.stringify(one))) expect({ drawn, one }).toEqual('a rate without filters')
    })
  })

  test('the order of rows does not matter', () => {
    askBooks(({ book, drawn, chance }, rated) => {
      const other = rate(compileBook(shuffled(book, chance)), drawn.request, drawn.facts)
      const [one, two] = [inOneOrder(plainRating(rated)), inOneOrder(plainRating(other))]
      if (JSON.stringify(one) !== JSON.stringify(two)) expect({ drawn, ...two }).toEqual({ drawn, ...one })
    })
  })
})

/** The same book with the rows of its tables in another order. Products, plans, terms and the like are listed as they stand. */
const shuffled = (book: RateBook, chance: Chance): RateBook => ({
  ...book,
  visibility: chance.shuffled(book.visibility),
  taxRules: chance.shuffled(book.taxRules),
  products: book.products.map((product) => ({
    ...product,
    programs: product.programs.map(
      (program): Program => ({
        ...program,
        classes: program.classes && chance.shuffled(program.classes),
        rates: chance.shuffled(program.rates),
        factorTables: chance
          .shuffled(program.factorTables)
          .map((table) => ({ ...table, entries: chance.shuffled(table.entries) })),
        // Their sequence says where they stand.
        disbursements: chance.shuffled(program.disbursements),
        retail: chance.shuffled(program.retail),
      }),
    ),
  })),
})

/** Taxes are listed in the order of the file. */
const inOneOrder = ({ rates, reasons }: NaiveRating): NaiveRating => ({
  reasons,
  rates: rates.map((one) => ({ ...one, taxes: [...one.taxes].sort(([left], [right]) => left - right) })),
})
