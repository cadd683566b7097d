import {
  type Criteria,
  type CriteriaContext,
  evaluateCriteria,
  explainCriteria,
} from '../criteria/criteria.ts'
import type { RateReason } from './request.ts'
import type { ReasonMaker } from './results.ts'

/** A rule whose result is unknown is not met. */
export const isEligible = (criteria: Criteria | null, context: CriteriaContext) =>
  criteria === null || evaluateCriteria(criteria, context) === true

/** One reason for each comparison that is not met, or whose value is missing. */
export function criteriaReasons(
  criteria: Criteria | null,
  context: CriteriaContext,
  makeReason: ReasonMaker,
): RateReason[] {
  if (criteria === null || isEligible(criteria, context)) return []
  const { result, explanation } = explainCriteria(criteria, context)
  const failed = explanation.filter(({ isFailed }) => isFailed)
  // A rule such as `false` fails without a comparison.
  if (failed.length === 0) return [makeReason('Criteria', criteria.text, result, '== true')]
  return failed.map(({ field, text, seen, needed, isNegated }) =>
    makeReason('Criteria', field ?? text, seen, isNegated ? `!(${needed})` : needed),
  )
}
