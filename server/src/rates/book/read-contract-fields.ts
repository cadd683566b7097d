import type { CustomFieldDefinition } from '../../domain/custom-fields/custom-fields.ts'
import { checkDefinitions } from '../../domain/custom-fields/file.ts'
import type { ContractField } from '../../domain/rate-book/book.ts'
import { code, flag, name, whole, words } from '../../files/cells.ts'
import { may, mayList, objectsOf, otherwise, readRoot } from '../../files/objects.ts'
import { lineOf, type Reading, refuse, refuseUnknown } from '../../files/reading.ts'
import { criteriaCell } from './read-lists.ts'

const file = 'contract-fields.yaml'

/**
 * The custom fields of contracts. What a field can be is checked where those of other records are, so that both say
 * the same; there a product is an id, here its place among the products stands in for it.
 */
export function readContractFields(reading: Reading, products: readonly string[]): readonly ContractField[] {
  const text = words(200)
  const rows = objectsOf({
    code: may(text),
    name: may(name),
    dataType: may(text),
    appliesTo: otherwise(text, 'Contract'),
    product: may(code),
    isRequired: may(flag),
    requiredAt: may(text),
    maxLength: may(whole(1, 1_000_000)),
    options: mayList(text),
    criteria: may(criteriaCell(reading)),
    displayOrder: may(whole(0, 1_000_000)),
  })(readRoot(reading, file, 'optional'), { reading, file, line: 1, name: 'fields' })
  for (const row of rows) {
    const { product, appliesTo } = row.values
    const at = (member: string) => ({ file, line: lineOf(row, member) })
    if (product !== null)
      refuseUnknown(reading, at('product'), { what: 'product', code: product, known: products })
    if (appliesTo !== 'Contract')
      refuse(reading, at('appliesTo'), 'A rate book has the fields of contracts only; appliesTo is Contract.')
  }
  const checked = checkDefinitions(
    rows.map(({ values: { product, ...item } }) => ({
      ...item,
      productId: product === null ? null : products.indexOf(product) + 1 || null,
    })),
  )
  if ('definitions' in checked) return checked.definitions.map((field) => fieldOf(field, products))
  const lineAt = (at: string, member: string) => {
    const row = rows[Number(at)]
    return row ? lineOf(row, member) : 1
  }
  for (const { place, reason } of checked.faults) {
    const [, at = '', member = ''] = place.split('/')
    const told = reason.replace(/at \/(\d+)/, (_, other: string) => `on line ${lineAt(other, member)}`)
    refuse(reading, { file, line: lineAt(at, member) }, `${member}: ${told}`)
  }
  return []
}

const fieldOf = (
  { productId, ...field }: CustomFieldDefinition,
  products: readonly string[],
): ContractField => ({
  ...field,
  product: productId === null ? null : (products[productId - 1] ?? null),
})
