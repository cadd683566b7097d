import type { CalendarDate } from '../dates.ts'
import type { MethodCode } from '../refund/methods.ts'
import { calculateCancel } from './calculation.ts'
import type { CancelFacts, CancelTerms } from './facts.ts'
import type { CancelCalculation, CancelRefusal, CancelRefused } from './results.ts'

/** What else somebody wants to know before they decide; what is not said stays as it is asked. */
export interface AlternativeTerms {
  readonly cancelDate?: CalendarDate | undefined
  readonly cancelMethodCode?: MethodCode | undefined
}

export interface Alternative {
  readonly cancelDate: CalendarDate
  readonly method: MethodCode | null
  readonly result: CancelCalculation | CancelRefused<CancelRefusal>
}

/** The same cancellation on other days or by other methods. Facts are asked for by day: lines are those of then. */
export function calculateAlternatives(
  factsOn: (date: CalendarDate) => CancelFacts,
  terms: CancelTerms,
  wanted: readonly AlternativeTerms[],
): Alternative[] {
  return wanted.map(({ cancelDate = terms.cancelDate, cancelMethodCode }) => {
    const override = cancelMethodCode
      ? { reason: 'Alternative', ...terms.override, cancelMethodCode }
      : terms.override
    const result = calculateCancel(factsOn(cancelDate), { ...terms, cancelDate, override })
    return { cancelDate, method: 'refused' in result ? (cancelMethodCode ?? null) : result.method, result }
  })
}
