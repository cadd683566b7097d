import type { WithoutIds } from '../../domain/rate-book/book.ts'
import type { GapTerms } from '../../domain/rate-book/coverage.ts'
import { ALWAYS, commonDates, isReversed } from '../../domain/rate-book/effective-dates.ts'
import type { Plan, PlanService, PlanTerm } from '../../domain/rate-book/rate-book.ts'
import {
  choiceCell,
  codeCell,
  defaultedField,
  milesCell,
  moneyCell,
  nameCell,
  optionalField,
  percentNumberCell,
  requiredField,
  termCodeCell,
  textCell,
  wholeNumberCell,
} from '../../files/cells.ts'
import { datedFields, reportReversedDates } from '../../files/effective-dates.ts'
import {
  type FieldReader,
  objectList,
  optionalValueList,
  readValue,
  textOrObjectList,
  valueList,
} from '../../files/objects.ts'
import {
  type FileReading,
  type FileRow,
  fieldLine,
  reportFault,
  reportRepeats,
  reportReversedRange,
  reportUnknown,
} from '../../files/reading.ts'
import {
  benefitsField,
  type CoverageFacts,
  checkCoverage,
  gapField,
  limitsField,
  reportUnlisted,
} from './read-coverage.ts'
import { criteriaCell } from './read-lists.ts'
import { vehicleConditions } from './read-rates.ts'
import type { DatedTerm } from './read-terms.ts'

/** What the plans of a program choose from. */
interface ProgramChoices {
  readonly terms: readonly DatedTerm[]
  readonly deductibles: readonly string[]
  /** Codes of the book. */
  readonly coverageGroups: readonly string[]
  readonly components: readonly string[]
  /** The values for plans without their own. */
  readonly limits: CoverageFacts['limits']
  readonly benefits: CoverageFacts['benefits']
  readonly gap: GapTerms | null
}

type FinishedLater = 'terms' | 'deductibles' | 'services' | 'displayOrder' | 'limits' | 'benefits'

interface PlanFacts extends Omit<WithoutIds<Plan>, FinishedLater>, CoverageFacts {
  readonly displayOrder: number | null
  readonly terms: readonly FileRow<PlanTerm>[] | null
  readonly deductibles: readonly string[] | null
  readonly services: readonly FileRow<ServiceFacts>[]
}

interface ServiceFacts extends Omit<WithoutIds<PlanService>, 'sequence'> {
  readonly sequence: number | null
}

/** The field `plans` of a program. */
export const plansField = (reading: FileReading): FieldReader<readonly FileRow<PlanFacts>[]> =>
  objectList<PlanFacts>({
    code: requiredField(codeCell),
    name: requiredField(nameCell),
    coverageType: requiredField(choiceCell(['Stated', 'Exclusionary', 'Service', 'Waiver'])),
    coverageGroups: valueList(textCell(40)),
    waitingDays: defaultedField(wholeNumberCell(0, 3_650), 0),
    waitingMiles: defaultedField(milesCell, 0),
    displayOrder: optionalField(wholeNumberCell(0, 1_000_000)),
    eligibility: optionalField(criteriaCell(reading)),
    maximumLtv: optionalField(percentNumberCell),
    terms: planTerms(reading),
    deductibles: optionalValueList(codeCell),
    services: objectList<ServiceFacts>({
      code: requiredField(codeCell),
      name: requiredField(nameCell),
      quantity: requiredField(wholeNumberCell(1, 1_000)),
      intervalMonths: optionalField(wholeNumberCell(1, 1_200)),
      intervalMiles: optionalField(milesCell),
      price: requiredField(moneyCell),
      toleranceMiles: defaultedField(milesCell, 0),
      useRule: requiredField(choiceCell(['Anytime', 'InWindow'])),
      sequence: optionalField(wholeNumberCell(0, 1_000_000)),
    }),
    limits: limitsField(reading),
    benefits: benefitsField,
    gap: gapField,
    ...datedFields,
  })

