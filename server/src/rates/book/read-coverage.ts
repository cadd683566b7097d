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
  choiceCell,
  codeCell,
  defaultedField,
  moneyCell,
  nameCell,
  optionalField,
  percentCell,
  requiredField,
  textCell,
  wholeNumberCell,
} from '../../files/cells.ts'
import {
  type FieldReader,
  objectList,
  optionalObjectList,
  optionalValueList,
  readObject,
} from '../../files/objects.ts'
import {
  type FilePlace,
  type FileReading,
  type FileRow,
  fieldLine,
  reportFault,
  reportRepeats,
  reportUnknown,
} from '../../files/reading.ts'
import { criteriaCell, readCoded } from './read-lists.ts'

// What is covered, up to which amounts, and the claim settings.

type Limit = WithoutIds<LimitRule>

/** The coverage groups with their components. */
export function readCoverageGroups(reading: FileReading): UnnumberedBook['coverageGroups'] {
  const coded = { code: requiredField(codeCell), name: requiredField(nameCell) }
  const groups = readCoded(reading, 'coverage-groups.csv', coded, 'optional').map(({ values }) => values)
  const file = 'components.csv'
  const known = groups.map((group) => group.code)
  const rows = readCoded(reading, file, { ...coded, groupCode: requiredField(codeCell) }, 'optional')
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
  reading: FileReading,
  place: FilePlace,
  { what, named, known }: { what: string; named: readonly string[]; known: readonly string[] },
): void {
  for (const code of named)
    if (known.length > 0) reportUnknown(reading, place, { what, code, known })
    else if (code !== '')
      reportFault(reading, place, `There is no ${what} ${code}: ${files[what]} is missing or empty.`)
}

/** The field `limits` of a program or a plan. */
export const limitsField = (reading: FileReading): FieldReader<readonly FileRow<Limit>[] | null> =>
  optionalObjectList<Limit>({
    scope: requiredField(choiceCell(['PerComponent', 'PerClaim', 'Aggregate'])),
    basis: requiredField(choiceCell(['Fixed', 'VehiclePrice', 'CurrentValue', 'RetailPrice', 'PercentOf'])),
    amount: optionalField(moneyCell),
    percent: optionalField(percentCell),
    components: optionalValueList(codeCell),
    criteria: optionalField(criteriaCell(reading)),
  })

/** The field `benefits` of a program or a plan. */
export const benefitsField: FieldReader<readonly FileRow<Benefit>[] | null> = optionalObjectList<Benefit>({
  code: requiredField(codeCell),
  name: requiredField(nameCell),
  unit: requiredField(choiceCell(['Day', 'Occurrence'])),
  unitCap: requiredField(moneyCell),
  maximumUnits: requiredField(wholeNumberCell(1, 1_000)),
  contractCap: optionalField(moneyCell),
})

/** The field `gap` of a program or a plan. */
export const gapField: FieldReader<GapTerms | null> = (node, at) =>
  node
    ? readObject<GapTerms>(node, at, {
        maximumBenefit: optionalField(moneyCell),
        // Zero is an amount in cents.
        deductibleLimit: defaultedField(moneyCell, 0 as GapTerms['deductibleLimit']),
      }).values
    : null

/** The field `changesBenefits` of a surcharge. */
export const benefitChangesField: FieldReader<readonly FileRow<BenefitChange>[]> = objectList<BenefitChange>({
  code: requiredField(codeCell),
  unitCap: optionalField(moneyCell),
  maximumUnits: optionalField(wholeNumberCell(1, 1_000)),
})

/** The field `claimSettings` of a product. */
export const claimSettingsField: FieldReader<ClaimSettings> = (node, at) =>
  node
    ? readObject<ClaimSettings>(node, at, {
        deductibleRule: optionalField(choiceCell(['PerVisit', 'PerComponent', 'PerItem'])),
        allowsMultipleOpenClaims: optionalField(booleanCell),
        inspectionThreshold: optionalField(moneyCell),
        authExpireDays: optionalField(wholeNumberCell(1, 3_650)),
        partsPriceLevel: optionalField(choiceCell(['MSRP', 'Cost'])),
        laborGuide: optionalField(textCell(100)),
        maxPartsMarkupPercent: optionalField(percentCell),
      }).values
    : usualClaimSettings

/** Limits and benefits, of a plan or of all plans of a program. */
export interface CoverageFacts {
  readonly limits: readonly FileRow<Limit>[] | null
  readonly benefits: readonly FileRow<Benefit>[] | null
}

/** Checks the limits and benefits. */
export function checkCoverage(
  reading: FileReading,
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
