import { z } from 'zod'
import { besideTable } from '../db/beside.ts'
import { ints } from '../db/columns.ts'
import { sql } from '../db/sql.ts'
import { Id } from '../http/schemas.ts'
import { defineField, type Field, type NamedRecord } from './fields.ts'

/** A table of links between two records. */
export interface LinkTable {
  readonly table: string
  readonly owner: string
  readonly other: string
  readonly type: NamedRecord['type']
}

/** A list of ids stored in a table of links. */
export function linksField({ table, owner, other, type }: LinkTable): Field {
  const ids = z.array(Id).max(10_000)
  return defineField({
    columns: { [table]: ints },
    input: ids
      .nullable()
      .transform((value) => [...new Set(value ?? [])].sort((first, second) => first - second)),
    answer: z.array(Id),
    initial: [],
    select: {
      [table]: `array(select l.${other} from ${table} l where l.${owner} = h.id order by l.${other})`,
    },
    read: (row) => row[table],
    ...(type === 'PortalVisibilityGroup' ? {} : { linkedTo: type }),
    references: (value, pointer) =>
      (value as number[]).map((id, index) => ({ type, id, pointer: `${pointer}/${index}` })),
    async save(tx, ownerId, value) {
      const [from, mine, theirs] = [sql.raw(table), sql.raw(owner), sql.raw(other)]
      await sql`delete from ${from} where ${mine} = ${ownerId} and ${theirs} <> all(${value}::bigint[])`.execute(
        tx,
      )
      await sql`insert into ${from} (${mine}, ${theirs})
        select ${ownerId}::bigint, given.id from unnest(${value}::bigint[]) as given (id)
        where ${sql.raw(besideTable(table))} on conflict do nothing`.execute(tx)
    },
  })
}

export const facilityDealers: LinkTable = {
  table: 'repair_facility_dealer',
  owner: 'repair_facility_id',
  other: 'dealer_id',
  type: 'Dealer',
}
export const facilityDealerGroups: LinkTable = {
  table: 'repair_facility_dealer_group',
  owner: 'repair_facility_id',
  other: 'dealer_group_id',
  type: 'DealerGroup',
}
export const dealerPortalGroups: LinkTable = {
  table: 'portal_visibility_group_dealer',
  owner: 'dealer_id',
  other: 'portal_visibility_group_id',
  type: 'PortalVisibilityGroup',
}
