import { z } from 'zod'
import { int, orNull, text } from '../db/columns.ts'
import { type Route, route } from '../http/route.ts'
import { type Filters, listOf, type Sort } from '../http/search.ts'

const ComplaintCauseCorrection = z
  .object({
    complaintId: z.int(),
    complaintCode: z.string(),
    causeId: z.int(),
    causeCode: z.string(),
    correctionId: z.int(),
    correctionCode: z.string(),
    categoryCode: z.string().nullable().describe('The category of the complaint.'),
  })
  .meta({
    id: 'ComplaintCauseCorrection',
    example: {
      complaintId: 82,
      complaintCode: 'OVERHEAT',
      causeId: 91,
      causeCode: 'SEALFAIL',
      correctionId: 99,
      correctionCode: 'RESEAL',
      categoryCode: 'Cooling',
    },
  })

const search = {
  filters: {
    productTypeCode: {
      match: 'text where',
      where: `(cardinality(k.product_type_codes) = 0 or upper(?::text) = any(k.product_type_codes))
        and not upper(?::text) = any(k.excluded_for)`,
    },
    categoryCode: { match: 'whole', column: `complaint.details ->> 'categoryCode'` },
  } as const satisfies Filters,
  sort: {
    complaintCode: { column: 'complaint.code', text: true },
    causeCode: { column: 'cause.code', text: true },
    correctionCode: { column: 'correction.code', text: true },
    categoryCode: { column: `complaint.details ->> 'categoryCode'`, text: true },
  } as const satisfies Sort,
}

const list = listOf({
  ...search,
  columns: {
    ...{ complaintId: int, complaintCode: text, causeId: int, causeCode: text },
    ...{ correctionId: int, correctionCode: text, categoryCode: orNull(text) },
  },
  select: `complaint.id as "complaintId", complaint.code as "complaintCode", cause.id as "causeId",
    cause.code as "causeCode", correction.id as "correctionId", correction.code as "correctionCode",
    complaint.details ->> 'categoryCode' as "categoryCode"`,
  from: `complaint_cause_correction k
    join reference_value complaint on complaint.id = k.complaint_id
    join reference_value cause on cause.id = k.cause_id
    join reference_value correction on correction.id = k.correction_id`,
  id: 'k.id',
  row: (record) => record,
})

/** The valid combinations of complaint, cause and correction. */
export const combinationRoutes: readonly Route[] = [
  route.list({
    path: '/claims/complaintcausecorrections',
    tag: 'Claims',
    summary: 'List the valid combinations of complaint, cause and correction',
    permission: 'signed-in',
    form: 'array',
    row: ComplaintCauseCorrection,
    search,
    list: () => list,
  }),
]
