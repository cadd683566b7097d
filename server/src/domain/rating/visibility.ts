import { groupBy } from '../group-by.ts'
import { isInForce } from '../in-force.ts'
import type { Plan, Program, VisibilityRow } from '../rate-book/rate-book.ts'
import type { RateFacts } from './request.ts'

/** What a dealer sees of a program. */
export interface Visibility {
  /** The codes of plans with at least one visible rate. */
  readonly plans: ReadonlySet<string>
  /** Whether one rate is visible. */
  shows(plan: string, term: string, deductible: string, classCode: string | null): boolean
  /** Whether everything is visible. */
  readonly isWhole?: boolean
}

/** The facts of a program that visibility needs. */
export interface ProgramIdentity {
  readonly product: { readonly code: string }
  readonly program: Pick<Program, 'code' | 'plans'>
  readonly planCodes: ReadonlySet<string>
}

/** The visibility rows of a book, by dealer and group number in capitals: there may be very many dealers. */
export interface VisibilityIndex {
  readonly dealers: ReadonlyMap<string, readonly VisibilityRow[]>
  readonly groups: ReadonlyMap<string, readonly VisibilityRow[]>
  readonly everybody: readonly VisibilityRow[]
}

export function indexVisibility(rows: readonly VisibilityRow[]): VisibilityIndex {
  const named = (of: 'dealer' | 'dealerGroup') =>
    groupBy(
      rows.filter((row) => row[of] !== null),
      (row) => row[of]?.toUpperCase() ?? '',
    )
  const everybody = rows.filter((row) => row.dealer === null && row.dealerGroup === null)
  return { dealers: named('dealer'), groups: named('dealerGroup'), everybody }
}

/** Letter case does not count in account holder numbers. */
export const isSameNumber = (number: string | null, other: string | null) =>
  number !== null && other !== null && number.toUpperCase() === other.toUpperCase()

const SHOWS_ALL = () => true
const SHOWS_NONE = () => false
const NO_PLANS: ReadonlySet<string> = new Set()

/** The dealer's own rows go first, then its group's, then those for all dealers. The most specific row wins; in a tie, hidden. */
export function dealerVisibility(
  { dealers, groups, everybody }: VisibilityIndex,
  program: ProgramIdentity,
  saleDate: string,
  { number, groupNumber }: Pick<RateFacts['dealer'], 'number' | 'groupNumber'>,
): Visibility {
  const groupRows = groupNumber === null ? undefined : groups.get(groupNumber.toUpperCase())
  const levels: (readonly VisibilityRow[])[] = []
  for (const rows of [dealers.get(number.toUpperCase()), groupRows, everybody]) {
    const about = rows?.filter((row) => isAbout(row, program, saleDate))
    if (about && about.length > 0) levels.push(about)
  }
  if (levels.every((rows) => rows.every(isForWholeProgram))) {
    const isShown = levels[0] === undefined || winner(levels[0], WHOLE) === true
    return isShown
      ? { plans: program.planCodes, shows: SHOWS_ALL, isWhole: true }
      : { plans: NO_PLANS, shows: SHOWS_NONE }
  }
  const shows: Visibility['shows'] = (plan, term, deductible, classCode) => {
    const rate = { plan, term, deductible, classCode }
    for (const rows of levels) {
      const isShown = winner(rows, rate)
      if (isShown !== undefined) return isShown
    }
    return true
  }
  const classes = classesNamed(levels.flat())
  const isSeen = (plan: Plan) =>
    plan.terms.some(({ term }) =>
      plan.deductibles.some((deductible) => classes.some((code) => shows(plan.code, term, deductible, code))),
    )
  return { plans: new Set(program.program.plans.filter(isSeen).map(({ code }) => code)), shows }
}

const isAbout = (row: VisibilityRow, { product, program }: ProgramIdentity, saleDate: string) =>
  isInForce(row, saleDate) &&
  (row.product === null || row.product === product.code) &&
  (row.program === null || row.program === program.code)

const isForWholeProgram = ({ plan, term, deductible, classCode }: VisibilityRow) =>
  plan === null && term === null && deductible === null && classCode === null

interface RateKey {
  readonly plan: string | null
  readonly term: string | null
  readonly deductible: string | null
  readonly classCode: string | null
}
const WHOLE: RateKey = { plan: null, term: null, deductible: null, classCode: null }

/** Whether the most specific fitting row shows the rate; undefined if no row fits. */
function winner(rows: readonly VisibilityRow[], rate: RateKey): boolean | undefined {
  let highest = -1
  let isShown: boolean | undefined
  for (const row of rows) {
    if (
      (row.plan !== null && row.plan !== rate.plan) ||
      (row.term !== null && row.term !== rate.term) ||
      (row.deductible !== null && row.deductible !== rate.deductible) ||
      (row.classCode !== null && row.classCode !== rate.classCode)
    )
      continue
    const rank = specificity(row)
    if (rank > highest) isShown = row.isVisible
    else if (rank === highest) isShown = isShown && row.isVisible
    highest = Math.max(highest, rank)
  }
  return isShown
}

const countNamed = (part: string | null) => (part === null ? 0 : 1)
const specificity = ({ product, program, plan, term, deductible, classCode }: VisibilityRow) =>
  countNamed(product) +
  countNamed(program) +
  countNamed(plan) +
  countNamed(term) +
  countNamed(deductible) +
  countNamed(classCode)

/** No class, and each class that a row names: before the vehicle is classed, a plan is visible if any class is. */
const classesNamed = (rows: readonly VisibilityRow[]) => [
  null,
  ...new Set(rows.flatMap(({ classCode }) => (classCode === null ? [] : [classCode]))),
]
