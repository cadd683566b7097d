import type { UnnumberedProduct } from '../../domain/rate-book/book.ts'
import { findClashes } from '../../domain/rate-book/clashes.ts'
import { effectiveRange } from '../../domain/rate-book/effective-dates.ts'
import type { VisibilityRow } from '../../domain/rate-book/rate-book.ts'
import {
  accountNumberCell,
  booleanCell,
  codeCell,
  dateCell,
  optionalField,
  requiredField,
  termCodeCell,
} from '../../files/cells.ts'
import { reportReversedDates } from '../../files/effective-dates.ts'
import { type FileReading, type FileRow, reportFault, reportUnknown } from '../../files/reading.ts'
import { readTable } from '../../files/tables.ts'

const file = 'visibility.csv'

/** The rates that dealers see. The dealers and groups named here are checked when the book is applied. */
export function readVisibility(
  reading: FileReading,
  products: readonly UnnumberedProduct[],
): readonly VisibilityRow[] {
  const rows = readTable<VisibilityRow>(
    reading,
    file,
    {
      dealer: optionalField(accountNumberCell),
      dealerGroup: optionalField(accountNumberCell),
      product: optionalField(codeCell),
      program: optionalField(codeCell),
      plan: optionalField(codeCell),
      term: optionalField(termCodeCell),
      deductible: optionalField(codeCell),
      classCode: optionalField(codeCell),
      isVisible: requiredField(booleanCell),
      effectiveFrom: requiredField(dateCell),
      effectiveTo: optionalField(dateCell),
    },
    'optional',
  )
  for (const row of rows) checkRow(reading, row, products)
  reportConflicts(reading, rows)
  return rows.map(({ values }) => values)
}

function checkRow(
  reading: FileReading,
  { line, values }: FileRow<VisibilityRow>,
  products: readonly UnnumberedProduct[],
): void {
  const place = { file, line }
  const { dealer, dealerGroup, product, program, plan, term, deductible } = values
  if (dealer !== null && dealerGroup !== null)
    reportFault(reading, place, 'A row may be for a dealer or for a dealer group, not both.')
  if (dealer) reading.accounts.push({ type: 'Dealer', number: dealer, ...place })
  if (dealerGroup) reading.accounts.push({ type: 'DealerGroup', number: dealerGroup, ...place })
  reportReversedDates(reading, place, values)
  const check = (
    what: string,
    value: string | null,
    known: readonly { readonly code: string }[],
    within?: string,
  ) => {
    if (value !== null)
      reportUnknown(reading, place, {
        what,
        code: value,
        known: known.map(({ code }) => code),
        ...(within === undefined ? {} : { within }),
      })
  }
  check('product', product, products)
  const matchingProducts = products.filter(({ code }) => product === null || code === product)
  const programs = matchingProducts.flatMap((each) => each.programs)
  if (matchingProducts.length > 0) check('program', program, programs, product ?? undefined)
  const found = programs.find(({ code }) => code === program)
  if (program === null && (plan ?? term ?? deductible) !== null)
    reportFault(reading, place, 'A row that names a plan, term or deductible must name the program too.')
  if (!found) return
  check('plan', plan, found.plans, found.code)
  check('term', term, found.terms, found.code)
  check('deductible', deductible, found.deductibles, found.code)
}

/** Reports two rows about the same rates and dates. If they differed, hidden would win without anyone seeing why. */
function reportConflicts(reading: FileReading, rows: readonly FileRow<VisibilityRow>[]): void {
  const fitting = rows
    .filter(({ isSound }) => isSound)
    .map(({ line, values }) => {
      const { isVisible: _, effectiveFrom, effectiveTo, ...named } = values
      // An empty column is a value of its own here: a row that names less is another row.
      return {
        line,
        codes: Object.values(named).map((value) => value ?? ''),
        ranges: [effectiveRange({ effectiveFrom, effectiveTo })],
      }
    })
  for (const { line, other } of findClashes(fitting))
    reportFault(
      reading,
      { file, line },
      `The row on line ${other} is already about the same rates on the same dates.`,
    )
}
