import type {
  Calculation,
  DisbursementDefinition,
  Program,
  RateRow,
} from '../../../../src/domain/rate-book/rate-book.ts'
import type { RateFacts, RateRequest } from '../../../../src/domain/rating/request.ts'
import { greatest, grossedUp, isWholeOrMore, percentOf, shared, sum, toNearest } from './fractions.ts'
import { type Cell, factorFor, isOn, type Sale } from './rows.ts'

// The lines of one price, each computed when needed. Undefined is a figure that the book does not have.

export interface Priced {
  readonly program: Program
  readonly cell: Cell
  readonly row: RateRow
  readonly sale: Sale
  readonly request: RateRequest
  readonly facts: RateFacts
  /** The amounts of the chosen surcharges, by line. */
  readonly feedOf: (code: string) => bigint
}

export interface Line {
  readonly definition: DisbursementDefinition
  readonly calculation: Calculation
  readonly feed: bigint
}

/** The lines with a payee on that date, with their overrides. */
export function linesOf({ program, cell, sale, facts, feedOf }: Priced): Line[] {
  const { agentNumber, groupNumber } = facts.dealer
  return program.disbursements
    .filter((definition) => isOn(definition, sale.date))
    .filter(({ to }) => to.type !== 'Agent' || agentNumber !== null)
    .filter(({ to }) => to.type !== 'DealerGroup' || groupNumber !== null)
    .sort((one, other) => one.sequence - other.sequence || one.id - other.id)
    .map((definition) => {
      const agreed = facts.overrides.find(
        (override) =>
          override.program === program.code &&
          override.disbursementCode === definition.code &&
          [null, cell.plan.code].includes(override.plan) &&
          [null, cell.term.code].includes(override.term) &&
          [null, cell.deductible.code].includes(override.deductible) &&
          [null, sale.classCode].includes(override.classCode),
      )
      return {
        definition,
        calculation: agreed?.calculation ?? definition.calculation,
        feed: feedOf(definition.code),
      }
    })
}

/** Computed after the percents of lines. */
const isFoundLast = ({ calculation }: Line) =>
  calculation.type === 'Remainder' ||
  (calculation.type === 'PercentOf' && typeof calculation.base === 'string')

/** The amount of a line that depends on neither dealer cost nor the price, with its surcharges. */
function amountOf(
  line: Line,
  lines: readonly Line[],
  priced: Priced,
  above: readonly Line[],
): bigint | undefined {
  if (isFoundLast(line) || above.includes(line)) return undefined
  const own = ownAmount(line, lines, priced, above)
  return own === undefined ? undefined : own + line.feed
}

function ownAmount(
  line: Line,
  lines: readonly Line[],
  priced: Priced,
  above: readonly Line[],
): bigint | undefined {
  const { calculation } = line
  const inRow = (column: string) => {
    const value = priced.row.values[column]
    return value === undefined ? undefined : BigInt(value)
  }
  switch (calculation.type) {
    case 'Flat':
      return BigInt(calculation.amount)
    case 'RateRow': {
      const value = inRow(calculation.column)
      const price = priced.request.itemPurchasePrice
      if (value === undefined || calculation.of === null) return value
      return price === null ? undefined : percentOf(BigInt(price), Number(value))
    }
    case 'FactorTable': {
      const { column, amount, tables } = calculation
      const base = column === null ? amount : inRow(column)
      return base === null || base === undefined ? undefined : timesFactors(BigInt(base), tables, priced)
    }
    case 'PercentOf': {
      const bases = lines.filter(({ definition }) => calculation.base.includes(definition.code))
      const amounts = bases.map((base) => amountOf(base, lines, priced, [...above, line]))
      const known = amounts.filter((amount) => amount !== undefined)
      return known.length < amounts.length ? undefined : percentOf(sum(known), calculation.percent)
    }
    default:
      return undefined
  }
}

function timesFactors(base: bigint, tables: readonly string[], { program, cell, sale }: Priced) {
  let [numerator, denominator] = [base, 1n]
  for (const code of tables) {
    const table = program.factorTables.find((one) => one.code === code)
    const factor = table && factorFor(table, cell, sale)
    if (factor === undefined) return undefined
    numerator *= BigInt(factor)
    denominator *= 1_000_000n
  }
  return toNearest(numerator, denominator)
}

/** Amounts by line, without the lines that depend on the price. */
export interface Cost {
  readonly dealerCost: bigint
  readonly amounts: ReadonlyMap<Line, bigint>
}

export function costOf(lines: readonly Line[], priced: Priced): Cost | undefined {
  const amounts = new Map<Line, bigint>()
  for (const line of lines.filter((one) => !isFoundLast(one))) {
    const amount = amountOf(line, lines, priced, [])
    if (amount === undefined) return undefined
    amounts.set(line, amount)
  }
  const inCost = lines.filter(({ definition }) => definition.includedInDealerCost)
  const percents = inCost.filter((line) => percentOfCost(line) !== undefined)
  const [remainder] = inCost.filter(({ calculation }) => calculation.type === 'Remainder')
  const isLost = (line: Line) => !amounts.has(line) && !percents.includes(line) && line !== remainder
  // A part of dealer cost would depend on the price, which depends on dealer cost.
  if (inCost.some(isLost)) return undefined
  const fixed = sum(inCost.map((line) => amounts.get(line) ?? line.feed))
  const shares = percents.map((line) => percentOfCost(line) ?? 0)
  const set = (line: Line, share: bigint | undefined) => {
    amounts.set(line, (share ?? 0n) + line.feed)
  }
  if (remainder?.calculation.type === 'Remainder') {
    const inRow = priced.row.values[remainder.calculation.column ?? '']
    if (inRow === undefined) return undefined
    const dealerCost = BigInt(inRow) + sum(inCost.map(({ feed }) => feed))
    const parts = shares.map((share) => percentOf(dealerCost, share))
    const left = dealerCost - fixed - sum(parts)
    if (left < 0n) return undefined
    for (const [at, line] of percents.entries()) set(line, parts[at])
    set(remainder, left)
    return { dealerCost, amounts }
  }
  const together = sum(shares.map(BigInt))
  if (isWholeOrMore(together)) return undefined
  const dealerCost = grossedUp(fixed, together)
  const parts = shared(dealerCost - fixed, shares)
  for (const [at, line] of percents.entries()) set(line, parts[at])
  return { dealerCost, amounts }
}

const percentOfCost = ({ calculation }: Line) =>
  calculation.type === 'PercentOf' && calculation.base === 'DealerCost' ? calculation.percent : undefined

/** All lines at a price, in order. They sum to the price. */
export function atRetail(lines: readonly Line[], { dealerCost, amounts }: Cost, retail: bigint) {
  const all = new Map(amounts)
  const beyond = lines.filter(({ definition }) => !definition.includedInDealerCost)
  const percentOfBase = (base: string, amount: bigint) => {
    for (const line of beyond)
      if (line.calculation.type === 'PercentOf' && line.calculation.base === base)
        all.set(line, percentOf(amount, line.calculation.percent) + line.feed)
  }
  percentOfBase('DealerCost', dealerCost)
  percentOfBase('Retail', retail)
  const taken = sum(beyond.map((line) => all.get(line) ?? line.feed))
  percentOfBase('Markup', greatest([0n, retail - dealerCost - taken]))
  const markup = lines.find(
    ({ calculation }) => calculation.type === 'Remainder' && calculation.column === null,
  )
  if (markup) all.set(markup, retail - dealerCost - sum(beyond.map((line) => all.get(line) ?? 0n)))
  return lines.map((line) => [line.definition.code, Number(all.get(line))] as const)
}
