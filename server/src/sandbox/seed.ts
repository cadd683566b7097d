import { saveClient } from '../access/clients.ts'
import type { Passwords } from '../access/passwords.ts'
import { portalGroupTable } from '../access/portal-groups.ts'
import { saveStartRoles } from '../access/start-roles.ts'
import { saveAdminCompany } from '../account-holders/admin-companies.ts'
import { customer } from '../account-holders/customers.ts'
import { kindOfType } from '../account-holders/kinds.ts'
import { changeHolder, insertHolder } from '../account-holders/save-holders.ts'
import { createSeals, type Seals } from '../account-holders/seals.ts'
import { createShape } from '../account-holders/shapes.ts'
import { saveCustomFieldDefinitions } from '../custom-fields/definitions.ts'
import { saveCustomFields } from '../custom-fields/save-set.ts'
import { int, text } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import type { Keys } from '../db/keys.ts'
import { sql } from '../db/sql.ts'
import { query, statement } from '../db/statement.ts'
import { insertInto } from '../db/table.ts'
import type { Tenant } from '../db/tenants.ts'
import type { Files } from '../documents/files.ts'
import { customFieldOwnerTypes } from '../domain/custom-fields/custom-fields.ts'
import { processTypes } from '../domain/process-types.ts'
import type { SettingValues } from '../domain/settings.ts'
import type { Acting, Caller } from '../http/caller.ts'
import { applyBook } from '../rates/book/apply-book.ts'
import { readBookFolder, sandboxBookFolder } from '../rates/book/folder.ts'
import { readBook } from '../rates/book/read-book.ts'
import { saveReferenceValues } from '../reference/values.ts'
import { runInTurn } from './contracts/in-turn.ts'
import { seedContracts } from './contracts/run-steps.ts'
import { type ScheduledStep, scheduleSteps } from './contracts/schedule.ts'
import { seedServices } from './contracts/services.ts'
import { crowd } from './crowd/crowd.ts'
import { crowdCustomers } from './crowd/customers.ts'
import type { CrowdHolder } from './crowd/parts.ts'
import {
  administrator,
  austin,
  callers,
  dealers,
  EFFECTIVE_FROM,
  holders,
  portalGroup,
  SANDBOX_SECRET,
  type SandboxCaller,
  type SeedHolder,
} from './crowd/world.ts'
import { customFields } from './custom-fields.ts'
import { livingCallers, livingDealers } from './living/dealers.ts'
import { type LivingPlan, planLiving } from './living/plan.ts'
import { seedCash } from './seed-cash.ts'
import { seedClaims } from './seed-claims.ts'
import { findSeedFile, loadSeedFile, type SeedFile } from './seed-file.ts'
import { seedLiving } from './seed-living.ts'
import { seedPapers } from './seed-papers.ts'

/** What is not said to be younger is as old as this. */
const SEEDED_AT = new Date('2015-01-01T12:00:00Z')
const SEEDED_BY = 'seed'

/** What the seed is made with. */
export interface Seeding {
  readonly passwords: Passwords
  readonly keys: Keys
  readonly files: Files
  /**
   * The moment of the first start: the sandbox also gets the twelve months before it. Absent: only what is the same on every
   * day.
   */
  readonly startedAt?: Date
  /** What to seed, if it is not the whole sandbox. */
  readonly plan?: SeedPlan | FilePlan
}

/** And for whom. */
interface SeedingOf extends Seeding {
  readonly tenant: Tenant
}

/** What can be worked out before there is a database. */
export interface SeedPlan {
  readonly book: ReturnType<typeof readBook>
  readonly steps: readonly ScheduledStep[]
  /** The last twelve months. */
  readonly living?: LivingPlan
}

export const planSeed = (startedAt?: Date): SeedPlan => ({
  book: readBook(readBookFolder(sandboxBookFolder), () => undefined),
  steps: scheduleSteps(),
  ...(startedAt ? { living: planLiving(startedAt) } : {}),
})

/** The rows with fixed dates from the file, instead of what makes them. */
interface FilePlan extends Pick<SeedPlan, 'living'> {
  readonly file: SeedFile
}

/** A first start takes the fixed part from the file. Without a day, all is made by the use cases, so that tests compare both. */
export async function planStart(startedAt?: Date): Promise<SeedPlan | FilePlan> {
  const file = startedAt && (await findSeedFile())
  return file ? { file, living: planLiving(startedAt) } : planSeed(startedAt)
}

