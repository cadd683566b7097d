import { type ClashCandidate, findClashes, numberRange } from '../../domain/rate-book/clashes.ts'
import { effectiveRange } from '../../domain/rate-book/effective-dates.ts'
import type { Calculation, RateRow } from '../../domain/rate-book/rate-book.ts'
import { amountText } from '../../domain/rate-book/words.ts'
import {
  type CellReader,
  choiceCell,
  codeCell,
  dateCell,
  milesCell,
  moneyCell,
  optionalField,
  percentCell,
  requiredField,
  stateCell,
  termCodeCell,
  wholeNumberCell,
} from '../../files/cells.ts'
import { reportReversedDates } from '../../files/effective-dates.ts'
import {
  type FileReading,
  type FileRow,
  readFileText,
  reportEmpty,
  reportFault,
  reportReversedRange,
  reportUnknown,
} from '../../files/reading.ts'
import { readTable, type TableColumns } from '../../files/tables.ts'
import { reportUnknownSegmentation } from './read-lists.ts'

/** The codes that the rows of a program may use. */
export interface ProgramCodes {
  readonly plan: readonly string[]
  readonly term: readonly string[]
  readonly deductible: readonly string[]
  readonly segmentation: readonly string[]
  readonly hasClasses: boolean
}

export const vehicleConditions = ['New', 'Used', 'CPO'] as const

type Keys = Omit<RateRow, 'values'>

const keys: TableColumns<Keys> = {
  plan: optionalField(codeCell),
  term: optionalField(termCodeCell),
  deductible: optionalField(codeCell),
  classCode: optionalField(codeCell),
  segmentation: optionalField(codeCell),
  odometerFrom: optionalField(milesCell),
  odometerTo: optionalField(milesCell),
  ageFrom: optionalField(wholeNumberCell(0, 200)),
  ageTo: optionalField(wholeNumberCell(0, 200)),
  financedFrom: optionalField(moneyCell),
  financedTo: optionalField(moneyCell),
  priceFrom: optionalField(moneyCell),
  priceTo: optionalField(moneyCell),
  state: optionalField(stateCell),
  condition: optionalField(choiceCell(vehicleConditions)),
  effectiveFrom: optionalField(dateCell),
  effectiveTo: optionalField(dateCell),
}

/** The columns that rows are found by; all others have amounts or percents. */
export const rateKeys: readonly string[] = Object.keys(keys)

/** The amount columns of the rows: an amount of money, or a percent of something else. */
type RateColumns = ReadonlyMap<string, 'money' | 'percent'>

/** The columns that calculations read from the rows. */
export function rateColumns(calculations: readonly Calculation[]): Map<string, 'money' | 'percent'> {
  const columns = new Map<string, 'money' | 'percent'>()
  for (const calculation of calculations)
    if ('column' in calculation && calculation.column !== null)
      columns.set(
        calculation.column,
        calculation.type === 'RateRow' && calculation.of !== null ? 'percent' : 'money',
      )
  return columns
}

/** The rate rows of a program. The most specific row that fits a sale applies, so no two may be equally specific. */
export function readRates(
  reading: FileReading,
  file: string,
  columns: RateColumns | undefined,
  codes: ProgramCodes,
): readonly RateRow[] {
  // Without the lines of the program, the columns are not known.
  if (!columns) {
    readFileText(reading, file, 'needed')
    return []
  }
  const figures = Object.fromEntries(
    [...columns].map(([name, kind]) => {
      const cell: CellReader<number> = kind === 'money' ? moneyCell : percentCell
      return [name, requiredField(cell)]
    }),
  )
  const rows = readTable<RateLine>(reading, file, { ...keys, ...figures })
  reportEmpty(reading, file, rows, 'rates')
  for (const row of rows) checkRow(reading, file, row, codes)
  for (const { line, other } of findClashes(rows.filter(({ isSound }) => isSound).map(clashCandidate)))
    reportFault(
      reading,
      { file, line },
      `This row and the one on line ${other} are equally specific and fit the same sales. Make one of them more specific.`,
    )
  return rows.map(({ values }) => rateRow(values, columns))
}

type RateLine = Keys & Readonly<Record<string, unknown>>

/** A row as it is stored. Written out for speed: a large book has hundreds of thousands of rows. */
function rateRow(line: RateLine, columns: RateColumns): RateRow {
  const values: Record<string, number> = {}
  for (const name of columns.keys()) values[name] = Number(line[name])
  return {
    plan: line.plan,
    term: line.term,
    deductible: line.deductible,
    classCode: line.classCode,
    segmentation: line.segmentation,
    odometerFrom: line.odometerFrom,
    odometerTo: line.odometerTo,
    ageFrom: line.ageFrom,
    ageTo: line.ageTo,
    financedFrom: line.financedFrom,
    financedTo: line.financedTo,
    priceFrom: line.priceFrom,
    priceTo: line.priceTo,
    state: line.state,
    condition: line.condition,
    effectiveFrom: line.effectiveFrom,
    effectiveTo: line.effectiveTo,
    values,
  }
}

const ranges = [
  ['odometer', 'odometerFrom', 'odometerTo', String],
  ['age', 'ageFrom', 'ageTo', String],
  ['amount financed', 'financedFrom', 'financedTo', amountText],
  ['price', 'priceFrom', 'priceTo', amountText],
] as const

function checkRow(
  reading: FileReading,
  file: string,
  { line, values }: FileRow<Keys>,
  codes: ProgramCodes,
): void {
  const place = { file, line }
  reportUnknownCodes(reading, place, values, codes)
  for (const [what, from, to, format] of ranges)
    if (values[from] !== null)
      reportReversedRange(reading, place, { what, from: values[from], to: values[to], format })
  reportReversedDates(reading, place, values)
}

interface Named {
  readonly plan?: string | null | undefined
  readonly term?: string | null | undefined
  readonly deductible?: string | null | undefined
  readonly segmentation?: string | null | undefined
  readonly classCode?: string | null | undefined
}

/** Reports codes that the program does not have. */
export function reportUnknownCodes(
  reading: FileReading,
  place: { file: string; line: number },
  named: Named,
  codes: ProgramCodes,
): void {
  for (const what of ['plan', 'term', 'deductible'] as const)
    reportUnknown(reading, place, { what, code: named[what] ?? '', known: codes[what] })
  reportUnknownSegmentation(reading, place, { named: named.segmentation, known: codes.segmentation })
  if (named.classCode && !codes.hasClasses)
    reportFault(reading, place, 'The row names a class, but the program has no class table.')
}

const clashCandidate = ({ line, values: row }: FileRow<Keys>): ClashCandidate => ({
  line,
  codes: [row.plan, row.term, row.deductible, row.classCode, row.segmentation, row.state, row.condition],
  ranges: [
    numberRange(row.odometerFrom, row.odometerTo),
    numberRange(row.ageFrom, row.ageTo),
    numberRange(row.financedFrom, row.financedTo),
    numberRange(row.priceFrom, row.priceTo),
    effectiveRange(row),
  ],
})
