import type { UnnumberedProduct } from '../../domain/rate-book/book.ts'
import type { RequiredParameter } from '../../domain/rate-book/rate-book.ts'
import { type Cell, code, date, flag, name } from '../../files/cells.ts'
import {
  listOf,
  may,
  must,
  objectsOf,
  otherwise,
  readRoot,
  readText,
  textsOrObjectsOf,
} from '../../files/objects.ts'
import {
  lineOf,
  type Reading,
  type Row,
  refuse,
  refuseNone,
  refuseRepeats,
  refuseUnknown,
} from '../../files/reading.ts'
import { always, datedMembers, refuseDates, refuseSameDays } from './effective.ts'
import { RateQuoteRequest } from './quote-query.ts'
import { claimSettingsMember } from './read-coverage.ts'
import { criteriaCell, productType } from './read-lists.ts'

export const PRODUCTS = 'products.yaml'
export type ProductFacts = Omit<UnnumberedProduct, 'programs'>

interface ProductLine extends Omit<ProductFacts, 'requiredParameters'> {
  readonly requiredParameters: readonly Row<RequiredParameter>[]
}

const parameters = Object.keys(RateQuoteRequest.shape)

/** What a quote can be asked for: `odometer`, or `vin|year+make+model` where one of several ways is enough. */
const parameter: Cell<string> = (text, refused) => {
  const unknown = text.split(/[|+]/).filter((part) => !parameters.includes(part))
  if (unknown.length > 0)
    refused(`A quote has no parameter ${unknown.map((part) => `"${part}"`).join(', ')}.`)
  return text
}

/** The products, in the order of the file; their programs come from the folders. */
export function readProducts(
  reading: Reading,
  assetTypeCodes: readonly string[],
): readonly Row<ProductFacts>[] {
  const file = PRODUCTS
  const rows = objectsOf<ProductLine>({
    code: must(code),
    name: must(name),
    productTypeCode: must(productType),
    assetTypeCodes: listOf(code),
    requiresLien: otherwise(flag, false),
    eligibility: may(criteriaCell(reading)),
    requiredParameters: textsOrObjectsOf<RequiredParameter>(
      (node, at) => ({ name: readText(parameter, node, at), ...always }),
      { name: must(parameter), ...datedMembers },
    ),
    claimSettings: claimSettingsMember,
    effectiveFrom: must(date),
    effectiveTo: may(date),
  })(readRoot(reading, file), { reading, file, line: 1, name: 'products' })
  refuseNone(reading, file, rows, 'products')
  refuseRepeats(reading, file, rows, (product) => product.code)
  for (const row of rows) checkProduct(reading, row, assetTypeCodes)
  return rows.map((row) => ({
    ...row,
    values: { ...row.values, requiredParameters: row.values.requiredParameters.map(({ values }) => values) },
  }))
}

function checkProduct(reading: Reading, row: Row<ProductLine>, assetTypeCodes: readonly string[]): void {
  const file = PRODUCTS
  const { values } = row
  const place = { file, line: lineOf(row, 'assetTypeCodes') }
  for (const assetType of values.assetTypeCodes)
    refuseUnknown(reading, place, { what: 'asset type', code: assetType, known: assetTypeCodes })
  if (values.assetTypeCodes.length === 0)
    refuse(reading, place, `${values.code} has no asset types, and could not be sold for anything.`)
  refuseDates(reading, { file, line: lineOf(row, 'effectiveTo') }, values)
  for (const { line, values: required } of values.requiredParameters)
    refuseDates(reading, { file, line }, required)
  refuseSameDays(reading, file, values.requiredParameters, (required) => required.name)
}
