import type {
  Adjustment,
  ClaimDetail,
  ClaimFacts,
  DetailFigures,
  LineFigures,
  ManualAdjustment,
} from '../../../../src/domain/claims/claim.ts'
import { dayAfter, notCoveredReason, reasonsAgainst } from './plain-coverage.ts'
import {
  adjustmentsOf,
  approveLabor,
  approveMisc,
  approvePart,
  cents,
  cut,
  HUNDRED,
  type Line,
  least,
  type MiscTaken,
  miscTaken,
  notNegative,
  requestedLines,
  rounded,
  taxOn,
  total,
} from './plain-lines.ts'

// A second adjudication of repair claims, written from the words of the rule: slow, plain, in whole numbers of any size, one
// step after the other. Tests compare the product with it. Where the words leave a choice, it follows the decisions that
// are written down.

export interface PlainDetail {
  readonly figures: DetailFigures
  /** Whether an adjuster allowed more than the rules do. Then a cut has no single reason. */
  readonly isOverridden: boolean
}

export interface PlainAdjudication {
  readonly reasons: readonly string[]
  /** By id. Voided details are left out. */
  readonly details: ReadonlyMap<number, PlainDetail>
  readonly deductibleApplied: bigint
  readonly inspectionRequired: boolean
}

const isGone = ({ status }: ClaimDetail) => status === 'Denied' || status === 'Voided'
const isFrozen = (detail: ClaimDetail) => detail.frozen !== null && !isGone(detail)

const bySequence = (details: readonly ClaimDetail[]) =>
  [...details].sort((one, other) => one.sequence - other.sequence)

export function plainAdjudication(facts: ClaimFacts): PlainAdjudication {
  const inOrder = bySequence(facts.details)
  const taken = takenByDecided(facts)
  // Steps 2 to 5 for the whole claim, then the others: a cut of the claim takes from several details.
  const open = inOrder.filter((detail) => !isGone(detail) && !detail.frozen)
  const approved = open.map((detail) => approvedLines(facts, detail, taken))
  for (const { detail, lines, byHand } of approved) cutDetailByHand(detail, lines, byHand)
  cutClaimByHand(inOrder, approved)
  const details = new Map<number, PlainDetail>()
  for (const detail of inOrder) {
    const own = approved.find((one) => one.detail === detail)
    if (detail.status === 'Denied') details.set(detail.id, deniedDetail(facts, detail))
    else if (own) details.set(detail.id, settled(facts, own, taken))
    else if (detail.frozen && !isGone(detail))
      details.set(detail.id, { figures: detail.frozen, isOverridden: false })
  }
  const counted = inOrder.flatMap((detail) =>
    isGone(detail) ? [] : [details.get(detail.id)?.figures as DetailFigures],
  )
  const subtotal = total(counted.map(({ adjusted, tax }) => BigInt(adjusted) + BigInt(tax)))
  const { settings, terms } = facts
  return {
    reasons: reasonsAgainst(facts),
    details,
    deductibleApplied: total(counted.map(({ deductibleApplied }) => BigInt(deductibleApplied))),
    inspectionRequired:
      subtotal >= BigInt(settings.inspectionThreshold) ||
      facts.lossDate < dayAfter(terms.effectiveDate, settings.earlyClaimDays),
  }
}

// What is used up before a detail is looked at.

interface Taken {
  /** Of the deductible of a visit. */
  deductible: bigint
  /** By misc type: money and units. */
  readonly misc: MiscTaken
  /** By component: the lines that were counted. */
  readonly components: Map<string, bigint>
  /** Of the limit of the claim, and of the limit of the contract by what this claim promises and has not paid. */
  ofClaim: bigint
  ofContract: bigint
}

function takenByDecided({ details }: ClaimFacts): Taken {
  const taken: Taken = {
    ...{ deductible: 0n, misc: new Map(), components: new Map(), ofClaim: 0n, ofContract: 0n },
  }
  for (const detail of bySequence(details)) {
    const { frozen } = detail
    if (!frozen || !isFrozen(detail)) continue
    taken.deductible += BigInt(frozen.deductibleApplied)
    taken.ofClaim += BigInt(frozen.payable)
    // What is paid of it is in what is paid on the contract.
    taken.ofContract += BigInt(frozen.payable) - BigInt(detail.paid)
    for (const { id, type, unitPrice } of detail.misc) {
      // What a line took of a cap is what the cap allowed, before cuts by hand.
      const line = frozen.misc.find((one) => one.id === id)
      if (line?.cap === undefined || line.cap === null) continue
      const used = miscTaken(taken.misc, type)
      const units = BigInt(line.quantityApproved ?? 0)
      used.money += least(rounded(units * BigInt(unitPrice), HUNDRED), BigInt(line.cap))
      used.units += units
    }
    for (const { code, used } of frozen.limitedComponents ?? []) takeOfComponent(taken, code, BigInt(used))
  }
  return taken
}

