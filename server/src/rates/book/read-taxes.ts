import type { WithoutIds } from '../../domain/rate-book/book.ts'
import { findClashes } from '../../domain/rate-book/clashes.ts'
import { effectiveRange } from '../../domain/rate-book/effective-dates.ts'
import { taxKey } from '../../domain/rate-book/ids.ts'
import type { SalesTaxRule } from '../../domain/rate-book/rate-book.ts'
import {
  booleanCell,
  dateCell,
  defaulted,
  moneyCell,
  oneOf,
  optional,
  required,
  shareCell,
  stateCell,
  textCell,
} from '../../files/cells.ts'
import { reportReversedDates } from '../../files/effective-dates.ts'
import { type Reading, type Row, reportFault } from '../../files/reading.ts'
import { readTable } from '../../files/tables.ts'
import { productTypeCell } from './read-lists.ts'

const file = 'sales-tax.csv'
type TaxRule = WithoutIds<SalesTaxRule>

export function readTaxRules(reading: Reading): readonly TaxRule[] {
  const rows = readTable<TaxRule>(
    reading,
    file,
    {
      type: required(oneOf(['State', 'County', 'City', 'District', 'Premium'])),
      state: required(stateCell),
      county: optional(textCell(100)),
      city: optional(textCell(100)),
      productTypeCode: optional(productTypeCell),
      lineItemType: optional(oneOf(['ContractRetail', 'Part', 'Labor', 'Misc', 'Fee', 'Deductible'])),
      rate: required(shareCell),
      maximumTaxable: optional(moneyCell),
      exempt: defaulted(booleanCell, false),
      refundable: defaulted(booleanCell, false),
      effectiveFrom: required(dateCell),
      effectiveTo: optional(dateCell),
    },
    'optional',
  )
  for (const row of rows) checkRow(reading, row)
  for (const { line, other } of findClashes(rows.filter(({ isSound }) => isSound).map(fittingOf)))
    reportFault(
      reading,
      { file, line },
      `The rule on line ${other} already taxes the same thing on the same dates.`,
    )
  return rows.map(({ values }) => values)
}

function checkRow(reading: Reading, { line, values }: Row<TaxRule>): void {
  const place = { file, line }
  reportReversedDates(reading, place, values)
  if (values.type === 'County' && values.county === null)
    reportFault(reading, place, 'A County tax must name its county.')
  if (values.type === 'City' && values.city === null)
    reportFault(reading, place, 'A City tax must name its city.')
}

/** An empty column is a value of its own: a tax on everything may stand next to a tax on one thing. */
const fittingOf = ({ line, values }: Row<TaxRule>) => ({
  line,
  codes: taxKey(values),
  ranges: [effectiveRange(values)],
})
