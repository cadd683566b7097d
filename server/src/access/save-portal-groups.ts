import { isDeepStrictEqual } from 'node:util'
import { besideTable } from '../db/beside.ts'
import { int, text } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { command, statement } from '../db/statement.ts'
import { insertInto, updateIn } from '../db/table.ts'
import { isClosed } from '../domain/closed-holders.ts'
import type { Acting, Caller } from '../http/caller.ts'
import { constraintMeans } from '../http/constraints.ts'
import { type Fault, Problem } from '../http/problems.ts'
import type { NewPortalGroup, PortalGroup, PortalGroupChange } from './portal-group-schemas.ts'
import {
  dealerStatuses,
  dealersIn,
  findPortalGroup,
  type GroupName,
  isInUse,
  lockPortalGroup,
  portalGroupTable,
  readPortalGroup,
} from './portal-groups.ts'

const codeTaken = {
  code: 'DuplicateNumber',
  pointer: '/code',
  message: 'Another portal visibility group has this code.',
} as const
constraintMeans('portal_visibility_group_code', codeTaken)

export async function createPortalGroup(
  tx: Tx,
  { caller, now }: Acting,
  group: NewPortalGroup,
): Promise<PortalGroup> {
  await requireFreeCode(tx, caller, group.code)
  await requireDealers(tx, caller, group, new Set())
  const id = await insertInto(tx, portalGroupTable, {
    code: group.code,
    name: group.name,
    description: group.description,
    is_active: group.isActive,
    product_ids: group.productIds,
    created_at: now,
    created_by: caller.name,
    updated_at: now,
    updated_by: caller.name,
  })
  await addDealers(tx, id, group.dealerIdsToAdd)
  return readPortalGroup(tx, caller, id)
}

/** A change without an id names its group by code. */
export const groupNamed = ({ id, code = '' }: PortalGroupChange): GroupName =>
  id === undefined ? { code } : { id }

/** Changes the fields that are sent. A request that changes nothing leaves the record and its version as they are. */
export async function changePortalGroup(
  tx: Tx,
  { caller, now }: Acting,
  change: PortalGroupChange,
): Promise<PortalGroup> {
  const before = await lockPortalGroup(tx, caller, groupNamed(change))
  const present = fieldsOf(before)
  const wanted = {
    code: change.id === undefined ? before.code : (change.code ?? before.code),
    name: change.name ?? before.name,
    description: change.description === undefined ? before.description : change.description,
    is_active: change.isActive ?? before.isActive,
    product_ids: change.productIds === undefined ? before.productIds : (change.productIds ?? []),
  }
  if (wanted.code !== before.code) await requireFreeCode(tx, caller, wanted.code, before.id)
  await requireDealers(tx, caller, change, await dealersIn(tx, before.id, change.dealerIdsToAdd))
  const added = await addDealers(tx, before.id, change.dealerIdsToAdd)
  const removed = await removeDealers(tx, before.id, change.dealerIdsToRemove)
  if (added + removed === 0 && isDeepStrictEqual(wanted, present)) return before
  await updateIn(tx, portalGroupTable, before.id, {
    ...wanted,
    updated_at: now,
    updated_by: caller.name,
    row_version: sql`row_version + 1`,
  })
  return readPortalGroup(tx, caller, before.id)
}

const fieldsOf = (group: PortalGroup) => ({
  code: group.code,
  name: group.name,
  description: group.description,
  is_active: group.isActive,
  product_ids: group.productIds,
})

export async function deletePortalGroup(tx: Tx, { caller }: Acting, id: number): Promise<void> {
  await lockPortalGroup(tx, caller, { id })
  if (await isInUse(tx, id))
    throw new Problem(
      'GroupNotEmpty',
      `The portal visibility group ${id} still has dealers, or membership groups use it. Remove them first.`,
    )
  await DELETE_GROUP.run(tx, [id])
}

const DELETE_GROUP = command('delete from portal_visibility_group where id = $1')
const FIND_CODE = statement(
  { id: int, code: text },
  'select id, code from portal_visibility_group where lower(code) = lower($1) and id <> $2',
)

async function requireFreeCode(tx: Tx, caller: Caller, code: string, except = 0): Promise<void> {
  const taken = await FIND_CODE.first(tx, [code, except])
  if (!taken) return
  const seen = await findPortalGroup(tx, caller, { id: taken.id })
  const { code: problem, pointer, message } = codeTaken
  throw new Problem(problem, message, {
    errors: [{ pointer, code: problem, message }],
    members: seen ? { existing: taken } : {},
  })
}

interface DealerChange {
  readonly dealerIdsToAdd: readonly number[]
  readonly dealerIdsToRemove?: readonly number[]
}

type DealerFault = Fault & { readonly code: 'UnknownReference' | 'AccountInactive' }

/**
 * Refuses ids that are not dealers which the caller reaches, and closed dealers that are not in the group yet, all at once.
 * A closed dealer that is in the group stays, and can be removed.
 */
async function requireDealers(
  tx: Tx,
  caller: Caller,
  { dealerIdsToAdd, dealerIdsToRemove = [] }: DealerChange,
  present: ReadonlySet<number>,
): Promise<void> {
  const statuses = await dealerStatuses(tx, caller, [...dealerIdsToAdd, ...dealerIdsToRemove])
  const faults = Object.entries({ dealerIdsToAdd, dealerIdsToRemove }).flatMap(([name, ids]) =>
    ids.flatMap((id, at): DealerFault[] => {
      const [pointer, status] = [`/${name}/${at}`, statuses.get(id)]
      if (status === undefined)
        return [{ pointer, code: 'UnknownReference', message: `There is no dealer ${id}.` }]
      if (name === 'dealerIdsToRemove' || present.has(id) || !isClosed(status)) return []
      const message = `The dealer ${id} has the status ${status}. Choose an active one.`
      return [{ pointer, code: 'AccountInactive', message }]
    }),
  )
  const [first] = faults
  if (!first) return
  const text =
    first.code === 'UnknownReference'
      ? 'The request refers to dealers that do not exist; see errors.'
      : first.message
  throw new Problem(first.code, text, { errors: faults })
}

/** Adds dealers and gives the number that were not in the group before. */
async function addDealers(tx: Tx, groupId: number, dealerIds: readonly number[]): Promise<number> {
  if (dealerIds.length === 0) return 0
  const { count } = await sql`
    insert into portal_visibility_group_dealer (portal_visibility_group_id, dealer_id)
    select distinct ${groupId}::bigint, given.id from unnest(${dealerIds}::bigint[]) as given (id)
    where ${sql.raw(besideTable('portal_visibility_group_dealer'))} on conflict do nothing`.execute(tx)
  return count
}

/** Removes dealers and gives the number that were in the group before. */
async function removeDealers(tx: Tx, groupId: number, dealerIds: readonly number[]): Promise<number> {
  if (dealerIds.length === 0) return 0
  const { count } = await sql`
    delete from portal_visibility_group_dealer
    where portal_visibility_group_id = ${groupId} and dealer_id = any(${dealerIds}::bigint[])`.execute(tx)
  return count
}
