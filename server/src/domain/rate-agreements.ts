import { isInForce } from './in-force.ts'
import type { Calculation, DisbursementDefinition } from './rate-book.ts'
import { type LineSource, type SaleLines, settleLines } from './rate-lines.ts'
import type { LineOverride, RateFacts } from './rate-request.ts'
import type { ChosenSurcharge } from './rate-results.ts'
import type { Asked, Sale } from './rate-sale.ts'

/**
 * The lines of a sale by cell: those of the book, with what has been agreed with the dealer, its agent or its group.
 * Cells that the same agreements are for have the same lines. Nothing where an agreement and the book contradict each
 * other.
 */
export function linesByCell(
  asked: Asked,
  sale: Sale,
  surcharges: readonly ChosenSurcharge[],
): (cell: number) => SaleLines | undefined {
  const { program, request, facts } = asked
  const definitions = program.definitions.filter(
    (definition) => hasHolder(definition.to.type, facts) && isInForce(definition, request.saleDate),
  )
  const source: LineSource = {
    figures: program.figures,
    factors: program.factors,
    circumstances: sale.circumstances,
    itemPrice: request.itemPurchasePrice,
    fedInto: (code) => fedInto(surcharges, code),
  }
  const settle = (agreed: readonly LineOverride[]) =>
    settleLines(definitions, calculationsOf(definitions, agreed), source)
  const agreed = facts.overrides.filter(
    (override) =>
      override.program === program.program.code &&
      (override.classCode === null || override.classCode === (sale.classing?.classCode ?? null)),
  )
  if (agreed.every(({ plan, term, deductible }) => plan === null && term === null && deductible === null)) {
    const lines = settle(agreed)
    return () => lines
  }
  const settled = new Map<string, SaleLines | undefined>()
  return (cell) => {
    const fitting = agreed.filter((override) => isForCell(override, asked, cell))
    const key = fitting.map((override) => agreed.indexOf(override)).join(' ')
    if (!settled.has(key)) settled.set(key, settle(fitting))
    return settled.get(key)
  }
}

const hasHolder = (type: string, { dealer }: RateFacts) =>
  (type !== 'Agent' || dealer.agentNumber !== null) && (type !== 'DealerGroup' || dealer.groupNumber !== null)

function fedInto(surcharges: readonly ChosenSurcharge[], code: string): number {
  let sum = 0
  for (const { surcharge, isSelected } of surcharges)
    if (isSelected) for (const feed of surcharge.feeds) if (feed.disbursementCode === code) sum += feed.amount
  return sum
}

/** The first agreement about a line counts. */
const calculationsOf = (
  definitions: readonly DisbursementDefinition[],
  agreed: readonly LineOverride[],
): readonly Calculation[] =>
  definitions.map(
    ({ code, calculation }) =>
      agreed.find(({ disbursementCode }) => disbursementCode === code)?.calculation ?? calculation,
  )

function isForCell(override: LineOverride, { program: { program, cells } }: Asked, cell: number): boolean {
  const { plan, term, deductible } = override
  return (
    (plan === null || plan === program.plans[cells.plan[cell] as number]?.code) &&
    (term === null || term === program.terms[cells.term[cell] as number]?.code) &&
    (deductible === null || deductible === program.deductibles[cells.deductible[cell] as number]?.code)
  )
}
