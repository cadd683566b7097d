import { z } from 'zod'
import { type CsvTable, csvColumns } from './csv.ts'
import { type PageRequest, pageRequestFromQuery, querySchema } from './search.ts'

// Lists that are made as a whole, because they are short or computed. They are sorted and cut into pages here, by the same
// rules as lists that the database pages.

/** The query of a read, with the parameters of a list. `fields`: what it can be sorted by; a dotted one by its last name. */
export function withPaging(query: z.ZodObject | undefined, fields: readonly string[]): z.ZodObject {
  const { pageNumber, pageSize, sortDirection, exactCount } = querySchema({ filters: {}, sort: {} }).shape
  const names = fields.map(nameOf) as [string, ...string[]]
  const sortBy = names.includes('id')
    ? z.enum(names).default('id').describe('The field to sort by.')
    : z.enum(names).optional().describe('The field to sort by. Default: the order in which it is made.')
  const paging = {
    pageNumber: withoutDefault(pageNumber).describe('The page number, starting at 1.'),
    pageSize: withoutDefault(pageSize).describe(
      'The number of rows per page. Default: 25 with a page number, all rows without.',
    ),
    ...{ sortBy, sortDirection, exactCount },
  }
  // The parameters of the operation itself come first, and its refinements stay.
  return query ? query.safeExtend(paging as never) : z.strictObject(paging as never)
}

const withoutDefault = (schema: unknown): z.ZodType =>
  ((schema as z.ZodDefault).unwrap() as z.ZodType).optional()

/** The page that was asked for. A sum or a report is never cut unless the caller asks for a page. */
export function pageAsked(query: Record<string, unknown>, count: number): PageRequest {
  const { pageNumber, pageSize } = query
  const usual = pageNumber === undefined ? Math.max(count, 1) : 25
  return pageRequestFromQuery({ ...query, pageNumber: pageNumber ?? 1, pageSize: pageSize ?? usual })
}

const nameOf = (field: string) => field.slice(field.lastIndexOf('.') + 1)

/** All rows in the order that was asked for. */
export function sortedRows(
  rows: readonly unknown[],
  fields: readonly string[],
  { sortBy, sortDirection }: Pick<PageRequest, 'sortBy' | 'sortDirection'>,
): readonly unknown[] {
  const isDescending = sortDirection === 'Desc'
  if (sortBy === undefined) return isDescending ? rows.toReversed() : rows
  const field = fields.find((candidate) => nameOf(candidate) === sortBy) ?? sortBy
  const turned = isDescending ? -1 : 1
  return rows.toSorted(
    (left, right) =>
      turned * compareValues(valueAt(left, field), valueAt(right, field)) ||
      compareValues(valueAt(left, 'id'), valueAt(right, 'id')),
  )
}

export const pageOfRows = (
  rows: readonly unknown[],
  { pageNumber, pageSize }: Pick<PageRequest, 'pageNumber' | 'pageSize'>,
): readonly unknown[] => rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)

/** A row that is a plain value is its own field. */
const valueAt = (row: unknown, field: string): unknown =>
  typeof row === 'object'
    ? field.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], row)
    : row

/** As the database compares: text in lower case by code points, which is the order of its bytes; nothing comes last. */
function compareValues(left: unknown, right: unknown): number {
  const isNothing = (value: unknown) => value === null || value === undefined
  if (isNothing(left) || isNothing(right)) return Number(isNothing(left)) - Number(isNothing(right))
  if (typeof left === 'string' && typeof right === 'string')
    return Buffer.from(left.toLowerCase()).compare(Buffer.from(right.toLowerCase()))
  return Number(left) - Number(right)
}

/** The whole list as a table. Plain values have one column. */
export function tableOf(answer: z.ZodType): (rows: unknown) => CsvTable {
  const row = (answer as z.ZodArray).element
  if (!(row instanceof z.ZodObject))
    return (rows) => ({ columns: ['value'], rows: (rows as readonly unknown[]).map((value) => ({ value })) })
  const columns = csvColumns(row)
  return (rows) => ({ columns, rows: rows as readonly unknown[] })
}
