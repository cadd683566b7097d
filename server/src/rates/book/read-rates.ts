import { type Fitting, findClashes, rangeOf } from '../../domain/rate-book/clashes.ts'
import type { Calculation, RateRow } from '../../domain/rate-book/rate-book.ts'
import { writtenMoney } from '../../domain/rate-book/words.ts'
import {
  type Cell,
  code,
  date,
  miles,
  money,
  oneOf,
  percent,
  state,
  termCode,
  whole,
} from '../../files/cells.ts'
import {
  type Reading,
  type Row,
  refuse,
  refuseNone,
  refuseUnknown,
  refuseUpsideDown,
  textOf,
} from '../../files/reading.ts'
import { type Columns, optional, readTable, required } from '../../files/tables.ts'
import { daysOf, refuseDates } from './effective.ts'
import { refuseSegmentation } from './read-lists.ts'

/** What the rows and entries of a program may name. */
export interface ProgramCodes {
  readonly plan: readonly string[]
  readonly term: readonly string[]
  readonly deductible: readonly string[]
  readonly segmentation: readonly string[]
  readonly hasClasses: boolean
}

export const conditions = ['New', 'Used', 'CPO'] as const

type Keys = Omit<RateRow, 'values'>

const keys: Columns<Keys> = {
  plan: optional(code),
  term: optional(termCode),
  deductible: optional(code),
  classCode: optional(code),
  segmentation: optional(code),
  odometerFrom: optional(miles),
  odometerTo: optional(miles),
  ageFrom: optional(whole(0, 200)),
  ageTo: optional(whole(0, 200)),
  financedFrom: optional(money),
  financedTo: optional(money),
  priceFrom: optional(money),
  priceTo: optional(money),
  state: optional(state),
  condition: optional(oneOf(conditions)),
  effectiveFrom: optional(date),
  effectiveTo: optional(date),
}

/** The columns that rows are found by; all others have the figures. */
export const rateKeys: readonly string[] = Object.keys(keys)

/** A figure of the rows and how it is written there: an amount, or a percent of something else. */
export type Figures = ReadonlyMap<string, 'money' | 'percent'>

/** The figures that calculations take from the rows. */
export function figuresOf(calculations: readonly Calculation[]): Map<string, 'money' | 'percent'> {
  const figures = new Map<string, 'money' | 'percent'>()
  for (const calculation of calculations)
    if ('column' in calculation && calculation.column !== null)
      figures.set(
        calculation.column,
        calculation.type === 'RateRow' && calculation.of !== null ? 'percent' : 'money',
      )
  return figures
}

/** The rate rows of a program. Of those that fit a sale the one that names most counts, so that there must be one. */
export function readRates(
  reading: Reading,
  file: string,
  figures: Figures | undefined,
  codes: ProgramCodes,
): readonly RateRow[] {
  // Without the lines of the program nobody knows which columns there should be.
  if (!figures) {
    textOf(reading, file, 'needed')
    return []
  }
  const columns = Object.fromEntries(
    [...figures].map(([name, kind]) => {
      const cell: Cell<number> = kind === 'money' ? money : percent
      return [name, required(cell)]
    }),
  )
  const rows = readTable<RateLine>(reading, file, { ...keys, ...columns })
  refuseNone(reading, file, rows, 'rates')
  for (const row of rows) checkRow(reading, file, row, codes)
  for (const { line, other } of findClashes(rows.filter(({ isSound }) => isSound).map(fittingOf)))
    refuse(
      reading,
      { file, line },
      `The row on line ${other} names as much and fits the same sales: which of them counts?`,
    )
  return rows.map(({ values }) => rateRow(values, figures))
}

type RateLine = Keys & Readonly<Record<string, unknown>>

/** A row as it is kept. Written out, because a large book has hundreds of thousands of them. */
function rateRow(line: RateLine, figures: Figures): RateRow {
  const values: Record<string, number> = {}
  for (const name of figures.keys()) values[name] = Number(line[name])
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
  ['amount financed', 'financedFrom', 'financedTo', writtenMoney],
  ['price', 'priceFrom', 'priceTo', writtenMoney],
] as const

function checkRow(reading: Reading, file: string, { line, values }: Row<Keys>, codes: ProgramCodes): void {
  const place = { file, line }
  refuseCodes(reading, place, values, codes)
  for (const [what, from, to, shown] of ranges)
    if (values[from] !== null)
      refuseUpsideDown(reading, place, { what, from: values[from], to: values[to], shown })
  refuseDates(reading, place, values)
}

interface Named {
  readonly plan?: string | null | undefined
  readonly term?: string | null | undefined
  readonly deductible?: string | null | undefined
  readonly segmentation?: string | null | undefined
  readonly classCode?: string | null | undefined
}

/** Tells of codes that the program does not have. */
export function refuseCodes(
  reading: Reading,
  place: { file: string; line: number },
  named: Named,
  codes: ProgramCodes,
): void {
  for (const what of ['plan', 'term', 'deductible'] as const)
    refuseUnknown(reading, place, { what, code: named[what] ?? '', known: codes[what] })
  refuseSegmentation(reading, place, { named: named.segmentation, known: codes.segmentation })
  if (named.classCode && !codes.hasClasses)
    refuse(reading, place, 'A class is named, and the program has no class table.')
}

const fittingOf = ({ line, values: row }: Row<Keys>): Fitting => ({
  line,
  codes: [row.plan, row.term, row.deductible, row.classCode, row.segmentation, row.state, row.condition],
  ranges: [
    rangeOf(row.odometerFrom, row.odometerTo),
    rangeOf(row.ageFrom, row.ageTo),
    rangeOf(row.financedFrom, row.financedTo),
    rangeOf(row.priceFrom, row.priceTo),
    daysOf(row),
  ],
})
