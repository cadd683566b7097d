import { expect } from 'vitest'
import { compileBook } from '../../../../src/domain/rating/compile-book.ts'
import { rate } from '../../../../src/domain/rating/rating.ts'
import { NO_FILTER, type RateFacts, type RateRequest } from '../../../../src/domain/rating/request.ts'
import { fordTruck } from '../../builders/rate-request.ts'
import { bookWith } from './small-book.ts'

const request: RateRequest = {
  ...fordTruck,
  dealType: 'Loan',
  only: { ...NO_FILTER, productTypeCodes: ['VSC'] },
}

export const facts: RateFacts = {
  today: '2024-03-15',
  dealer: {
    number: 'D1001',
    status: 'Active',
    effectiveDate: '2015-01-01',
    expirationDate: null,
    state: 'TX',
    county: 'Travis',
    city: 'Austin',
    groupNumber: 'G100',
    agentNumber: 'A100',
  },
  newMaxOdometer: 1_000,
  maxBackDays: 85,
  maxFutureDays: 0,
  ignoresBackDays: false,
  overrides: [],
}

const book = compileBook(bookWith())
export const ask = (more: Partial<RateRequest> = {}, truth: Partial<RateFacts> = {}, of = book) =>
  rate(of, { ...request, ...more }, { ...facts, ...truth })

export const platinum60 = (rating: ReturnType<typeof ask>) => {
  const found = rating.rates.find(
    ({ plan: { plan: one }, term: { code }, deductible }) =>
      one.code === 'PLATINUM' && code === '60/75000' && deductible.code === '0',
  )
  if (!found) throw new Error(JSON.stringify(rating.reasons))
  return found
}

/** The amounts in dollars by disbursement code. */
export const figures = ({ lines }: { lines: readonly { definition: { code: string }; amount: number }[] }) =>
  Object.fromEntries(lines.map(({ definition, amount }) => [definition.code, amount / 100]))

/** The reasons why no plan is offered. */
export const rules = (more: Partial<RateRequest>, truth: Partial<RateFacts> = {}, of = book) => {
  const { rates, reasons } = ask(more, truth, of)
  expect(rates).toEqual([])
  return reasons.map(({ planCode, rule, field, seen, needed, fault }) => [
    planCode,
    rule,
    field,
    seen,
    needed,
    fault,
  ])
}
