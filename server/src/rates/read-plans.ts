import type { Plan, PlanService, PlanTerm } from '../domain/rate-book.ts'
import type { WithoutIds } from './book.ts'
import { code, miles, money, name, oneOf, percentNumber, termCode, whole, words } from './book-cells.ts'
import {
  itemsOf,
  listOf,
  type Member,
  may,
  mayList,
  must,
  objectsOf,
  otherwise,
  readObject,
  readText,
} from './book-objects.ts'
import {
  lineOf,
  type Reading,
  type Row,
  refuseRepeats,
  refuseUnknown,
  refuseUpsideDown,
} from './book-reading.ts'
import { criteriaCell } from './read-lists.ts'
import { conditions } from './read-rates.ts'

/** What the plans of a program choose from. */
export interface Offered {
  readonly terms: readonly string[]
  readonly deductibles: readonly string[]
}

interface PlanFacts extends Omit<WithoutIds<Plan>, 'terms' | 'deductibles' | 'services' | 'displayOrder'> {
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
  })

/** A list of terms: a code alone, or an object where the plan has conditions of its own. */
function planTerms(reading: Reading): Member<readonly Row<PlanTerm>[] | null> {
  const members = {
    term: must(termCode),
    conditions: mayList(oneOf(conditions)),
    minimumOdometer: may(miles),
    maximumOdometer: may(miles),
    maximumVehicleAge: may(whole(0, 200)),
    maximumExpirationOdometer: may(miles),
    eligibility: may(criteriaCell(reading)),
  }
  return (node, at) =>
    node
      ? itemsOf(node, at).map((item) =>
          item.kind === 'text'
            ? { line: item.line, isSound: true, values: unconditional(readText(termCode, item, at)) }
            : readObject<PlanTerm>(item, { ...at, line: item.line }, members),
        )
      : null
}

const unconditional = (term: string): PlanTerm => ({
  term,
  conditions: null,
  minimumOdometer: null,
  maximumOdometer: null,
  maximumVehicleAge: null,
  maximumExpirationOdometer: null,
  eligibility: null,
})

/** The plans as they are kept: what a plan does not say is every term and every deductible of the program. */
export function finishPlans(
  reading: Reading,
  file: string,
  rows: readonly Row<PlanFacts>[],
  offered: Offered,
): WithoutIds<Plan>[] {
  refuseRepeats(reading, file, rows, (plan) => plan.code)
  return rows.map((row, at) => {
    const { terms, deductibles, services, displayOrder, ...plan } = row.values
    const place = { file, line: lineOf(row, 'deductibles') }
    for (const term of terms ?? []) checkTerm(reading, file, term, offered)
    if (terms) refuseRepeats(reading, file, terms, ({ term }) => term)
    for (const deductible of deductibles ?? [])
      refuseUnknown(reading, place, { what: 'deductible', code: deductible, known: offered.deductibles })
    refuseRepeats(
      reading,
      file,
      (deductibles ?? []).map((deductible) => ({ line: place.line, isSound: true, values: deductible })),
      (deductible) => deductible,
    )
    refuseRepeats(reading, file, services, (service) => service.code)
    return {
      ...plan,
      displayOrder: displayOrder ?? at + 1,
      terms: terms?.map((term) => term.values) ?? offered.terms.map(unconditional),
      deductibles: deductibles ?? offered.deductibles,
      services: services.map((service, index) => ({
        ...service.values,
        sequence: service.values.sequence ?? index + 1,
      })),
    }
  })
}

function checkTerm(
  reading: Reading,
  file: string,
  { line, values }: Row<PlanTerm>,
  { terms }: Offered,
): void {
  const { minimumOdometer: from, maximumOdometer: to } = values
  refuseUnknown(reading, { file, line }, { what: 'term', code: values.term, known: terms })
  refuseUpsideDown(reading, { file, line }, { what: 'odometer', from, to })
}
