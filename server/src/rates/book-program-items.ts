import type { ClassRow, FactorEntry, RateRow, RetailRule } from '../domain/rate-book.ts'
import type { UnnumberedProgram } from './book.ts'
import type { Item } from './book-items.ts'
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
  suggestedWords,
  writtenMillionths,
  writtenMoney,
  yes,
} from './book-words.ts'

type Plan = UnnumberedProgram['plans'][number]
type Line = UnnumberedProgram['disbursements'][number]
type Part = Omit<Item, 'program' | 'tells'> & { readonly tells?: Item['tells'] }

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
      },
    })),
    ...(program.classes ?? []).map(classPart),
    ...program.rates.map((row) => ratePart(row, percents)),
    ...program.factorTables.flatMap(factorParts),
    ...program.surcharges.map(surchargePart),
    ...program.disbursements.map((line) => linePart(line, program.disbursements)),
    ...program.retail.map(retailPart),
    ...program.related.map(({ relationType, product: other, plan, discount }) => ({
      name: `the relation ${relationType} to ${other}${plan === null ? '' : ` ${plan}`}`,
      facts: { discount: amount(discount) },
    })),
  ]
  return [
    { program: '', name: whole, tells: 'facts', facts: programFacts(program, product) },
    ...parts.map((part): Item => ({ tells: 'facts', partOf: whole, ...part, program: program.code })),
  ]
}

const programFacts = (program: UnnumberedProgram, product: string): Item['facts'] => ({
  product,
  name: program.name,
  'form number': program.formNumber,
  insurer: program.insurer,
  obligor: program.obligor,
  states: list(program.states) ?? 'all',
  transfer: yes(program.transferable),
  'cancel method': program.cancelMethodCode,
  eligibility: program.eligibility,
  dates: days(program),
  'rule of terms': program.termRule,
  'classing of vehicles': yes(program.classes !== null),
  'least loan to value': list(
    Object.entries(program.minimumLtv).map(([state, percent]) => `${state} ${percent}%`),
  ),
})

function planParts(plan: Plan): Part[] {
  const partOf = `plan ${plan.code}`
  return [
    {
      name: partOf,
      facts: {
        name: plan.name,
        'coverage type': plan.coverageType,
        'coverage groups': list(plan.coverageGroups),
        'waiting days': number(plan.waitingDays),
        'waiting miles': number(plan.waitingMiles),
        'place in lists': number(plan.displayOrder),
        eligibility: plan.eligibility,
        'greatest loan to value': plan.maximumLtv === null ? null : `${plan.maximumLtv}%`,
      },
    },
    ...plan.terms.map(({ term, conditions, ...limits }) => ({
      ...offered,
      partOf,
      name: `the term ${term} of ${plan.code}`,
      facts: {
        conditions: list(conditions),
        'least odometer': number(limits.minimumOdometer),
        'greatest odometer': number(limits.maximumOdometer),
        'greatest age': number(limits.maximumVehicleAge),
        'greatest odometer at its end': number(limits.maximumExpirationOdometer),
        eligibility: limits.eligibility,
      },
    })),
    ...plan.deductibles.map((deductible) => ({
      ...offered,
      partOf,
      name: `the deductible ${deductible} of ${plan.code}`,
      facts: {},
    })),
    ...plan.services.map(({ code, ...service }) => ({
      partOf,
      name: `service ${code} of ${plan.code}`,
      facts: {
        name: service.name,
        quantity: number(service.quantity),
        'interval in months': number(service.intervalMonths),
        'interval in miles': number(service.intervalMiles),
        price: amount(service.price),
        'tolerance in miles': number(service.toleranceMiles),
        use: service.useRule,
        place: number(service.sequence),
      },
    })),
  ]
}

const offered = { comes: 'is offered', goes: 'is no longer offered' }

function classPart(row: ClassRow): Part {
  const { classCode, segmentation, yearFrom, yearTo, ...named } = row
  const vehicle = [...present(Object.values(named)), ...rangeWords('of', yearFrom, yearTo)].join(' ')
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
    ...rangeWords('sold from', row.effectiveFrom, row.effectiveTo),
  ]
  return {
    name: named.length === 0 ? 'every sale' : named.join(' '),
    facts: Object.fromEntries(figures),
    tells: 'figures',
    ...(row.plan === null ? {} : { partOf: `plan ${row.plan}` }),
  }
}

function factorParts({ code, name, keys, entries }: UnnumberedProgram['factorTables'][number]): Part[] {
  const partOf = `factor table ${code}`
  const range = keys.find((key) => key === 'odometer' || key === 'age') ?? 'odometer'
  const entry = ({ codes, from, to, factor }: FactorEntry): Part => ({
    partOf,
    tells: 'figures',
    name: [code, ...Object.values(codes), ...rangeWords(range, from, to)].join(' '),
    facts: { factor: writtenMillionths(factor) },
  })
  return [{ name: partOf, facts: { name, keys: list(keys) } }, ...entries.map(entry)]
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
  },
})

/** A line that changes on a date is there twice; the first by date has the name, so that it stays the same line. */
function linePart(line: Line, lines: readonly Line[]): Part {
  const isLater = lines.some((other) => other.code === line.code && other.effectiveFrom < line.effectiveFrom)
  return {
    name: `disbursement ${line.code}${isLater ? ` from ${line.effectiveFrom}` : ''}`,
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
      dates: days(line),
    },
  }
}

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
