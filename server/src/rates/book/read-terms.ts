import type { WithoutIds } from '../../domain/rate-book/book.ts'
import type { Deductible, EffectiveDates, Term } from '../../domain/rate-book/rate-book.ts'
import {
  choiceCell,
  codeCell,
  defaultedField,
  moneyCell,
  optionalField,
  requiredField,
  termCodeCell,
  textCell,
  wholeNumberCell,
} from '../../files/cells.ts'
import { datedFields, reportReversedDates } from '../../files/effective-dates.ts'
import {
  type FileReading,
  type FileRow,
  reportEmpty,
  reportFault,
  reportRepeats,
} from '../../files/reading.ts'
import { readTable } from '../../files/tables.ts'

/** A term, with the dates that every plan offers it on. */
export type DatedTerm = WithoutIds<Term> & EffectiveDates

/** The terms of a program, in the order they are offered. */
export function readTerms(reading: FileReading, file: string): DatedTerm[] {
  const rows = readTable<DatedTerm>(reading, file, {
    code: requiredField(termCodeCell),
    months: requiredField(wholeNumberCell(1, 1_200)),
    miles: optionalField(wholeNumberCell(1, 10_000_000)),
    hours: optionalField(wholeNumberCell(1, 1_000_000)),
    basis: defaultedField(choiceCell(['FromSale', 'FromInService', 'FromZero']), 'FromSale'),
    ...datedFields,
  })
  reportEmpty(reading, file, rows, 'terms')
  reportRepeats(reading, file, rows, (term) => term.code)
  for (const { line, values } of rows) reportReversedDates(reading, { file, line }, values)
  return rows.map(({ values }) => values)
}

/** The deductibles of a program, in the order they are offered. */
export function readDeductibles(reading: FileReading, file: string): WithoutIds<Deductible>[] {
  const rows = readTable<WithoutIds<Deductible>>(reading, file, {
    code: requiredField(codeCell),
    amount: requiredField(moneyCell),
    type: requiredField(choiceCell(['PerVisit', 'PerComponent', 'Disappearing', 'Reduced', 'PerItem'])),
    reducedAmount: optionalField(moneyCell),
    description: optionalField(textCell(500)),
    ...datedFields,
  })
  reportEmpty(reading, file, rows, 'deductibles')
  reportRepeats(reading, file, rows, (deductible) => deductible.code)
  for (const row of rows) {
    checkReduced(reading, file, row)
    reportReversedDates(reading, { file, line: row.line }, row.values)
  }
  return rows.map(({ values }) => values)
}

function checkReduced(
  reading: FileReading,
  file: string,
  { line, values }: FileRow<WithoutIds<Deductible>>,
): void {
  const { type, reducedAmount, amount, code: deductible } = values
  if (type === 'Reduced' && reducedAmount === null)
    reportFault(reading, { file, line }, `${deductible} is of type Reduced and needs a reducedAmount.`)
  if (type !== 'Reduced' && reducedAmount !== null)
    reportFault(reading, { file, line }, `${deductible} has a reducedAmount but is not of type Reduced.`)
  if (reducedAmount !== null && reducedAmount > amount)
    reportFault(reading, { file, line }, `The reducedAmount of ${deductible} must not be above its amount.`)
}
