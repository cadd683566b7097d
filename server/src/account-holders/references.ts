import { int, type RowOf, text } from '../db/columns.ts'
import type { Db, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { query, statement } from '../db/statement.ts'
import { takeTurn } from '../db/turns.ts'
import { type Caller, isLimited } from '../http/caller.ts'
import type { Fault, ProblemCode } from '../http/problems.ts'
import type { NamedRecord } from './fields.ts'
import { isClosed } from './holder-types.ts'
import { seesAnyHolder } from './scope.ts'

/** A fault whose code is also the code of the refusal. */
export type HolderFault = Fault & { readonly code: ProblemCode }

const targetColumns = { id: int, type: text, status: text }
type Target = RowOf<typeof targetColumns>

/** A fault for each reference to a record that the caller does not see, or that cannot get new links. */
export async function holderReferenceFaults(
  tx: Tx,
  caller: Caller,
  references: readonly NamedRecord[],
): Promise<HolderFault[]> {
  if (references.length === 0) return []
  const targets = await findTargets(tx, caller, references)
  return references.flatMap(({ type, id, pointer }): HolderFault[] => {
    const target = targets.find((candidate) => candidate.id === id && candidate.type === type)
    const name = `${typeText(type)} ${id}`
    if (!target) return [{ pointer, code: 'UnknownReference', message: `There is no ${name}.` }]
    if (!isClosed(target.status)) return []
    return [
      {
        pointer,
        code: 'AccountInactive',
        message: `The ${name} has the status ${target.status}. Choose an active one.`,
      },
    ]
  })
}

/** The records among the references that the caller sees. */
async function findTargets(tx: Tx, caller: Caller, references: readonly NamedRecord[]): Promise<Target[]> {
  const idsOf = (isGroup: boolean) =>
    references.filter(({ type }) => (type === 'PortalVisibilityGroup') === isGroup).map(({ id }) => id)
  const [holders, groups] = [idsOf(false), idsOf(true)]
  const sees = seesAnyHolder(caller)
  const found =
    holders.length === 0
      ? []
      : await query(targetColumns)`select h.id, h.type, h.status from account_holder h
          where h.id = any(${holders}::bigint[]) ${sees ? sql`and ${sees}` : sql``}`.rows(tx)
  const portals = groups.length === 0 ? [] : await findPortalGroups(tx, caller, groups)
  return [...found, ...portals]
}

const FIND_PORTAL_GROUPS = statement(
  { id: int },
  'select id from portal_visibility_group where id = any($1::bigint[])',
)

/** A limited caller can refer to its own portal visibility groups only. */
async function findPortalGroups(db: Db, caller: Caller, ids: readonly number[]): Promise<Target[]> {
  const rows = await FIND_PORTAL_GROUPS.rows(db, [ids])
  const isOwn = (id: number) =>
    !isLimited(caller) ||
    caller.scopes.some((scope) => scope.type === 'PortalVisibilityGroup' && scope.id === id)
  return rows
    .filter(({ id }) => isOwn(id))
    .map(({ id }) => ({ id, type: 'PortalVisibilityGroup', status: 'Active' }))
}

/** `DealerGroup` becomes `dealer group`. */
const typeText = (type: string) => type.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()

/**
 * Whether a record would become its own ancestor. Nobody else changes a parent until the transaction ends, so that two
 * changes that close a circle together cannot both pass.
 */
export async function wouldCloseCycle(
  tx: Tx,
  { table, column }: { table: string; column: string },
  id: number,
  parentId: number,
): Promise<boolean> {
  const [from, parent] = [sql.raw(table), sql.raw(column)]
  await takeTurn(tx, 'parents')
  const ancestor = await query({ id: int })`
    with recursive up as (
      select id, ${parent} as parent_id from ${from} where id = ${parentId}
      union select next.id, next.${parent} from ${from} next join up on next.id = up.parent_id)
    select id from up where id = ${id}`.first(tx)
  return ancestor !== undefined
}
