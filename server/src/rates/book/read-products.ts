import type { UnnumberedProduct } from '../../domain/rate-book/book.ts'
import { ALWAYS } from '../../domain/rate-book/effective-dates.ts'
import type { RequiredParameter } from '../../domain/rate-book/rate-book.ts'
import {
  booleanCell,
  type CellReader,
  codeCell,
  dateCell,
  defaultedField,
  nameCell,
  optionalField,
  requiredField,
} from '../../files/cells.ts'
import { datedFields, reportReversedDates, reportSameDays } from '../../files/effective-dates.ts'
import { objectList, readValue, readYamlFile, textOrObjectList, valueList } from '../../files/objects.ts'
import {
  type FileReading,
  type FileRow,
  fieldLine,
  reportEmpty,
  reportFault,
  reportRepeats,
  reportUnknown,
} from '../../files/reading.ts'
import { RateQuoteRequest } from './quote-query.ts'
import { claimSettingsField } from './read-coverage.ts'
import { criteriaCell, productTypeCell } from './read-lists.ts'

export const PRODUCTS = 'products.yaml'
export type ProductFacts = Omit<UnnumberedProduct, 'programs'>

interface ProductLine extends Omit<ProductFacts, 'requiredParameters'> {
  readonly requiredParameters: readonly FileRow<RequiredParameter>[]
}

const parameters = Object.keys(RateQuoteRequest.shape)

/** A parameter that a quote needs: `odometer`, or `vin|year+make+model` where one of several choices is enough. */
const parameter: CellReader<string> = (text, report) => {
  const unknown = text.split(/[|+]/).filter((part) => !parameters.includes(part))
  if (unknown.length > 0) report(`A quote has no parameter ${unknown.map((part) => `"${part}"`).join(', ')}.`)
  return text
}

/** The products, in the order of the file. Their programs come from the program folders. */
export function readProducts(
  reading: FileReading,
  assetTypeCodes: readonly string[],
): readonly FileRow<ProductFacts>[] {
  const file = PRODUCTS
  const rows = objectList<ProductLine>({
    code: requiredField(codeCell),
    name: requiredField(nameCell),
    productTypeCode: requiredField(productTypeCell),
    assetTypeCodes: valueList(codeCell),
    requiresLien: defaultedField(booleanCell, false),
    eligibility: optionalField(criteriaCell(reading)),
    requiredParameters: textOrObjectList<RequiredParameter>(
      (node, at) => ({ name: readValue(parameter, node, at), ...ALWAYS }),
      { name: requiredField(parameter), ...datedFields },
    ),
    claimSettings: claimSettingsField,
    effectiveFrom: requiredField(dateCell),
    effectiveTo: optionalField(dateCell),
  })(readYamlFile(reading, file), { reading, file, line: 1, name: 'products' })
  reportEmpty(reading, file, rows, 'products')
  reportRepeats(reading, file, rows, (product) => product.code)
  for (const row of rows) checkProduct(reading, row, assetTypeCodes)
  return rows.map((row) => ({
    ...row,
    values: { ...row.values, requiredParameters: row.values.requiredParameters.map(({ values }) => values) },
  }))
}

function checkProduct(
  reading: FileReading,
  row: FileRow<ProductLine>,
  assetTypeCodes: readonly string[],
): void {
  const file = PRODUCTS
  const { values } = row
  const place = { file, line: fieldLine(row, 'assetTypeCodes') }
  for (const assetType of values.assetTypeCodes)
    reportUnknown(reading, place, { what: 'asset type', code: assetType, known: assetTypeCodes })
  if (values.assetTypeCodes.length === 0)
    reportFault(reading, place, `${values.code} has no asset types, so it cannot be sold. Add at least one.`)
  reportReversedDates(reading, { file, line: fieldLine(row, 'effectiveTo') }, values)
  for (const { line, values: required } of values.requiredParameters)
    reportReversedDates(reading, { file, line }, required)
  reportSameDays(reading, file, values.requiredParameters, (required) => required.name)
}
