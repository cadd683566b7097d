import type { Calculation, DisbursementDefinition } from './rate-book.ts'
import type { CompiledFactors, FactorProduct } from './rate-factors.ts'
import { factorProduct } from './rate-factors.ts'
import type { RatedLine } from './rate-results.ts'
import type { Circumstances } from './row-tree.ts'

// How a price is built, settled once for a sale: which lines are paid, and in which steps their amounts are found. What
// is left for each cell is arithmetic (`line-amounts.ts`).

/** The figures of a column, by row. A plain list: of a typed array every number read is made anew before it is kept. */
export type Figures = readonly (number | undefined)[]

/** A line that is computed before the dealer cost, by what its calculation needs. */
export interface Step {
  readonly kind: 'Row' | 'PartOfPrice' | 'Factors' | 'PercentOfLines'
  readonly at: number
  /** What surcharges add to the line. */
  readonly fed: number
  /** The figures of the rows; without them there is an amount. */
  readonly figures: Figures | null
  readonly amount: number
  readonly factors: FactorProduct | null
  readonly percent: number
  /** The lines that it is a percent of. */
  readonly base: readonly number[]
}

/** A line that is a percent of a figure of the whole. */
export interface Share {
  readonly at: number
  readonly percent: number
  readonly fed: number
}

export interface SaleLines {
  readonly definitions: readonly DisbursementDefinition[]
  readonly calculations: readonly Calculation[]
  /** All lines, with those whose amount is the same in every cell. */
  readonly template: readonly (RatedLine | null)[]
  /** The places of the others. */
  readonly varying: readonly number[]
  /** The amounts of the cell that is being computed. */
  readonly amounts: number[]
  readonly steps: readonly Step[]
  readonly parts: PriceParts
}

/** What a price is made of, by the places of lines. */
export interface PriceParts {
  /** The dealer cost: what is the same in every cell, and lines that are not. */
  readonly knownCost: number
  readonly costs: readonly number[]
  readonly sharesOfCost: readonly Share[]
  /** What surcharges feed into lines of the dealer cost. */
  readonly fedIntoCost: number
  /** The line that is the rest of a dealer cost in the row; -1: there is none. */
  readonly remainderAt: number
  readonly remainderFigures: Figures | null
  /** What is paid out of the price besides the dealer cost. */
  readonly knownBeyond: number
  readonly beyond: readonly number[]
  readonly beyondOfCost: readonly Share[]
  readonly sharesOfRetail: readonly Share[]
  readonly sharesOfMarkup: readonly Share[]
  /** The rest of the price; -1: nobody gets it. */
  readonly markupAt: number
}

/** What lines are found from. */
export interface LineSource {
  readonly figures: ReadonlyMap<string, Figures>
  readonly factors: ReadonlyMap<string, CompiledFactors>
  readonly circumstances: Circumstances
  readonly itemPrice: number | null
  /** What surcharges add to the line with this code. */
  readonly fedInto: (code: string) => number
}

/** Lines of a sale, in the order of the book. Nothing where calculations contradict each other. */
export function settleLines(
  definitions: readonly DisbursementDefinition[],
  calculations: readonly Calculation[],
  source: LineSource,
): SaleLines | undefined {
  const order = orderOfPercents(definitions, calculations)
  if (!order) return undefined
  const fed = definitions.map(({ code }) => source.fedInto(code))
  const amounts = definitions.map(() => 0)
  const steps: Step[] = []
  const constant = definitions.map((definition, at): RatedLine | null => {
    const calculation = calculations[at] as Calculation
    if (calculation.type === 'Flat') {
      const amount = (calculation.amount + (fed[at] as number)) as RatedLine['amount']
      amounts[at] = amount
      return { definition, calculation, amount }
    }
    const step = stepOf(calculation, at, fed[at] as number, source)
    if (step) steps.push(step)
    return null
  })
  for (const { at, base, percent } of order)
    steps.push(stepWith('PercentOfLines', at, fed[at] as number, { percent, base }))
  const varying = [...constant.keys()].filter((at) => constant[at] === null)
  const parts = partsOf(definitions, calculations, fed, constant, source.figures)
  if (!parts) return undefined
  return { definitions, calculations, template: constant, varying, amounts, steps, parts }
}

