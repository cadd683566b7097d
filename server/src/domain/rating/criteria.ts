import {
  type Criteria,
  type CriteriaContext,
  evaluateCriteria,
  explainCriteria,
} from '../criteria/criteria.ts'
import type { RateReason } from './request.ts'
import type { ReasonMaker } from './results.ts'

/** A rule that is neither true nor false is not met. */
export const isEligible = (criteria: Criteria | null, context: CriteriaContext) =>
  criteria === null || evaluateCriteria(criteria, context) === true

/** One reason for each comparison that is not met; for a missing value, that it is missing. */
export function criteriaReasons(
  criteria: Criteria | null,
  context: CriteriaContext,
  one: ReasonMaker,
): RateReason[] {
  if (criteria === null || isEligible(criteria, context)) return []
  const { result, explanation } = explainCriteria(criteria, context)
  const failed = explanation.filter(({ isFailed }) => isFailed)
  // A rule can be false by itself, without a comparison that fails.
  if (failed.length === 0) return [one('Criteria', criteria.text, result, '== true')]
  return failed.map(({ field, text, seen, needed, isNegated }) =>
    one('Criteria', field ?? text, seen, isNegated ? `!(${needed})` : needed),
  )
}
