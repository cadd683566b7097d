import { allocate, type Cents, prorate } from './money.ts'
import type { Calculation, DisbursementDefinition, Program } from './rate-book.ts'

// How a price is built: the lines that make up the dealer cost, and what follows from the retail price.

/** Percents are in millionths of one percent. */
export const WHOLE_PERCENT = 100_000_000

/** The lines of a program in the order they are computed. */
export interface LineOrder {
  readonly definitions: readonly DisbursementDefinition[]
  /** A code may have several lines, of different dates. */
  readonly at: ReadonlyMap<string, readonly number[]>
  /** Percents of other lines, each after those it is a percent of. */
  readonly percentsOfLines: readonly number[]
}

export function orderLines({ disbursements }: Program): LineOrder {
  const definitions = [...disbursements].sort(
    (one, other) => one.sequence - other.sequence || one.id - other.id,
  )
  const at = new Map<string, number[]>()
  definitions.forEach(({ code }, index) => {
    at.set(code, [...(at.get(code) ?? []), index])
  })
  const order: number[] = []
  const visit = (index: number, above: readonly number[]): void => {
    const calculation = definitions[index]?.calculation
    if (calculation?.type !== 'PercentOf' || typeof calculation.base === 'string' || order.includes(index))
      return
    if (above.includes(index)) throw new Error('The percents of the book close a ring.')
    for (const other of calculation.base.flatMap((code) => at.get(code) ?? []))
      visit(other, [...above, index])
    order.push(index)
  }
  definitions.forEach((_, index) => {
    visit(index, [])
  })
  return { definitions, at, percentsOfLines: order }
}

/** What a line needs to be computed, for one cell of one sale. */
export interface LineInputs {
  /** Whether somebody is there to get it: no agent, no line. */
  readonly isPaid: (definition: DisbursementDefinition) => boolean
  readonly calculationOf: (definition: DisbursementDefinition) => Calculation
  /** The value of a column in the cell's row. */
  readonly valueOf: (column: string) => number | undefined
  readonly timesFactors: (amount: Cents, tables: readonly string[]) => Cents | undefined
  readonly itemPrice: Cents | null
  /** What surcharges add to the line with this code. */
  readonly surchargeOf: (code: string) => number
}

/** Amounts by the order of the definitions; null: no such line. */
export interface CostLines {
  readonly amounts: (Cents | null)[]
  readonly dealerCost: Cents
}

/** The lines that do not hang on the retail price. Nothing where the book has no figure for one of them. */
export function costLines(order: LineOrder, inputs: LineInputs): CostLines | undefined {
  const { definitions } = order
  const amounts: (Cents | null)[] = definitions.map(() => null)
  const calculations = definitions.map(inputs.calculationOf)
  for (let at = 0; at < definitions.length; at += 1) {
    const definition = definitions[at] as DisbursementDefinition
    if (!inputs.isPaid(definition)) continue
    const fixed = fixedAmount(calculations[at] as Calculation, inputs)
    if (fixed === undefined) return undefined
    if (fixed !== null) amounts[at] = (fixed + inputs.surchargeOf(definition.code)) as Cents
  }
  for (const at of order.percentsOfLines) {
    const definition = definitions[at] as DisbursementDefinition
    const calculation = calculations[at] as Calculation
    if (
      !inputs.isPaid(definition) ||
      calculation.type !== 'PercentOf' ||
      typeof calculation.base === 'string'
    )
      continue
    const lines = calculation.base.flatMap((code) => order.at.get(code) ?? [])
    const base = lines.reduce((sum, line) => sum + (amounts[line] ?? 0), 0)
    amounts[at] = (prorate(base as Cents, calculation.percent, WHOLE_PERCENT) +
      inputs.surchargeOf(definition.code)) as Cents
  }
  return withDealerCost(order, inputs, calculations, amounts)
}

/** Null: it is computed later. Undefined: the book has no figure. */
function fixedAmount(calculation: Calculation, inputs: LineInputs): Cents | null | undefined {
  switch (calculation.type) {
    case 'Flat':
      return calculation.amount
    case 'RateRow': {
      const value = inputs.valueOf(calculation.column)
      if (value === undefined || calculation.of === null) return value as Cents | undefined
      return inputs.itemPrice === null ? undefined : prorate(inputs.itemPrice, value, WHOLE_PERCENT)
    }
    case 'FactorTable': {
      const base = calculation.column === null ? calculation.amount : inputs.valueOf(calculation.column)
      return base === null || base === undefined
        ? undefined
        : inputs.timesFactors(base as Cents, calculation.tables)
    }
    case 'PercentOf':
    case 'Remainder':
      return null
    default:
      return calculation satisfies never
  }
}

