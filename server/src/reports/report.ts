import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { type CalendarDate, dateFromEpochDay, epochDay, monthEnd } from '../domain/dates.ts'
import { amountOf, type Cents } from '../domain/money.ts'
import type { Permission } from '../domain/permissions.ts'
import type { Acting } from '../http/caller.ts'
import type { CsvTable } from '../http/csv.ts'
import { CalendarDate as DateOnly } from '../http/schemas.ts'

// A report is a table of figures, and each figure names the list whose rows make it up.

const kinds = ['Text', 'Month', 'Count', 'Money', 'Ratio'] as const

const ReportList = z
  .object({
    path: z
      .string()
      .describe('The list that shows the rows behind the figure.')
      .meta({ example: '/v2/contracts' }),
    query: z
      .record(z.string(), z.string())
      .describe('The parameters with which the list shows exactly these rows.')
      .meta({ example: { saleDateFrom: '2026-07-01', saleDateTo: '2026-07-31', productId: '1' } }),
  })
  .meta({ id: 'ReportList' })

const ReportCell = z
  .object({
    value: z
      .union([z.string(), z.number()])
      .nullable()
      .describe('Money in dollars, a ratio as a fraction of 1. Null: there is none.'),
    list: ReportList.nullable().describe('Null where no list shows the rows.'),
  })
  .meta({ id: 'ReportCell' })

export const Report = z
  .object({
    name: z.string(),
    fromDate: DateOnly.nullable().describe('Null: from the beginning.'),
    toDate: DateOnly.nullable().describe('Null: without an end.'),
    asOfDate: DateOnly.describe('The day that the figures were made on or for.'),
    columns: z.array(
      z
        .object({
          key: z.string().describe('The name of the column.').meta({ example: 'retail' }),
          kind: z.enum(kinds).describe('What its values are.'),
        })
        .meta({ id: 'ReportColumn' }),
    ),
    rows: z.array(
      z
        .object({
          key: z.string().describe('Stands for the row. It is the same in every answer.'),
          cells: z.array(ReportCell).describe('In the order of `columns`.'),
        })
        .meta({ id: 'ReportRow' }),
    ),
    totals: z.array(ReportCell).describe('In the order of `columns`. Of all rows, also if `isCut`.'),
    isCut: z.boolean().describe('Whether there are more rows than are shown.'),
  })
  .meta({ id: 'Report' })
export type ReportModel = z.input<typeof Report>
export type Cell = z.input<typeof ReportCell>
type Column = ReportModel['columns'][number]

/** What a report makes; the rest of the answer is the same for all. */
export type ReportParts = Omit<ReportModel, 'name'>

export interface ReportContext extends Acting {
  readonly db: Db
}

/** A report as data. */
export interface ReportSpec<Query extends z.ZodObject> {
  readonly name: string
  readonly permission: Permission
  /** Not for callers that are limited to account holders. */
  readonly isForStaff?: true
  readonly summary: string
  readonly description: string
  readonly query: Query
  make(context: ReportContext, query: z.output<Query>): Promise<ReportParts>
}

export const columnsOf = (columns: Readonly<Record<string, Column['kind']>>): Column[] =>
  Object.entries(columns).map(([key, kind]) => ({ key, kind }))

type Parameters = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** The address of a list. Parameters without a value are left out. */
export const listAt = (path: string, parameters: Parameters): Cell['list'] => ({
  path,
  query: Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ),
})

export const text = (value: string | null): Cell => ({ value, list: null })
export const count = (value: number, list: Cell['list'] = null): Cell => ({ value, list })
export const money = (value: Cents | null, list: Cell['list'] = null): Cell => ({
  value: value === null ? null : amountOf(value),
  list,
})
export const ratio = (value: number | null, list: Cell['list'] = null): Cell => ({ value, list })

/** The rows as CSV. Totals are left out, because a spreadsheet adds up by itself. */
export const reportTable = ({ columns, rows }: ReportModel): CsvTable => ({
  columns: columns.map(({ key }) => key),
  rows: rows.map(({ cells }) => Object.fromEntries(columns.map(({ key }, at) => [key, cells[at]?.value]))),
})

/** The first and the last day of the month that a text such as `2026-07` names, within a period. */
export function monthWithin(month: string, from: CalendarDate, to: CalendarDate) {
  const [first, last] = [`${month}-01`, lastDayOf(month)]
  return { from: first < from ? from : first, to: last > to ? to : last }
}

const lastDayOf = (month: string): CalendarDate => dateFromEpochDay(monthEnd(epochDay(`${month}-01`)))
