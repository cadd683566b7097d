import { createClient } from '../access/clients.ts'
import { createUser, INVITATION_DAYS } from '../access/save-users.ts'
import { saveStartRoles } from '../access/start-roles.ts'
import { saveAdminCompany } from '../account-holders/admin-companies.ts'
import { takeLibrary } from '../cancellations/rules/library.ts'
import type { BooksVerificationModel } from '../cash/books/models.ts'
import { readVerification } from '../cash/books/read-verification.ts'
import { ConfigRefused, readConfig, shownConfig } from '../config.ts'
import { AnchorsRefused, anchoredHeads } from '../db/audit-anchors.ts'
import { int } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import type { Keys } from '../db/keys.ts'
import { migrate } from '../db/migrations.ts'
import { statement } from '../db/statement.ts'
import { createTenant, type Tenant } from '../db/tenants.ts'
import { type AuditVerdict, verifyAudit } from '../db/verify-audit.ts'
import { closeWrite, recordedWrite } from '../db/write-record.ts'
import { dateIn, isTimeZone } from '../domain/dates.ts'
import { Problem } from '../http/problems.ts'
import { completeReferenceLists } from '../reference/complete-lists.ts'
import { saveReferenceValues } from '../reference/values.ts'
import { databaseFaults } from '../store.ts'
import {
  OPERATOR,
  type Opened,
  type Options,
  type Outcome,
  openOperator,
  operatorCaller,
  operatorEntry,
  refused,
  refuseNeverSetUp,
  refuseOutdated,
  tenantNumbered,
  UsageRefused,
  withDatabases,
} from './command.ts'

export async function checkConfig(): Promise<Outcome> {
  try {
    const shown = shownConfig(readConfig(process.env))
    const lines = Object.entries(shown).map(([name, value]) => `${name}: ${value ?? '(not set)'}`)
    return {
      lines: ['The settings are valid.', ...lines],
      data: { ok: true, settings: shown },
      faults: false,
    }
  } catch (error) {
    if (!(error instanceof ConfigRefused)) throw error
    return { lines: [error.message], data: { ok: false, faults: error.faults }, faults: true }
  }
}

export function runMigrations(): Promise<Outcome> {
  return withDatabases(async ({ config, databases, keys }) => {
    const faults = await databaseFaults(databases, config.mode)
    if (faults.length > 0) return { lines: faults, data: { faults }, faults: true }
    const applied: string[] = []
    await migrate(databases.platformPool, (line) => applied.push(line))
    await completeReferenceLists(databases, keys, (line) => applied.push(line))
    const lines = applied.length > 0 ? applied : ['The database is up to date.']
    return { lines, data: { applied }, faults: false }
  })
}

export function createAdministrator(options: Options): Promise<Outcome> {
  const { number, name, 'time-zone': timeZone } = options
  if (!number || !name || !timeZone)
    throw new UsageRefused('tenant create needs --number, --name and --time-zone.')
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,39}$/.test(number))
    throw new UsageRefused(
      '--number must begin with a letter and may have at most 40 letters, digits, - and _.',
    )
  if (!isTimeZone(timeZone))
    throw new UsageRefused(`${timeZone} is not a time zone. Use a name such as America/New_York.`)
  return withDatabases(async ({ databases, keys }) => {
    await migrate(databases.platformPool)
    if (await tenantNumbered(databases, number)) return refused(`Administrator ${number} already exists.`)
    const now = new Date()
    const made = await createTenant(
      databases,
      keys,
      { number, name, timeZone, isSandbox: false, createdAt: now },
      (tx) => fillTenant(tx, keys, { number, name, timeZone, now }),
    )
    return {
      lines: [`Administrator ${made.number} (${made.name}) was created in schema ${made.schema}.`],
      data: made,
      faults: false,
    }
  })
}

/** Every administrator starts with its roles and groups, reference lists, the law of the states, and itself as an account holder. */
async function fillTenant(
  tx: Tx,
  keys: Keys,
  tenant: { number: string; name: string; timeZone: string; now: Date },
) {
  const { number, name, timeZone, now } = tenant
  await saveStartRoles(tx)
  await saveReferenceValues(tx)
  await takeLibrary(tx)
  const acting = { caller: { name: OPERATOR }, now, today: dateIn(timeZone, now) }
  await saveAdminCompany(tx, acting, { number, name })
  await closeWrite(tx, keys, { ...operatorEntry('tenant create', `tenants/${number}`), changes: [] })
}

