import { z } from 'zod'
import { flag, int, json, type RowOf, text, texts } from '../db/columns.ts'
import { sql } from '../db/sql.ts'
import { table } from '../db/table.ts'
import { type Route, route } from '../http/route.ts'
import type { Filters, ListQuery, Sort } from '../http/search.ts'

/** A reference list as one row: where it is answered, which rows it has, and what a row shows. */
export interface ReferenceList {
  readonly path: string
  readonly tag: string
  readonly summary: string
  /** As `reference_value.list` has it. */
  readonly list: string
  readonly row: z.ZodObject
  /** Absent: the product type, and what is active. */
  readonly filters?: Filters
}

const common = { id: z.int(), code: z.string(), name: z.string(), isActive: z.boolean() }

const Reason = z.object({ ...common, productTypeCodes: z.array(z.string()) }).meta({ id: 'Reason' })

const HoldReason = z
  .object({
    ...common,
    blocksClaims: z.boolean(),
    freezesPayables: z.boolean(),
    defaultMode: z.enum(['Freeze', 'Suspend']),
    autoResolve: z.boolean(),
  })
  .meta({ id: 'HoldReason' })

const CCCType = z
  .object({ ...common, code: z.enum(['COMPLAINT', 'CAUSE', 'CORRECTION']) })
  .meta({ id: 'CCCType', example: { id: 76, code: 'COMPLAINT', name: 'Complaint', isActive: true } })

export const lists: readonly ReferenceList[] = [
  {
    path: '/contracts/holdreasons',
    tag: 'Contracts',
    summary: 'Why a contract can be held',
    list: 'ContractHoldReason',
    row: HoldReason,
  },
  {
    path: '/claims/holdReasons',
    tag: 'Claims',
    summary: 'Why a claim can be held',
    list: 'ClaimHoldReason',
    row: Reason,
  },
  {
    path: '/claims/deniedReasons',
    tag: 'Claims',
    summary: 'Why a claim can be denied',
    list: 'DeniedReason',
    row: Reason,
  },
  {
    path: '/inspectionreasons',
    tag: 'Inspection',
    summary: 'Why an inspection can be ordered',
    list: 'InspectionReason',
    row: Reason,
  },
  {
    path: '/rejectinspectionreasons',
    tag: 'Inspection',
    summary: 'Why an inspection company can reject an order',
    list: 'RejectInspectionReason',
    row: Reason,
  },
  {
    path: '/claims/complaintscausescorrectionstypes',
    tag: 'Claims',
    summary: 'The types of complaints, causes and corrections',
    list: 'CCCType',
    row: CCCType,
    filters: {
      code: { match: 'whole', column: 'v.code' },
      name: { match: 'contains', column: 'v.name' },
    },
  },
]

export const referenceFilters = {
  productTypeCode: {
    match: 'text where',
    where: '(cardinality(v.product_type_codes) = 0 or upper(?) = any(v.product_type_codes))',
  },
  isActive: { match: 'flag', column: 'v.is_active' },
} as const satisfies Filters

export const referenceSort = {
  code: { column: 'v.code', text: true },
  name: { column: 'v.name', text: true },
} as const satisfies Sort

export const listRoutes: readonly Route[] = lists.map(
  ({ path, tag, summary, list, row, filters = referenceFilters }) => {
    const search = { filters, sort: referenceSort }
    return route.list({
      path,
      tag,
      summary,
      permission: 'signed-in',
      form: 'array',
      row,
      search,
      list: () => ({ ...search, ...rowsOf<Record<string, unknown>>(list) }),
    })
  },
)

/** What only one list has, kept as an object. */
const Details = z.record(z.string(), z.unknown())

export const referenceValue = table('reference_value', {
  ...{ id: int, code: text, name: text, isActive: flag, productTypeCodes: texts },
  details: json((value) => Details.parse(value)),
})
export type ValueRow = RowOf<typeof referenceValue.columns>

/** What only one list has stands beside what all have; the list's row names what is answered. */
export const modelOf = <Model>({ details, ...value }: ValueRow) =>
  // The details are those of the model, because the list is the model's.
  ({ ...value, ...details }) as unknown as Model

export const rowsOf = <Model>(list: string): Omit<ListQuery<Model>, 'filters' | 'sort'> => ({
  columns: referenceValue.columns,
  select: referenceValue.list('v'),
  from: 'reference_value v',
  id: 'v.id',
  where: [sql`v.list = ${list}`],
  row: (record: never) => modelOf<Model>(record),
})
