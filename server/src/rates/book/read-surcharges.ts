import type { Cents } from '../../domain/money.ts'
import type { WithoutIds } from '../../domain/rate-book/book.ts'
import { isComputedLast } from '../../domain/rate-book/calculation-order.ts'
import type { BenefitChange } from '../../domain/rate-book/coverage.ts'
import type { DisbursementDefinition, Surcharge } from '../../domain/rate-book/rate-book.ts'
import {
  booleanCell,
  codeCell,
  defaultedField,
  moneyCell,
  nameCell,
  optionalField,
  requiredField,
  textCell,
} from '../../files/cells.ts'
import { datedFields, reportReversedDates, reportSameDays } from '../../files/effective-dates.ts'
import { type FieldReader, namedValues, objectList, valueList } from '../../files/objects.ts'
import {
  type FileReading,
  type FileRow,
  fieldLine,
  reportFault,
  reportRepeats,
  reportUnknown,
} from '../../files/reading.ts'
import { benefitChangesField, reportUnlisted } from './read-coverage.ts'
import { criteriaCell } from './read-lists.ts'

interface SurchargeFacts extends Omit<WithoutIds<Surcharge>, 'amount' | 'feeds' | 'changesBenefits'> {
  readonly feeds: readonly (readonly [disbursementCode: string, amount: Cents])[]
  readonly changesBenefits: readonly FileRow<BenefitChange>[]
}

/** What surcharges refer to. */
interface SurchargeContext {
  readonly lines: readonly WithoutIds<DisbursementDefinition>[]
  /** Codes of the benefits that the plans have. */
  readonly benefits: readonly string[]
  readonly coverageGroups: readonly string[]
}

/** The field `surcharges` of a program. */
export const surchargesField = (reading: FileReading): FieldReader<readonly FileRow<SurchargeFacts>[]> =>
  objectList<SurchargeFacts>({
    code: requiredField(codeCell),
    name: requiredField(nameCell),
    retailAmount: optionalField(moneyCell),
    isMandatory: defaultedField(booleanCell, false),
    criteria: optionalField(criteriaCell(reading)),
    feeds: namedValues(moneyCell),
    addsCoverageGroups: valueList(textCell(40)),
    changesBenefits: benefitChangesField,
    ...datedFields,
  })

/** The surcharges as they are stored. The amount is the sum of what it adds to lines, so that the lines sum to the price. */
export function finishSurcharges(
  reading: FileReading,
  file: string,
  rows: readonly FileRow<SurchargeFacts>[],
  context: SurchargeContext,
): WithoutIds<Surcharge>[] {
  const { lines, coverageGroups } = context
  reportSameDays(reading, file, rows, (surcharge) => surcharge.code)
  const known = [...new Set(lines.map((line) => line.code))]
  return rows.map((row) => {
    const { values } = row
    const place = { file, line: fieldLine(row, 'feeds') }
    const feeds = values.feeds.map(([disbursementCode, amount]) => ({ disbursementCode, amount }))
    for (const { disbursementCode } of feeds) {
      reportUnknown(reading, place, { what: 'disbursement', code: disbursementCode, known })
      if (lines.some(({ code, calculation }) => code === disbursementCode && isComputedLast(calculation)))
        reportFault(
          reading,
          place,
          `${values.code} feeds ${disbursementCode}, which has no amount of its own: it is computed from the dealer cost or the price.`,
        )
    }
    reportReversedDates(reading, { file, line: fieldLine(row, 'effectiveTo') }, values)
    reportUnlisted(
      reading,
      { file, line: fieldLine(row, 'addsCoverageGroups') },
      { what: 'coverage group', named: values.addsCoverageGroups, known: coverageGroups },
    )
    // A sum of cents is cents.
    const amount = feeds.reduce((sum, feed) => sum + feed.amount, 0) as Cents
    return { ...values, feeds, amount, changesBenefits: benefitChanges(reading, file, row, context) }
  })
}

function benefitChanges(
  reading: FileReading,
  file: string,
  { values: { changesBenefits, code: surcharge } }: FileRow<SurchargeFacts>,
  { benefits }: SurchargeContext,
): BenefitChange[] {
  reportRepeats(reading, file, changesBenefits, (change) => change.code)
  for (const { line, values } of changesBenefits) {
    if (!benefits.includes(values.code))
      reportFault(
        reading,
        { file, line },
        `${surcharge} changes the benefit ${values.code}, which no plan has.`,
      )
    if (values.unitCap === null && values.maximumUnits === null)
      reportFault(
        reading,
        { file, line },
        `${surcharge} does not say what changes in ${values.code}: give a unitCap or maximumUnits.`,
      )
  }
  return changesBenefits.map(({ values }) => values)
}
