import { z } from 'zod'
import type { Db, Tx } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Acting, Caller } from '../http/caller.ts'
import { found, Problem } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { Id, queryList } from '../http/schemas.ts'
import type { Filters, ListQuery, Sort } from '../http/search.ts'
import { type HolderContext, loadHolder, lockHolder, requireHolder } from './holders.ts'
import { kindOfType } from './kinds.ts'
import { facilityDealerGroups, facilityDealers, type LinkTable } from './links.ts'
import { type HolderFault, referenceFaults } from './references.ts'
import { touchHolder } from './save-holders.ts'
import { seesHolder } from './scope.ts'
import type { Seals } from './seals.ts'
import { answerShape } from './shapes.ts'

const facility = kindOfType('RepairFacility')
const dealer = kindOfType('Dealer')
const { tag } = facility

const Reference = z
  .object({ type: z.string(), id: Id, number: z.string().nullable() })
  .meta({ id: 'Reference', example: { type: 'Dealer', id: 18, number: 'D1001' } })
type Reference = z.output<typeof Reference>

const Ids = z.array(Id).min(1).max(1_000)
const LinkChange = z.strictObject({ ids: Ids }).meta({ id: 'LinkChange', example: { ids: [18, 19] } })
const WhichLinks = z.object({
  ids: queryList(
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/, 'an id')
      .transform(Number),
  ).describe('The ids to remove.'),
})

const linkSearch = {
  filters: { number: { match: 'whole', column: 'h.number' } },
  sort: { number: { column: 'h.number', text: true } },
} as const satisfies { filters: Filters; sort: Sort }

/** The records that a facility is linked to, as far as the caller sees them, a page at a time. */
const linkList = (
  caller: Caller,
  { table, owner, other, type }: LinkTable,
  id: number,
): ListQuery<Reference> => ({
  ...linkSearch,
  select: 'h.type, h.id, h.number',
  from: `${table} l join account_holder h on h.id = l.${other}`,
  id: 'h.id',
  where: [sql`l.${sql.raw(owner)} = ${id}`, seesHolder(caller, type)],
  row: (row: Reference) => row,
})

/** All of them at once, as a change answers them. */
async function linksOf(db: Db, caller: Caller, { table, owner, other, type }: LinkTable, id: number) {
  const sees = seesHolder(caller, type)
  const { rows } = await sql<Reference>`
    select h.type, h.id, h.number from ${sql.raw(table)} l join account_holder h on h.id = l.${sql.raw(other)}
    where l.${sql.raw(owner)} = ${id} ${sees ? sql`and ${sees}` : sql``} order by h.id`.execute(db)
  return rows
}

interface LinkChangeOf {
  readonly reading: HolderContext
  readonly links: LinkTable
  readonly id: number
  readonly ids: readonly number[]
}

const insertLinks = ({ links: { table, owner, other }, id, ids }: LinkChangeOf): Sql => sql`
  insert into ${sql.raw(table)} (${sql.raw(owner)}, ${sql.raw(other)})
  select distinct ${id}::bigint, unnest(${ids}::bigint[]) on conflict do nothing`

const deleteLinks = ({ links: { table, owner, other }, id, ids }: LinkChangeOf): Sql => sql`
  delete from ${sql.raw(table)} where ${sql.raw(owner)} = ${id} and ${sql.raw(other)} = any(${ids}::bigint[])`

/** Adds or removes links; those there already, or not there, are no fault. */
async function changeLinks(
  tx: Tx,
  acting: Acting,
  change: LinkChangeOf,
  { statement, faults }: { statement: Sql; faults: readonly HolderFault[] },
) {
  const { reading, links, id } = change
  const [first] = faults
  if (first) throw new Problem(first.code, first.message, { errors: faults })
  const { count } = await statement.execute(tx)
  if (count > 0) await touchHolder(tx, acting, reading, id)
  return linksOf(tx, acting.caller, links, id)
}

