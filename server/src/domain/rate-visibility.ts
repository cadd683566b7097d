import type { CompiledProgram } from './compile-book.ts'
import type { VisibilityRow } from './rate-book.ts'
import type { RateFacts, RateRequest } from './rate-request.ts'

/** What of a program a dealer is shown. */
export interface Sight {
  /** The codes of plans of which something is shown. */
  readonly plans: ReadonlySet<string>
  /** Whether one rate is shown. */
  shows(plan: string, term: string, deductible: string, classCode: string | null): boolean
}

const named = ['product', 'program', 'plan', 'term', 'deductible', 'classCode'] as const

/** Its own rows, else its group's, else those for everybody; of those that fit, the one naming most wins, hidden a tie. */
export function visiblePlans(
  rows: readonly VisibilityRow[],
  { product, program, plans }: CompiledProgram,
  { saleDate }: RateRequest,
  { dealer }: RateFacts,
): Sight {
  const effective = rows.filter(
    (row) =>
      row.effectiveFrom <= saleDate &&
      (row.effectiveTo === null || saleDate <= row.effectiveTo) &&
      (row.product === null || row.product === product.code) &&
      (row.program === null || row.program === program.code),
  )
  const ofDealer = effective.filter((row) => isNamed(row.dealer, dealer.number))
  const ofGroup = effective.filter((row) => isNamed(row.dealerGroup, dealer.groupNumber))
  const ofAll = effective.filter((row) => row.dealer === null && row.dealerGroup === null)
  const levels = [ofDealer, ofGroup, ofAll]
  if (levels.every((level) => level.length === 0)) {
    return { plans: new Set(plans.map(({ plan }) => plan.code)), shows: () => true }
  }
  const shows: Sight['shows'] = (plan, term, deductible, classCode) => {
    const wanted = { plan, term, deductible, classCode }
    for (const level of levels) {
      const fitting = level.filter((row) =>
        (['plan', 'term', 'deductible', 'classCode'] as const).every(
          (name) => row[name] === null || row[name] === wanted[name],
        ),
      )
      if (fitting.length > 0) return winner(fitting)
    }
    return true
  }
  const isSeen = ({ plan }: CompiledProgram['plans'][number]) =>
    plan.terms.some(({ term }) =>
      plan.deductibles.some((deductible) =>
        classesNamed(effective).some((code) => shows(plan.code, term, deductible, code)),
      ),
    )
  return { plans: new Set(plans.filter(isSeen).map(({ plan }) => plan.code)), shows }
}

/** Numbers of account holders are the same whatever their letter case. */
export const isNamed = (number: string | null, given: string | null) =>
  number !== null && given !== null && number.toUpperCase() === given.toUpperCase()

/** No class, and each class that a row names: before the vehicle is classed, a plan is shown if any of them is. */
const classesNamed = (rows: readonly VisibilityRow[]) => [
  null,
  ...new Set(rows.flatMap(({ classCode }) => (classCode === null ? [] : [classCode]))),
]

function winner(rows: readonly VisibilityRow[]): boolean {
  const rank = (row: VisibilityRow) => named.filter((name) => row[name] !== null).length
  const most = Math.max(...rows.map(rank))
  return rows.filter((row) => rank(row) === most).every(({ isVisible }) => isVisible)
}
