import { isEarningMethod } from '../../domain/earning/method-codes.ts'
import { payWhens } from '../../domain/ledger/rows.ts'
import type { WithoutIds } from '../../domain/rate-book/book.ts'
import type { DisbursementDefinition, FactorTable } from '../../domain/rate-book/rate-book.ts'
import {
  booleanCell,
  type CellReader,
  choiceCell,
  codeCell,
  dateCell,
  defaultedField,
  nameCell,
  optionalField,
  requiredField,
  wholeNumberCell,
} from '../../files/cells.ts'
import { reportReversedDates, reportSameDays } from '../../files/effective-dates.ts'
import { type FieldReader, objectList } from '../../files/objects.ts'
import { type FileReading, type FileRow, fieldLine, reportFault, reportUnknown } from '../../files/reading.ts'
import { cancelMethods } from '../../reference/cancellation-values.ts'
import { calculationField, payeeCell } from './read-calculations.ts'

type Definition = WithoutIds<DisbursementDefinition>

interface DisbursementFacts
  extends Omit<Definition, 'label' | 'includedInDealerCost' | 'sequence' | 'effectiveFrom'> {
  readonly label: string | null
  readonly includedInDealerCost: boolean | null
  readonly sequence: number | null
  readonly effectiveFrom: string | null
}

const [firstMethod, ...otherMethods] = cancelMethods.map((method) => method.code) as [string, ...string[]]
export const cancelMethodCell = choiceCell([firstMethod, ...otherMethods])

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

/** How a line is earned. Some methods have parameters. */
const earningMethod: CellReader<string> = (text, report) => {
  if (!isEarningMethod(text))
    report(
      `"${text}" is not one of ${plainMethods.join(', ')}, PRORATA_MONTHS(HALF), DELAYED(months), DELAYED(months,method), WARRANTY_SPLIT(percent,months).`,
    )
  return text
}

/** The field `disbursements` of a program. */
export const disbursementsField: FieldReader<readonly FileRow<DisbursementFacts>[]> =
  objectList<DisbursementFacts>({
    code: requiredField(codeCell),
    label: optionalField(nameCell),
    to: requiredField(payeeCell),
    calculation: calculationField,
    includedInDealerCost: optionalField(booleanCell),
    earningMethodCode: requiredField(earningMethod),
    earningFactorTable: optionalField(codeCell),
    cancelRule: defaultedField(
      choiceCell(['Proportional', 'OwnMethod', 'NonRefundable', 'FlatOnlyInFreeLook']),
      'Proportional',
    ),
    cancelMethodCode: optionalField(cancelMethodCell),
    payWhen: optionalField(choiceCell(payWhens)),
    sequence: optionalField(wholeNumberCell(0, 1_000_000)),
    effectiveFrom: optionalField(dateCell),
    effectiveTo: optionalField(dateCell),
  })

/** What the lines of a program refer to. */
interface LineContext {
  readonly codes: readonly { readonly code: string; readonly name: string }[]
  readonly factorTables: readonly WithoutIds<FactorTable>[]
  readonly effectiveFrom: string
}

/** The lines as they are stored, with the defaults filled in. */
export function finishDisbursements(
  reading: FileReading,
  file: string,
  rows: readonly FileRow<DisbursementFacts>[],
  { codes, factorTables, effectiveFrom }: LineContext,
): FileRow<Definition>[] {
  const known = codes.map(({ code }) => code)
  const finished = rows.map((row, at): FileRow<Definition> => {
    const { values } = row
    reportUnknown(reading, { file, line: row.line }, { what: 'disbursement code', code: values.code, known })
    checkRules(reading, file, row, factorTables)
    const { type, number } = values.to
    if (number !== null && number !== '')
      reading.accounts.push({ type, number, file, line: fieldLine(row, 'to') })
    return {
      ...row,
      values: {
        ...values,
        label: values.label ?? codes.find(({ code }) => code === values.code)?.name ?? values.code,
        // The markup comes on top of dealer cost; everything else is usually part of it.
        includedInDealerCost: values.includedInDealerCost ?? values.code !== 'MARKUP',
        sequence: values.sequence ?? at + 1,
        effectiveFrom: values.effectiveFrom ?? effectiveFrom,
      },
    }
  })
  for (const row of finished)
    reportReversedDates(reading, { file, line: fieldLine(row, 'effectiveTo') }, row.values)
  // A line that changes on a date is in the file twice; on each date one of them applies.
  reportSameDays(reading, file, finished, ({ code: line }) => line)
  return finished
}

function checkRules(
  reading: FileReading,
  file: string,
  row: FileRow<DisbursementFacts>,
  factorTables: LineContext['factorTables'],
): void {
  const { code: line, calculation, cancelRule, cancelMethodCode } = row.values
  const { earningMethodCode, earningFactorTable } = row.values
  const at = (field: string) => ({ file, line: fieldLine(row, field) })
  if ((cancelRule === 'OwnMethod') !== (cancelMethodCode !== null))
    reportFault(
      reading,
      at('cancelRule'),
      `${line} must have a cancelMethodCode if its cancelRule is OwnMethod, and only then.`,
    )
  if ((earningMethodCode === 'CURVE') !== (earningFactorTable !== null))
    reportFault(
      reading,
      at('earningMethodCode'),
      `${line} must have an earningFactorTable if it earns by CURVE, and only then.`,
    )
  const checkTable = (field: string, table: string, type: FactorTable['type']) => {
    reportUnknown(reading, at(field), {
      what: 'factor table',
      code: table,
      known: factorTables.map(({ code }) => code),
    })
    const known = factorTables.find(({ code }) => code === table)
    if (known && known.type !== type)
      reportFault(
        reading,
        at(field),
        `${line} needs a factor table of type ${type}; ${table} is of type ${known.type}.`,
      )
  }
  if (earningFactorTable !== null) checkTable('earningFactorTable', earningFactorTable, 'Earning')
  if (calculation.type === 'FactorTable')
    for (const table of calculation.tables) checkTable('calculation', table, 'Rate')
}