/** A list of terms: a code alone, or an object with conditions. */
function planTerms(reading: FileReading): FieldReader<readonly FileRow<PlanTerm>[] | null> {
  const read = textOrObjectList<PlanTerm>((node, at) => unconditional(readValue(termCodeCell, node, at)), {
    term: requiredField(termCodeCell),
    conditions: optionalValueList(choiceCell(vehicleConditions)),
    minimumOdometer: optionalField(milesCell),
    maximumOdometer: optionalField(milesCell),
    maximumVehicleAge: optionalField(wholeNumberCell(0, 200)),
    maximumExpirationOdometer: optionalField(milesCell),
    eligibility: optionalField(criteriaCell(reading)),
    ...datedFields,
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
  ...ALWAYS,
})

/** The plans as they are stored: a plan that names no terms or deductibles has all those of the program. */
export function finishPlans(
  reading: FileReading,
  file: string,
  rows: readonly FileRow<PlanFacts>[],
  offered: ProgramChoices,
): WithoutIds<Plan>[] {
  reportRepeats(reading, file, rows, (plan) => plan.code)
  checkCoverage(reading, file, offered, offered.components)
  return rows.map((row, at) => {
    const { terms, services, displayOrder, limits, benefits, gap, ...plan } = row.values
    checkPlan(reading, file, row, offered)
    const ownTerms = terms?.map((term) => term.values)
    return {
      ...plan,
      displayOrder: displayOrder ?? at + 1,
      terms: (ownTerms ?? offered.terms.map(({ code: term }) => unconditional(term))).map((term) =>
        withProgramDates(term, offered),
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

/** A term is offered on the dates that both the plan and the program allow. */
function withProgramDates(planTerm: PlanTerm, { terms }: ProgramChoices): PlanTerm {
  const term = terms.find(({ code: known }) => known === planTerm.term)
  return term ? { ...planTerm, ...commonDates(planTerm, term) } : planTerm
}

function checkPlan(
  reading: FileReading,
  file: string,
  row: FileRow<PlanFacts>,
  offered: ProgramChoices,
): void {
  const { terms, deductibles, services, coverageGroups } = row.values
  const at = (field: string) => ({ file, line: fieldLine(row, field) })
  reportReversedDates(reading, at('effectiveTo'), row.values)
  for (const term of terms ?? []) checkTerm(reading, file, term, offered)
  if (terms) reportRepeats(reading, file, terms, ({ term }) => term)
  for (const deductible of deductibles ?? [])
    reportUnknown(reading, at('deductibles'), {
      what: 'deductible',
      code: deductible,
      known: offered.deductibles,
    })
  reportRepeats(
    reading,
    file,
    (deductibles ?? []).map((values) => ({ line: at('deductibles').line, isSound: true, values })),
    (deductible) => deductible,
  )
  reportRepeats(reading, file, services, (service) => service.code)
  reportUnlisted(reading, at('coverageGroups'), {
    what: 'coverage group',
    named: coverageGroups,
    known: offered.coverageGroups,
  })
  checkCoverage(reading, file, row.values, offered.components)
  if (row.values.gap && row.values.coverageType !== 'Waiver')
    reportFault(
      reading,
      at('gap'),
      `Only a plan whose coverageType is Waiver may have gap; ${row.values.code} is not one.`,
    )
}

function checkTerm(
  reading: FileReading,
  file: string,
  row: FileRow<PlanTerm>,
  offered: ProgramChoices,
): void {
  const { values } = row
  const { minimumOdometer: from, maximumOdometer: to } = values
  const place = { file, line: row.line }
  const known = offered.terms.map((term) => term.code)
  reportUnknown(reading, place, { what: 'term', code: values.term, known })
  reportReversedRange(reading, place, { what: 'odometer', from, to })
  reportReversedDates(reading, place, values)
  if (!isReversed(values) && isReversed(withProgramDates(values, offered)))
    reportFault(
      reading,
      place,
      `The term ${values.term} is never offered: its dates here and in terms.csv do not overlap.`,
    )
}
