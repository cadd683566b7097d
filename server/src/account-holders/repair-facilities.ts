import { z } from 'zod'
import { besideTable } from '../db/beside.ts'
import { int, text } from '../db/columns.ts'
import type { Db, Tx } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { query, statement } from '../db/statement.ts'
import type { Acting, Caller } from '../http/caller.ts'
import { found, Problem } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { Id, queryList, Reference } from '../http/schemas.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../http/search.ts'
import { type HolderContext, loadHolder, lockHolder, requireHolder } from './holders.ts'
import { kindOfType } from './kinds.ts'
import { facilityDealerGroups, facilityDealers, type LinkTable } from './links.ts'
import { type HolderFault, holderReferenceFaults } from './references.ts'
import { touchHolder } from './save-holders.ts'
import { seesHolder } from './scope.ts'
import type { Seals } from './seals.ts'
import { answerShape } from './shapes.ts'

const facility = kindOfType('RepairFacility')
const dealer = kindOfType('Dealer')
const { tag } = facility

const referenceColumns = { type: text, id: int, number: text, name: text }

const Ids = z.array(Id).min(1).max(1_000)
const LinkChange = z.strictObject({ ids: Ids }).meta({ id: 'LinkChange', example: { ids: [18, 19] } })
const RemovedLinks = z.object({
  ids: queryList(
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/, 'must be an id')
      .transform(Number),
  ).describe('The ids to remove.'),
})

const linkSearch = {
  filters: { number: { match: 'whole', column: 'h.number' } },
  sort: { number: { column: 'h.number', text: true } },
} as const satisfies { filters: Filters; sort: Sort }

/** A page of the records that a facility is linked to, as far as the caller sees them. */
const linkList = (
  caller: Caller,
  { table, owner, other, type }: LinkTable,
  id: number,
): ListQuery<Reference> =>
  listOf({
    ...linkSearch,
    select: 'h.type, h.id, h.number, h.name',
    from: `${table} l join account_holder h on h.id = l.${other}`,
    id: 'h.id',
    where: [sql`l.${sql.raw(owner)} = ${id}`, seesHolder(caller, type)],
    columns: referenceColumns,
    row: (row) => row,
  })

/** All linked records, as a change answers them. */
async function findLinks(db: Db, caller: Caller, { table, owner, other, type }: LinkTable, id: number) {
  const sees = seesHolder(caller, type)
  return query(referenceColumns)`
    select h.type, h.id, h.number, h.name from ${sql.raw(table)} l join account_holder h on h.id = l.${sql.raw(other)}
    where l.${sql.raw(owner)} = ${id} ${sees ? sql`and ${sees}` : sql``} order by h.id`.rows(db)
}

interface LinkInput {
  readonly context: HolderContext
  readonly links: LinkTable
  readonly id: number
  readonly ids: readonly number[]
}

const insertLinks = ({ links: { table, owner, other }, id, ids }: LinkInput): Sql => sql`
  insert into ${sql.raw(table)} (${sql.raw(owner)}, ${sql.raw(other)})
  select distinct ${id}::bigint, given.id from unnest(${ids}::bigint[]) as given (id)
  where ${sql.raw(besideTable(table))} on conflict do nothing`

const deleteLinks = ({ links: { table, owner, other }, id, ids }: LinkInput): Sql => sql`
  delete from ${sql.raw(table)} where ${sql.raw(owner)} = ${id} and ${sql.raw(other)} = any(${ids}::bigint[])`

/** Runs the statement and answers the links. Adding an existing link or removing a missing one is allowed. */
async function changeLinks(
  tx: Tx,
  acting: Acting,
  change: LinkInput,
  { statement, faults }: { statement: Sql; faults: readonly HolderFault[] },
) {
  const { context, links, id } = change
  const [first] = faults
  if (first) throw new Problem(first.code, first.message, { errors: faults })
  const { count } = await statement.execute(tx)
  if (count > 0) await touchHolder(tx, acting, context, id)
  return findLinks(tx, acting.caller, links, id)
}

/** Existing links are not checked again: the linked record may have been closed since. */
async function addLinks(tx: Tx, acting: Acting, change: LinkInput) {
  const { links, id, ids } = change
  const linkedIds = new Set((await findLinks(tx, acting.caller, links, id)).map((link) => link.id))
  const references = ids.map((otherId, index) => ({
    type: links.type,
    id: otherId,
    pointer: `/ids/${index}`,
  }))
  const added = references.filter((reference) => !linkedIds.has(reference.id))
  const faults = await holderReferenceFaults(tx, acting.caller, added)
  return changeLinks(tx, acting, change, { statement: insertLinks(change), faults })
}

/** A record can be unlinked if it is closed, but not if it does not exist. */
async function removeLinks(tx: Tx, acting: Acting, change: LinkInput) {
  const references = change.ids.map((id) => ({ type: change.links.type, id, pointer: '?ids' }))
  const faults = (await holderReferenceFaults(tx, acting.caller, references)).filter(
    ({ code }) => code !== 'AccountInactive',
  )
  return changeLinks(tx, acting, change, { statement: deleteLinks(change), faults })
}

/** The dealers or dealer groups that a facility works for. */
function linkRoutes(seals: Seals, links: LinkTable, name: 'dealers' | 'dealergroups'): Route[] {
  const context: HolderContext = { kind: facility, seals }
  const path = `/repairfacilities/{repairFacilityId}/${name}` as const
  const noun = name === 'dealers' ? 'dealers' : 'dealer groups'
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
      await lockHolder(tx, context, caller, params.repairFacilityId)
      return findLinks(tx, caller, links, params.repairFacilityId)
    },
  } as const
  return [
    route.list({
      path,
      tag,
      summary: `List the ${noun} of a repair facility`,
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
      summary: `Add ${noun} to a repair facility`,
      body: LinkChange,
      handler: ({ tx, params, body: { ids }, ...acting }) =>
        addLinks(tx, acting, { context, links, id: params.repairFacilityId, ids }),
    }),
    route.write({
      ...writing,
      method: 'DELETE',
      summary: `Remove ${noun} from a repair facility`,
      query: RemovedLinks,
      handler: ({ tx, params, query: { ids }, ...acting }) =>
        removeLinks(tx, acting, { context, links, id: params.repairFacilityId, ids }),
    }),
  ]
}

/** The facility with the lowest id that is linked to the dealer. The caller must have access to the dealer. */
async function loadFacilityOfDealer(db: Db, context: HolderContext, caller: Caller, dealerId: number) {
  await requireHolder(db, dealer, caller, dealerId)
  const { id } = found(await FIND_FACILITY.first(db, [dealerId]), `repair facility of dealer ${dealerId}`)
  return loadHolder(db, context, caller, id)
}

const FIND_FACILITY = statement(
  { id: int },
  'select repair_facility_id as id from repair_facility_dealer where dealer_id = $1 order by 1 limit 1',
)

export const repairFacilityRoutes = (seals: Seals): readonly Route[] => [
  route.read({
    path: '/repairfacilities/repairfacilityofdealer/{dealerId}',
    tag,
    summary: 'Read the repair facility of a dealer',
    permission: 'accountholders:read',
    answer: answerShape(facility),
    handler: ({ db, caller, params: { dealerId } }) =>
      loadFacilityOfDealer(db, { kind: facility, seals }, caller, dealerId) as never,
  }),
  ...linkRoutes(seals, facilityDealers, 'dealers'),
  ...linkRoutes(seals, facilityDealerGroups, 'dealergroups'),
]
