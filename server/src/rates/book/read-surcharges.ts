import type { Cents } from '../../domain/money.ts'
import type { WithoutIds } from '../../domain/rate-book/book.ts'
import type { BenefitChange } from '../../domain/rate-book/coverage.ts'
import type { DisbursementDefinition, Surcharge } from '../../domain/rate-book/rate-book.ts'
import { code, flag, money, name, words } from '../../files/cells.ts'
import { entriesOf, listOf, type Member, may, must, objectsOf, otherwise } from '../../files/objects.ts'
import { lineOf, type Reading, type Row, refuse, refuseRepeats, refuseUnknown } from '../../files/reading.ts'
import { datedMembers, refuseDates, refuseSameDays } from './effective.ts'
import { benefitChangesMember, refuseListed } from './read-coverage.ts'
import { criteriaCell } from './read-lists.ts'

interface SurchargeFacts extends Omit<WithoutIds<Surcharge>, 'amount' | 'feeds' | 'changesBenefits'> {
  readonly feeds: readonly (readonly [disbursementCode: string, amount: Cents])[]
  readonly changesBenefits: readonly Row<BenefitChange>[]
}

/** What surcharges refer to. */
export interface SurchargeContext {
  readonly lines: readonly WithoutIds<DisbursementDefinition>[]
  /** Codes of the benefits that the plans have. */
  readonly benefits: readonly string[]
  readonly coverageGroups: readonly string[]
}

/** The member `surcharges` of a program. */
export const surchargesMember = (reading: Reading): Member<readonly Row<SurchargeFacts>[]> =>
  objectsOf<SurchargeFacts>({
    code: must(code),
    name: must(name),
    retailAmount: may(money),
    isMandatory: otherwise(flag, false),
    criteria: may(criteriaCell(reading)),
    feeds: entriesOf(money),
    addsCoverageGroups: listOf(words(40)),
    changesBenefits: benefitChangesMember,
    ...datedMembers,
  })

/** The surcharges as they are kept: the amount is what they feed, so that the lines sum to the price. */
export function finishSurcharges(
  reading: Reading,
  file: string,
  rows: readonly Row<SurchargeFacts>[],
  context: SurchargeContext,
): WithoutIds<Surcharge>[] {
  const { lines, coverageGroups } = context
  refuseSameDays(reading, file, rows, (surcharge) => surcharge.code)
  const known = [...new Set(lines.map((line) => line.code))]
  return rows.map((row) => {
    const { values } = row
    const place = { file, line: lineOf(row, 'feeds') }
    const feeds = values.feeds.map(([disbursementCode, amount]) => ({ disbursementCode, amount }))
    for (const { disbursementCode } of feeds) {
      refuseUnknown(reading, place, { what: 'disbursement', code: disbursementCode, known })
      if (lines.some((one) => one.code === disbursementCode && isComputed(one)))
        refuse(reading, place, `${values.code} feeds ${disbursementCode}, which follows from other figures.`)
    }
    refuseDates(reading, { file, line: lineOf(row, 'effectiveTo') }, values)
    refuseListed(
      reading,
      { file, line: lineOf(row, 'addsCoverageGroups') },
      { what: 'coverage group', named: values.addsCoverageGroups, known: coverageGroups },
    )
    // A sum of cents is cents.
    const amount = feeds.reduce((sum, feed) => sum + feed.amount, 0) as Cents
    return { ...values, feeds, amount, changesBenefits: benefitChanges(reading, file, row, context) }
  })
}

function benefitChanges(
  reading: Reading,
  file: string,
  { values: { changesBenefits, code: surcharge } }: Row<SurchargeFacts>,
  { benefits }: SurchargeContext,
): BenefitChange[] {
  refuseRepeats(reading, file, changesBenefits, (change) => change.code)
  for (const { line, values } of changesBenefits) {
    if (!benefits.includes(values.code))
      refuse(
        reading,
        { file, line },
        `${surcharge} changes ${values.code}, and no plan has a benefit of this code.`,
      )
    if (values.unitCap === null && values.maximumUnits === null)
      refuse(reading, { file, line }, `${surcharge} does not say what becomes of ${values.code}.`)
  }
  return changesBenefits.map(({ values }) => values)
}

/** What is found from dealer cost or from the price has no amount of its own that something could be added to. */
const isComputed = ({ calculation }: WithoutIds<DisbursementDefinition>) =>
  calculation.type === 'Remainder' ||
  (calculation.type === 'PercentOf' && typeof calculation.base === 'string')