export function createAdmin(options: Options): Promise<Outcome> {
  const { tenant: number, client, 'user-name': userName, email } = options
  if (!number || (client === undefined) === (userName === undefined) || (userName !== undefined && !email))
    throw new UsageRefused('admin create needs --tenant, and either --client or --user-name with --email.')
  return withDatabases(async ({ databases, keys }) => {
    await migrate(databases.platformPool)
    const tenant = await tenantNumbered(databases, number)
    if (!tenant) return refused(`There is no administrator ${number}.`)
    const caller = operatorCaller(databases, tenant)
    const entry = operatorEntry('admin create', `tenants/${tenant.number}`)
    const acting = { caller, now: entry.at, today: dateIn(tenant.timeZone, entry.at) }
    try {
      return await recordedWrite(caller.db, keys, entry, async (tx) => {
        if (client !== undefined) {
          const made = await createClient(tx, acting, { name: client, roles: ['Admin'] })
          const lines = [
            `client id:     ${made.clientId}`,
            `client secret: ${made.clientSecret}   (shown only once)`,
          ]
          return { lines, data: made, faults: false }
        }
        const user = {
          userName: userName ?? '',
          email: email ?? '',
          firstName: options['first-name'] ?? 'First',
          lastName: options['last-name'] ?? 'Administrator',
          status: 'Active' as const,
          accountHolderType: null,
          accountHolderId: null,
          membershipGroupIds: await adminGroups(tx),
          password: undefined,
        }
        const never = () => Promise.reject(new Error('An invited user does not have a password.'))
        const made = await createUser(tx, acting, {
          ...{ user, v2: undefined, passwords: { hash: never, weaknessOf: never } },
          mailing: undefined,
        })
        const lines = [
          `user:       ${made.userName}`,
          `invitation: ${made.invitation}   (shown only once; set the password with PUT /me/password within ${INVITATION_DAYS} days)`,
        ]
        return { lines, data: made, faults: false }
      })
    } catch (error) {
      if (error instanceof Problem) return refused(error.message)
      throw error
    }
  })
}

const GROUP_IDS = statement({ id: int }, 'select id from membership_group where name = $1')

const adminGroups = async (tx: Tx): Promise<number[]> =>
  (await GROUP_IDS.rows(tx, ['Admin'])).map(({ id }) => id)

/** Checks the audit chain and the books of every administrator. */
export function verifyAll(): Promise<Outcome> {
  return withDatabases(async ({ config, databases, keys }) => {
    await refuseNeverSetUp(databases)
    const audits = []
    const books = []
    for (const tenant of await databases.tenants()) {
      await refuseOutdated(databases, tenant)
      const verdict = await verifiedAudit({ config, databases, keys }, tenant)
      audits.push({ tenant: tenant.number, ...verdict })
      const { today } = (await openOperator({ databases, tenant })).acting()
      const verification = await readVerification(databases.of(tenant), today, today)
      books.push({ tenant: tenant.number, ...verification })
    }
    const faults = audits.some((audit) => audit.faults.length > 0) || books.some(({ isWhole }) => !isWhole)
    return {
      lines: [...audits.flatMap(auditLines), ...books.flatMap(booksLines)],
      data: { audits, books },
      faults,
    }
  })
}

/** Notes outside the database that were changed are a fault like those in it. */
async function verifiedAudit({ config, databases, keys }: Opened, tenant: Tenant): Promise<AuditVerdict> {
  const db = databases.of(tenant)
  try {
    return await verifyAudit(db, keys.audit, anchoredHeads(config.dataFolder, keys, tenant))
  } catch (error) {
    if (!(error instanceof AnchorsRefused)) throw error
    const { records, faults } = await verifyAudit(db, keys.audit)
    return { records, faults: [...faults, { lane: 0, seq: 0, reason: error.message }] }
  }
}

const auditLines = ({ tenant, records, faults }: AuditVerdict & { readonly tenant: string }): string[] =>
  faults.length === 0
    ? [`${tenant}: the audit chain is intact (${records} records).`]
    : faults.map(({ lane, seq, reason }) => `${tenant}: audit record ${lane}/${seq} is broken: ${reason}.`)

function booksLines({
  tenant,
  asOfDate,
  isWhole,
  checks,
}: BooksVerificationModel & { readonly tenant: string }) {
  if (isWhole) return [`${tenant}: the books agree as of ${asOfDate} (${checks.length} checks).`]
  return checks
    .filter((check) => !check.isWhole)
    .flatMap(({ code, expected, found, rows }) => [
      `${tenant}: the books differ as of ${asOfDate}: ${code} should be ${fixed(expected)} and is ${fixed(found)}.`,
      ...rows.map(
        (row) => `  ${row.kind} ${row.id} should be ${fixed(row.expected)} and is ${fixed(row.found)}`,
      ),
    ])
}

const fixed = (amount: number) => amount.toFixed(2)
