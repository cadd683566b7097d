import { isClosed } from '../../account-holders/holder-types.ts'
import { type Db, run } from '../../db/database.ts'
import { amountOf, type Cents, centsOf } from '../../domain/money.ts'
import { type Fault, Problem, type ProblemCode } from '../../http/problems.ts'
import type { SaleRate } from './rate-of-sale.ts'

export type RuleFault = Fault & { readonly code: ProblemCode }

export interface NamedLienHolder {
  readonly lienHolderId?: number | null | undefined
  readonly lienHolderNumber?: string | null | undefined
}

interface Found {
  readonly id: number | null
  readonly faults: readonly RuleFault[]
}

/** The lien holder that a sale names by id or number; both may be given, if they are of one. */
export async function findLienHolder(
  db: Db,
  { lienHolderId = null, lienHolderNumber = null }: NamedLienHolder,
): Promise<Found> {
  if (lienHolderId === null && lienHolderNumber === null) return { id: null, faults: [] }
  const [row] = await run<{ id: number; status: string }>(db, LIEN_HOLDER, [lienHolderId, lienHolderNumber])
  const pointer = lienHolderId === null ? '/lienHolderNumber' : '/lienHolderId'
  const what = `lien holder ${lienHolderNumber ?? lienHolderId}`
  if (!row)
    return { id: null, faults: [{ pointer, code: 'UnknownReference', message: `There is no ${what}.` }] }
  const isOpen = !isClosed(row.status)
  const message = `The ${what} is ${row.status}: nothing new is tied to it.`
  return { id: row.id, faults: isOpen ? [] : [{ pointer, code: 'AccountInactive', message }] }
}

const LIEN_HOLDER = `select h.id, h.status from account_holder h where h.type = 'LienHolder'
  and ($1::bigint is null or h.id = $1) and ($2::text is null or lower(h.number) = lower($2))`

/** Faults of a price that the rate may not be sold at. */
export function priceFaults({ rate }: Pick<SaleRate, 'rate'>, retail: Cents): RuleFault[] {
  const { minimum, maximum } = rate
  if (retail >= minimum && (maximum === null || retail <= maximum)) return []
  const upTo = maximum === null ? '' : ` and at most ${amountOf(maximum).toFixed(2)}`
  const message = `The price is at least ${amountOf(minimum).toFixed(2)}${upTo}.`
  return [{ pointer: '/retailPrice', code: 'RetailOutOfRange', message }]
}

/** Refuses with every fault at once; the first gives the problem its name. */
export function refuseRules(faults: readonly RuleFault[], { rate }: Pick<SaleRate, 'rate'>): void {
  const [first] = faults
  if (!first) return
  const isPrice = faults.some(({ code }) => code === 'RetailOutOfRange')
  const max = rate.maximum === null ? null : amountOf(rate.maximum)
  throw new Problem(first.code, first.message, {
    errors: faults,
    members: isPrice ? { min: amountOf(rate.minimum), max } : {},
  })
}

export const retailOf = (price: number | undefined): Cents => centsOf(price ?? 0)
