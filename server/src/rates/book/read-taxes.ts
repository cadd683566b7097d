import { roundModes } from '../../domain/money.ts'
import type { WithoutIds } from '../../domain/rate-book/book.ts'
import { findClashes } from '../../domain/rate-book/clashes.ts'
import { effectiveRange } from '../../domain/rate-book/effective-dates.ts'
import { taxKey } from '../../domain/rate-book/ids.ts'
import type { SalesTaxRule } from '../../domain/rate-book/rate-book.ts'
import {
  booleanCell,
  choiceCell,
  dateCell,
  defaultedField,
  moneyCell,
  optionalField,
  requiredField,
  shareCell,
  stateCell,
  textCell,
} from '../../files/cells.ts'
import { reportReversedDates } from '../../files/effective-dates.ts'
import { type FileReading, type FileRow, reportFault } from '../../files/reading.ts'
import { readTable } from '../../files/tables.ts'
import { productTypeCell } from './read-lists.ts'

const file = 'sales-tax.csv'
type TaxRule = WithoutIds<SalesTaxRule>

export function readTaxRules(reading: FileReading): readonly TaxRule[] {
  const rows = readTable<TaxRule>(
    reading,
    file,
    {
      type: requiredField(choiceCell(['State', 'County', 'City', 'District', 'Premium'])),
      state: requiredField(stateCell),
      county: optionalField(textCell(100)),
      city: optionalField(textCell(100)),
      productTypeCode: optionalField(productTypeCell),
      lineItemType: optionalField(
        choiceCell(['ContractRetail', 'Part', 'Labor', 'Misc', 'Fee', 'Deductible']),
      ),
      rate: requiredField(shareCell),
      maximumTaxable: optionalField(moneyCell),
      exempt: defaultedField(booleanCell, false),
      refundable: defaultedField(booleanCell, false),
      roundMode: defaultedField(choiceCell(roundModes), 'HalfUp'),
      effectiveFrom: requiredField(dateCell),
      effectiveTo: optionalField(dateCell),
    },
    'optional',
  )
  for (const row of rows) checkRow(reading, row)
  for (const { line, other } of findClashes(rows.filter(({ isSound }) => isSound).map(clashCandidate)))
    reportFault(
      reading,
      { file, line },
      `The rule on line ${other} already taxes the same thing on the same dates.`,
    )
  return rows.map(({ values }) => values)
}

function checkRow(reading: FileReading, { line, values }: FileRow<TaxRule>): void {
  const place = { file, line }
  reportReversedDates(reading, place, values)
  if (values.type === 'County' && values.county === null)
    reportFault(reading, place, 'A County tax must name its county.')
  if (values.type === 'City' && values.city === null)
    reportFault(reading, place, 'A City tax must name its city.')
}

/** An empty column is a value of its own: a tax on everything may stand next to a tax on one thing. */
const clashCandidate = ({ line, values }: FileRow<TaxRule>) => ({
  line,
  codes: taxKey(values),
  ranges: [effectiveRange(values)],
})
