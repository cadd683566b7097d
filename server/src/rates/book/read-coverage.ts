import type { UnnumberedBook, WithoutIds } from '../../domain/rate-book/book.ts'
import type {
  Benefit,
  BenefitChange,
  ClaimSettings,
  Component,
  GapTerms,
  LimitRule,
} from '../../domain/rate-book/coverage.ts'
import { usualClaimSettings } from '../../domain/rate-book/coverage.ts'
import {
  booleanCell,
  codeCell,
  defaulted,
  moneyCell,
  nameCell,
  oneOf,
  optional,
  percentCell,
  required,
  textCell,
  wholeNumber,
} from '../../files/cells.ts'
import { type FieldReader, objects, optionalList, optionalObjects, readObject } from '../../files/objects.ts'
import {
  fieldLine,
  type Place,
  type Reading,
  type Row,
  reportFault,
  reportRepeats,
  reportUnknown,
} from '../../files/reading.ts'
import { criteriaCell, readCoded } from './read-lists.ts'

// What is covered, up to which amounts, and the claim settings.

type Limit = WithoutIds<LimitRule>

/** The coverage groups with their components. */
export function readCoverageGroups(reading: Reading): UnnumberedBook['coverageGroups'] {
  const coded = { code: required(codeCell), name: required(nameCell) }
  const groups = readCoded(reading, 'coverage-groups.csv', coded, 'optional').map(({ values }) => values)
  const file = 'components.csv'
  const known = groups.map((group) => group.code)
  const rows = readCoded(reading, file, { ...coded, groupCode: required(codeCell) }, 'optional')
  for (const { line, values } of rows)
    reportUnlisted(reading, { file, line }, { what: 'coverage group', named: [values.groupCode], known })
  return groups.map((group) => ({
    ...group,
    components: rows
      .filter(({ values }) => values.groupCode === group.code)
      .map(({ values }): WithoutIds<Component> => ({ code: values.code, name: values.name })),
  }))
}

const files: Readonly<Record<string, string>> = {
  'coverage group': 'coverage-groups.csv',
  component: 'components.csv',
}

/** Reports codes that are not in the coverage lists. A book may have no such lists. */
export function reportUnlisted(
  reading: Reading,
  place: Place,
  { what, named, known }: { what: string; named: readonly string[]; known: readonly string[] },
): void {
  for (const code of named)
    if (known.length > 0) reportUnknown(reading, place, { what, code, known })
    else if (code !== '')
      reportFault(reading, place, `There is no ${what} ${code}: ${files[what]} is missing or empty.`)
}

/** The field `limits` of a program or a plan. */
export const limitsField = (reading: Reading): FieldReader<readonly Row<Limit>[] | null> =>
  optionalObjects<Limit>({
    scope: required(oneOf(['PerComponent', 'PerClaim', 'Aggregate'])),
    basis: required(oneOf(['Fixed', 'VehiclePrice', 'CurrentValue', 'RetailPrice', 'PercentOf'])),
    amount: optional(moneyCell),
    percent: optional(percentCell),
    components: optionalList(codeCell),
    criteria: optional(criteriaCell(reading)),
  })

/** The field `benefits` of a program or a plan. */
export const benefitsField: FieldReader<readonly Row<Benefit>[] | null> = optionalObjects<Benefit>({
  code: required(codeCell),
  name: required(nameCell),
  unit: required(oneOf(['Day', 'Occurrence'])),
  unitCap: required(moneyCell),
  maximumUnits: required(wholeNumber(1, 1_000)),
  contractCap: optional(moneyCell),
})

/** The field `gap` of a program or a plan. */
export const gapField: FieldReader<GapTerms | null> = (node, at) =>
  node
    ? readObject<GapTerms>(node, at, {
        maximumBenefit: optional(moneyCell),
        // Zero is an amount in cents.
        deductibleLimit: defaulted(moneyCell, 0 as GapTerms['deductibleLimit']),
      }).values
    : null

/** The field `changesBenefits` of a surcharge. */
export const benefitChangesField: FieldReader<readonly Row<BenefitChange>[]> = objects<BenefitChange>({
  code: required(codeCell),
  unitCap: optional(moneyCell),
  maximumUnits: optional(wholeNumber(1, 1_000)),
})

/** The field `claimSettings` of a product. */
export const claimSettingsField: FieldReader<ClaimSettings> = (node, at) =>
  node
    ? readObject<ClaimSettings>(node, at, {
        deductibleRule: optional(oneOf(['PerVisit', 'PerComponent', 'PerItem'])),
        allowsMultipleOpenClaims: optional(booleanCell),
        inspectionThreshold: optional(moneyCell),
        authExpireDays: optional(wholeNumber(1, 3_650)),
        partsPriceLevel: optional(oneOf(['MSRP', 'Cost'])),
        laborGuide: optional(textCell(100)),
        maxPartsMarkupPercent: optional(percentCell),
      }).values
    : usualClaimSettings

/** Limits and benefits, of a plan or of all plans of a program. */
export interface CoverageFacts {
  readonly limits: readonly Row<Limit>[] | null
  readonly benefits: readonly Row<Benefit>[] | null
}

/** Checks the limits and benefits. */
export function checkCoverage(
  reading: Reading,
  file: string,
  { limits, benefits }: CoverageFacts,
  components: readonly string[],
): void {
  for (const row of limits ?? []) {
    const { scope, basis, amount, percent: part, components: of } = row.values
    const at = (field: string) => ({ file, line: fieldLine(row, field) })
    if ((basis === 'Fixed') !== (amount !== null))
      reportFault(reading, at('amount'), 'A limit must have an amount if its basis is Fixed, and only then.')
    if ((basis === 'PercentOf') !== (part !== null))
      reportFault(
        reading,
        at('percent'),
        'A limit must have a percent if its basis is PercentOf, and only then.',
      )
    if (scope !== 'PerComponent' && of !== null)
      reportFault(
        reading,
        at('components'),
        `Only a PerComponent limit may name components; this one is ${scope}.`,
      )
    reportUnlisted(reading, at('components'), { what: 'component', named: of ?? [], known: components })
  }
  reportRepeats(reading, file, limits ?? [], ({ scope, components: of, criteria }) =>
    [
      `The limit ${scope}`,
      ...(of ? [`of ${of.join(', ')}`] : []),
      ...(criteria ? [`if ${criteria}`] : []),
    ].join(' '),
  )
  reportRepeats(reading, file, benefits ?? [], (benefit) => benefit.code)
}
