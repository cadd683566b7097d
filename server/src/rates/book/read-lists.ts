import type { UnnumberedBook } from '../../domain/rate-book/book.ts'
import { type CellReader, choiceCell, codeCell, nameCell, requiredField } from '../../files/cells.ts'
import {
  type FilePlace,
  type FileReading,
  type FileRow,
  reportEmpty,
  reportFault,
  reportRepeats,
  reportUnknown,
} from '../../files/reading.ts'
import { readTable, type TableColumns } from '../../files/tables.ts'
import { productTypes } from '../../reference/product-types.ts'

// The lists of a book that its programs refer to.

const productTypeCodes = productTypes.map((type) => type.code)
const [firstType, ...otherTypes] = productTypeCodes as [string, ...string[]]
export const productTypeCell = choiceCell([firstType, ...otherTypes])

interface Coded {
  readonly code: string
  readonly name: string
}

const coded = { code: requiredField(codeCell), name: requiredField(nameCell) }

/** A table whose rows have a unique code. */
export function readCoded<T extends Coded>(
  reading: FileReading,
  file: string,
  columns: TableColumns<T>,
  need?: 'optional',
): FileRow<T>[] {
  const rows = readTable(reading, file, columns, need)
  if (need !== 'optional') reportEmpty(reading, file, rows, 'codes')
  reportRepeats(reading, file, rows, (values) => values.code)
  return rows
}

const rowValues = <T>(rows: readonly FileRow<T>[]) => rows.map(({ values }) => values)

export const readAssetTypes = (reading: FileReading): UnnumberedBook['assetTypes'] =>
  rowValues(
    readCoded(reading, 'asset-types.csv', {
      ...coded,
      identifierType: requiredField(choiceCell(['VIN', 'HIN', 'SerialNumber'])),
      usageUnit: requiredField(choiceCell(['Miles', 'Hours', 'None'])),
    }),
  )

export const readSegmentations = (reading: FileReading): UnnumberedBook['segmentations'] =>
  rowValues(readCoded(reading, 'segmentations.csv', coded, 'optional'))

export function readDisbursementLists(
  reading: FileReading,
): Pick<UnnumberedBook, 'disbursementGroups' | 'disbursementCodes'> {
  const disbursementGroups = rowValues(readCoded(reading, 'disbursement-groups.csv', coded))
  const known = disbursementGroups.map((group) => group.code)
  const file = 'disbursement-codes.csv'
  const rows = readCoded(reading, file, { ...coded, groupCode: requiredField(codeCell) })
  for (const { line, values } of rows)
    reportUnknown(reading, { file, line }, { what: 'disbursement group', code: values.groupCode, known })
  return { disbursementGroups, disbursementCodes: rowValues(rows) }
}

/** Reports an unknown segmentation. A book may have no segmentations. */
export function reportUnknownSegmentation(
  reading: FileReading,
  place: FilePlace,
  { named, known }: { readonly named: string | null | undefined; readonly known: readonly string[] },
): void {
  if (!named) return
  if (known.length > 0) reportUnknown(reading, place, { what: 'segmentation', code: named, known })
  else
    reportFault(reading, place, `There is no segmentation ${named}: segmentations.csv is missing or empty.`)
}

/** A criteria rule that compiles. */
export const criteriaCell =
  ({ checkCriteria }: FileReading): CellReader<string> =>
  (text, report) => {
    const reason = text === '' ? undefined : checkCriteria(text)
    if (reason !== undefined) report(`The rule is not valid: ${reason}`)
    return text
  }
