import { auditColumns, flag, int, ints, orNull, type RowOf, text, withDefault } from '../db/columns.ts'
import type { Db, Tx } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { query, statement } from '../db/statement.ts'
import { table } from '../db/table.ts'
import { lockedOnce } from '../db/unit-of-work.ts'
import type { Caller } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import { auditFieldsFromRow } from '../http/schemas.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../http/search.ts'
import type { PortalGroup } from './portal-group-schemas.ts'
import { reachesDealer } from './scope.ts'

export const portalGroupTable = table('portal_visibility_group', {
  id: withDefault(int),
  code: text,
  name: text,
  description: orNull(text),
  is_active: withDefault(flag),
  product_ids: withDefault(ints),
  ...auditColumns,
})

const groupColumns = { ...portalGroupTable.columns, dealer_count: int }

const DEALERS =
  'select count(*) from portal_visibility_group_dealer m where m.portal_visibility_group_id = g.id'

const COLUMNS = portalGroupTable.list('g')

const groupModel = (row: RowOf<typeof groupColumns>, dealerCount: number): PortalGroup => ({
  id: row.id,
  code: row.code,
  name: row.name,
  description: row.description,
  isActive: row.is_active,
  productIds: [...row.product_ids],
  dealerCount,
  ...auditFieldsFromRow(row),
})

const and = (condition: Sql | undefined) => (condition ? sql`and ${condition}` : sql``)

/**
 * The condition that the caller may see group `g`: it is one of its scopes, or contains a dealer that it reaches.
 * Nothing for a caller without scopes.
 */
function seesGroup(caller: Caller): Sql | undefined {
  const reaches = reachesDealer(caller, 'm.dealer_id')
  if (!reaches) return undefined
  const own = caller.scopes.filter((scope) => scope.type === 'PortalVisibilityGroup').map((scope) => scope.id)
  return sql`(g.id = any(${own}::bigint[]) or exists (
    select 1 from portal_visibility_group_dealer m
    where m.portal_visibility_group_id = g.id and ${reaches}))`
}

/** A group is named by its id, or by its code in upper or lower case. */
export type GroupName = { readonly id: number } | { readonly code: string }

const isNamed = (name: GroupName) =>
  'id' in name ? sql`g.id = ${name.id}` : sql`lower(g.code) = lower(${name.code})`

const spell = (name: GroupName) => `portal visibility group ${'id' in name ? name.id : name.code}`

async function groupWhere(db: Db, caller: Caller, where: Sql): Promise<PortalGroup | undefined> {
  const row = await query(groupColumns)`
    select ${sql.raw(COLUMNS)}, (${sql.raw(DEALERS)} ${and(reachesDealer(caller, 'm.dealer_id'))}) as dealer_count
    from portal_visibility_group g where ${where}`.first(db)
  return row && groupModel(row, row.dealer_count)
}

/** The group, if the caller may see it. */
export const findPortalGroup = (db: Db, caller: Caller, name: GroupName) =>
  groupWhere(db, caller, sql`${isNamed(name)} ${and(seesGroup(caller))}`)

export const loadPortalGroup = async (db: Db, caller: Caller, name: GroupName): Promise<PortalGroup> =>
  found(await findPortalGroup(db, caller, name), spell(name))

/**
 * The group, locked until the transaction ends. The lock comes first, because a statement that waits for it would still
 * count the old dealers.
 */
export function lockPortalGroup(tx: Tx, caller: Caller, name: GroupName): Promise<PortalGroup> {
  return lockedOnce(tx, spell(name), () => lockAndRead(tx, caller, name))
}

async function lockAndRead(tx: Tx, caller: Caller, name: GroupName): Promise<PortalGroup> {
  const group = await query({ id: int })`
    select g.id from portal_visibility_group g where ${isNamed(name)} for update`.first(tx)
  const { id } = found(group, spell(name))
  return found(await findPortalGroup(tx, caller, { id }), spell(name))
}

/** A group that was just written, even if its writer may no longer see it. */
export const readPortalGroup = async (tx: Tx, caller: Caller, id: number): Promise<PortalGroup> =>
  found(await groupWhere(tx, caller, isNamed({ id })), spell({ id }))

