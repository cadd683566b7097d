import { isEarningMethod } from '../../domain/earning/method-codes.ts'
import type { WithoutIds } from '../../domain/rate-book/book.ts'
import type { DisbursementDefinition, FactorTable } from '../../domain/rate-book/rate-book.ts'
import { type Cell, code, date, flag, name, oneOf, whole } from '../../files/cells.ts'
import { type Member, may, must, objectsOf, otherwise } from '../../files/objects.ts'
import { lineOf, type Reading, type Row, refuse, refuseUnknown } from '../../files/reading.ts'
import { cancelMethods } from '../../reference/cancellation-values.ts'
import { refuseDates, refuseSameDays } from './effective.ts'
import { calculation, toAccount } from './read-calculations.ts'

type Definition = WithoutIds<DisbursementDefinition>

interface DisbursementFacts
  extends Omit<Definition, 'label' | 'includedInDealerCost' | 'sequence' | 'effectiveFrom'> {
  readonly label: string | null
  readonly includedInDealerCost: boolean | null
  readonly sequence: number | null
  readonly effectiveFrom: string | null
}

const [firstMethod, ...otherMethods] = cancelMethods.map((method) => method.code) as [string, ...string[]]
export const cancelMethod = oneOf([firstMethod, ...otherMethods])

const plainMethods = [
  'IMMEDIATE',
  'PRORATA_DAYS',
  'PRORATA_MONTHS',
  'RULE78',
  'REVERSE78',
  'CURVE',
  'MILES',
  'TIME_OR_MILES',
]

/** How a line is earned. Some methods have figures of their own. */
const earningMethod: Cell<string> = (text, refused) => {
  if (!isEarningMethod(text))
    refused(
      `"${text}" is not one of ${plainMethods.join(', ')}, PRORATA_MONTHS(HALF), DELAYED(months), DELAYED(months,method), WARRANTY_SPLIT(percent,months).`,
    )
  return text
}

/** The member `disbursements` of a program. */
export const disbursementsMember: Member<readonly Row<DisbursementFacts>[]> = objectsOf<DisbursementFacts>({
  code: must(code),
  label: may(name),
  to: must(toAccount),
  calculation,
  includedInDealerCost: may(flag),
  earningMethodCode: must(earningMethod),
  earningFactorTable: may(code),
  cancelRule: otherwise(
    oneOf(['Proportional', 'OwnMethod', 'NonRefundable', 'FlatOnlyInFreeLook']),
    'Proportional',
  ),
  cancelMethodCode: may(cancelMethod),
  payWhen: otherwise(oneOf(['OnFinalize', 'WhenFunded']), 'WhenFunded'),
  sequence: may(whole(0, 1_000_000)),
  effectiveFrom: may(date),
  effectiveTo: may(date),
})

/** What the lines of a program refer to. */
export interface LineContext {
  readonly codes: readonly { readonly code: string; readonly name: string }[]
  readonly factorTables: readonly WithoutIds<FactorTable>[]
  readonly effectiveFrom: string
}

/** The lines as they are kept, with what they leave unsaid. */
export function finishDisbursements(
  reading: Reading,
  file: string,
  rows: readonly Row<DisbursementFacts>[],
  { codes, factorTables, effectiveFrom }: LineContext,
): Row<Definition>[] {
  const known = codes.map((one) => one.code)
  const finished = rows.map((row, at): Row<Definition> => {
    const { values } = row
    refuseUnknown(reading, { file, line: row.line }, { what: 'disbursement code', code: values.code, known })
    checkRules(reading, file, row, factorTables)
    const { type, number } = values.to
    if (number !== null && number !== '')
      reading.accounts.push({ type, number, file, line: lineOf(row, 'to') })
    return {
      ...row,
      values: {
        ...values,
        label: values.label ?? codes.find((one) => one.code === values.code)?.name ?? values.code,
        // The markup is what is on top of dealer cost; everything else is usually part of it.
        includedInDealerCost: values.includedInDealerCost ?? values.code !== 'MARKUP',
        sequence: values.sequence ?? at + 1,
        effectiveFrom: values.effectiveFrom ?? effectiveFrom,
      },
    }
  })
  for (const row of finished) refuseDates(reading, { file, line: lineOf(row, 'effectiveTo') }, row.values)
  // A line may change on a date, and is then written twice; on each day there is one of it.
  refuseSameDays(reading, file, finished, ({ code: line }) => line)
  return finished
}

function checkRules(
  reading: Reading,
  file: string,
  row: Row<DisbursementFacts>,
  factorTables: LineContext['factorTables'],
): void {
  const { code: line, calculation: found, cancelRule, cancelMethodCode } = row.values
  const { earningMethodCode, earningFactorTable } = row.values
  const at = (member: string) => ({ file, line: lineOf(row, member) })
  if ((cancelRule === 'OwnMethod') !== (cancelMethodCode !== null))
    refuse(
      reading,
      at('cancelRule'),
      `${line} names a cancelMethodCode if its cancelRule is OwnMethod, and only then.`,
    )
  if ((earningMethodCode === 'CURVE') !== (earningFactorTable !== null))
    refuse(
      reading,
      at('earningMethodCode'),
      `${line} names an earningFactorTable if it earns by CURVE, and only then.`,
    )
  const use = (member: string, table: string, type: FactorTable['type']) => {
    refuseUnknown(reading, at(member), {
      what: 'factor table',
      code: table,
      known: factorTables.map((one) => one.code),
    })
    const known = factorTables.find((one) => one.code === table)
    if (known && known.type !== type)
      refuse(
        reading,
        at(member),
        `${line} needs a factor table of the type ${type}, and ${table} is ${known.type}.`,
      )
  }
  if (earningFactorTable !== null) use('earningFactorTable', earningFactorTable, 'Earning')
  if (found.type === 'FactorTable') for (const table of found.tables) use('calculation', table, 'Rate')
}
