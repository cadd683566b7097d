import type { UnnumberedProgram } from './book.ts'
import type { Item, Part } from './item.ts'
import { planParts } from './plan-items.ts'
import type { ClassRow, EffectiveDates, FactorEntry, RateRow, RetailRule } from './rate-book.ts'
import {
  account,
  amount,
  calculationWords,
  capWords,
  days,
  list,
  number,
  percentWords,
  rangeWords,
  soldWords,
  suggestedWords,
  writtenMillionths,
  writtenMoney,
  yes,
} from './words.ts'

type Line = UnnumberedProgram['disbursements'][number]

/** The things of a program that people speak of. */
export function programItems(program: UnnumberedProgram, product: string): Item[] {
  const whole = `program ${program.code}`
  const percents = percentColumns(program)
  const parts: Part[] = [
    ...program.plans.flatMap(planParts),
    ...program.terms.map(({ code, months, miles, hours, basis }) => ({
      name: `term ${code}`,
      facts: { months: number(months), miles: number(miles), hours: number(hours), basis },
    })),
    ...program.deductibles.map(({ code, ...deductible }) => ({
      name: `deductible ${code}`,
      facts: {
        amount: amount(deductible.amount),
        type: deductible.type,
        'reduced amount': amount(deductible.reducedAmount),
        description: deductible.description,
        dates: days(deductible),
      },
    })),
    ...(program.classes ?? []).map(classPart),
    ...Object.entries(program.classNames).map(([code, name]) => ({ name: `class ${code}`, facts: { name } })),
    ...program.rates.map((row) => ratePart(row, percents)),
    ...program.factorTables.flatMap(factorParts),
    ...inTurns(program.surcharges.map(surchargePart), program.surcharges),
    ...inTurns(program.disbursements.map(linePart), program.disbursements),
    ...inTurns(program.retail.map(retailPart), program.retail),
    ...inTurns(program.related.map(relatedPart), program.related),
  ]
  return [
    { program: '', name: whole, tells: 'facts', facts: programFacts(program, product) },
    ...parts.map((part): Item => ({ tells: 'facts', partOf: whole, ...part, program: program.code })),
  ]
}

/** What changes on a date is there twice; the first by date has the name alone, so that it stays the same thing. */
function inTurns(parts: readonly Part[], dates: readonly EffectiveDates[]): Part[] {
  const from = (at: number) => dates[at]?.effectiveFrom ?? ''
  return parts.map((part, at) => {
    const isLater = parts.some((other, place) => other.name === part.name && from(place) < from(at))
    const facts = { ...part.facts, dates: days(dates[at] ?? { effectiveFrom: null, effectiveTo: null }) }
    return { ...part, name: isLater ? `${part.name} from ${from(at)}` : part.name, facts }
  })
}

const programFacts = (program: UnnumberedProgram, product: string): Item['facts'] => ({
  product,
  name: program.name,
  'form number': program.formNumber,
  insurer: program.insurer,
  obligor: program.obligor,
  states: list(program.states) ?? 'all',
  transfer: yes(program.transferable),
  'required documents': list(program.requiredDocuments),
  'cancel method': program.cancelMethodCode,
  eligibility: program.eligibility,
  dates: days(program),
  'rule of terms': program.termRule,
  'classing of vehicles': yes(program.classes !== null),
  'least loan to value': list(
    Object.entries(program.minimumLtv).map(([state, percent]) => `${state} ${percent}%`),
  ),
})

function classPart(row: ClassRow): Part {
  const { classCode, segmentation, yearFrom, yearTo, effectiveFrom, effectiveTo, ...named } = row
  const vehicle = [
    ...present(Object.values(named)),
    ...rangeWords('of', yearFrom, yearTo),
    ...soldWords({ effectiveFrom, effectiveTo }),
  ].join(' ')
  return { name: `make ${vehicle}`, facts: { class: classCode, segmentation } }
}

const present = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null)

/** The columns of the rates that are percents of something; the others are amounts. */
const percentColumns = ({ disbursements }: UnnumberedProgram) =>
  new Set(
    disbursements.flatMap(({ calculation }) =>
      calculation.type === 'RateRow' && calculation.of !== null ? [calculation.column] : [],
    ),
  )

