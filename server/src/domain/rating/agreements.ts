import { isInForce } from '../in-force.ts'
import type { Calculation, DisbursementDefinition } from '../rate-book/rate-book.ts'
import { type LineSource, type SaleLines, settleLines } from './lines.ts'
import type { LineOverride, RateFacts } from './request.ts'
import type { ChosenSurcharge } from './results.ts'
import type { RatingContext, SaleContext } from './sale.ts'

/** Cells that have the same lines. */
export interface SameLines {
  readonly lines: SaleLines
  readonly cells: readonly number[]
}

/**
 * The lines of a sale for each cell: those of the book, changed by agreements with the dealer, its agent or its group.
 * Cells for which an agreement contradicts the book are left out.
 */
export function linesByCell(
  rating: RatingContext,
  sale: SaleContext,
  surcharges: readonly ChosenSurcharge[],
): (cells: readonly number[]) => readonly SameLines[] {
  const { program, request, facts } = rating
  const definitions = program.definitions.filter(
    (definition) => hasHolder(definition.to.type, facts) && isInForce(definition, request.saleDate),
  )
  const source: LineSource = {
    figures: program.figures,
    factors: program.factors,
    circumstances: sale.circumstances,
    itemPrice: request.itemPurchasePrice,
    surchargesInto: (code) => surchargesInto(surcharges, code),
  }
  const settle = (agreed: readonly LineOverride[]) =>
    settleLines(definitions, agreedCalculations(definitions, agreed), source)
  const agreed = facts.overrides.filter(
    (override) =>
      override.program === program.program.code &&
      (override.classCode === null || override.classCode === (sale.classing?.classCode ?? null)),
  )
  if (agreed.every(({ plan, term, deductible }) => plan === null && term === null && deductible === null)) {
    const lines = settle(agreed)
    return (cells) => (lines === undefined ? [] : [{ lines, cells }])
  }
  const settled = new Map<string, SaleLines | undefined>()
  const linesForCell = (cell: number) => {
    const fitting = agreed.filter((override) => isForCell(override, rating, cell))
    const key = fitting.map((override) => agreed.indexOf(override)).join(' ')
    if (!settled.has(key)) settled.set(key, settle(fitting))
    return settled.get(key)
  }
  return (cells) =>
    cells.flatMap((cell) => {
      const lines = linesForCell(cell)
      return lines === undefined ? [] : [{ lines, cells: [cell] }]
    })
}

const hasHolder = (type: string, { dealer }: RateFacts) =>
  (type !== 'Agent' || dealer.agentNumber !== null) && (type !== 'DealerGroup' || dealer.groupNumber !== null)

function surchargesInto(surcharges: readonly ChosenSurcharge[], code: string): number {
  let sum = 0
  for (const { surcharge, isSelected } of surcharges)
    if (isSelected) for (const feed of surcharge.feeds) if (feed.disbursementCode === code) sum += feed.amount
  return sum
}

/** The first agreement about a line applies. */
function agreedCalculations(
  definitions: readonly DisbursementDefinition[],
  agreed: readonly LineOverride[],
): readonly Calculation[] {
  const calculations: Calculation[] = []
  for (const { code, calculation } of definitions) {
    const override = agreed.find(({ disbursementCode }) => disbursementCode === code)
    calculations.push(override?.calculation ?? calculation)
  }
  return calculations
}

function isForCell(
  override: LineOverride,
  { program: { program, cells } }: RatingContext,
  cell: number,
): boolean {
  const { plan, term, deductible } = override
  return (
    (plan === null || plan === program.plans[cells.plan[cell] as number]?.code) &&
    (term === null || term === program.terms[cells.term[cell] as number]?.code) &&
    (deductible === null || deductible === program.deductibles[cells.deductible[cell] as number]?.code)
  )
}