/** A detail that is not decided, on its way through the rules. */
interface ApprovedLines {
  readonly detail: ClaimDetail
  readonly lines: Line[]
  readonly isOverridden: boolean
  /** Cuts by hand of the detail and of the claim, as they took effect. */
  readonly byHand: Adjustment[]
}

/** Steps 2 to 4. */
function approvedLines(facts: ClaimFacts, detail: ClaimDetail, taken: Taken): ApprovedLines {
  const lines = requestedLines(detail)
  let isOverridden = false
  for (const line of lines) {
    // A tow or a rental of a detail that names no component is a line of no component: only its benefit limits it.
    const isBenefit = detail.misc.some(
      ({ id, type }) => id === line.id && (type === 'Tow' || type === 'Rental'),
    )
    const why = isBenefit && line.component === null ? null : notCoveredReason(facts, line.component)
    if (why) cut(line, 0n, why)
    else if (line.kind === 'Labor') isOverridden = approveLabor(facts, detail, line) || isOverridden
    else if (line.kind === 'Part') isOverridden = approvePart(detail, line) || isOverridden
    else approveMisc(facts, detail, line, taken.misc)
  }
  return { detail, lines, isOverridden, byHand: [] }
}

/** Steps 6 to 10. */
function settled(
  facts: ClaimFacts,
  { lines, isOverridden, byHand }: ApprovedLines,
  taken: Taken,
): PlainDetail {
  for (const line of lines) line.tax = taxOn(facts.taxRules[line.kind], line)
  return { figures: settle(facts, lines, byHand, taken), isOverridden }
}

/** Step 5: a line never falls below zero. A cut of a detail takes from its lines one after the other. */
function cutDetailByHand({ adjustments }: ClaimDetail, lines: readonly Line[], byHand: Adjustment[]): void {
  for (const manual of adjustments) {
    if (manual.target === 'Claim') continue
    const meant = lines.filter(
      ({ kind, id }) => manual.target === 'Detail' || (manual.target === kind && manual.targetId === id),
    )
    noteByHand(byHand, manual, takeFrom(meant, -BigInt(manual.amount)))
  }
}

/** A cut of the claim takes from its details in sequence, whatever it has not taken from decided ones. */
function cutClaimByHand(inOrder: readonly ClaimDetail[], approved: readonly ApprovedLines[]): void {
  const standing = inOrder.filter((detail) => !isGone(detail))
  let taken = total(
    standing
      .flatMap(({ frozen }) => frozen?.adjustments ?? [])
      .map(({ target, amount }) => (target === 'Claim' ? -BigInt(amount) : 0n)),
  )
  for (const manual of standing.flatMap(({ adjustments }) => adjustments)) {
    if (manual.target !== 'Claim') continue
    let left = -BigInt(manual.amount)
    const before = least(left, taken)
    taken -= before
    left -= before
    for (const { lines, byHand } of approved) {
      const here = takeFrom(lines, left)
      left -= here
      noteByHand(byHand, manual, here)
    }
  }
}

/** Takes from lines in order, and answers how much it took. */
function takeFrom(lines: readonly Line[], most: bigint): bigint {
  let left = most
  for (const line of lines) {
    const here = least(left, line.amount)
    line.amount -= here
    left -= here
  }
  return most - left
}

const noteByHand = (byHand: Adjustment[], manual: ManualAdjustment, amount: bigint) =>
  byHand.push({ ...manual, amount: cents(-amount), isAutomatic: false })

