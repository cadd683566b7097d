import type { UnnumberedProgram } from './book.ts'
import type { BookItem, BookItemPart } from './item.ts'
import { planParts } from './plan-items.ts'
import type { ClassRow, EffectiveDates, FactorEntry, RateRow, RetailRule } from './rate-book.ts'
import {
  amountText,
  calculationText,
  capText,
  datesText,
  listFact,
  millionthsText,
  moneyFact,
  numberFact,
  payeeText,
  percentText,
  rangeTexts,
  soldTexts,
  suggestedText,
  yesOrNo,
} from './words.ts'

type Line = UnnumberedProgram['disbursements'][number]

/** The items of a program. */
export function programItems(program: UnnumberedProgram, product: string): BookItem[] {
  const whole = `program ${program.code}`
  const percents = percentColumns(program)
  const parts: BookItemPart[] = [
    ...program.plans.flatMap(planParts),
    ...program.terms.map(({ code, months, miles, hours, basis }) => ({
      name: `term ${code}`,
      facts: { months: numberFact(months), miles: numberFact(miles), hours: numberFact(hours), basis },
    })),
    ...program.deductibles.map(({ code, ...deductible }) => ({
      name: `deductible ${code}`,
      facts: {
        amount: moneyFact(deductible.amount),
        type: deductible.type,
        'reduced amount': moneyFact(deductible.reducedAmount),
        description: deductible.description,
        dates: datesText(deductible),
      },
    })),
    ...(program.classes ?? []).map(classPart),
    ...Object.entries(program.classNames).map(([code, name]) => ({ name: `class ${code}`, facts: { name } })),
    ...program.rates.map((row) => ratePart(row, percents)),
    ...program.factorTables.flatMap(factorParts),
    ...withDates(program.surcharges.map(surchargePart), program.surcharges),
    ...withDates(program.disbursements.map(linePart), program.disbursements),
    ...withDates(program.retail.map(retailPart), program.retail),
    ...withDates(program.related.map(relatedPart), program.related),
  ]
  return [
    { program: '', name: whole, style: 'facts', facts: programFacts(program, product) },
    ...parts.map((part): BookItem => ({ style: 'facts', partOf: whole, ...part, program: program.code })),
  ]
}

/** An item that changes on a date is in the book twice. The first has the plain name, so that it stays the same item. */
function withDates(parts: readonly BookItemPart[], dates: readonly EffectiveDates[]): BookItemPart[] {
  const from = (at: number) => dates[at]?.effectiveFrom ?? ''
  return parts.map((part, at) => {
    const isLater = parts.some((other, place) => other.name === part.name && from(place) < from(at))
    const facts = { ...part.facts, dates: datesText(dates[at] ?? { effectiveFrom: null, effectiveTo: null }) }
    return { ...part, name: isLater ? `${part.name} from ${from(at)}` : part.name, facts }
  })
}

const programFacts = (program: UnnumberedProgram, product: string): BookItem['facts'] => ({
  product,
  name: program.name,
  'form number': program.formNumber,
  insurer: program.insurer,
  obligor: program.obligor,
  states: listFact(program.states) ?? 'all',
  transferable: yesOrNo(program.transferable),
  'required documents': listFact(program.requiredDocuments),
  exclusions: listFact(program.exclusions ?? []),
  'claim steps': listFact(program.claimSteps ?? []),
  'cancel method': program.cancelMethodCode,
  eligibility: program.eligibility,
  dates: datesText(program),
  'term rule': program.termRule,
  'vehicle classes': yesOrNo(program.classes !== null),
  'minimum loan to value': listFact(
    Object.entries(program.minimumLtv).map(([state, percent]) => `${state} ${percent}%`),
  ),
})

function classPart(row: ClassRow): BookItemPart {
  const { classCode, segmentation, yearFrom, yearTo, effectiveFrom, effectiveTo, ...named } = row
  const vehicle = [
    ...present(Object.values(named)),
    ...rangeTexts('of', yearFrom, yearTo),
    ...soldTexts({ effectiveFrom, effectiveTo }),
  ].join(' ')
  return { name: `make ${vehicle}`, facts: { class: classCode, segmentation } }
}

const present = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null)

/** The rate columns that are percents; the others are amounts. */
const percentColumns = ({ disbursements }: UnnumberedProgram) =>
  new Set(
    disbursements.flatMap(({ calculation }) =>
      calculation.type === 'RateRow' && calculation.of !== null ? [calculation.column] : [],
    ),
  )