/** Whether the group contains dealers, or membership groups use it, for any caller. */
export async function isInUse(db: Db, id: number): Promise<boolean> {
  return (await FIND_USE.first(db, [id]))?.used ?? false
}

const FIND_USE = statement(
  { used: flag },
  `select exists (select 1 from portal_visibility_group_dealer where portal_visibility_group_id = $1)
     or exists (select 1 from membership_group where portal_visibility_group_id = $1) as used`,
)

/** The status of each of the ids that is a dealer which the caller reaches. */
export async function dealerStatuses(
  db: Db,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await query({ id: int, status: text })`
    select h.id, h.status from dealer d join account_holder h on h.id = d.id
    where d.id = any(${ids}::bigint[]) ${and(reachesDealer(caller, 'd.id'))}`.rows(db)
  return new Map(rows.map((row) => [row.id, row.status]))
}

const IN_GROUP = statement(
  { id: int },
  `select dealer_id as id from portal_visibility_group_dealer
   where portal_visibility_group_id = $1 and dealer_id = any($2::bigint[])`,
)

/** The ids that are dealers of the group. */
export const dealersIn = async (
  db: Db,
  groupId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> =>
  ids.length === 0 ? new Set() : new Set((await IN_GROUP.rows(db, [groupId, ids])).map(({ id }) => id))

export const groupSearch = {
  filters: {
    code: { match: 'whole', column: 'g.code' },
    name: { match: 'contains', column: 'g.name' },
    isActive: { match: 'flag', column: 'g.is_active' },
  },
  sort: { code: { column: 'g.code', text: true }, name: { column: 'g.name', text: true } },
} as const satisfies { filters: Filters; sort: Sort }

export async function portalGroupList(db: Db, caller: Caller): Promise<ListQuery<PortalGroup>> {
  const reached = await reachedCounts(db, caller)
  return listOf({
    ...groupSearch,
    columns: groupColumns,
    select: `${COLUMNS}, (${DEALERS}) as dealer_count`,
    from: 'portal_visibility_group g',
    id: 'g.id',
    where: [seesGroup(caller)],
    row: (row) => groupModel(row, reached ? (reached.get(row.id) ?? 0) : row.dealer_count),
  })
}

/** The number of dealers that the caller reaches in each group; nothing for a caller that reaches all. */
async function reachedCounts(db: Db, caller: Caller): Promise<Map<number, number> | undefined> {
  const reaches = reachesDealer(caller, 'm.dealer_id')
  if (!reaches) return undefined
  const rows = await query({ id: int, count: int })`
    select m.portal_visibility_group_id as id, count(*) as count
    from portal_visibility_group_dealer m where ${reaches} group by 1`.rows(db)
  return new Map(rows.map((row) => [row.id, row.count]))
}

const dealerColumns = { dealerId: int, number: text, name: text, city: orNull(text), state: orNull(text) }

export const dealerSearch = {
  filters: {
    number: { match: 'whole', column: 'h.number' },
    name: { match: 'contains', column: 'h.name' },
    state: { match: 'whole', column: 'h.state' },
  },
  sort: {
    number: { column: 'h.number', text: true },
    name: { column: 'h.name', text: true },
    state: { column: 'h.state', text: true },
  },
} as const satisfies { filters: Filters; sort: Sort }

/** The dealers of a group that the caller reaches. */
export async function groupDealerList(db: Db, caller: Caller, name: GroupName) {
  const { id } = await loadPortalGroup(db, caller, name)
  return listOf({
    ...dealerSearch,
    columns: dealerColumns,
    select: 'm.dealer_id as "dealerId", h.number, h.name, h.city, h.state',
    from: 'portal_visibility_group_dealer m join account_holder h on h.id = m.dealer_id',
    id: 'm.dealer_id',
    where: [sql`m.portal_visibility_group_id = ${id}`, reachesDealer(caller, 'm.dealer_id')],
    row: (dealer) => dealer,
  })
}