/** What a row names, and its figures. */
function ratePart(row: RateRow, percents: ReadonlySet<string>): Part {
  const figures = Object.entries(row.values).map(([column, value]) => [
    column,
    percents.has(column) ? percentWords(value) : writtenMoney(value),
  ])
  const named = [
    ...present([row.plan, row.term]),
    ...(row.deductible === null ? [] : [`deductible ${row.deductible}`]),
    ...(row.classCode === null ? [] : [`class ${row.classCode}`]),
    ...present([row.segmentation, row.state, row.condition]),
    ...rangeWords('odometer', row.odometerFrom, row.odometerTo),
    ...rangeWords('age', row.ageFrom, row.ageTo),
    ...rangeWords('financed', amount(row.financedFrom), amount(row.financedTo)),
    ...rangeWords('price', amount(row.priceFrom), amount(row.priceTo)),
    ...soldWords(row),
  ]
  return {
    name: named.length === 0 ? 'every sale' : named.join(' '),
    facts: Object.fromEntries(figures),
    tells: 'figures',
    ...(row.plan === null ? {} : { partOf: `plan ${row.plan}` }),
  }
}

function factorParts(table: UnnumberedProgram['factorTables'][number]): Part[] {
  const { code, name, type, interpolation, keys, entries } = table
  const partOf = `factor table ${code}`
  const range = keys.find((key) => key === 'odometer' || key === 'age') ?? 'odometer'
  const entry = ({ codes, from, to, factor, effectiveFrom, effectiveTo }: FactorEntry): Part => ({
    partOf,
    tells: 'figures',
    name: [
      code,
      ...Object.values(codes),
      ...(keys.includes('month') ? [`month ${from}`] : rangeWords(range, from, to)),
      ...soldWords({ effectiveFrom, effectiveTo }),
    ].join(' '),
    facts: { factor: writtenMillionths(factor) },
  })
  return [{ name: partOf, facts: { name, type, interpolation, keys: list(keys) } }, ...entries.map(entry)]
}

const surchargePart = (surcharge: UnnumberedProgram['surcharges'][number]): Part => ({
  name: `surcharge ${surcharge.code}`,
  facts: {
    name: surcharge.name,
    amount: amount(surcharge.amount),
    'retail amount': amount(surcharge.retailAmount),
    feeds: list(surcharge.feeds.map((feed) => `${feed.disbursementCode} ${writtenMoney(feed.amount)}`)),
    kind: surcharge.isMandatory ? 'mandatory' : 'optional',
    criteria: surcharge.criteria,
    'added coverage groups': list(surcharge.addsCoverageGroups),
    'changed benefits': list(
      surcharge.changesBenefits.map(({ code, unitCap, maximumUnits }) =>
        [code, ...present([amount(unitCap)]), ...(maximumUnits === null ? [] : [`x ${maximumUnits}`])].join(
          ' ',
        ),
      ),
    ),
  },
})

const linePart = (line: Line): Part => ({
  name: `disbursement ${line.code}`,
  facts: {
    amount: calculationWords(line.calculation),
    label: line.label,
    payee: account(line.to),
    'place in dealer cost': yes(line.includedInDealerCost),
    'earning method': line.earningMethodCode,
    'earning table': line.earningFactorTable,
    'cancel rule': line.cancelRule,
    'cancel method': line.cancelMethodCode,
    'time of payment': line.payWhen,
    sequence: number(line.sequence),
  },
})

const relatedPart = ({
  relationType,
  product,
  plan,
  discount,
}: UnnumberedProgram['related'][number]): Part => ({
  name: `the relation ${relationType} to ${product}${plan === null ? '' : ` ${plan}`}`,
  facts: { discount: amount(discount) },
})

function retailPart(rule: RetailRule): Part {
  const where = list(rule.states) ?? 'all states'
  return {
    name: `the retail rule for ${where}${rule.plans === null ? '' : ` and ${rule.plans.join(', ')}`}`,
    facts: {
      type: rule.type,
      'suggested price': suggestedWords(rule),
      'lowest price': amount(rule.minimum),
      caps: list(rule.caps.map(capWords)),
      rounding: rule.rounding,
      'regulated rule': rule.regulatedRuleId,
    },
  }
}
