import type { CompiledPlan, CompiledProgram } from './compile-book.ts'
import type { Cents } from './money.ts'
import type { Calculation, DisbursementDefinition, RetailRule } from './rate-book.ts'
import { type CompiledFactors, matchFactors, timesFactors } from './rate-factors.ts'
import { costLines, type LineInputs, linesAtRetail } from './rate-lines.ts'
import type { Run } from './rate-plan.ts'
import { type Asked, isEligible, type Sale } from './rate-program.ts'
import type { LineOverride, RateFacts, RateRequest } from './rate-request.ts'
import type { ChosenSurcharge, RatedLine, RatedRate } from './rate-results.ts'
import { type RetailRange, retailRange, retailRuleFor } from './retail.ts'
import { salesTaxOf } from './sales-tax.ts'

/** The surcharges of a sale: mandatory ones whose rule is met, and optional ones, chosen where they are asked for. */
export function surchargesOf(
  { surcharges }: CompiledProgram,
  request: RateRequest,
  sale: Sale,
): readonly ChosenSurcharge[] {
  return surcharges
    .filter(({ criteria }) => isEligible(criteria, sale.context))
    .map(({ surcharge }) => ({
      surcharge,
      isSelected: surcharge.isMandatory || request.surchargeCodes.includes(surcharge.code),
    }))
}

interface PlanSale {
  readonly asked: Asked
  readonly sale: Sale
  readonly plan: CompiledPlan
  readonly surcharges: readonly ChosenSurcharge[]
}

const OPEN: RetailRule = {
  states: null,
  plans: null,
  type: 'Open',
  suggestedMarkup: null,
  suggestedMarkupPercent: null,
  suggestedPrice: null,
  minimum: null,
  caps: [],
  rounding: 'None',
  regulatedRuleId: null,
}

/** The price of one cell; the limits where a cap is below cost; nothing where the book has no figure for a line. */
export function rateCell(
  planSale: PlanSale,
  cell: number,
  run: Run,
): RatedRate | Exclude<ReturnType<typeof retailRange>, RetailRange> | undefined {
  const { asked, sale, plan, surcharges } = planSale
  const { program, request } = asked
  const inputs = lineInputs(planSale, cell)
  const cost = costLines(program.lines, inputs)
  if (!cost) return undefined
  const rule = retailRuleFor(program.program.retail, sale.state, plan.plan.code) ?? OPEN
  const range = retailRange(rule, {
    dealerCost: cost.dealerCost,
    financed: request.financedAmount,
    vehiclePrice: request.vehiclePurchasePrice,
  })
  if (!('suggested' in range)) return range
  const amounts = linesAtRetail(program.lines, inputs, cost, range.suggested)
  const deductible = program.program.deductibles[program.cells.deductible[cell] as number]
  if (!deductible) return undefined
  return {
    program,
    plan,
    term: run.term,
    deductible,
    classing: sale.classing,
    effectiveDate: request.saleDate,
    expirationDate: run.expirationDate,
    expirationOdometer: run.expirationOdometer,
    surcharges,
    dealerCost: cost.dealerCost,
    ...range,
    retailRule: rule,
    lines: linesOf(program.lines.definitions, amounts),
    taxes: salesTaxOf(sale.taxRules, range.suggested),
  }
}

const linesOf = (
  definitions: readonly DisbursementDefinition[],
  amounts: readonly (Cents | null)[],
): RatedLine[] =>
  definitions.flatMap((definition, at) => {
    const amount = amounts[at]
    return amount === null || amount === undefined ? [] : [{ definition, amount }]
  })

function lineInputs({ asked, sale, plan, surcharges }: PlanSale, cell: number): LineInputs {
  const { program, request, facts } = asked
  const row = sale.rowAt[cell] as number
  const overrides = overridesFor(asked, sale, plan, cell)
  return {
    isPaid: ({ to, effectiveFrom, effectiveTo }) =>
      hasHolder(to.type, facts) &&
      effectiveFrom <= request.saleDate &&
      (effectiveTo === null || request.saleDate <= effectiveTo),
    calculationOf: (definition) => overrides.get(definition.code) ?? definition.calculation,
    valueOf(column) {
      const value = program.values.get(column)?.[row]
      return value === undefined || Number.isNaN(value) ? undefined : value
    },
    timesFactors: (amount, tables) => timesFactors(amount, ...factorsOf(program, sale, tables), cell),
    itemPrice: request.itemPurchasePrice,
    surchargeOf: (code) => surchargeOf(surcharges, code),
  }
}

const hasHolder = (type: string, { dealer }: RateFacts) =>
  (type !== 'Agent' || dealer.agentNumber !== null) && (type !== 'DealerGroup' || dealer.groupNumber !== null)

function surchargeOf(surcharges: readonly ChosenSurcharge[], code: string): number {
  let sum = 0
  for (const { surcharge, isSelected } of surcharges)
    if (isSelected) for (const feed of surcharge.feeds) if (feed.disbursementCode === code) sum += feed.amount
  return sum
}

const NONE: ReadonlyMap<string, Calculation> = new Map()

/** What has been agreed with the dealer, its agent or its group, by line. The first that fits counts. */
function overridesFor(
  { program, facts }: Asked,
  sale: Sale,
  plan: CompiledPlan,
  cell: number,
): ReadonlyMap<string, Calculation> {
  if (facts.overrides.length === 0) return NONE
  const { cells, program: source } = program
  const isFor = (override: LineOverride) =>
    override.program === source.code &&
    (override.plan === null || override.plan === plan.plan.code) &&
    (override.term === null || override.term === source.terms[cells.term[cell] as number]?.code) &&
    (override.deductible === null ||
      override.deductible === source.deductibles[cells.deductible[cell] as number]?.code) &&
    (override.classCode === null || override.classCode === sale.classing?.classCode)
  const found = new Map<string, Calculation>()
  for (const override of facts.overrides)
    if (!found.has(override.disbursementCode) && isFor(override))
      found.set(override.disbursementCode, override.calculation)
  return found
}

// The entries of a table are the same for every cell of a sale: they are looked up once.
const looked = new WeakMap<Sale, Map<readonly string[], [CompiledFactors[], Int32Array[]]>>()

function factorsOf(
  program: CompiledProgram,
  sale: Sale,
  tables: readonly string[],
): [CompiledFactors[], Int32Array[]] {
  const known = looked.get(sale) ?? new Map()
  looked.set(sale, known)
  const found = known.get(tables)
  if (found) return found
  const compiled = tables.flatMap((code) => program.factors.get(code) ?? [])
  const made: [CompiledFactors[], Int32Array[]] = [
    compiled,
    compiled.map((table) => matchFactors(table, sale.circumstances)),
  ]
  known.set(tables, made)
  return made
}
