import { saveClient } from '../access/clients.ts'
import type { Passwords } from '../access/passwords.ts'
import { saveStartRoles } from '../access/start-roles.ts'
import type { Tx } from '../db/database.ts'
import { insertRow } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { saveReferenceValues } from '../reference/values.ts'
import {
  austin,
  callers,
  type DealerHolder,
  dealers,
  EFFECTIVE_FROM,
  type Holder,
  holders,
  portalGroup,
  SANDBOX_SECRET,
} from './world.ts'

/** Every row of the seed is as old as this. */
const SEEDED_AT = new Date('2015-01-01T12:00:00Z')
const SEEDED_BY = 'seed'

/** Fills an empty administrator with the sandbox world. The order fixes the ids. */
export async function seedWorld(tx: Tx, passwords: Passwords): Promise<void> {
  await saveStartRoles(tx)
  await saveReferenceValues(tx)
  const ids = new Map<string, number>()
  for (const holder of [...holders, ...dealers])
    ids.set(`${holder.type} ${holder.number}`, await saveHolder(tx, holder))
  const idOf = (type: string, number: string) => {
    const id = ids.get(`${type} ${number}`)
    if (id === undefined) throw new Error(`The sandbox has no ${type} ${number}.`)
    return id
  }
  for (const group of holders.filter(({ type }) => type === 'DealerGroup'))
    await sql`insert into dealer_group (id) values (${idOf('DealerGroup', group.number)})`.execute(tx)
  for (const agent of holders.filter(({ type }) => type === 'Agent'))
    await sql`insert into agent (id) values (${idOf('Agent', agent.number)})`.execute(tx)
  for (const dealer of dealers) await saveDealer(tx, dealer, idOf)
  await savePortalGroup(tx, idOf)
  await saveCallers(tx, passwords, idOf)
}

type IdOf = (type: string, number: string) => number

function saveHolder(tx: Tx, holder: Holder): Promise<number> {
  const place = holder.place ?? austin
  return insertRow(tx, 'account_holder', {
    type: holder.type,
    number: holder.number,
    name: holder.name,
    status: holder.status ?? 'Active',
    line1: place.line1 ?? null,
    city: place.city,
    state: place.state,
    zip: place.zip,
    county: place.county ?? null,
    effective_date: EFFECTIVE_FROM,
    created_at: SEEDED_AT,
    created_by: SEEDED_BY,
    updated_at: SEEDED_AT,
    updated_by: SEEDED_BY,
  })
}

async function saveDealer(tx: Tx, dealer: DealerHolder, idOf: IdOf): Promise<void> {
  const id = idOf('Dealer', dealer.number)
  const group = dealer.group ? idOf('DealerGroup', dealer.group) : null
  await sql`insert into dealer (id, dealer_group_id) values (${id}, ${group})`.execute(tx)
  if (dealer.agent)
    await sql`insert into dealer_agent (dealer_id, agent_id, role)
      values (${id}, ${idOf('Agent', dealer.agent)}, 'Primary')`.execute(tx)
}

async function savePortalGroup(tx: Tx, idOf: IdOf): Promise<void> {
  const { code, name, description } = portalGroup
  const { rows } = await sql<{ id: number }>`
    insert into portal_visibility_group (code, name, description, created_at, created_by, updated_at, updated_by)
    values (${code}, ${name}, ${description}, ${SEEDED_AT}, ${SEEDED_BY}, ${SEEDED_AT}, ${SEEDED_BY})
    returning id`.execute(tx)
  for (const number of portalGroup.dealers)
    await sql`insert into portal_visibility_group_dealer values (${rows[0]?.id}, ${idOf('Dealer', number)})`.execute(
      tx,
    )
}

/** Each caller is there twice: as an OAuth client, and as a user of the portal. */
async function saveCallers(tx: Tx, passwords: Passwords, idOf: IdOf): Promise<void> {
  const hash = await passwords.hash(SANDBOX_SECRET)
  for (const caller of callers) {
    const scope = caller.scope && { type: caller.scope[0], id: idOf(...caller.scope) }
    await saveClient(
      tx,
      { by: SEEDED_BY, now: SEEDED_AT },
      {
        clientId: caller.name,
        secret: SANDBOX_SECRET,
        name: caller.name,
        roles: [caller.role],
        scopes: scope ? [scope] : [],
      },
    )
    const userName = `${caller.name}@sandbox.example`
    await sql`
      with made as (
        insert into app_user (user_name, email, first_name, last_name, status, account_holder_type,
          account_holder_id, password_hash, created_at, created_by, updated_at, updated_by)
        values (${userName}, ${userName}, 'Sandbox', ${caller.role}, 'Active', ${scope?.type ?? null},
          ${scope?.id ?? null}, ${hash}, ${SEEDED_AT}, ${SEEDED_BY}, ${SEEDED_AT}, ${SEEDED_BY})
        returning id)
      insert into app_user_group (user_id, membership_group_id)
      select made.id, held.id from made, membership_group held where held.name = ${caller.role}`.execute(tx)
  }
}
