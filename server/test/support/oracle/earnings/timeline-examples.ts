import { expect } from 'vitest'
import type { EarningContract, EarningEvent, EarningLine } from '../../../../src/domain/earning/events.ts'
import { buildTimeline, earningsOn } from '../../../../src/domain/earning/timeline.ts'
import { amountOf, centsOf } from '../../../../src/domain/money.ts'

export const line = (code: string, amount: number, methodCode = 'PRORATA_DAYS'): EarningLine => ({
  code,
  amount: centsOf(amount),
  methodCode,
  curve: null,
})

/** The lines of a contract sold on 2024-03-15 for 2,995.00. */
export const lines = [
  line('RESERVE', 1061.7),
  line('PREMTAX', 21.23, 'IMMEDIATE'),
  line('ADMIN', 125),
  line('CLIP', 12),
  line('ROADSIDE', 18),
  line('AGENT', 75, 'IMMEDIATE'),
  line('DLRGRP', 50, 'IMMEDIATE'),
  line('MARKUP', 1632.07, 'IMMEDIATE'),
]
export const contract: EarningContract = {
  terms: {
    effectiveDate: '2024-03-15',
    expirationDate: '2029-03-15',
    effectiveOdometer: 12_000,
    expirationOdometer: 87_000,
    annualMileage: null,
    warrantyMonths: null,
  },
  lines,
}

type EventWithoutId = EarningEvent extends infer Event
  ? Event extends EarningEvent
    ? Omit<Event, 'id'>
    : never
  : never

/** The sale and these events, in the order in which they were recorded. */
export const events = (...later: readonly EventWithoutId[]): EarningEvent[] =>
  [{ kind: 'Contract', date: '2024-03-15' } as const, ...later].map(
    (event, id) => ({ ...event, id }) as EarningEvent,
  )

/** The figures of a line on a date. Earned, unearned and refunded must add up to its amount. */
export function figures(history: readonly EarningEvent[], code: string, date: string, of = contract) {
  const found = earningsOn(buildTimeline(of, history), date).find((earning) => earning.code === code)
  if (!found) throw new Error(`There is no line ${code}.`)
  const { amount, earned, unearned, refunded } = found
  expect(earned + unearned + refunded).toBe(amount)
  return {
    ...found,
    amount: amountOf(amount),
    earned: amountOf(earned),
    unearned: amountOf(unearned),
    refunded: amountOf(refunded),
  }
}

export const earned = (history: readonly EarningEvent[], code: string, date: string, of = contract) =>
  figures(history, code, date, of).earned
