import { z } from 'zod'
import { int, json, text } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { query } from '../db/statement.ts'
import type { Caller } from '../http/caller.ts'
import { type Route, route } from '../http/route.ts'
import { CalendarDate, Id, queryBoolean, queryInteger } from '../http/schemas.ts'
import { type Filters, listOf, type Sort } from '../http/search.ts'
import { type HolderContext, loadHolder } from './holders.ts'
import { kindOfType } from './kinds.ts'
import { seesHolder } from './scope.ts'
import type { Seals } from './seals.ts'

const dealer = kindOfType('Dealer')

const RateVisibility = z
  .object({
    id: Id,
    dealerId: Id.nullable(),
    dealerGroupId: Id.nullable(),
    productId: Id.nullable(),
    programId: Id.nullable(),
    planId: Id.nullable(),
    termId: Id.nullable(),
    deductibleId: Id.nullable(),
    classCode: z.string().nullable(),
    isVisible: z.boolean(),
    effectiveFrom: CalendarDate,
    effectiveTo: CalendarDate.nullable(),
  })
  .meta({ id: 'DealerRateVisibility' })

const DealerResult = z
  .object({ dealerId: Id, dealerNumber: z.string(), visibilities: z.array(RateVisibility) })
  .meta({ id: 'DealerRateVisibilityResult' })

const Visibilities = z.array(RateVisibility)
const visibilities = json((value) => Visibilities.parse(value))

const id = queryInteger(z.int().min(1))
const visibilityFilters = {
  productId: id.optional(),
  programId: id.optional(),
  effectiveOn: CalendarDate.optional(),
  isVisible: queryBoolean().optional(),
}
type VisibilityFilters = z.output<z.ZodObject<typeof visibilityFilters>>

/** The condition that a row `v` matches the filters. */
function matchesFilters({ productId, programId, effectiveOn, isVisible }: VisibilityFilters): Sql {
  const parts = [
    sql`true`,
    ...(productId === undefined ? [] : [sql`v.product_id = ${productId}`]),
    ...(programId === undefined ? [] : [sql`v.program_id = ${programId}`]),
    ...(isVisible === undefined ? [] : [sql`v.is_visible = ${isVisible}`]),
    ...(effectiveOn === undefined
      ? []
      : [
          sql`v.effective_from <= ${effectiveOn} and (v.effective_to is null or v.effective_to >= ${effectiveOn})`,
        ]),
  ]
  return sql.join(parts, sql` and `)
}

const COLUMNS = `json_build_object('id', v.id, 'dealerId', v.dealer_id, 'dealerGroupId', v.dealer_group_id,
  'productId', v.product_id, 'programId', v.program_id, 'planId', v.plan_id, 'termId', v.term_id,
  'deductibleId', v.deductible_id, 'classCode', v.class_code, 'isVisible', v.is_visible,
  'effectiveFrom', v.effective_from, 'effectiveTo', v.effective_to)`

/** The rows of a dealer `k` and of its group. */
const OF_DEALER = sql.raw('(v.dealer_id = k.id or v.dealer_group_id = k.dealer_group_id)')

const dealerVisibilities = (filters: VisibilityFilters) => sql`
  select coalesce(json_agg(${sql.raw(COLUMNS)} order by v.id), '[]') from dealer_rate_visibility v
  where ${OF_DEALER} and ${matchesFilters(filters)}`

async function findDealerVisibilities(
  db: Db,
  context: HolderContext,
  caller: Caller,
  dealerId: number,
  filters: VisibilityFilters,
) {
  const { number } = await loadHolder(db, context, caller, dealerId)
  const row = await query({ visibilities })`
    select (${dealerVisibilities(filters)}) as visibilities from dealer k where k.id = ${dealerId}`.first(db)
  return { dealerId, dealerNumber: number, visibilities: row?.visibilities ?? [] }
}

// The filters of visibilities have to fit one row together, so the list has one condition for all of them.
const dealerSearch = {
  filters: {
    dealerNumber: { match: 'whole', column: 'h.number' },
    dealerGroupId: { match: 'id', column: 'k.dealer_group_id' },
    productId: { match: 'id where', where: '?::bigint is not null' },
    programId: { match: 'id where', where: '?::bigint is not null' },
    effectiveOn: { match: 'date where', where: '?::date is not null' },
    isVisible: { match: 'flag where', where: '?::boolean is not null' },
  },
  sort: { dealerNumber: { column: 'h.number', text: true } },
} as const satisfies { filters: Filters; sort: Sort }

/** The dealers that have rows of their own or of their group. */
const dealerList = (caller: Caller, filters: VisibilityFilters) =>
  listOf({
    ...dealerSearch,
    columns: { dealerId: int, dealerNumber: text, visibilities },
    select: sql`h.id as "dealerId", h.number as "dealerNumber",
      (${dealerVisibilities(filters)}) as visibilities`,
    from: 'account_holder h join dealer k on k.id = h.id',
    id: 'h.id',
    where: [
      sql`exists (select 1 from dealer_rate_visibility v where ${OF_DEALER} and ${matchesFilters(filters)})`,
      seesHolder(caller, 'Dealer'),
    ],
    row: (row) => row,
  })

const shared = { tag: dealer.tag, permission: 'accountholders:read' } as const

/** The rules of the rate book about which rates a dealer may sell. */
export const rateVisibilityRoutes = (seals: Seals): readonly Route[] => [
  route.list({
    ...shared,
    path: '/dealers/ratevisibilities',
    summary: 'List the rate visibilities of dealers',
    description: 'Only dealers with rows of their own or of their group are listed.',
    form: 'wrapped',
    row: DealerResult,
    search: dealerSearch,
    list: ({ caller, query }) => dealerList(caller, query),
  }),
  route.read({
    ...shared,
    path: '/dealers/{dealerId}/ratevisibilities',
    summary: 'List the rate visibilities of a dealer',
    description: 'The rows of the dealer and of its group.',
    query: z.strictObject(visibilityFilters),
    answer: DealerResult,
    handler: ({ db, caller, query, params: { dealerId } }) =>
      findDealerVisibilities(db, { kind: dealer, seals }, caller, dealerId, query),
  }),
]
