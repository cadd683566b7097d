import { z } from 'zod'
import { int, orNull } from '../db/columns.ts'
import { type Route, route } from '../http/route.ts'
import type { Filters, ListQuery } from '../http/search.ts'
import { referenceSort, referenceValue, valueRows } from './lists.ts'

const CCCTypeCategoryValue = z
  .object({
    id: z.int(),
    typeId: z.int(),
    categoryCode: z.string().nullable(),
    code: z.string(),
    name: z.string(),
    productTypeCodes: z.array(z.string()).describe('Empty means every product type that offers the value.'),
    excludedFor: z.array(z.string()).describe('Product types whose contracts do not pay for this cause.'),
    parentId: z
      .int()
      .nullable()
      .describe('The complaint of a cause, or the cause of a correction; null if there are several.'),
  })
  .meta({
    id: 'CCCTypeCategoryValue',
    example: {
      id: 82,
      typeId: 76,
      categoryCode: 'Cooling',
      code: 'OVERHEAT',
      name: 'Overheats',
      productTypeCodes: [],
      excludedFor: [],
      parentId: null,
    },
  })

// The parent of each level in the chain from complaint to cause to correction.
const CHAIN = `(
  select cause_id as id, complaint_id as parent_id from complaint_cause_correction
  union all select correction_id, cause_id from complaint_cause_correction) as link`

const filters = {
  typeId: { match: 'id', column: 't.id' },
  categoryCode: { match: 'whole', column: `v.details ->> 'categoryCode'` },
  productTypeCode: {
    match: 'text where',
    where: `(cardinality(v.product_type_codes) = 0 or upper(?::text) = any(v.product_type_codes))
      and not coalesce(v.details -> 'notFor', '[]') @> to_jsonb(upper(?::text))`,
  },
  parentId: {
    match: 'id where',
    where: `exists (select from ${CHAIN} where link.id = v.id and link.parent_id = ?)`,
  },
  // Separated by a line break, so that no match spans both texts.
  text: { match: 'contains', column: 'v.code || chr(10) || v.name' },
} as const satisfies Filters

const search = {
  filters,
  sort: { ...referenceSort, categoryCode: { column: `v.details ->> 'categoryCode'`, text: true } },
}

const valuesOf = (list: string): ListQuery<z.input<typeof CCCTypeCategoryValue>> => ({
  ...search,
  ...valueRows(list),
  columns: { ...referenceValue.columns, typeId: int, parentId: orNull(int) },
  select: `${referenceValue.list('v')}, t.id as "typeId", (
    select case when min(link.parent_id) = max(link.parent_id) then min(link.parent_id) end
    from ${CHAIN} where link.id = v.id) as "parentId"`,
  from: `reference_value v join reference_value t on t.list = 'CCCType' and t.code = upper(v.list)`,
})

const shared = {
  tag: 'Claims',
  permission: 'signed-in',
  form: 'array',
  row: CCCTypeCategoryValue,
  search,
} as const

/** Complaints of contract holders, their causes and their corrections. */
export const complaintRoutes: readonly Route[] = [
  route.list({
    ...shared,
    path: '/claims/complaints',
    summary: 'List the complaints',
    list: () => valuesOf('Complaint'),
  }),
  route.list({
    ...shared,
    path: '/claims/causes',
    summary: 'List the causes of complaints',
    list: () => valuesOf('Cause'),
  }),
  route.list({
    ...shared,
    path: '/claims/corrections',
    summary: 'List the corrections of complaints',
    list: () => valuesOf('Correction'),
  }),
]
