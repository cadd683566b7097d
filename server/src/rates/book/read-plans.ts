import type { WithoutIds } from '../../domain/rate-book/book.ts'
import type { GapTerms } from '../../domain/rate-book/coverage.ts'
import type { Plan, PlanService, PlanTerm } from '../../domain/rate-book/rate-book.ts'
import { code, miles, money, name, oneOf, percentNumber, termCode, whole, words } from '../../files/cells.ts'
import {
  listOf,
  type Member,
  may,
  mayList,
  must,
  objectsOf,
  otherwise,
  readText,
  textsOrObjectsOf,
} from '../../files/objects.ts'
import {
  lineOf,
  type Reading,
  type Row,
  refuse,
  refuseRepeats,
  refuseUnknown,
  refuseUpsideDown,
} from '../../files/reading.ts'
import { always, datedMembers, daysInBoth, isUpsideDown, refuseDates } from './effective.ts'
import {
  benefitsMember,
  type CoverageFacts,
  checkCoverage,
  gapMember,
  limitsMember,
  refuseListed,
} from './read-coverage.ts'
import { criteriaCell } from './read-lists.ts'
import { conditions } from './read-rates.ts'
import type { DatedTerm } from './read-terms.ts'

/** What the plans of a program choose from. */
export interface Offered {
  readonly terms: readonly DatedTerm[]
  readonly deductibles: readonly string[]
  /** Codes of the book's. */
  readonly coverageGroups: readonly string[]
  readonly components: readonly string[]
  /** What counts for plans that say nothing of their own. */
  readonly limits: CoverageFacts['limits']
  readonly benefits: CoverageFacts['benefits']
  readonly gap: GapTerms | null
}

type Finished = 'terms' | 'deductibles' | 'services' | 'displayOrder' | 'limits' | 'benefits'

interface PlanFacts extends Omit<WithoutIds<Plan>, Finished>, CoverageFacts {
  readonly displayOrder: number | null
  readonly terms: readonly Row<PlanTerm>[] | null
  readonly deductibles: readonly string[] | null
  readonly services: readonly Row<ServiceFacts>[]
}

interface ServiceFacts extends Omit<WithoutIds<PlanService>, 'sequence'> {
  readonly sequence: number | null
}

/** The member `plans` of a program. */
export const plansMember = (reading: Reading): Member<readonly Row<PlanFacts>[]> =>
  objectsOf<PlanFacts>({
    code: must(code),
    name: must(name),
    coverageType: must(oneOf(['Stated', 'Exclusionary', 'Service', 'Waiver'])),
    coverageGroups: listOf(words(40)),
    waitingDays: otherwise(whole(0, 3_650), 0),
    waitingMiles: otherwise(miles, 0),
    displayOrder: may(whole(0, 1_000_000)),
    eligibility: may(criteriaCell(reading)),
    maximumLtv: may(percentNumber),
    terms: planTerms(reading),
    deductibles: mayList(code),
    services: objectsOf<ServiceFacts>({
      code: must(code),
      name: must(name),
      quantity: must(whole(1, 1_000)),
      intervalMonths: may(whole(1, 1_200)),
      intervalMiles: may(miles),
      price: must(money),
      toleranceMiles: otherwise(miles, 0),
      useRule: must(oneOf(['Anytime', 'InWindow'])),
      sequence: may(whole(0, 1_000_000)),
    }),
    limits: limitsMember(reading),
    benefits: benefitsMember,
    gap: gapMember,
    ...datedMembers,
  })

/** A list of terms: a code alone, or an object where the plan has conditions of its own. */
function planTerms(reading: Reading): Member<readonly Row<PlanTerm>[] | null> {
  const read = textsOrObjectsOf<PlanTerm>((node, at) => unconditional(readText(termCode, node, at)), {
    term: must(termCode),
    conditions: mayList(oneOf(conditions)),
    minimumOdometer: may(miles),
    maximumOdometer: may(miles),
    maximumVehicleAge: may(whole(0, 200)),
    maximumExpirationOdometer: may(miles),
    eligibility: may(criteriaCell(reading)),
    ...datedMembers,
  })
  return (node, at) => (node ? read(node, at) : null)
}

