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
import { code, flag, money, name, oneOf, percent, whole, words } from '../../files/cells.ts'
import {
  type Member,
  may,
  mayList,
  mayObjects,
  must,
  objectsOf,
  otherwise,
  readObject,
} from '../../files/objects.ts'
import {
  lineOf,
  type Place,
  type Reading,
  type Row,
  refuse,
  refuseRepeats,
  refuseUnknown,
} from '../../files/reading.ts'
import { required } from '../../files/tables.ts'
import { criteriaCell, readCoded } from './read-lists.ts'

// What is covered, up to which amounts, and how claims are looked at.

type Limit = WithoutIds<LimitRule>

/** The groups of components, each with its own. */
export function readCoverageGroups(reading: Reading): UnnumberedBook['coverageGroups'] {
  const coded = { code: required(code), name: required(name) }
  const groups = readCoded(reading, 'coverage-groups.csv', coded, 'optional').map(({ values }) => values)
  const file = 'components.csv'
  const known = groups.map((group) => group.code)
  const rows = readCoded(reading, file, { ...coded, groupCode: required(code) }, 'optional')
  for (const { line, values } of rows)
    refuseListed(reading, { file, line }, { what: 'coverage group', named: [values.groupCode], known })
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

/** Tells of what the lists of coverage do not have; a book may have none at all. */
export function refuseListed(
  reading: Reading,
  place: Place,
  { what, named, known }: { what: string; named: readonly string[]; known: readonly string[] },
): void {
  for (const one of named)
    if (known.length > 0) refuseUnknown(reading, place, { what, code: one, known })
    else if (one !== '')
      refuse(reading, place, `There is no ${what} ${one}, for ${files[what]} has none or is not there.`)
}

/** The member `limits` of a program or a plan. */
export const limitsMember = (reading: Reading): Member<readonly Row<Limit>[] | null> =>
  mayObjects<Limit>({
    scope: must(oneOf(['PerComponent', 'PerClaim', 'Aggregate'])),
    basis: must(oneOf(['Fixed', 'VehiclePrice', 'CurrentValue', 'RetailPrice', 'PercentOf'])),
    amount: may(money),
    percent: may(percent),
    components: mayList(code),
    criteria: may(criteriaCell(reading)),
  })

/** The member `benefits` of a program or a plan. */
export const benefitsMember: Member<readonly Row<Benefit>[] | null> = mayObjects<Benefit>({
  code: must(code),
  name: must(name),
  unit: must(oneOf(['Day', 'Occurrence'])),
  unitCap: must(money),
  maximumUnits: must(whole(1, 1_000)),
  contractCap: may(money),
})

/** The member `gap` of a program or a plan. */
export const gapMember: Member<GapTerms | null> = (node, at) =>
  node
    ? readObject<GapTerms>(node, at, {
        maximumBenefit: may(money),
        // Nothing is no cents.
        deductibleLimit: otherwise(money, 0 as GapTerms['deductibleLimit']),
      }).values
    : null

/** The member `changesBenefits` of a surcharge. */
export const benefitChangesMember: Member<readonly Row<BenefitChange>[]> = objectsOf<BenefitChange>({
  code: must(code),
  unitCap: may(money),
  maximumUnits: may(whole(1, 1_000)),
})

/** The member `claimSettings` of a product. */
export const claimSettingsMember: Member<ClaimSettings> = (node, at) =>
  node
    ? readObject<ClaimSettings>(node, at, {
        deductibleRule: may(oneOf(['PerVisit', 'PerComponent', 'PerItem'])),
        allowsMultipleOpenClaims: may(flag),
        inspectionThreshold: may(money),
        authExpireDays: may(whole(1, 3_650)),
        partsPriceLevel: may(oneOf(['MSRP', 'Cost'])),
        laborGuide: may(words(100)),
        maxPartsMarkupPercent: may(percent),
      }).values
    : usualClaimSettings

/** What contracts are worth, as it is written on a plan or for all plans of a program. */
export interface CoverageFacts {
  readonly limits: readonly Row<Limit>[] | null
  readonly benefits: readonly Row<Benefit>[] | null
}

/** Tells what is wrong with limits and benefits, where they stand. */
export function checkCoverage(
  reading: Reading,
  file: string,
  { limits, benefits }: CoverageFacts,
  components: readonly string[],
): void {
  for (const row of limits ?? []) {
    const { scope, basis, amount, percent: part, components: of } = row.values
    const at = (member: string) => ({ file, line: lineOf(row, member) })
    if ((basis === 'Fixed') !== (amount !== null))
      refuse(reading, at('amount'), 'A limit has an amount if its basis is Fixed, and only then.')
    if ((basis === 'PercentOf') !== (part !== null))
      refuse(reading, at('percent'), 'A limit has a percent if its basis is PercentOf, and only then.')
    if (scope !== 'PerComponent' && of !== null)
      refuse(reading, at('components'), `A limit names components if it is PerComponent; this is ${scope}.`)
    refuseListed(reading, at('components'), { what: 'component', named: of ?? [], known: components })
  }
  refuseRepeats(reading, file, limits ?? [], ({ scope, components: of, criteria }) =>
    [
      `The limit ${scope}`,
      ...(of ? [`of ${of.join(', ')}`] : []),
      ...(criteria ? [`if ${criteria}`] : []),
    ].join(' '),
  )
  refuseRepeats(reading, file, benefits ?? [], (benefit) => benefit.code)
}