/** What is linked already stays so, whatever has become of it. */
async function addLinks(tx: Tx, acting: Acting, change: LinkChangeOf) {
  const { links, id, ids } = change
  const present = new Set((await linksOf(tx, acting.caller, links, id)).map((link) => link.id))
  const names = ids.map((one, at) => ({ type: links.type, id: one, pointer: `/ids/${at}` }))
  const fresh = names.filter((name) => !present.has(name.id))
  const faults = await referenceFaults(tx, acting.caller, fresh)
  return changeLinks(tx, acting, change, { statement: insertLinks(change), faults })
}

/** What is unlinked may be closed, but must be there. */
async function removeLinks(tx: Tx, acting: Acting, change: LinkChangeOf) {
  const names = change.ids.map((one) => ({ type: change.links.type, id: one, pointer: '?ids' }))
  const faults = (await referenceFaults(tx, acting.caller, names)).filter(
    ({ code }) => code !== 'AccountInactive',
  )
  return changeLinks(tx, acting, change, { statement: deleteLinks(change), faults })
}

/** Which dealers, or dealer groups, a facility works for. */
function linkRoutes(seals: Seals, links: LinkTable, name: 'dealers' | 'dealergroups'): Route[] {
  const reading: HolderContext = { kind: facility, seals }
  const path = `/repairfacilities/{repairFacilityId}/${name}` as const
  const what = name === 'dealers' ? 'dealers' : 'dealer groups'
  const shared = { path, tag, answer: z.array(Reference) } as const
  const writing = {
    ...shared,
    permission: 'accountholders:write',
    problems: ['UnknownReference', 'AccountInactive'],
    subject: `accountholders/{repairFacilityId}/${name}`,
    current: async ({
      tx,
      caller,
      params,
    }: {
      tx: Tx
      caller: Caller
      params: { repairFacilityId: number }
    }) => {
      await lockHolder(tx, reading, caller, params.repairFacilityId)
      return linksOf(tx, caller, links, params.repairFacilityId)
    },
  } as const
  return [
    route.list({
      path,
      tag,
      summary: `The ${what} of a repair facility`,
      permission: 'accountholders:read',
      form: 'array',
      row: Reference,
      search: linkSearch,
      list: async ({ db, caller, params: { repairFacilityId: id } }) => {
        await requireHolder(db, facility, caller, id)
        return linkList(caller, links, id)
      },
    }),
    route.write({
      ...writing,
      method: 'PATCH',
      summary: `Add ${what} to a repair facility`,
      body: LinkChange,
      handler: ({ tx, params, body: { ids }, ...acting }) =>
        addLinks(tx, acting, { reading, links, id: params.repairFacilityId, ids }),
    }),
    route.write({
      ...writing,
      method: 'DELETE',
      summary: `Remove ${what} from a repair facility`,
      query: WhichLinks,
      handler: ({ tx, params, query: { ids }, ...acting }) =>
        removeLinks(tx, acting, { reading, links, id: params.repairFacilityId, ids }),
    }),
  ]
}

/** The facility with the lowest id that is linked to a dealer which the caller reaches. */
async function facilityOf(db: Db, reading: HolderContext, caller: Caller, dealerId: number) {
  await requireHolder(db, dealer, caller, dealerId)
  const { rows } = await sql<{ id: number }>`
    select repair_facility_id as id from repair_facility_dealer where dealer_id = ${dealerId}
    order by 1 limit 1`.execute(db)
  const { id } = found(rows[0], `repair facility of dealer ${dealerId}`)
  return loadHolder(db, reading, caller, id)
}

export const repairFacilityRoutes = (seals: Seals): readonly Route[] => [
  route.read({
    path: '/repairfacilities/repairfacilityofdealer/{dealerId}',
    tag,
    summary: 'The repair facility of a dealer',
    permission: 'accountholders:read',
    answer: answerShape(facility),
    handler: ({ db, caller, params: { dealerId } }) =>
      facilityOf(db, { kind: facility, seals }, caller, dealerId) as never,
  }),
  ...linkRoutes(seals, facilityDealers, 'dealers'),
  ...linkRoutes(seals, facilityDealerGroups, 'dealergroups'),
]
