import type { Cents } from '../domain/money.ts'
import type { DisbursementDefinition, Surcharge } from '../domain/rate-book.ts'
import type { WithoutIds } from './book.ts'
import { code, flag, money, name, words } from './book-cells.ts'
import { entriesOf, listOf, type Member, may, must, objectsOf, otherwise } from './book-objects.ts'
import { lineOf, type Reading, type Row, refuse, refuseRepeats, refuseUnknown } from './book-reading.ts'
import { criteriaCell } from './read-lists.ts'

interface SurchargeFacts extends Omit<WithoutIds<Surcharge>, 'amount' | 'feeds'> {
  readonly feeds: readonly (readonly [disbursementCode: string, amount: Cents])[]
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
  })

/** The surcharges as they are kept: the amount is what they feed, so that the lines sum to the price. */
export function finishSurcharges(
  reading: Reading,
  file: string,
  rows: readonly Row<SurchargeFacts>[],
  lines: readonly WithoutIds<DisbursementDefinition>[],
): WithoutIds<Surcharge>[] {
  refuseRepeats(reading, file, rows, (surcharge) => surcharge.code)
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
    // A sum of cents is cents.
    const amount = feeds.reduce((sum, feed) => sum + feed.amount, 0) as Cents
    return { ...values, feeds, amount }
  })
}

/** What is found from dealer cost or from the price has no amount of its own that something could be added to. */
const isComputed = ({ calculation }: WithoutIds<DisbursementDefinition>) =>
  calculation.type === 'Remainder' ||
  (calculation.type === 'PercentOf' && typeof calculation.base === 'string')
