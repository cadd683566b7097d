import type { Report, ReportCell } from '../../../sdk/src/types.gen.ts'
import { screenOfList } from '../screen-of-list.ts'

type Row = Report['rows'][number]
export type Unit = Report['columns'][number]['kind']

interface ModelPart {
  readonly series: string
  readonly y: number
  readonly to?: string | undefined
}

/** What is drawn of a report. A series is a column of the report, or a text of its rows. */
export interface ChartModel {
  readonly kind: 'bars' | 'lines'
  readonly unit: Unit
  readonly series: readonly string[]
  /** Whether the series are keys of columns, and not words of the data. */
  readonly isByColumn: boolean
  readonly points: readonly ModelPoint[]
  /** The key of the column that says what the places are. */
  readonly place: string
  /** Whether the places are months, or columns, or words of the data. */
  readonly places: 'months' | 'columns' | 'words'
  readonly isStacked: boolean
  readonly isSideways: boolean
  /** Whether the report has more than is drawn. */
  readonly isCut: boolean
}

interface ModelPoint {
  /** What tells it from the others. */
  readonly x: string
  /** What people read, if that is neither a month nor a column. */
  readonly name?: string
  readonly parts: readonly ModelPart[]
}

/** So many bars are drawn; the table has all rows. */
const MOST_BARS = 15
const MOST_SERIES = 8

/** The chart of a report, by its name. */
export function chartOf(report: Report): ChartModel | undefined {
  switch (report.name) {
    case 'production':
      return monthsBySeries(report, 'product', 'retail')
    case 'earnings':
      return has(report, 'month')
        ? overTime(report, ['closing', 'earned'])
        : byWord(report, 'code', ['earned', 'closing'])
    case 'loss-ratio':
      return byWord(report, 'plan', ['lossRatio'])
    case 'loss-triangle':
      return triangle(report)
    case 'cancels':
      return byWord(report, 'reason', ['net'])
    case 'aging':
      return buckets(report)
    case 'overdue-refunds':
      return spans(report, 'late', ['amount', 'penalty'])
    default:
      return undefined
  }
}

const has = ({ columns }: Report, key: string) => columns.some((column) => column.key === key)
const indexOf = ({ columns }: Report, key: string) => columns.findIndex((column) => column.key === key)
const unitOf = ({ columns }: Report, key: string): Unit =>
  columns.find((column) => column.key === key)?.kind ?? 'Count'

const cellAt = (report: Report, row: Row, key: string): ReportCell | undefined =>
  row.cells[indexOf(report, key)]
const wordAt = (report: Report, row: Row, key: string) => String(cellAt(report, row, key)?.value ?? '')

function partOf(series: string, cell: ReportCell | undefined): readonly ModelPart[] {
  if (typeof cell?.value !== 'number') return []
  return [{ series, y: cell.value, to: screenOfList(cell.list) }]
}

/** A bar a month, with a part for each word of another column. */
function monthsBySeries(report: Report, by: string, key: string): ChartModel {
  const months = [...new Set(report.rows.map((row) => wordAt(report, row, 'month')))].toSorted()
  const all = [...new Set(report.rows.map((row) => wordAt(report, row, by)))]
  const series = all.slice(0, MOST_SERIES)
  return {
    ...{ kind: 'bars', unit: unitOf(report, key), series, isByColumn: false },
    ...{ places: 'months', place: 'month', isStacked: true, isSideways: false },
    isCut: series.length < all.length,
    points: months.map((x) => ({
      x,
      parts: report.rows
        .filter((row) => wordAt(report, row, 'month') === x && series.includes(wordAt(report, row, by)))
        .flatMap((row) => partOf(wordAt(report, row, by), cellAt(report, row, key))),
    })),
  }
}

/** A bar for each span of days, in their order, with a part for each of some columns. */
function spans(report: Report, span: string, keys: readonly string[]): ChartModel {
  return {
    ...{ kind: 'bars', unit: unitOf(report, keys[0] ?? ''), series: keys, isByColumn: true },
    ...{ places: 'columns', place: span, isStacked: true, isSideways: false, isCut: false },
    points: report.rows.map((row) => ({
      // The words of the service are English; the key stands for the span in every language.
      x: `${span}${row.key}`,
      parts: keys.flatMap((key) => partOf(key, cellAt(report, row, key))),
    })),
  }
}

/** Bars to the right, one for each row and column, the largest first. */
function byWord(report: Report, word: string, keys: readonly string[]): ChartModel {
  const first = keys[0] ?? ''
  const sizeOf = (row: Row) => Number(cellAt(report, row, first)?.value ?? 0)
  const rows = report.rows.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, MOST_BARS)
  return {
    ...{ kind: 'bars', unit: unitOf(report, first), series: keys, isByColumn: true },
    ...{ places: 'words', place: word, isStacked: false, isSideways: true },
    isCut: rows.length < report.rows.length,
    points: rows.map((row) => ({
      // Plans of two products may have the same name, so the key stands for the row.
      x: row.key,
      name: nameAt(report, row, word),
      parts: keys.flatMap((key) => partOf(key, cellAt(report, row, key))),
    })),
  }
}

/** The word of a row, with its product if another row has the same word. */
function nameAt(report: Report, row: Row, word: string): string {
  const name = wordAt(report, row, word)
  const isShared = report.rows.some((other) => other !== row && wordAt(report, other, word) === name)
  return isShared && has(report, 'product') ? `${name} (${wordAt(report, row, 'product')})` : name
}

/** Lines over months, one for each of some columns. */
const overTime = (report: Report, keys: readonly string[]): ChartModel => ({
  ...{ kind: 'lines', unit: unitOf(report, keys[0] ?? ''), series: keys, isByColumn: true },
  ...{ places: 'months', place: 'month', isStacked: false, isSideways: false, isCut: false },
  points: report.rows.map((row) => ({
    x: wordAt(report, row, 'month'),
    parts: keys.flatMap((key) => partOf(key, cellAt(report, row, key))),
  })),
})

const LATEST = 4

/** How the latest months of losses grew older, a line each. */
function triangle(report: Report): ChartModel {
  const ages = report.columns.flatMap(({ key }) => (/^age\d+$/.test(key) ? [key] : []))
  const all = report.rows.filter((row) => row.cells.some(({ value }) => Number(value) > 0))
  const rows = all.slice(-LATEST)
  return {
    ...{ kind: 'lines', unit: 'Money', isByColumn: false, places: 'columns', place: 'age' },
    ...{ isStacked: false, isSideways: false, isCut: rows.length < all.length },
    series: rows.map((row) => wordAt(report, row, 'month')),
    points: ages
      .map((key) => ({
        x: key,
        parts: rows.flatMap((row) => partOf(wordAt(report, row, 'month'), cellAt(report, row, key))),
      }))
      .filter(({ parts }) => parts.length > 0),
  }
}

/** What is due in each span of days, over all rows. */
function buckets(report: Report): ChartModel {
  const keys = report.columns
    .filter(({ key, kind }) => kind === 'Money' && key !== 'total')
    .map(({ key }) => key)
  return {
    ...{ kind: 'bars', unit: 'Money', series: ['total'], isByColumn: true, places: 'columns', place: 'due' },
    ...{ isStacked: false, isSideways: false, isCut: false },
    points: keys.map((key) => ({ x: key, parts: partOf('total', report.totals[indexOf(report, key)]) })),
  }
}
