import type { WithoutIds } from '../../domain/rate-book/book.ts'
import type { Deductible, EffectiveDates, Term } from '../../domain/rate-book/rate-book.ts'
import { code, money, oneOf, termCode, whole, words } from '../../files/cells.ts'
import { type Reading, type Row, refuse, refuseNone, refuseRepeats } from '../../files/reading.ts'
import { defaulted, optional, readTable, required } from '../../files/tables.ts'
import { datedColumns, refuseDates } from './effective.ts'

/** A term, and the days that every plan offers it on. */
export type DatedTerm = WithoutIds<Term> & EffectiveDates

/** The terms of a program, in the order they are offered. */
export function readTerms(reading: Reading, file: string): DatedTerm[] {
  const rows = readTable<DatedTerm>(reading, file, {
    code: required(termCode),
    months: required(whole(1, 1_200)),
    miles: optional(whole(1, 10_000_000)),
    hours: optional(whole(1, 1_000_000)),
    basis: defaulted(oneOf(['FromSale', 'FromInService', 'FromZero']), 'FromSale'),
    ...datedColumns,
  })
  refuseNone(reading, file, rows, 'terms')
  refuseRepeats(reading, file, rows, (term) => term.code)
  for (const { line, values } of rows) refuseDates(reading, { file, line }, values)
  return rows.map(({ values }) => values)
}

/** The deductibles of a program, in the order they are offered. */
export function readDeductibles(reading: Reading, file: string): WithoutIds<Deductible>[] {
  const rows = readTable<WithoutIds<Deductible>>(reading, file, {
    code: required(code),
    amount: required(money),
    type: required(oneOf(['PerVisit', 'PerComponent', 'Disappearing', 'Reduced', 'PerItem'])),
    reducedAmount: optional(money),
    description: optional(words(500)),
    ...datedColumns,
  })
  refuseNone(reading, file, rows, 'deductibles')
  refuseRepeats(reading, file, rows, (deductible) => deductible.code)
  for (const row of rows) {
    checkReduced(reading, file, row)
    refuseDates(reading, { file, line: row.line }, row.values)
  }
  return rows.map(({ values }) => values)
}

function checkReduced(reading: Reading, file: string, { line, values }: Row<WithoutIds<Deductible>>): void {
  const { type, reducedAmount, amount, code: deductible } = values
  if (type === 'Reduced' && reducedAmount === null)
    refuse(reading, { file, line }, `${deductible} is Reduced and needs its reducedAmount.`)
  if (type !== 'Reduced' && reducedAmount !== null)
    refuse(reading, { file, line }, `${deductible} has a reducedAmount and is not of the type Reduced.`)
  if (reducedAmount !== null && reducedAmount > amount)
    refuse(reading, { file, line }, `${deductible} has a reducedAmount above its amount.`)
}
