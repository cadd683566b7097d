import { z } from 'zod'
import { flag, int, json, type RowOf, text, texts } from '../db/columns.ts'
import { sql } from '../db/sql.ts'
import { table } from '../db/table.ts'
import { type Route, route } from '../http/route.ts'
import type { Filters, ListQuery, Sort } from '../http/search.ts'

/** A reference list as data: its path, its rows, and the schema of a row. */
interface ReferenceList {
  readonly path: string
  readonly tag: string
  readonly summary: string
  /** The value of `reference_value.list`. */
  readonly list: string
  readonly row: z.ZodObject
  /** Absent: by product type and whether it is active. */
  readonly filters?: Filters
}

const common = { id: z.int(), code: z.string(), name: z.string(), isActive: z.boolean() }

const reason = (id: string) => z.object({ ...common, productTypeCodes: z.array(z.string()) }).meta({ id })

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
    summary: 'List the reasons for putting a contract on hold',
    list: 'ContractHoldReason',
    row: HoldReason,
  },
  {
    path: '/claims/holdReasons',
    tag: 'Claims',
    summary: 'List the reasons for putting a claim on hold',
    list: 'ClaimHoldReason',
    row: reason('ClaimHoldReason'),
  },
  {
    path: '/claims/deniedReasons',
    tag: 'Claims',
    summary: 'List the reasons for denying a claim',
    list: 'DeniedReason',
    row: reason('DeniedReason'),
  },
  {
    path: '/inspectionreasons',
    tag: 'Inspection',
    summary: 'List the reasons for ordering an inspection',
    list: 'InspectionReason',
    row: reason('ClaimInspectionReason'),
  },
  {
    path: '/rejectinspectionreasons',
    tag: 'Inspection',
    summary: 'List the reasons for which an inspection company can reject an order',
    list: 'RejectInspectionReason',
    row: reason('RejectInspectionReason'),
  },
  {
    path: '/claims/complaintscausescorrectionstypes',
    tag: 'Claims',
    summary: 'List the types of complaints, causes and corrections',
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
      list: () => ({ ...search, ...valueRows<Record<string, unknown>>(list) }),
    })
  },
)

/** The fields that only one list has, stored as a JSON object. */
const Details = z.record(z.string(), z.unknown())

export const referenceValue = table('reference_value', {
  ...{ id: int, code: text, name: text, isActive: flag, productTypeCodes: texts },
  details: json((value) => Details.parse(value)),
})
export type ValueRow = RowOf<typeof referenceValue.columns>

/** The fields of one list join the common fields; the list's schema decides which are answered. */
export const valueModel = <Model>({ details, ...value }: ValueRow) =>
  // The stored details have the shape of the model, because each list has its own model.
  ({ ...value, ...details }) as unknown as Model

export const valueRows = <Model>(list: string): Omit<ListQuery<Model>, 'filters' | 'sort'> => ({
  columns: referenceValue.columns,
  select: referenceValue.list('v'),
  from: 'reference_value v',
  id: 'v.id',
  where: [sql`v.list = ${list}`],
  row: (record: never) => valueModel<Model>(record),
})
