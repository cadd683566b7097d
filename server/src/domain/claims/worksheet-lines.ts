import { exactText, moneyText } from '../figure-text.ts'
import { WHOLE_PERCENT } from '../fraction.ts'
import { amountOf, type Cents, minus, plus, sumCents } from '../money.ts'
import type { SalesTaxRule } from '../rate-book/rate-book.ts'
import type { WorksheetStep } from '../worksheet-step.ts'
import { figure, roundingToCent } from '../worksheet-step.ts'
import type {
  Adjustment,
  ClaimDetail,
  ClaimFacts,
  DetailFigures,
  Hundredths,
  LaborLine,
  LineFigures,
  MiscLine,
  PartLine,
} from './claim.ts'
import { allowedHours, allowedPrice, allowedRate, unitsText, WHOLE } from './line-figures.ts'
import { taxableBy, taxBy } from './line-taxes.ts'

// The steps of the lines of a detail: what was asked, each cut, what is approved, each tax. A line of a decided detail keeps
// the cuts of its decision; their inputs may have changed since, so only their amounts are told.

type Target = 'Labor' | 'Part' | 'Misc'
type Inputs = WorksheetStep['inputs']

/** A line with everything that its steps tell. */
interface ExplainedLine {
  readonly target: Target
  /** Detail 1, labor 2 (Replace water pump). */
  readonly label: string
  readonly price: Cents
  readonly units: Hundredths
  readonly unitName: string
  readonly figures: LineFigures
  readonly cuts: readonly Adjustment[]
  readonly rules: readonly SalesTaxRule[]
  /** The inputs and the formula of a cut, by its reason. */
  readonly explain: (reason: Reason) => {
    readonly inputs: Inputs
    readonly formula: string
  }
}

export function lineSteps(facts: ClaimFacts, detail: ClaimDetail, figures: DetailFigures): WorksheetStep[] {
  const steps: WorksheetStep[] = []
  const isDecided = figures === detail.frozen
  for (const line of explainedLines(facts, detail, figures)) {
    steps.push(requestedStep(line))
    for (const cut of line.cuts) steps.push(cutStep(facts, line, cut, isDecided))
    if (line.figures.amount !== line.figures.requested || line.cuts.length > 0) steps.push(amountStep(line))
    if (isDecided && line.figures.tax > 0) steps.push(decidedTaxStep(line))
    if (!isDecided && line.figures.amount > 0) for (const rule of line.rules) steps.push(taxStep(line, rule))
  }
  return steps
}

type Reason = Adjustment['reasonCode']

function explainedLines(facts: ClaimFacts, detail: ClaimDetail, figures: DetailFigures): ExplainedLine[] {
  const laborRate = facts.facility?.laborRate ?? null
  const cutsOf = (target: Target, lineId: number) =>
    figures.adjustments.filter((cut) => cut.target === target && cut.targetId === lineId)
  const labelOf = (target: Target, at: number, name: string | null) =>
    `Detail ${detail.sequence}, ${target.toLowerCase()} ${at + 1}${name ? ` (${name})` : ''}`
  return [
    ...paired(detail.labor, figures.labor, (line, own, at) => ({
      target: 'Labor',
      label: labelOf('Labor', at, line.description ?? line.operationCode),
      price: line.rateRequested,
      units: line.hoursRequested,
      unitName: 'hours',
      figures: own,
      cuts: cutsOf('Labor', line.id),
      rules: line.isTaxable ? facts.taxRules.Labor : [],
      explain: (reason: Reason) => laborCut(line, own, laborRate, reason),
    })),
    ...paired(detail.parts, figures.parts, (line, own, at) => ({
      target: 'Part',
      label: labelOf('Part', at, line.description ?? line.partNumber),
      price: line.unitPriceRequested,
      units: line.quantity,
      unitName: 'quantity',
      figures: own,
      cuts: cutsOf('Part', line.id),
      rules: facts.taxRules.Part,
      explain: (reason: Reason) => partCut(line, own, reason),
    })),
    ...paired(detail.misc, figures.misc, (line, own, at) => ({
      target: 'Misc',
      label: labelOf('Misc', at, line.type),
      price: line.unitPrice,
      units: line.quantity,
      unitName: 'quantity',
      figures: own,
      cuts: cutsOf('Misc', line.id),
      rules: facts.taxRules.Misc,
      explain: (reason: Reason) => miscCut(line, own, reason),
    })),
  ]
}

const paired = <Line>(
  lines: readonly Line[],
  figures: readonly LineFigures[],
  explained: (line: Line, own: LineFigures, at: number) => ExplainedLine,
): ExplainedLine[] =>
  lines.flatMap((line, at) => {
    const own = figures[at]
    return own ? [explained(line, own, at)] : []
  })

const hours = (units: Hundredths): number => Number(unitsText(units))

const requestedStep = ({ target, label, price, units, unitName, figures }: ExplainedLine) =>
  figure({
    code: `requested:${target}:${figures.id}`,
    inputs: { [unitName]: hours(units), price: amountOf(price) },
    formula: `${unitName} x price`,
    exact: exactText(price, { part: units, whole: WHOLE }),
    rounding: 'HalfUpToCent',
    amount: figures.requested,
    words: `${label} asks for ${unitsText(units)} x ${moneyText(price)} = ${moneyText(figures.requested)}.`,
  })