interface StepInputs {
  readonly figures?: Figures | null
  readonly amount?: number
  readonly factors?: FactorProduct
  readonly percent?: number
  readonly base?: readonly number[]
}

// Written out, for it is made for every quote: what is spread into an object takes a hundred times as long.
const stepWith = (kind: Step['kind'], at: number, fed: number, inputs: StepInputs): Step => ({
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
/** The figures of a column that the rows do not have. */
const NO_FIGURES: Figures = []

/** Nothing for what is computed from other lines or from the whole. */
function stepOf(calculation: Calculation, at: number, fed: number, source: LineSource): Step | undefined {
  const { figures, factors, circumstances, itemPrice } = source
  switch (calculation.type) {
    case 'RateRow': {
      const column = figures.get(calculation.column) ?? NO_FIGURES
      if (calculation.of === null) return stepWith('Row', at, fed, { figures: column })
      // A percent of what is not known is no figure.
      if (itemPrice === null) return stepWith('Row', at, fed, { figures: NO_FIGURES })
      return stepWith('PartOfPrice', at, fed, { figures: column, amount: itemPrice })
    }
    case 'FactorTable': {
      const tables = calculation.tables
        .map((code) => factors.get(code))
        .filter((table) => table !== undefined)
      return stepWith('Factors', at, fed, {
        figures: calculation.column === null ? null : (figures.get(calculation.column) ?? NO_FIGURES),
        amount: calculation.amount ?? Number.NaN,
        factors: factorProduct(tables, circumstances),
      })
    }
    default:
      return undefined
  }
}

/** Which lines the dealer cost and the price are made of. Nothing where they would be made of themselves. */
function partsOf(
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
  }
  for (let at = 0; at < definitions.length; at += 1) {
    const isCost = (definitions[at] as DisbursementDefinition).includedInDealerCost
    const calculation = calculations[at] as Calculation
    const known = constant[at] as RatedLine | null
    if (isCost) parts.fedIntoCost += fed[at] as number
    if (calculation.type === 'Remainder') {
      // What is left goes to one line.
      if ((isCost ? parts.remainderAt : parts.markupAt) >= 0) return undefined
      if (isCost) {
        parts.remainderAt = at
        parts.remainderFigures = figures.get(calculation.column ?? '') ?? null
      } else parts.markupAt = at
    } else if (calculation.type === 'PercentOf' && typeof calculation.base === 'string') {
      const share = { at, percent: calculation.percent, fed: fed[at] as number }
      // The price comes after the dealer cost, and is no part of it.
      if (isCost && calculation.base !== 'DealerCost') return undefined
      if (isCost) parts.sharesOfCost.push(share)
      else if (calculation.base === 'DealerCost') parts.beyondOfCost.push(share)
      else if (calculation.base === 'Retail') parts.sharesOfRetail.push(share)
      else parts.sharesOfMarkup.push(share)
    } else if (known === null) (isCost ? parts.costs : parts.beyond).push(at)
    else if (isCost) parts.knownCost += known.amount
    else parts.knownBeyond += known.amount
  }
  return parts
}

/** The lists while they are made. */
type Lists = {
  [Name in 'costs' | 'beyond']: number[]
} & { [Name in 'sharesOfCost' | 'beyondOfCost' | 'sharesOfRetail' | 'sharesOfMarkup']: Share[] }

interface PercentOfLines {
  readonly at: number
  readonly percent: number
  readonly base: readonly number[]
}

/** Percents of other lines, each after those it is a percent of. Nothing where they close a ring. */
function orderOfPercents(
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
      // What is known last cannot be what another line is found from.
      if (isKnownLast(calculations[other] as Calculation) || !visit(other, [...above, at])) return false
      lines.push(other)
    }
    done.add(at)
    order.push({ at, percent, base: lines })
    return true
  }
  for (let at = 0; at < calculations.length; at += 1) if (!visit(at, [])) return undefined
  return order
}

const isKnownLast = (calculation: Calculation) =>
  calculation.type === 'Remainder' ||
  (calculation.type === 'PercentOf' && typeof calculation.base === 'string')