const unconditional = (term: string): PlanTerm => ({
  term,
  conditions: null,
  minimumOdometer: null,
  maximumOdometer: null,
  maximumVehicleAge: null,
  maximumExpirationOdometer: null,
  eligibility: null,
  ...always,
})

/** The plans as they are kept: what a plan does not say is every term and every deductible of the program. */
export function finishPlans(
  reading: Reading,
  file: string,
  rows: readonly Row<PlanFacts>[],
  offered: Offered,
): WithoutIds<Plan>[] {
  refuseRepeats(reading, file, rows, (plan) => plan.code)
  checkCoverage(reading, file, offered, offered.components)
  return rows.map((row, at) => {
    const { terms, services, displayOrder, limits, benefits, gap, ...plan } = row.values
    checkPlan(reading, file, row, offered)
    const ownTerms = terms?.map((term) => term.values)
    return {
      ...plan,
      displayOrder: displayOrder ?? at + 1,
      terms: (ownTerms ?? offered.terms.map(({ code: term }) => unconditional(term))).map((term) =>
        inItsDays(term, offered),
      ),
      deductibles: plan.deductibles ?? offered.deductibles,
      services: services.map((service, index) => ({
        ...service.values,
        sequence: service.values.sequence ?? index + 1,
      })),
      limits: (limits ?? offered.limits ?? []).map(({ values }) => values),
      benefits: (benefits ?? offered.benefits ?? []).map(({ values }) => values),
      gap: gap ?? (plan.coverageType === 'Waiver' ? offered.gap : null),
    }
  })
}

/** A term is offered on the days that the plan and the program both say. */
function inItsDays(planTerm: PlanTerm, { terms }: Offered): PlanTerm {
  const term = terms.find(({ code: known }) => known === planTerm.term)
  return term ? { ...planTerm, ...daysInBoth(planTerm, term) } : planTerm
}

function checkPlan(reading: Reading, file: string, row: Row<PlanFacts>, offered: Offered): void {
  const { terms, deductibles, services, coverageGroups } = row.values
  const at = (member: string) => ({ file, line: lineOf(row, member) })
  refuseDates(reading, at('effectiveTo'), row.values)
  for (const term of terms ?? []) checkTerm(reading, file, term, offered)
  if (terms) refuseRepeats(reading, file, terms, ({ term }) => term)
  for (const deductible of deductibles ?? [])
    refuseUnknown(reading, at('deductibles'), {
      what: 'deductible',
      code: deductible,
      known: offered.deductibles,
    })
  refuseRepeats(
    reading,
    file,
    (deductibles ?? []).map((values) => ({ line: at('deductibles').line, isSound: true, values })),
    (deductible) => deductible,
  )
  refuseRepeats(reading, file, services, (service) => service.code)
  refuseListed(reading, at('coverageGroups'), {
    what: 'coverage group',
    named: coverageGroups,
    known: offered.coverageGroups,
  })
  checkCoverage(reading, file, row.values, offered.components)
  if (row.values.gap && row.values.coverageType !== 'Waiver')
    refuse(reading, at('gap'), `gap is of plans whose coverageType is Waiver; ${row.values.code} is not one.`)
}

function checkTerm(reading: Reading, file: string, row: Row<PlanTerm>, offered: Offered): void {
  const { values } = row
  const { minimumOdometer: from, maximumOdometer: to } = values
  const place = { file, line: row.line }
  const known = offered.terms.map((term) => term.code)
  refuseUnknown(reading, place, { what: 'term', code: values.term, known })
  refuseUpsideDown(reading, place, { what: 'odometer', from, to })
  refuseDates(reading, place, values)
  if (!isUpsideDown(values) && isUpsideDown(inItsDays(values, offered)))
    refuse(
      reading,
      place,
      `The term ${values.term} is never offered: its days here are none of those in terms.csv.`,
    )
}
