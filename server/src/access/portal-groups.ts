import { type Db, run, type Tx } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { lockedOnce } from '../db/unit-of-work.ts'
import type { Caller } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import { auditOf } from '../http/schemas.ts'
import type { Filters, ListQuery, Sort } from '../http/search.ts'
import type { PortalGroup } from './portal-group-schemas.ts'
import { reachesDealer } from './scope.ts'

interface GroupRow {
  id: number
  code: string
  name: string
  description: string | null
  is_active: boolean
  product_ids: number[]
  dealer_count: number
  created_at: Date
  created_by: string
  updated_at: Date
  updated_by: string
  row_version: number
}

const COLUMNS = `g.id, g.code, g.name, g.description, g.is_active, g.product_ids,
  g.created_at, g.created_by, g.updated_at, g.updated_by, g.row_version`
const DEALERS =
  'select count(*) from portal_visibility_group_dealer m where m.portal_visibility_group_id = g.id'

const groupOf = (row: GroupRow, dealerCount: number): PortalGroup => ({
  id: row.id,
  code: row.code,
  name: row.name,
  description: row.description,
  isActive: row.is_active,
  productIds: row.product_ids,
  dealerCount,
  ...auditOf(row),
})

const and = (condition: Sql | undefined) => (condition ? sql`and ${condition}` : sql``)

/**
 * The condition that a group `g` is one the caller may see: one of its own scopes, or one that holds a dealer it
 * reaches. Nothing for a caller without scopes.
 */
function seesGroup(caller: Caller): Sql | undefined {
  const reaches = reachesDealer(caller, 'm.dealer_id')
  if (!reaches) return undefined
  const own = caller.scopes.filter((scope) => scope.type === 'PortalVisibilityGroup').map((scope) => scope.id)
  return sql`(g.id = any(${own}::bigint[]) or exists (
    select 1 from portal_visibility_group_dealer m
    where m.portal_visibility_group_id = g.id and ${reaches}))`
}

/** A group is named by its id, or by its code without regard to case. */
export type GroupName = { readonly id: number } | { readonly code: string }

const isNamed = (name: GroupName) =>
  'id' in name ? sql`g.id = ${name.id}` : sql`lower(g.code) = lower(${name.code})`

const spell = (name: GroupName) => `portal visibility group ${'id' in name ? name.id : name.code}`

async function groupWhere(db: Db, caller: Caller, where: Sql): Promise<PortalGroup | undefined> {
  const { rows } = await sql<GroupRow>`
    select ${sql.raw(COLUMNS)}, (${sql.raw(DEALERS)} ${and(reachesDealer(caller, 'm.dealer_id'))}) as dealer_count
    from portal_visibility_group g where ${where}`.execute(db)
  return rows[0] && groupOf(rows[0], rows[0].dealer_count)
}

/** The group, where there is one that the caller may see. */
export const findPortalGroup = (db: Db, caller: Caller, name: GroupName) =>
  groupWhere(db, caller, sql`${isNamed(name)} ${and(seesGroup(caller))}`)

export const loadPortalGroup = async (db: Db, caller: Caller, name: GroupName): Promise<PortalGroup> =>
  found(await findPortalGroup(db, caller, name), spell(name))

/**
 * The group, locked until the transaction ends, as it is once the lock is had: the lock comes first, because a
 * statement that waits for it would still count the dealers of before.
 */
export function lockPortalGroup(tx: Tx, caller: Caller, name: GroupName): Promise<PortalGroup> {
  return lockedOnce(tx, spell(name), () => lockAndRead(tx, caller, name))
}

async function lockAndRead(tx: Tx, caller: Caller, name: GroupName): Promise<PortalGroup> {
  const { rows } = await sql<{ id: number }>`
    select g.id from portal_visibility_group g where ${isNamed(name)} for update`.execute(tx)
  const { id } = found(rows[0], spell(name))
  return found(await findPortalGroup(tx, caller, { id }), spell(name))
}

/** A group that was just written, whether or not its writer will see it again. */
export const readPortalGroup = async (tx: Tx, caller: Caller, id: number): Promise<PortalGroup> =>
  found(await groupWhere(tx, caller, isNamed({ id })), spell({ id }))

/** Whether dealers are in the group, or users through their membership groups, whoever asks. */
export async function isInUse(db: Db, id: number): Promise<boolean> {
  const [row] = await run<{ used: boolean }>(
    db,
    `select exists (select 1 from portal_visibility_group_dealer where portal_visibility_group_id = $1)
       or exists (select 1 from membership_group where portal_visibility_group_id = $1) as used`,
    [id],
  )
  return row?.used ?? false
}

/** Those of the ids that are dealers which the caller reaches. */
export async function dealersAmong(db: Db, caller: Caller, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select d.id from dealer d where d.id = any(${ids}::bigint[]) ${and(reachesDealer(caller, 'd.id'))}`.execute(
    db,
  )
  return new Set(rows.map((row) => row.id))
}

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
  return {
    ...groupSearch,
    select: `${COLUMNS}, (${DEALERS}) as dealer_count`,
    from: 'portal_visibility_group g',
    id: 'g.id',
    where: [seesGroup(caller)],
    row: (row: GroupRow) => groupOf(row, reached ? (reached.get(row.id) ?? 0) : row.dealer_count),
  }
}

/** How many dealers the caller reaches in each group; nothing for a caller that reaches all. */
async function reachedCounts(db: Db, caller: Caller): Promise<Map<number, number> | undefined> {
  const reaches = reachesDealer(caller, 'm.dealer_id')
  if (!reaches) return undefined
  const { rows } = await sql<{ id: number; count: number }>`
    select m.portal_visibility_group_id as id, count(*) as count
    from portal_visibility_group_dealer m where ${reaches} group by 1`.execute(db)
  return new Map(rows.map((row) => [row.id, row.count]))
}

interface DealerRow {
  dealer_id: number
  number: string
  name: string
  city: string | null
  state: string | null
}

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
  return {
    ...dealerSearch,
    select: 'm.dealer_id, h.number, h.name, h.city, h.state',
    from: 'portal_visibility_group_dealer m join account_holder h on h.id = m.dealer_id',
    id: 'm.dealer_id',
    where: [sql`m.portal_visibility_group_id = ${id}`, reachesDealer(caller, 'm.dealer_id')],
    row: ({ dealer_id: dealerId, ...row }: DealerRow) => ({ dealerId, ...row }),
  }
}
