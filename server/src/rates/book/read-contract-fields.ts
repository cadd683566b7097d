import type { CustomFieldDefinition } from '../../domain/custom-fields/custom-fields.ts'
import { checkDefinitions } from '../../domain/custom-fields/file.ts'
import type { ContractField } from '../../domain/rate-book/book.ts'
import {
  booleanCell,
  codeCell,
  defaultedField,
  nameCell,
  optionalField,
  textCell,
  wholeNumberCell,
} from '../../files/cells.ts'
import { objectList, optionalValueList, readYamlFile } from '../../files/objects.ts'
import { type FileReading, fieldLine, reportFault, reportUnknown } from '../../files/reading.ts'
import { criteriaCell } from './read-lists.ts'

const file = 'contract-fields.yaml'

/**
 * The custom fields of contracts. They are checked as the custom fields of other records are. That check knows a product
 * by its id; here its position among the products is used instead.
 */
export function readContractFields(
  reading: FileReading,
  products: readonly string[],
): readonly ContractField[] {
  const text = textCell(200)
  const rows = objectList({
    code: optionalField(text),
    name: optionalField(nameCell),
    dataType: optionalField(text),
    appliesTo: defaultedField(text, 'Contract'),
    product: optionalField(codeCell),
    isRequired: optionalField(booleanCell),
    requiredAt: optionalField(text),
    maxLength: optionalField(wholeNumberCell(1, 1_000_000)),
    options: optionalValueList(text),
    criteria: optionalField(criteriaCell(reading)),
    displayOrder: optionalField(wholeNumberCell(0, 1_000_000)),
  })(readYamlFile(reading, file, 'optional'), { reading, file, line: 1, name: 'fields' })
  for (const row of rows) {
    const { product, appliesTo } = row.values
    const at = (field: string) => ({ file, line: fieldLine(row, field) })
    if (product !== null)
      reportUnknown(reading, at('product'), { what: 'product', code: product, known: products })
    if (appliesTo !== 'Contract')
      reportFault(
        reading,
        at('appliesTo'),
        'A rate book has only contract fields; appliesTo must be Contract.',
      )
  }
  const checked = checkDefinitions(
    rows.map(({ values: { product, ...item } }) => ({
      ...item,
      productId: product === null ? null : products.indexOf(product) + 1 || null,
    })),
  )
  if ('definitions' in checked) return checked.definitions.map((field) => contractField(field, products))
  const lineAt = (at: string, field: string) => {
    const row = rows[Number(at)]
    return row ? fieldLine(row, field) : 1
  }
  for (const { place, reason } of checked.faults) {
    const [, at = '', member = ''] = place.split('/')
    const message = reason.replace(/at \/(\d+)/, (_, other: string) => `on line ${lineAt(other, member)}`)
    reportFault(reading, { file, line: lineAt(at, member) }, `${member}: ${message}`)
  }
  return []
}

const contractField = (
  { productId, ...field }: CustomFieldDefinition,
  products: readonly string[],
): ContractField => ({
  ...field,
  product: productId === null ? null : (products[productId - 1] ?? null),
})
