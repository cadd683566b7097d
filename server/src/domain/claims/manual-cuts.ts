import { type Cents, minus, plus, smaller, ZERO } from '../money.ts'
import type { Adjustment, ClaimDetail, LineFigures, ManualAdjustment } from './claim.ts'
import type { Open } from './line-figures.ts'

// What adjusters take off by hand. A line never falls below 0. A cut of a detail takes from its lines in order: labor,
// parts, misc. A cut of the claim takes from the details in sequence in the same way, after all other cuts. The adjustment
// then shows what was really taken. A cut of a detail that is denied or voided goes with it.

/** A detail whose figures are being computed. */
export interface OpenDetail {
  readonly detail: ClaimDetail
  readonly labor: readonly Open<LineFigures>[]
  readonly parts: readonly Open<LineFigures>[]
  readonly misc: readonly Open<LineFigures>[]
  readonly adjustments: Adjustment[]
}

/** Cuts the lines of the open details. Decided details keep what was taken from them. */
export function cutByHand(open: readonly OpenDetail[], decided: readonly ClaimDetail[]): void {
  for (const each of open)
    for (const manual of each.detail.adjustments)
      if (manual.target !== 'Claim') noteManual(each, manual, cutTarget(each, manual))
  const ofClaim = [...decided, ...open.map(({ detail }) => detail)]
    .sort((first, second) => first.sequence - second.sequence)
    .flatMap(({ id, adjustments }) => adjustments.map((manual) => ({ id, manual })))
    .filter(({ manual }) => manual.target === 'Claim')
  if (ofClaim.length > 0) cutClaim(open, ofClaim, takenFrom(decided))
}

const noteManual = (
  { adjustments }: OpenDetail,
  { target, targetId, reasonCode, note }: ManualAdjustment,
  taken: Cents,
) =>
  adjustments.push({
    ...{ target, targetId, reasonCode, note },
    ...{ amount: minus(ZERO, taken), isAutomatic: false },
  })

function cutTarget(each: OpenDetail, { target, targetId, amount }: ManualAdjustment): Cents {
  const size = minus(ZERO, amount)
  switch (target) {
    case 'Labor':
      return cutLines(withId(each.labor, targetId), size)
    case 'Part':
      return cutLines(withId(each.parts, targetId), size)
    case 'Misc':
      return cutLines(withId(each.misc, targetId), size)
    case 'Detail':
    case 'Claim':
      return cutDetail(each, size)
    default:
      return target satisfies never
  }
}

const withId = (lines: readonly Open<LineFigures>[], wanted: number | null) =>
  lines.filter(({ id }) => id === wanted)

function cutDetail({ labor, parts, misc }: OpenDetail, size: Cents): Cents {
  const fromLabor = cutLines(labor, size)
  const fromParts = cutLines(parts, minus(size, fromLabor))
  const fromMisc = cutLines(misc, minus(minus(size, fromLabor), fromParts))
  return plus(plus(fromLabor, fromParts), fromMisc)
}

/** Takes up to the size from the lines in order, and returns what was taken. */
function cutLines(lines: readonly Open<LineFigures>[], size: Cents): Cents {
  let left = size
  for (const line of lines) {
    const taken = smaller(line.amount, left)
    line.amount = minus(line.amount, taken)
    left = minus(left, taken)
  }
  return minus(size, left)
}

/** What cuts of the claim took from details that are decided now. */
const takenFrom = (decided: readonly ClaimDetail[]): Cents =>
  decided
    .flatMap(({ frozen }) => frozen?.adjustments ?? [])
    .filter(({ target }) => target === 'Claim')
    .reduce((sum, { amount }) => minus(sum, amount), ZERO)

function cutClaim(
  open: readonly OpenDetail[],
  cuts: readonly { readonly id: number; readonly manual: ManualAdjustment }[],
  alreadyTaken: Cents,
): void {
  let taken = alreadyTaken
  for (const { id, manual } of cuts) {
    const before = smaller(taken, minus(ZERO, manual.amount))
    taken = minus(taken, before)
    let left = minus(minus(ZERO, manual.amount), before)
    for (const each of open) {
      const here = cutDetail(each, left)
      left = minus(left, here)
      // The detail that holds the adjustment shows it even if nothing is left to take.
      if (here > 0 || each.detail.id === id) noteManual(each, manual, here)
    }
  }
}