/** Fills an empty administrator with the sandbox world. The order fixes the ids. */
export async function seedWorld(tx: Tx, seeding: SeedingOf, plan: SeedPlan | FilePlan): Promise<void> {
  const { passwords, keys, files, tenant } = seeding
  const passwordHash = await passwords.hash(SANDBOX_SECRET)
  const services = seedServices(keys)
  if ('file' in plan) await loadSeedFile(tx, plan.file, { dataKeys: keys.data, passwordHash })
  else {
    await seedHolders(tx, seeding, { passwordHash, book: plan.book })
    await seedContracts(tx, { services, tenant, by: SEEDED_BY, steps: plan.steps })
    await seedCash(tx, { services, tenant, by: SEEDED_BY })
    await seedClaims(tx, { services, tenant, by: SEEDED_BY })
  }
  await seedPapers(tx, { files, tenant, by: SEEDED_BY })
  if (!plan.living) return
  const ids = await loadIds(tx)
  await saveAll(tx, createSeals(keys), ids, livingDealers())
  await saveCallers(tx, passwordHash, livingCallers, idIn(ids))
  await seedLiving(tx, { services, files, tenant, by: SEEDED_BY }, plan.living)
}

/** Everything that contracts refer to. */
async function seedHolders(
  tx: Tx,
  { keys }: SeedingOf,
  { passwordHash, book }: { readonly passwordHash: string } & Pick<SeedPlan, 'book'>,
): Promise<void> {
  await saveStartRoles(tx)
  await saveReferenceValues(tx)
  await saveCustomFieldDefinitions(tx, customFields)
  await saveSettings(tx)
  const ids: HolderIds = new Map()
  const idOf = idIn(ids)
  const seals = createSeals(keys)
  await saveAdminCompany(tx, actingOn(EFFECTIVE_FROM), {
    number: administrator.number,
    name: administrator.name,
    address: austin,
    phone: administrator.phone,
    email: administrator.email,
  })
  await saveAll(tx, seals, ids, [...holders, ...dealers])
  await linkFacilities(tx, idOf)
  await savePortalGroup(tx, idOf)
  await saveCallers(tx, passwordHash, callers, idOf)
  await applySandboxBook(tx, book)
  const others = crowd()
  await saveAll(tx, seals, ids, others)
  await openServices(tx, seals, others, idOf)
  await runInTurn(
    tx,
    crowdCustomers().map(({ since, person }) => ({
      changes: [],
      run: (own) =>
        insertHolder(own, actingOn(since), { kind: customer, seals }, createShape(customer).parse(person)),
    })),
  )
}

/** The ids of account holders by type and number. */
type HolderIds = Map<string, number>

const idIn =
  (ids: HolderIds): IdOf =>
  (type, number) => {
    const id = ids.get(`${type} ${number}`)
    if (id === undefined) throw new Error(`The sandbox has no ${type} ${number}.`)
    return id
  }

const HOLDERS = statement(
  { id: int, name: text },
  `select id, type || ' ' || number as name from account_holder where number is not null`,
)

const loadIds = async (tx: Tx): Promise<HolderIds> =>
  new Map((await HOLDERS.rows(tx, [])).map(({ id, name }) => [name, id]))

/** Saves account holders and notes their ids. Each waits for those that it names. */
const saveAll = (tx: Tx, seals: Seals, ids: HolderIds, all: readonly SeededHolder[]): Promise<void> =>
  runInTurn(
    tx,
    all.map((holder) => ({
      changes: [`${holder.type} ${holder.number}`],
      reads: namesIn(holder).map(([type, number]) => `${type} ${number}`),
      run: async (own) =>
        ids.set(`${holder.type} ${holder.number}`, await saveHolder(own, seals, holder, idIn(ids))),
    })),
  )

/** A sandbox runs nothing by itself until somebody sets a schedule. In production the defaults run every night. */
const withoutSchedules = Object.fromEntries(processTypes.map((type) => [`schedule.${type}`, '']))

/** Also who the sandbox is to its bank, so that it can make ACH files. Everything else has its default. */
const settings: Readonly<Partial<SettingValues>> = {
  ...withoutSchedules,
  achDestination: '091000019',
  achDestinationName: 'First Bank',
  achOrigin: '1123456789',
  achOriginName: 'Summit Protection',
  achCompanyName: 'Summit Protect',
  achCompanyId: '1123456789',
}

async function saveSettings(tx: Tx): Promise<void> {
  await sql`insert into general_setting (key, value, updated_at, updated_by)
    select key, value, ${SEEDED_AT}::timestamptz, ${SEEDED_BY}
    from jsonb_each(${JSON.stringify(settings)}::jsonb)`.execute(tx)
}

/** What the sandbox sells: the book in the repository, as any administrator applies one. */
async function applySandboxBook(tx: Tx, read: SeedPlan['book']): Promise<void> {
  const applied = 'faults' in read ? read : await applyBook(tx, read, { at: SEEDED_AT, by: SEEDED_BY })
  if ('faults' in applied)
    throw new Error(`The sandbox's rate book has faults: ${JSON.stringify(applied.faults)}`)
}

type IdOf = (type: string, number: string) => number