/** The percents of dealer cost, in which it stands itself, and what is left of a dealer cost that the row gives. */
function withDealerCost(
  { definitions }: LineOrder,
  inputs: LineInputs,
  calculations: readonly Calculation[],
  amounts: (Cents | null)[],
): CostLines | undefined {
  const percents: number[] = []
  let remainder = -1
  let fixed = 0
  for (let at = 0; at < definitions.length; at += 1) {
    const definition = definitions[at] as DisbursementDefinition
    const calculation = calculations[at] as Calculation
    if (!inputs.isPaid(definition) || !definition.includedInDealerCost) continue
    if (calculation.type === 'PercentOf' && calculation.base === 'DealerCost') percents.push(at)
    else if (calculation.type === 'Remainder') remainder = at
    else fixed += amounts[at] ?? 0
  }
  const percentOf = (at: number) => (calculations[at] as { percent: number }).percent
  if (remainder >= 0) return withRemainder({ calculations, amounts, inputs }, { percents, remainder, fixed })
  if (percents.length === 0) return { amounts, dealerCost: fixed as Cents }
  const sum = percents.reduce((all, at) => all + percentOf(at), 0)
  const dealerCost = prorate(fixed as Cents, WHOLE_PERCENT, WHOLE_PERCENT - sum)
  const shares = allocate((dealerCost - fixed) as Cents, percents.map(percentOf))
  percents.forEach((at, index) => {
    amounts[at] = shares[index] as Cents
  })
  return { amounts, dealerCost }
}

function withRemainder(
  {
    calculations,
    amounts,
    inputs,
  }: { calculations: readonly Calculation[]; amounts: (Cents | null)[]; inputs: LineInputs },
  { percents, remainder, fixed }: { percents: readonly number[]; remainder: number; fixed: number },
): CostLines | undefined {
  const { column } = calculations[remainder] as { column: string | null }
  const total = column === null ? undefined : inputs.valueOf(column)
  if (total === undefined) return undefined
  let left = total - fixed
  for (const at of percents) {
    const { percent } = calculations[at] as { percent: number }
    const share = prorate(total as Cents, percent, WHOLE_PERCENT)
    amounts[at] = share
    left -= share
  }
  // Lines that are more than the cost they are part of: the book has no price here.
  if (left < 0) return undefined
  amounts[remainder] = left as Cents
  return { amounts, dealerCost: total as Cents }
}

/** All lines at a retail price: what is a percent of it or of the markup, and the markup as what is left. They sum to it. */
export function linesAtRetail(
  { definitions }: LineOrder,
  { calculationOf, isPaid }: Pick<LineInputs, 'calculationOf' | 'isPaid'>,
  { amounts, dealerCost }: CostLines,
  retail: Cents,
): (Cents | null)[] {
  const all = [...amounts]
  let beyondCost = 0
  const ofMarkup: number[] = []
  let markupAt = -1
  definitions.forEach((definition, at) => {
    if (definition.includedInDealerCost || !isPaid(definition)) return
    const calculation = calculationOf(definition)
    if (calculation.type === 'Remainder') markupAt = at
    else if (calculation.type === 'PercentOf' && calculation.base === 'Markup') ofMarkup.push(at)
    else {
      if (calculation.type === 'PercentOf' && calculation.base === 'Retail')
        all[at] = prorate(retail, calculation.percent, WHOLE_PERCENT)
      else if (calculation.type === 'PercentOf' && calculation.base === 'DealerCost')
        all[at] = prorate(dealerCost, calculation.percent, WHOLE_PERCENT)
      beyondCost += all[at] ?? 0
    }
  })
  const markup = retail - dealerCost - beyondCost
  let left = markup
  for (const at of ofMarkup) {
    const { percent } = calculationOf(definitions[at] as DisbursementDefinition) as { percent: number }
    const share = prorate(Math.max(0, markup) as Cents, percent, WHOLE_PERCENT)
    all[at] = share
    left -= share
  }
  if (markupAt >= 0) all[markupAt] = left as Cents
  return all
}
