import type { Cents } from '../money.ts'
import { isComputedLast } from '../rate-book/calculation-order.ts'
import type { Calculation, DisbursementDefinition } from '../rate-book/rate-book.ts'
import { type CompiledFactors, type FactorProduct, factorProduct } from './factors.ts'
import type { Circumstances } from './row-tree.ts'

// How a price is built, decided once for a sale: which lines are paid, and in which steps their amounts are computed. The
// rest is arithmetic for each cell (`line-amounts.ts`).

/** One line of a price. */
export interface RatedLine {
  readonly definition: DisbursementDefinition
  /** The calculation used: that of the definition, or an agreement's. */
  readonly calculation: Calculation
  readonly amount: Cents
}

/** The amounts of a column, by row. A plain array: reading from a typed array allocates each number that is stored. */
export type RateColumn = readonly (number | undefined)[]

/** A line that is computed before the dealer cost, with the inputs of its calculation. */
export interface LineStep {
  readonly kind: 'Row' | 'PartOfPrice' | 'Factors' | 'PercentOfLines'
  readonly at: number
  /** What surcharges add to the line. */
  readonly fed: number
  /** The amounts of the rows; null where there is a fixed amount. */
  readonly figures: RateColumn | null
  readonly amount: number
  readonly factors: FactorProduct | null
  readonly percent: number
  /** The lines that it is a percent of, besides those already in the amount. */
  readonly base: readonly number[]
}

/** A line that is a percent of the dealer cost, the price or the markup. */
export interface PercentShare {
  readonly at: number
  readonly percent: number
  readonly fed: number
}

export interface SaleLines {
  readonly definitions: readonly DisbursementDefinition[]
  readonly calculations: readonly Calculation[]
  /** All lines; null where the amount differs by cell. */
  readonly template: readonly (RatedLine | null)[]
  /** The indexes of the lines that differ by cell. */
  readonly varying: readonly number[]
  readonly steps: readonly LineStep[]
  readonly parts: PriceParts
}

/** What a price is made of, by the indexes of lines. */
export interface PriceParts {
  /** The dealer cost: the part that is the same in every cell, and the lines that are not. */
  readonly knownCost: number
  readonly costs: readonly number[]
  readonly sharesOfCost: readonly PercentShare[]
  /** What surcharges add to lines of the dealer cost. */
  readonly fedIntoCost: number
  /** The line that is the rest of the dealer cost; -1: none. */
  readonly remainderAt: number
  readonly remainderFigures: RateColumn | null
  /** What is paid out of the price besides the dealer cost. */
  readonly knownBeyond: number
  readonly beyond: readonly number[]
  readonly beyondOfCost: readonly PercentShare[]
  readonly sharesOfRetail: readonly PercentShare[]
  readonly sharesOfMarkup: readonly PercentShare[]
  /** The line that is the rest of the price; -1: none. */
  readonly markupAt: number
  /** Whether everything besides the dealer cost is the same in every cell. */
  readonly isPlain: boolean
}

/** The inputs of the lines. */
export interface LineSource {
  readonly figures: ReadonlyMap<string, RateColumn>
  readonly factors: ReadonlyMap<string, CompiledFactors>
  readonly circumstances: Circumstances
  readonly itemPrice: number | null
  /** What surcharges add to the line with this code. */
  readonly surchargesInto: (code: string) => number
}

/** The lines of a sale, in the order of the book. Undefined where calculations contradict each other. */
export function settleLines(
  definitions: readonly DisbursementDefinition[],
  calculations: readonly Calculation[],
  source: LineSource,
): SaleLines | undefined {
  const order = percentOrder(definitions, calculations)
  if (!order) return undefined
  const fed: number[] = []
  const constant: (RatedLine | null)[] = []
  const varying: number[] = []
  const steps: LineStep[] = []
  for (let at = 0; at < definitions.length; at += 1) {
    const definition = definitions[at] as DisbursementDefinition
    const calculation = calculations[at] as Calculation
    const plus = source.surchargesInto(definition.code)
    fed.push(plus)
    if (calculation.type === 'Flat') {
      const amount = (calculation.amount + plus) as RatedLine['amount']
      constant.push({ definition, calculation, amount })
      continue
    }
    constant.push(null)
    varying.push(at)
    const step = rowStep(calculation, at, plus, source)
    if (step) steps.push(step)
  }
  for (const { at, base, percent } of order) {
    let amount = 0
    for (const line of base) amount += constant[line]?.amount ?? 0
    const varyingBase = base.filter((line) => constant[line] === null)
    steps.push(lineStep('PercentOfLines', at, fed[at] as number, { percent, amount, base: varyingBase }))
  }
  const parts = priceParts(definitions, calculations, fed, constant, source.figures)
  if (!parts) return undefined
  return { definitions, calculations, template: constant, varying, steps, parts }
}

interface StepInputs {
  readonly figures?: RateColumn | null
  readonly amount?: number
  readonly factors?: FactorProduct
  readonly percent?: number
  readonly base?: readonly number[]
}

// Written out because it runs for every quote: a spread takes a hundred times as long.
const lineStep = (kind: LineStep['kind'], at: number, fed: number, inputs: StepInputs): LineStep => ({
  kind,
  at,
  fed,
  figures: inputs.figures ?? null,
  amount: inputs.amount ?? 0,
  factors: inputs.factors ?? null,
  percent: inputs.percent ?? 0,
  base: inputs.base ?? NO_LINES,
})

