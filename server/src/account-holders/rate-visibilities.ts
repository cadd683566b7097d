import { z } from 'zod'
import { int, json, text } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { query } from '../db/statement.ts'
import type { Caller } from '../http/caller.ts'
import { type Route, route } from '../http/route.ts'
import { CalendarDate, Id, queryBoolean, queryInteger } from '../http/schemas.ts'
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

const paging = {
  dealerNumber: z.string().max(400).optional(),
  dealerGroupId: id.optional(),
  pageNumber: queryInteger(z.int().min(1).max(1_000_000_000)).default(1),
  pageSize: queryInteger(z.int().min(1).max(200)).default(25),
  sortBy: z.enum(['id', 'dealerNumber']).default('id'),
  sortDirection: z.enum(['Asc', 'Desc']).default('Asc'),
}
type PagedFilters = VisibilityFilters & z.output<z.ZodObject<typeof paging>>

/** A page of the dealers that have rows of their own or of their group. */
async function findDealersWithVisibilities(db: Db, caller: Caller, filters: PagedFilters) {
  const { dealerNumber, dealerGroupId, pageNumber, pageSize, sortBy, sortDirection } = filters
  const by = sql.raw(sortBy === 'id' ? 'h.id' : 'lower(h.number) collate "C"')
  const direction = sql.raw(sortDirection === 'Desc' ? 'desc' : 'asc')
  const sees = seesHolder(caller, 'Dealer')
  const from = sql`from account_holder h join dealer k on k.id = h.id
    where exists (select 1 from dealer_rate_visibility v where ${OF_DEALER} and ${matchesFilters(filters)})
    ${dealerNumber === undefined ? sql`` : sql`and lower(h.number) = lower(${dealerNumber})`}
    ${dealerGroupId === undefined ? sql`` : sql`and k.dealer_group_id = ${dealerGroupId}`}
    ${sees ? sql`and ${sees}` : sql``}`
  const [items, counted] = await Promise.all([
    query({ dealerId: int, dealerNumber: text, visibilities })`
      select h.id as "dealerId", h.number as "dealerNumber", (${dealerVisibilities(filters)}) as visibilities
      ${from} order by ${by} ${direction}, h.id limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`.rows(
      db,
    ),
    query({ count: int })`select count(*) as count ${from}`.first(db),
  ])
  return { items, totalCount: counted?.count ?? 0 }
}

const shared = { tag: dealer.tag, permission: 'accountholders:read' } as const

/** The rules of the rate book about which rates a dealer may sell. */
export const rateVisibilityRoutes = (seals: Seals): readonly Route[] => [
  route.read({
    ...shared,
    path: '/dealers/ratevisibilities',
    summary: 'List the rate visibilities of dealers',
    description: 'Only dealers with rows of their own or of their group are listed.',
    query: z.strictObject({ ...paging, ...visibilityFilters }),
    answer: z
      .object({ items: z.array(DealerResult), totalCount: z.int() })
      .meta({ id: 'GetDealerRateVisibilityResult' }),
    handler: ({ db, caller, query }) => findDealersWithVisibilities(db, caller, query),
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
