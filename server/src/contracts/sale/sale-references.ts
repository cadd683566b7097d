import { isClosed } from '../../account-holders/holder-types.ts'
import { int, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { amountOf, amountOrNull, type Cents, centsOf } from '../../domain/money.ts'
import { type Fault, Problem, type ProblemCode } from '../../http/problems.ts'
import type { SaleRate } from './sale-rate.ts'

/** A fault whose code can also be the code of the whole problem. */
export type SaleFault = Fault & { readonly code: ProblemCode }

export interface NamedLienHolder {
  readonly lienHolderId?: number | null | undefined
  readonly lienHolderNumber?: string | null | undefined
}

interface FoundLienHolder {
  readonly id: number | null
  readonly faults: readonly SaleFault[]
}

/** The lien holder that a sale names by id or number. Both may be given if they name the same one. */
export async function findLienHolder(
  db: Db,
  { lienHolderId = null, lienHolderNumber = null }: NamedLienHolder,
): Promise<FoundLienHolder> {
  if (lienHolderId === null && lienHolderNumber === null) return { id: null, faults: [] }
  const row =
    lienHolderId === null
      ? await LIEN_HOLDER_BY_NUMBER.first(db, [lienHolderNumber])
      : await LIEN_HOLDER.first(db, [lienHolderId, lienHolderNumber])
  const pointer = lienHolderId === null ? '/lienHolderNumber' : '/lienHolderId'
  const what = `lien holder ${lienHolderNumber ?? lienHolderId}`
  if (!row)
    return { id: null, faults: [{ pointer, code: 'UnknownReference', message: `There is no ${what}.` }] }
  const isOpen = !isClosed(row.status)
  const message = `The ${what} is ${row.status}. Choose an active lien holder.`
  return { id: row.id, faults: isOpen ? [] : [{ pointer, code: 'AccountInactive', message }] }
}

const LIEN_HOLDER = statement(
  { id: int, status: text },
  `select h.id, h.status from account_holder h where h.type = 'LienHolder' and h.id = $1
   and ($2::text is null or lower(h.number) = lower($2))`,
)
const LIEN_HOLDER_BY_NUMBER = statement(
  { id: int, status: text },
  `select h.id, h.status from account_holder h where h.type = 'LienHolder' and lower(h.number) = lower($1)`,
)

/** `The price must be between 1500.00 and 2500.00.` */
export const priceRangeMessage = (minimum: number, maximum: number | null): string =>
  maximum === null
    ? `The price must be at least ${minimum.toFixed(2)}.`
    : `The price must be between ${minimum.toFixed(2)} and ${maximum.toFixed(2)}.`

/** Faults of a price outside the range of the rate. */
export function priceFaults({ rate }: Pick<SaleRate, 'rate'>, retail: Cents): SaleFault[] {
  const { minimum, maximum } = rate
  if (retail >= minimum && (maximum === null || retail <= maximum)) return []
  const message = priceRangeMessage(amountOf(minimum), amountOrNull(maximum))
  return [{ pointer: '/retailPrice', code: 'RetailOutOfRange', message }]
}

/** Refuses with every fault at once. The first fault gives the problem its code. */
export function refuseRules(faults: readonly SaleFault[], { rate }: Pick<SaleRate, 'rate'>): void {
  const [first] = faults
  if (!first) return
  const isPrice = faults.some(({ code }) => code === 'RetailOutOfRange')
  const max = amountOrNull(rate.maximum)
  throw new Problem(first.code, first.message, {
    errors: faults,
    members: isPrice ? { min: amountOf(rate.minimum), max } : {},
  })
}

export const retailInCents = (price: number | undefined): Cents => centsOf(price ?? 0)