function cutStep({ terms }: ClaimFacts, line: ExplainedLine, cut: Adjustment, isDecided: boolean) {
  const { reasonCode, amount, note, isAutomatic } = cut
  const how = isDecided
    ? { inputs: {}, formula: 'as decided' }
    : isAutomatic
      ? line.explain(reasonCode)
      : { inputs: {}, formula: 'as entered, and no more than is left of the line' }
  return figure({
    code: `${reasonCode}:${line.target}:${line.figures.id}`,
    inputs: how.inputs,
    formula: how.formula,
    amount,
    ruleCode: reasonCode,
    source: isAutomatic ? `form ${terms.formNumber}` : 'adjuster',
    clause: note,
    words: `${line.label} is ${amount > 0 ? 'raised' : 'cut'} by ${moneyText(Math.abs(amount) as Cents)}: ${reasonWords[reasonCode]}.${note ? ` ${note}` : ''}`,
  })
}

export const reasonWords: Readonly<Record<Adjustment['reasonCode'], string>> = {
  NotCovered: 'the component is not covered',
  MfrWarranty: "the maker's warranty covers it",
  GuideTime: 'hours above the labor guide',
  LaborRate: 'a rate above the agreed one',
  PartPrice: 'a price above the suggested one',
  BenefitCap: 'more than the benefit pays',
  FeeCap: 'more than the cap',
  Adjuster: 'decided by an adjuster',
  Betterment: 'the repair is worth more than what failed',
  Other: 'another reason',
}

const NOT_PAID = { inputs: {}, formula: '0 - requested' }

function laborCut(
  line: LaborLine,
  { hoursApproved, rateApproved }: LineFigures,
  laborRate: Cents | null,
  reason: Reason,
) {
  const { hoursRequested, hoursGuide, rateRequested } = line
  const [allowed, rate] = [allowedHours(line), allowedRate(line, laborRate)]
  if (reason === 'GuideTime')
    return {
      inputs: {
        ...{ hoursRequested: hours(hoursRequested), hoursGuide: hours(hoursGuide ?? hoursRequested) },
        rateRequested: amountOf(rateRequested),
      },
      formula: 'the lesser of hoursRequested and hoursGuide x rateRequested, rounded, less requested',
    }
  if (reason === 'LaborRate')
    return {
      inputs: {
        ...{ hoursAllowed: hours(allowed), rateRequested: amountOf(rateRequested) },
        laborRate: amountOf(rate),
      },
      formula: 'hoursAllowed x laborRate, rounded, less hoursAllowed x rateRequested, rounded',
    }
  if (reason !== 'Adjuster') return NOT_PAID
  return {
    inputs: {
      ...{ hoursApproved: hours(hoursApproved ?? allowed), rateApproved: amountOf(rateApproved ?? rate) },
      ...{ hoursAllowed: hours(allowed), rateAllowed: amountOf(rate) },
    },
    formula: 'hoursApproved x rateApproved, rounded, less hoursAllowed x rateAllowed, rounded',
  }
}

function partCut(line: PartLine, { unitPriceApproved }: LineFigures, reason: Reason) {
  const allowed = allowedPrice(line)
  const quantity = hours(line.quantity)
  if (reason === 'PartPrice')
    return {
      inputs: { quantity, suggestedPrice: amountOf(allowed) },
      formula: 'quantity x suggestedPrice, rounded, less requested',
    }
  if (reason !== 'Adjuster') return NOT_PAID
  return {
    inputs: {
      ...{ quantity, unitPriceApproved: amountOf(unitPriceApproved ?? allowed) },
      unitPriceAllowed: amountOf(allowed),
    },
    formula: 'quantity x unitPriceApproved, rounded, less quantity x unitPriceAllowed, rounded',
  }
}

function miscCut(line: MiscLine, { quantityApproved, cap }: LineFigures, reason: Reason) {
  if (reason !== 'BenefitCap' && reason !== 'FeeCap') return NOT_PAID
  const units = hours(quantityApproved ?? line.quantity)
  return {
    inputs: { units, unitPrice: amountOf(line.unitPrice), cap: amountOf(cap ?? (0 as Cents)) },
    formula: 'the lesser of units x unitPrice and cap, less requested',
  }
}

/** What is approved of a line that was cut. */
function amountStep({ target, label, figures, cuts }: ExplainedLine): WorksheetStep {
  const { id, requested, amount } = figures
  const ofLine = sumCents(cuts.map((cut) => cut.amount))
  const shared = minus(amount, plus(requested, ofLine))
  const inputs = { requested: amountOf(requested), cuts: amountOf(ofLine) }
  return figure({
    code: `amount:${target}:${id}`,
    inputs: shared === 0 ? inputs : { ...inputs, cutsOfDetailOrClaim: amountOf(shared) },
    formula: shared === 0 ? 'requested + cuts' : 'requested + cuts + cutsOfDetailOrClaim',
    amount,
    words: `${label} is approved with ${moneyText(amount)} of ${moneyText(requested)}.`,
  })
}

function taxStep({ target, label, figures }: ExplainedLine, rule: SalesTaxRule): WorksheetStep {
  const taxable = taxableBy(rule, figures.amount)
  const tax = taxBy(rule, figures.amount)
  return figure({
    code: `tax:${rule.type}:${target}:${figures.id}`,
    inputs: { taxable: amountOf(taxable), ratePercent: rule.rate / 1_000_000, ruleId: rule.id },
    formula: 'taxable x rate',
    exact: exactText(taxable, { part: rule.rate, whole: WHOLE_PERCENT }),
    rounding: roundingToCent[rule.roundMode],
    amount: tax,
    ruleCode: `${rule.type} sales tax`,
    source: rule.state,
    words: `${label} carries ${rule.type.toLowerCase()} tax of ${moneyText(tax)} on ${moneyText(taxable)}.`,
  })
}

const decidedTaxStep = ({ target, label, figures }: ExplainedLine): WorksheetStep =>
  figure({
    code: `tax:${target}:${figures.id}`,
    inputs: { amount: amountOf(figures.amount) },
    formula: 'as decided',
    amount: figures.tax,
    words: `${label} carries tax of ${moneyText(figures.tax)}.`,
  })
