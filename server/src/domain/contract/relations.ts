import { isInForce } from '../in-force.ts'
import type { RelatedProduct } from '../rate-book/rate-book.ts'
import type { RateReason } from '../rating/request.ts'
import type { RatedRate } from '../rating/results.ts'
import { type ReasonMaker, reasonMaker } from '../rating/results.ts'

// What the relations of a program say about other contracts on the same item. DiscountWith and Includes forbid nothing.

/** Another contract on the item that is pending or in force. */
export interface OtherContract {
  /** Null if the caller may not see it. */
  readonly id: number | null
  readonly product: string
  readonly plan: string
  /** The relations of its program. */
  readonly related: readonly RelatedProduct[]
}

/** Why the sale is not allowed next to these contracts: one that it requires is missing, or one excludes the other. */
export function relationReasons(
  { program, plan }: Pick<RatedRate, 'program' | 'plan'>,
  others: readonly OtherContract[],
  saleDate: string,
): RateReason[] {
  const makeReason = reasonMaker(program.product, program.program, plan.plan)
  const sold = { product: program.product.code, plan: plan.plan.code }
  const own = inForce(program.program.related, saleDate)
  const missing = own
    .filter(({ relationType }) => relationType === 'Requires')
    .filter((relation) => !others.some((other) => names(relation, other)))
    .map((relation) => makeReason('Requires', 'productCode', null, nameOf(relation)))
  const excluded = others.filter(
    (other) =>
      own.some((relation) => excludes(relation, other)) ||
      inForce(other.related, saleDate).some((relation) => excludes(relation, sold)),
  )
  return [...missing, ...excluded.map((other) => excludedBy(makeReason, other))]
}

/** Whether a program has relations to look at, or is excluded by another. Most are not, and need no other contracts. */
export const hasRelations = (
  product: string,
  related: readonly RelatedProduct[],
  everywhere: readonly RelatedProduct[],
): boolean =>
  related.some(({ relationType }) => relationType === 'Requires' || relationType === 'Excludes') ||
  everywhere.some((relation) => relation.relationType === 'Excludes' && relation.product === product)

const inForce = (related: readonly RelatedProduct[], saleDate: string) =>
  related.filter((relation) => isInForce(relation, saleDate))

type Named = Pick<OtherContract, 'product' | 'plan'>

const names = (relation: Pick<RelatedProduct, 'product' | 'plan'>, { product, plan }: Named) =>
  relation.product === product && (relation.plan === null || relation.plan === plan)

const excludes = (relation: RelatedProduct, other: Named) =>
  relation.relationType === 'Excludes' && names(relation, other)

const nameOf = ({ product, plan }: Pick<RelatedProduct, 'product' | 'plan'>) =>
  plan === null ? product : `${product} ${plan}`

const excludedBy = (makeReason: ReasonMaker, { id, product, plan }: OtherContract): RateReason =>
  makeReason(
    'Excludes',
    'productCode',
    id === null ? `${product} ${plan}` : `${product} ${plan}, contract ${id}`,
    null,
  )
