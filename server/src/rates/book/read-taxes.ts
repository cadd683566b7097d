import type { WithoutIds } from '../../domain/rate-book/book.ts'
import { findClashes } from '../../domain/rate-book/clashes.ts'
import { taxKey } from '../../domain/rate-book/ids.ts'
import type { SalesTaxRule } from '../../domain/rate-book/rate-book.ts'
import { date, flag, money, oneOf, share, state, words } from '../../files/cells.ts'
import { type Reading, type Row, refuse } from '../../files/reading.ts'
import { defaulted, optional, readTable, required } from '../../files/tables.ts'
import { daysOf, refuseDates } from './effective.ts'
import { productType } from './read-lists.ts'

const file = 'sales-tax.csv'
type TaxRule = WithoutIds<SalesTaxRule>

export function readTaxRules(reading: Reading): readonly TaxRule[] {
  const rows = readTable<TaxRule>(
    reading,
    file,
    {
      type: required(oneOf(['State', 'County', 'City', 'District', 'Premium'])),
      state: required(state),
      county: optional(words(100)),
      city: optional(words(100)),
      productTypeCode: optional(productType),
      lineItemType: optional(oneOf(['ContractRetail', 'Part', 'Labor', 'Misc', 'Fee', 'Deductible'])),
      rate: required(share),
      maximumTaxable: optional(money),
      exempt: defaulted(flag, false),
      refundable: defaulted(flag, false),
      effectiveFrom: required(date),
      effectiveTo: optional(date),
    },
    'optional',
  )
  for (const row of rows) checkRow(reading, row)
  for (const { line, other } of findClashes(rows.filter(({ isSound }) => isSound).map(fittingOf)))
    refuse(reading, { file, line }, `The rule on line ${other} taxes the same thing on the same days.`)
  return rows.map(({ values }) => values)
}

function checkRow(reading: Reading, { line, values }: Row<TaxRule>): void {
  const place = { file, line }
  refuseDates(reading, place, values)
  if (values.type === 'County' && values.county === null)
    refuse(reading, place, 'The tax of a county names it.')
  if (values.type === 'City' && values.city === null) refuse(reading, place, 'The tax of a city names it.')
}

/** What is not named is a value of its own: a tax on everything stands beside one on something. */
const fittingOf = ({ line, values }: Row<TaxRule>) => ({
  line,
  codes: taxKey(values),
  ranges: [daysOf(values)],
})