/** A rate row: what it names, and its amounts. */
function ratePart(row: RateRow, percents: ReadonlySet<string>): BookItemPart {
  const figures = Object.entries(row.values).map(([column, value]) => [
    column,
    percents.has(column) ? percentText(value) : amountText(value),
  ])
  const named = [
    ...present([row.plan, row.term]),
    ...(row.deductible === null ? [] : [`deductible ${row.deductible}`]),
    ...(row.classCode === null ? [] : [`class ${row.classCode}`]),
    ...present([row.segmentation, row.state, row.condition]),
    ...rangeTexts('odometer', row.odometerFrom, row.odometerTo),
    ...rangeTexts('age', row.ageFrom, row.ageTo),
    ...rangeTexts('financed', moneyFact(row.financedFrom), moneyFact(row.financedTo)),
    ...rangeTexts('price', moneyFact(row.priceFrom), moneyFact(row.priceTo)),
    ...soldTexts(row),
  ]
  return {
    name: named.length === 0 ? 'all sales' : named.join(' '),
    facts: Object.fromEntries(figures),
    style: 'figures',
    ...(row.plan === null ? {} : { partOf: `plan ${row.plan}` }),
  }
}

function factorParts(table: UnnumberedProgram['factorTables'][number]): BookItemPart[] {
  const { code, name, type, interpolation, keys, entries } = table
  const partOf = `factor table ${code}`
  const range = keys.find((key) => key === 'odometer' || key === 'age') ?? 'odometer'
  const entry = ({ codes, from, to, factor, effectiveFrom, effectiveTo }: FactorEntry): BookItemPart => ({
    partOf,
    style: 'figures',
    name: [
      code,
      ...Object.values(codes),
      ...(keys.includes('month') ? [`month ${from}`] : rangeTexts(range, from, to)),
      ...soldTexts({ effectiveFrom, effectiveTo }),
    ].join(' '),
    facts: { factor: millionthsText(factor) },
  })
  return [{ name: partOf, facts: { name, type, interpolation, keys: listFact(keys) } }, ...entries.map(entry)]
}

const surchargePart = (surcharge: UnnumberedProgram['surcharges'][number]): BookItemPart => ({
  name: `surcharge ${surcharge.code}`,
  facts: {
    name: surcharge.name,
    amount: moneyFact(surcharge.amount),
    'retail amount': moneyFact(surcharge.retailAmount),
    feeds: listFact(surcharge.feeds.map((feed) => `${feed.disbursementCode} ${amountText(feed.amount)}`)),
    kind: surcharge.isMandatory ? 'mandatory' : 'optional',
    criteria: surcharge.criteria,
    'added coverage groups': listFact(surcharge.addsCoverageGroups),
    'changed benefits': listFact(
      surcharge.changesBenefits.map(({ code, unitCap, maximumUnits }) =>
        [
          code,
          ...present([moneyFact(unitCap)]),
          ...(maximumUnits === null ? [] : [`x ${maximumUnits}`]),
        ].join(' '),
      ),
    ),
  },
})

const linePart = (line: Line): BookItemPart => ({
  name: `disbursement ${line.code}`,
  facts: {
    amount: calculationText(line.calculation),
    label: line.label,
    payee: payeeText(line.to),
    'included in dealer cost': yesOrNo(line.includedInDealerCost),
    'earning method': line.earningMethodCode,
    'earning table': line.earningFactorTable,
    'cancel rule': line.cancelRule,
    'cancel method': line.cancelMethodCode,
    'paid when': line.payWhen ?? 'the setting payWhen',
    sequence: numberFact(line.sequence),
  },
})

const relatedPart = ({
  relationType,
  product,
  plan,
  discount,
}: UnnumberedProgram['related'][number]): BookItemPart => ({
  name: `the relation ${relationType} to ${product}${plan === null ? '' : ` ${plan}`}`,
  facts: { discount: moneyFact(discount) },
})

function retailPart(rule: RetailRule): BookItemPart {
  const where = listFact(rule.states) ?? 'all states'
  return {
    name: `the retail rule for ${where}${rule.plans === null ? '' : ` and ${rule.plans.join(', ')}`}`,
    facts: {
      type: rule.type,
      'suggested price': suggestedText(rule),
      'lowest price': moneyFact(rule.minimum),
      caps: listFact(rule.caps.map(capText)),
      rounding: rule.rounding,
      'regulated rule': rule.regulatedRuleId,
    },
  }
}
