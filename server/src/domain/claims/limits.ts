import { type Cents, minus, plus, smaller, ZERO } from '../money.ts'
import { notBelowZero } from './caps.ts'
import type { ClaimDetail, ClaimFacts, ClaimTerms, DetailFigures } from './claim.ts'
import { primaryFailure } from './components.ts'

// The most that is paid: for a component in one claim, for the claim, and for the contract. Limits apply after the
// deductible, to the details in sequence. Decided details keep what they took, wherever they stand.

/** What the limits still leave. Null: no limit. */
export interface RoomLeft {
  ofClaim: Cents | null
  ofContract: Cents | null
  /** By code, for components that lines were counted for. */
  readonly ofComponents: Map<string, Cents>
}

/** The room before the first open detail. What was paid on this claim is part of what the contract paid. */
export function wholeRoom(facts: ClaimFacts, decided: readonly ClaimDetail[]): RoomLeft {
  const { terms, contractPaid, authorizedElsewhere } = facts
  const { perClaimLimit, aggregateLimit } = terms
  const ofComponents = new Map<string, Cents>()
  let [payable, paid] = [ZERO, ZERO]
  for (const { frozen, paid: paidOfDetail } of decided) {
    payable = plus(payable, frozen?.payable ?? ZERO)
    paid = plus(paid, paidOfDetail)
    for (const each of frozen?.limitedComponents ?? []) {
      const left = ofComponents.get(each.code) ?? limitFor(terms, each.code)
      if (left !== null) ofComponents.set(each.code, notBelowZero(minus(left, each.used)))
    }
  }
  const promised = plus(plus(contractPaid, authorizedElsewhere), minus(payable, paid))
  return {
    ofClaim: perClaimLimit === null ? null : notBelowZero(minus(perClaimLimit, payable)),
    ofContract: aggregateLimit === null ? null : notBelowZero(minus(aggregateLimit, promised)),
    ofComponents,
  }
}

/** The lines of one component with tax. Components without a limit are one sum, with the limit null. */
interface ComponentSum {
  readonly code: string | null
  readonly limit: Cents | null
  sum: Cents
}

/** The lines of a detail, summed by component in order of lines. Null: no component of the detail has a limit. */
export type LineSums = readonly ComponentSum[] | null

export function lineSums(
  terms: ClaimTerms,
  detail: ClaimDetail,
  figures: Pick<DetailFigures, 'labor' | 'parts' | 'misc'>,
): LineSums {
  if (!hasComponentLimit(terms, detail)) return null
  const sums: ComponentSum[] = []
  const primary = primaryFailure(detail)
  for (const kind of ['labor', 'parts', 'misc'] as const)
    for (const [at, line] of detail[kind].entries()) {
      const figure = figures[kind][at]
      if (figure) addToSum(sums, terms, line.componentCode ?? primary, plus(figure.amount, figure.tax))
    }
  return sums
}

function addToSum(sums: ComponentSum[], terms: ClaimTerms, component: string | null, amount: Cents): void {
  const limit = component === null ? null : limitFor(terms, component)
  const code = limit === null ? null : component
  const known = sums.find((each) => each.code === code)
  if (known) known.sum = plus(known.sum, amount)
  else sums.push({ code, limit, sum: amount })
}

const limitFor = ({ components }: ClaimTerms, code: string): Cents | null =>
  components.get(code)?.limit ?? null

function hasComponentLimit(terms: ClaimTerms, { components, labor, parts, misc }: ClaimDetail): boolean {
  for (const { code } of components) if (limitFor(terms, code) !== null) return true
  return namesLimited(terms, labor) || namesLimited(terms, parts) || namesLimited(terms, misc)
}

function namesLimited(
  terms: ClaimTerms,
  lines: readonly { readonly componentCode: string | null }[],
): boolean {
  for (const { componentCode } of lines)
    if (componentCode !== null && limitFor(terms, componentCode) !== null) return true
  return false
}

const leftFor = ({ ofComponents }: RoomLeft, { code, limit, sum }: ComponentSum): Cents =>
  code === null || limit === null ? sum : smaller(sum, ofComponents.get(code) ?? limit)

/** What the limits of components leave for a detail: each component counts up to its limit. */
export function componentRoom(room: RoomLeft, sums: LineSums): Cents | null {
  if (sums === null) return null
  let total = ZERO
  for (const each of sums) total = plus(total, leftFor(room, each))
  return total
}

/** What is paid of an amount that is left after the deductible. */
export function payableWithin(room: RoomLeft, sums: LineSums, afterDeductible: Cents): Cents {
  let payable = afterDeductible
  for (const limit of [componentRoom(room, sums), room.ofClaim, room.ofContract])
    if (limit !== null) payable = smaller(payable, limit)
  return payable
}

/**
 * Takes off what a detail is paid of the limits of the claim and the contract. The limit of a component counts the lines
 * of the component with tax, whoever pays for them: a deductible does not make room for more. Returns what the detail
 * uses of each component with a limit.
 */
export function takeRoom(
  room: RoomLeft,
  sums: LineSums,
  payable: Cents,
): NonNullable<DetailFigures['limitedComponents']> {
  if (room.ofClaim !== null) room.ofClaim = minus(room.ofClaim, payable)
  if (room.ofContract !== null) room.ofContract = minus(room.ofContract, payable)
  if (sums === null) return NONE
  const taken: { code: string; used: Cents }[] = []
  for (const each of sums) {
    if (each.code === null || each.limit === null) continue
    const used = leftFor(room, each)
    room.ofComponents.set(each.code, minus(room.ofComponents.get(each.code) ?? each.limit, used))
    taken.push({ code: each.code, used })
  }
  return taken
}

const NONE: NonNullable<DetailFigures['limitedComponents']> = []
