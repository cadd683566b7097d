import { type Db, run, type Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { type Caller, isLimited } from '../http/caller.ts'
import type { Fault, ProblemCode } from '../http/problems.ts'
import type { NamedRecord } from './fields.ts'
import { isClosed } from './holder-types.ts'
import { seesAnyHolder } from './scope.ts'

/** A fault that is a refusal by itself. */
export type HolderFault = Fault & { readonly code: ProblemCode }

interface Target {
  id: number
  type: string
  status: string
}

/** A fault for each named record that is not there for the caller, or that nothing new is tied to. */
export async function referenceFaults(
  tx: Tx,
  caller: Caller,
  names: readonly NamedRecord[],
): Promise<HolderFault[]> {
  if (names.length === 0) return []
  const targets = await targetsOf(tx, caller, names)
  return names.flatMap(({ type, id, pointer }): HolderFault[] => {
    const target = targets.find((one) => one.id === id && one.type === type)
    const what = `${words(type)} ${id}`
    if (!target) return [{ pointer, code: 'UnknownReference', message: `There is no ${what}.` }]
    if (!isClosed(target.status)) return []
    return [
      {
        pointer,
        code: 'AccountInactive',
        message: `The ${what} is ${target.status}: nothing new is tied to it.`,
      },
    ]
  })
}

/** The named records that the caller sees. */
async function targetsOf(tx: Tx, caller: Caller, names: readonly NamedRecord[]): Promise<Target[]> {
  const idsOf = (isGroup: boolean) =>
    names.filter(({ type }) => (type === 'PortalVisibilityGroup') === isGroup).map(({ id }) => id)
  const [holders, groups] = [idsOf(false), idsOf(true)]
  const sees = seesAnyHolder(caller)
  const found =
    holders.length === 0
      ? []
      : (
          await sql<Target>`
    select h.id, h.type, h.status from account_holder h
    where h.id = any(${holders}::bigint[]) ${sees ? sql`and ${sees}` : sql``} `.execute(tx)
        ).rows
  const portals = groups.length === 0 ? [] : await portalGroups(tx, caller, groups)
  return [...found, ...portals]
}

/** A limited caller puts nobody into a portal visibility group but its own. */
async function portalGroups(db: Db, caller: Caller, ids: readonly number[]): Promise<Target[]> {
  const rows = await run<{ id: number }>(
    db,
    'select id from portal_visibility_group where id = any($1::bigint[])',
    [ids],
  )
  const isOwn = (id: number) =>
    !isLimited(caller) ||
    caller.scopes.some((scope) => scope.type === 'PortalVisibilityGroup' && scope.id === id)
  return rows
    .filter(({ id }) => isOwn(id))
    .map(({ id }) => ({ id, type: 'PortalVisibilityGroup', status: 'Active' }))
}

/** `DealerGroup` as a person says it. */
const words = (type: string) => type.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()

/**
 * Whether a record put below another would be above itself. Whoever changes a hierarchy keeps others from changing it
 * until the transaction ends, so that two who close a ring from both sides cannot both find it open.
 */
export async function wouldCloseCycle(
  tx: Tx,
  { table, column }: { table: string; column: string },
  id: number,
  above: number,
): Promise<boolean> {
  await run(tx, `lock table ${table} in share row exclusive mode`, [])
  const rows = await run(
    tx,
    `with recursive up as (
       select id, ${column} as above from ${table} where id = $1
       union select next.id, next.${column} from ${table} next join up on next.id = up.above)
     select 1 from up where id = $2`,
    [above, id],
  )
  return rows.length > 0
}
