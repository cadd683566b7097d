import { isInForce } from '../in-force.ts'
import type { Plan, Program, VisibilityRow } from '../rate-book/rate-book.ts'
import type { RateFacts, RateRequest } from './request.ts'

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
  const dealers = new Map<string, VisibilityRow[]>()
  const groups = new Map<string, VisibilityRow[]>()
  for (const row of rows) {
    add(dealers, row.dealer, row)
    add(groups, row.dealerGroup, row)
  }
  const everybody = rows.filter((row) => row.dealer === null && row.dealerGroup === null)
  return { dealers, groups, everybody }
}

function add(index: Map<string, VisibilityRow[]>, number: string | null, row: VisibilityRow) {
  if (number === null) return
  const key = number.toUpperCase()
  const known = index.get(key)
  if (known) known.push(row)
  else index.set(key, [row])
}

/** Letter case does not count in account holder numbers. */
export const isSameNumber = (number: string | null, given: string | null) =>
  number !== null && given !== null && number.toUpperCase() === given.toUpperCase()

export const visiblePlans = (
  rows: readonly VisibilityRow[],
  program: ProgramIdentity,
  { saleDate }: RateRequest,
  { dealer }: RateFacts,
): Visibility => dealerVisibility(indexVisibility(rows), program, saleDate, dealer)

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
  const ofGroup = groupNumber === null ? undefined : groups.get(groupNumber.toUpperCase())
  const levels: (readonly VisibilityRow[])[] = []
  for (const rows of [dealers.get(number.toUpperCase()), ofGroup, everybody]) {
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
    const wanted = { plan, term, deductible, classCode }
    for (const rows of levels) {
      const isShown = winner(rows, wanted)
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

interface Wanted {
  readonly plan: string | null
  readonly term: string | null
  readonly deductible: string | null
  readonly classCode: string | null
}
const WHOLE: Wanted = { plan: null, term: null, deductible: null, classCode: null }

/** What the fitting rows say; undefined where none fits. */
function winner(rows: readonly VisibilityRow[], wanted: Wanted): boolean | undefined {
  let most = -1
  let isShown: boolean | undefined
  for (const row of rows) {
    if (
      (row.plan !== null && row.plan !== wanted.plan) ||
      (row.term !== null && row.term !== wanted.term) ||
      (row.deductible !== null && row.deductible !== wanted.deductible) ||
      (row.classCode !== null && row.classCode !== wanted.classCode)
    )
      continue
    const rank = rankOf(row)
    if (rank > most) isShown = row.isVisible
    else if (rank === most) isShown = isShown && row.isVisible
    most = Math.max(most, rank)
  }
  return isShown
}

const one = (part: string | null) => (part === null ? 0 : 1)
const rankOf = ({ product, program, plan, term, deductible, classCode }: VisibilityRow) =>
  one(product) + one(program) + one(plan) + one(term) + one(deductible) + one(classCode)

/** No class, and each class that a row names: before the vehicle is classed, a plan is visible if any class is. */
const classesNamed = (rows: readonly VisibilityRow[]) => [
  null,
  ...new Set(rows.flatMap(({ classCode }) => (classCode === null ? [] : [classCode]))),
]
