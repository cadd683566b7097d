import { int, text, texts } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { refuse } from '../../http/validation.ts'
import { refusedClaim, unknown } from '../entry/references.ts'

const FIND = statement(
  { id: int, code: text, productTypes: texts },
  `select id, code, product_type_codes as "productTypes" from reference_value
   where list = $1 and is_active and ($2::bigint is null or id = $2) and ($3::text is null or lower(code) = lower($3))`,
)

interface NamedReason {
  readonly id?: number | undefined
  readonly code?: string | undefined
}

interface Place {
  readonly list: 'DeniedReason' | 'ClaimHoldReason'
  /** The beginning of the names of the fields: `deniedReason`. */
  readonly field: 'deniedReason' | 'holdReason'
  /** Undefined: any. */
  readonly productTypeCode?: string
}

/** The reason that is named by its id or its code. It must be one for the product type. */
export async function findReason(tx: Tx, { id, code }: NamedReason, place: Place) {
  const { list, field, productTypeCode } = place
  if (id === undefined && code === undefined)
    throw refuse([{ pointer: `/${field}Id`, code: 'Required', message: `Send ${field}Id or ${field}Code.` }])
  const found = await FIND.first(tx, [list, id ?? null, code ?? null])
  const isForProduct =
    found &&
    (productTypeCode === undefined ||
      found.productTypes.length === 0 ||
      found.productTypes.includes(productTypeCode))
  if (!found || !isForProduct)
    throw refusedClaim([
      unknown(`/${field}${id === undefined ? 'Code' : 'Id'}`, `reason ${code ?? id} for these claims`),
    ])
  return found
}