/** Steps 7 to 10. */
function settle(
  facts: ClaimFacts,
  lines: readonly Line[],
  byHand: readonly Adjustment[],
  taken: Taken,
): DetailFigures {
  const { terms } = facts
  const adjusted = total(lines.map(({ amount }) => amount))
  const tax = total(lines.map((line) => line.tax))
  const subtotal = adjusted + tax
  const deductible = least(subtotal, deductibleFor(facts, taken))
  taken.deductible += deductible
  const owed = subtotal - deductible
  const parts = limitedParts(terms, lines, taken)
  const rooms = [total(parts.map((part) => part.most))]
  if (terms.perClaimLimit !== null) rooms.push(notNegative(BigInt(terms.perClaimLimit) - taken.ofClaim))
  if (terms.aggregateLimit !== null) {
    const gone = BigInt(facts.contractPaid) + BigInt(facts.authorizedElsewhere) + taken.ofContract
    rooms.push(notNegative(BigInt(terms.aggregateLimit) - gone))
  }
  const payable = least(owed, ...rooms)
  taken.ofClaim += payable
  taken.ofContract += payable
  const limitedComponents = takeOfComponents(taken, parts)
  const overLimit = owed - payable
  const byBenefit = ['NotCovered', 'MfrWarranty', 'BenefitCap']
  const notCovered = -total(
    lines
      .flatMap(({ cuts }) => cuts.filter(({ reason }) => byBenefit.includes(reason)))
      .map((one) => one.amount),
  )
  const figures = (kind: Line['kind']): LineFigures[] =>
    lines
      .filter((line) => line.kind === kind)
      .map(({ id, requested, amount, tax: own, approved }) => ({
        ...{ id, requested: cents(requested), amount: cents(amount), tax: cents(own) },
        ...approved,
      }))
  return {
    ...{ labor: figures('Labor'), parts: figures('Part'), misc: figures('Misc') },
    adjustments: [...lines.flatMap(adjustmentsOf), ...byHand],
    requested: cents(total(lines.map(({ requested }) => requested))),
    adjusted: cents(adjusted),
    tax: cents(tax),
    deductibleApplied: cents(deductible),
    overLimit: cents(overLimit),
    notCovered: cents(notCovered),
    payable: cents(payable),
    customerPay: cents(deductible + overLimit + notCovered),
    limitedComponents,
  }
}

/** Step 8: what the deductible still asks of a detail. */
function deductibleFor({ terms, facility }: ClaimFacts, taken: Taken): bigint {
  const { type, amount, reducedAmount } = terms.deductible
  const isRelated = facility?.isRelated ?? false
  if (type === 'PerComponent' || type === 'PerItem') return BigInt(amount)
  if (type === 'PerVisit') return notNegative(BigInt(amount) - taken.deductible)
  if (type === 'Disappearing') return isRelated ? 0n : notNegative(BigInt(amount) - taken.deductible)
  const asked = isRelated && reducedAmount !== null ? reducedAmount : amount
  return notNegative(BigInt(asked) - taken.deductible)
}

/** The lines of one limited component, or of all components without a limit, and the most that is paid for them. */
interface LimitedPart {
  readonly component: string | null
  readonly most: bigint
}

/** Step 9, per component, in the order of the lines: lines with tax, up to what the limit leaves in this claim. */
function limitedParts(
  { components }: ClaimFacts['terms'],
  lines: readonly Pick<Line, 'component' | 'amount' | 'tax'>[],
  taken: Taken,
): LimitedPart[] {
  const limitOf = (component: string | null) =>
    component === null ? null : (components.get(component)?.limit ?? null)
  const named = lines.map(({ component, amount, tax }) => ({
    ...{ component: limitOf(component) === null ? null : component, sum: amount + tax },
  }))
  return [...new Set(named.map(({ component }) => component))].map((component) => {
    const sum = total(named.filter((line) => line.component === component).map((line) => line.sum))
    const limit = limitOf(component)
    if (component === null || limit === null) return { component, most: sum }
    const left = notNegative(BigInt(limit) - (taken.components.get(component) ?? 0n))
    return { component, most: least(sum, left) }
  })
}

/** A limit counts lines with tax, of all details of the claim. */
function takeOfComponents(taken: Taken, parts: readonly LimitedPart[]) {
  return parts.flatMap(({ component, most }) => {
    if (component === null) return []
    takeOfComponent(taken, component, most)
    return [{ code: component, used: cents(most) }]
  })
}

function takeOfComponent({ components }: Taken, code: string, used: bigint): void {
  components.set(code, (components.get(code) ?? 0n) + used)
}

/** Step 10, its last sentence: a denied detail pays nothing, and the customer pays what was asked. */
function deniedDetail(facts: ClaimFacts, detail: ClaimDetail): PlainDetail {
  const requested = cents(total(requestedLines(detail).map((line) => line.requested)))
  const nothing = settle(facts, [], [], takenByDecided(facts))
  return { figures: { ...nothing, requested, customerPay: requested }, isOverridden: false }
}