/** The seed has no caller: it is written on the day that a record begins, with every permission. */
const actingOn = (today: string): Acting => ({
  caller: { name: SEEDED_BY, scopes: [] } as unknown as Caller,
  now: new Date(`${today}T12:00:00Z`),
  today,
})

type SeededHolder = SeedHolder & Partial<CrowdHolder>

async function saveHolder(tx: Tx, seals: Seals, holder: SeededHolder, idOf: IdOf): Promise<number> {
  const kind = kindOfType(holder.type)
  const body = createShape(kind).parse({
    number: holder.number,
    name: holder.name,
    address: holder.place ?? austin,
    ...holder.facts,
    ...namedIn(holder, idOf),
  })
  const id = await insertHolder(tx, actingOn(holder.since ?? EFFECTIVE_FROM), { kind, seals }, body)
  const owner = customFieldOwnerTypes.find((type) => type === holder.type)
  if (owner && holder.customFields) await saveCustomFields(tx, owner, id, holder.customFields)
  return id
}

/** The holders that a holder refers to, each by type and number. */
function namesIn({ type, ...holder }: SeededHolder): (readonly [type: string, number: string])[] {
  const { group, agent, secondAgent, above, dealers: served = [], groups = [] } = holder
  const named = (of: string, ...numbers: readonly (string | undefined)[]) =>
    numbers.flatMap((number) => (number ? [[of, number] as const] : []))
  return [
    ...named('DealerGroup', group, ...groups),
    ...named('Agent', agent, secondAgent),
    ...named(type, above),
    ...named('Dealer', ...served),
  ]
}

/** The others whom a holder names, by their ids. */
function namedIn({ type, ...holder }: SeededHolder, idOf: IdOf) {
  const { group, agent, secondAgent, above, dealers: served, groups } = holder
  return {
    ...(group && { dealerGroupId: idOf('DealerGroup', group) }),
    ...(agent && {
      agents: [
        { agentId: idOf('Agent', agent) },
        ...(secondAgent ? [{ agentId: idOf('Agent', secondAgent), role: 'Secondary' }] : []),
      ],
    }),
    ...(above && { [type === 'Agent' ? 'parentAgentId' : 'parentGroupId']: idOf(type, above) }),
    ...(served && { dealerIds: served.map((number) => idOf('Dealer', number)) }),
    ...(groups && { dealerGroupIds: groups.map((number) => idOf('DealerGroup', number)) }),
  }
}

/** Dealers of the crowd were made before the service that is their own. */
async function openServices(tx: Tx, seals: Seals, others: readonly CrowdHolder[], idOf: IdOf): Promise<void> {
  const reading = { kind: kindOfType('Dealer'), seals }
  for (const { number, since, serviceOf } of others) {
    if (!serviceOf) continue
    const patch = { repairFacilityId: idOf('RepairFacility', number) }
    await changeHolder(tx, actingOn(since), reading, { id: idOf('Dealer', serviceOf), patch })
  }
}

/** Facilities were made before the dealers they belong to. */
async function linkFacilities(tx: Tx, idOf: IdOf): Promise<void> {
  const [facility, dealer] = [idOf('RepairFacility', 'RF100'), idOf('Dealer', 'D1001')]
  await sql`insert into repair_facility_dealer values (${facility}, ${dealer})`.execute(tx)
  await sql`update dealer set repair_facility_id = ${facility} where id = ${dealer}`.execute(tx)
}

async function savePortalGroup(tx: Tx, idOf: IdOf): Promise<void> {
  const { code, name, description } = portalGroup
  const id = await insertInto(tx, portalGroupTable, {
    code,
    name,
    description,
    created_at: SEEDED_AT,
    created_by: SEEDED_BY,
    updated_at: SEEDED_AT,
    updated_by: SEEDED_BY,
  })
  for (const number of portalGroup.dealers)
    await sql`insert into portal_visibility_group_dealer values (${id}, ${idOf('Dealer', number)})`.execute(
      tx,
    )
}

/** Each caller is there twice: as an OAuth client, and as a user of the portal. */
async function saveCallers(
  tx: Tx,
  passwordHash: string,
  all: readonly SandboxCaller[],
  idOf: IdOf,
): Promise<void> {
  for (const caller of all) {
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
    const made = await query({ id: int })`
      insert into app_user (user_name, email, first_name, last_name, status, account_holder_type,
        account_holder_id, password_hash, created_at, created_by, updated_at, updated_by)
      values (${userName}, ${userName}, 'Sandbox', ${caller.role}, 'Active', ${scope?.type ?? null},
        ${scope?.id ?? null}, ${passwordHash}, ${SEEDED_AT}, ${SEEDED_BY}, ${SEEDED_AT}, ${SEEDED_BY})
      returning id`.first(tx)
    await sql`
      insert into app_user_group (user_id, membership_group_id)
      select ${made?.id}::bigint, held.id from membership_group held where held.name = ${caller.role}`.execute(
      tx,
    )
  }
}