const NO_LINES: readonly number[] = []
/** The amounts of a column that the rows do not have. */
const NO_FIGURES: RateColumn = []

/** Undefined for a line that is computed from other lines or totals. */
function rowStep(
  calculation: Calculation,
  at: number,
  fed: number,
  source: LineSource,
): LineStep | undefined {
  const { figures, factors, circumstances, itemPrice } = source
  switch (calculation.type) {
    case 'RateRow': {
      const column = figures.get(calculation.column) ?? NO_FIGURES
      if (calculation.of === null) return lineStep('Row', at, fed, { figures: column })
      // A percent of an unknown price has no amount.
      if (itemPrice === null) return lineStep('Row', at, fed, { figures: NO_FIGURES })
      return lineStep('PartOfPrice', at, fed, { figures: column, amount: itemPrice })
    }
    case 'FactorTable': {
      const tables: CompiledFactors[] = []
      for (const code of calculation.tables) {
        const table = factors.get(code)
        if (table) tables.push(table)
      }
      return lineStep('Factors', at, fed, {
        figures: calculation.column === null ? null : (figures.get(calculation.column) ?? NO_FIGURES),
        amount: calculation.amount ?? Number.NaN,
        factors: factorProduct(tables, circumstances),
      })
    }
    default:
      return undefined
  }
}

/** The lines that make up the dealer cost and the price. Undefined where the calculation would be circular. */
function priceParts(
  definitions: readonly DisbursementDefinition[],
  calculations: readonly Calculation[],
  fed: readonly number[],
  constant: readonly (RatedLine | null)[],
  figures: LineSource['figures'],
): PriceParts | undefined {
  const parts: { -readonly [Name in keyof PriceParts]: PriceParts[Name] } & Lists = {
    knownCost: 0,
    costs: [],
    sharesOfCost: [],
    fedIntoCost: 0,
    remainderAt: -1,
    remainderFigures: null,
    knownBeyond: 0,
    beyond: [],
    beyondOfCost: [],
    sharesOfRetail: [],
    sharesOfMarkup: [],
    markupAt: -1,
    isPlain: false,
  }
  for (let at = 0; at < definitions.length; at += 1) {
    const isCost = (definitions[at] as DisbursementDefinition).includedInDealerCost
    const calculation = calculations[at] as Calculation
    const known = constant[at] as RatedLine | null
    if (isCost) parts.fedIntoCost += fed[at] as number
    if (calculation.type === 'Remainder') {
      // Only one line can be the rest.
      if ((isCost ? parts.remainderAt : parts.markupAt) >= 0) return undefined
      if (isCost) {
        parts.remainderAt = at
        parts.remainderFigures = figures.get(calculation.column ?? '') ?? null
      } else parts.markupAt = at
    } else if (calculation.type === 'PercentOf' && typeof calculation.base === 'string') {
      const share = { at, percent: calculation.percent, fed: fed[at] as number }
      // The price is computed after the dealer cost and cannot be part of it.
      if (isCost && calculation.base !== 'DealerCost') return undefined
      if (isCost) parts.sharesOfCost.push(share)
      else if (calculation.base === 'DealerCost') parts.beyondOfCost.push(share)
      else if (calculation.base === 'Retail') parts.sharesOfRetail.push(share)
      else parts.sharesOfMarkup.push(share)
    } else if (known === null) (isCost ? parts.costs : parts.beyond).push(at)
    else if (isCost) parts.knownCost += known.amount
    else parts.knownBeyond += known.amount
  }
  const { beyond, beyondOfCost, sharesOfRetail, sharesOfMarkup } = parts
  parts.isPlain = beyond.length + beyondOfCost.length + sharesOfRetail.length + sharesOfMarkup.length === 0
  return parts
}

/** The lists while they are being filled. */
type Lists = {
  [Name in 'costs' | 'beyond']: number[]
} & { [Name in 'sharesOfCost' | 'beyondOfCost' | 'sharesOfRetail' | 'sharesOfMarkup']: PercentShare[] }

/** A line that is a percent of other lines, by their indexes. */
export interface PercentOfLines {
  readonly at: number
  readonly percent: number
  readonly base: readonly number[]
}

/** Percents of other lines, each after those it is a percent of. Undefined where they are circular. */
function percentOrder(
  definitions: readonly DisbursementDefinition[],
  calculations: readonly Calculation[],
): PercentOfLines[] | undefined {
  const order: PercentOfLines[] = []
  const done = new Set<number>()
  const visit = (at: number, above: readonly number[]): boolean => {
    const calculation = calculations[at] as Calculation
    if (calculation.type !== 'PercentOf' || typeof calculation.base === 'string' || done.has(at)) return true
    if (above.includes(at)) return false
    const { base, percent } = calculation
    const lines: number[] = []
    for (let other = 0; other < definitions.length; other += 1) {
      if (!base.includes((definitions[other] as DisbursementDefinition).code)) continue
      // A line that is computed last cannot be the base of another.
      if (isComputedLast(calculations[other] as Calculation) || !visit(other, [...above, at])) return false
      lines.push(other)
    }
    done.add(at)
    order.push({ at, percent, base: lines })
    return true
  }
  for (let at = 0; at < calculations.length; at += 1) if (!visit(at, [])) return undefined
  return order
}
