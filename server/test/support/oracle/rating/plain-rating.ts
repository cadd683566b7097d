import type { Rating } from '../../../../src/domain/rating/rating.ts'
import type { RateReason } from '../../../../src/domain/rating/request.ts'
import type { RatedRate } from '../../../../src/domain/rating/results.ts'
import type { NaiveReason } from './plan.ts'
import type { NaiveRate } from './rate.ts'
import type { NaiveRating } from './rating.ts'

/** A rating as codes and figures, like the naive one. */
export const plainRating = ({ rates, reasons }: Rating): NaiveRating => ({
  rates: rates.map(plainRate),
  reasons: reasons.map(plainReason),
})

const plainRate = (rated: RatedRate): NaiveRate => ({
  product: rated.program.product.code,
  program: rated.program.program.code,
  plan: rated.plan.plan.code,
  term: rated.term.code,
  deductible: rated.deductible.code,
  classCode: rated.classing?.classCode ?? null,
  effectiveDate: rated.effectiveDate,
  expirationDate: rated.expirationDate,
  expirationOdometer: rated.expirationOdometer,
  dealerCost: rated.dealerCost,
  suggested: rated.suggested,
  minimum: rated.minimum,
  maximum: rated.maximum,
  retailRule: rated.retailRule.type,
  surcharges: rated.surcharges.map(({ surcharge, isSelected }) => [surcharge.id, isSelected]),
  lines: rated.lines.map(({ definition, amount }) => [definition.code, amount]),
  taxes: rated.taxes.map(({ rule, taxable, tax }) => [rule.id, taxable, tax]),
})

const plainReason = ({ productCode, programCode, planCode, rule, ...said }: RateReason): NaiveReason => ({
  productCode,
  programCode,
  planCode,
  rule,
  field: said.field ?? '',
  seen: said.seen,
  needed: said.needed,
})
