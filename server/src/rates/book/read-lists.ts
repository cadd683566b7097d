import type { UnnumberedBook } from '../../domain/rate-book/book.ts'
import { type Cell, code, name, oneOf } from '../../files/cells.ts'
import {
  type Place,
  type Reading,
  type Row,
  refuse,
  refuseNone,
  refuseRepeats,
  refuseUnknown,
} from '../../files/reading.ts'
import { type Columns, readTable, required } from '../../files/tables.ts'
import { productTypes } from '../../reference/product-types.ts'

// The lists at the top of a book that its programs refer to.

const productTypeCodes = productTypes.map((type) => type.code)
const [firstType, ...otherTypes] = productTypeCodes as [string, ...string[]]
export const productType = oneOf([firstType, ...otherTypes])

interface Coded {
  readonly code: string
  readonly name: string
}

const coded = { code: required(code), name: required(name) }

/** A table whose rows are found by their code, which stands once. */
export function readCoded<T extends Coded>(
  reading: Reading,
  file: string,
  columns: Columns<T>,
  need?: 'optional',
): Row<T>[] {
  const rows = readTable(reading, file, columns, need)
  if (need !== 'optional') refuseNone(reading, file, rows, 'codes')
  refuseRepeats(reading, file, rows, (values) => values.code)
  return rows
}

const valuesOf = <T>(rows: readonly Row<T>[]) => rows.map(({ values }) => values)

export const readAssetTypes = (reading: Reading): UnnumberedBook['assetTypes'] =>
  valuesOf(
    readCoded(reading, 'asset-types.csv', {
      ...coded,
      identifierType: required(oneOf(['VIN', 'HIN', 'SerialNumber'])),
      usageUnit: required(oneOf(['Miles', 'Hours', 'None'])),
    }),
  )

export const readSegmentations = (reading: Reading): UnnumberedBook['segmentations'] =>
  valuesOf(readCoded(reading, 'segmentations.csv', coded, 'optional'))

export function readDisbursementLists(
  reading: Reading,
): Pick<UnnumberedBook, 'disbursementGroups' | 'disbursementCodes'> {
  const disbursementGroups = valuesOf(readCoded(reading, 'disbursement-groups.csv', coded))
  const known = disbursementGroups.map((group) => group.code)
  const file = 'disbursement-codes.csv'
  const rows = readCoded(reading, file, { ...coded, groupCode: required(code) })
  for (const { line, values } of rows)
    refuseUnknown(reading, { file, line }, { what: 'disbursement group', code: values.groupCode, known })
  return { disbursementGroups, disbursementCodes: valuesOf(rows) }
}

/** Tells of a segmentation that is not there; a book may have none at all. */
export function refuseSegmentation(
  reading: Reading,
  place: Place,
  { named, known }: { readonly named: string | null | undefined; readonly known: readonly string[] },
): void {
  if (!named) return
  if (known.length > 0) refuseUnknown(reading, place, { what: 'segmentation', code: named, known })
  else refuse(reading, place, `There is no segmentation ${named}, for there is no segmentations.csv.`)
}

/** A rule that compiles. */
export const criteriaCell =
  ({ checkCriteria }: Reading): Cell<string> =>
  (text, refused) => {
    const reason = text === '' ? undefined : checkCriteria(text)
    if (reason !== undefined) refused(`The rule cannot be used: ${reason}`)
    return text
  }
