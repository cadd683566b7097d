import { LOCAL_TABLES } from '../../../src/db/connection.ts'
import { sealedColumns } from '../../../src/db/sealed.ts'
import type { Tenant } from '../../../src/db/tenants.ts'
import type { TestService } from './app.ts'

/** A checksum of the content of every table, of the platform and of each administrator. */
export const checksums = (service: Summed) => sumTables(service, 'hashtextextended(t::text, 0)')

/**
 * The checksums that are the same for the same seed. Encrypted values and password hashes have new salt each time, and the
 * migrations of the pristine copy have a new date.
 */
export function seedSums(sums: Record<string, string>, { schema }: Tenant): Record<string, string> {
  const salted = new Set(
    ['app_user', ...sealedColumns.map(({ table }) => table)].map((table) => `${schema}.${table}`),
  )
  return Object.fromEntries(
    Object.entries(sums).filter(([table]) => table !== 'platform.migration' && !salted.has(table)),
  )
}

/**
 * A checksum of the positions and transactions of the rows of every table. Every write changes it, even one that writes
 * the same values. It reads no content, so it is several times as fast, and cannot compare content.
 */
export async function rowVersions(service: Summed): Promise<Record<string, string>> {
  // Wrong passwords count even in a request that has no effect.
  const { 'platform.guess': _, ...sums } = await sumTables(
    service,
    'hashtidextended(t.ctid, t.xmin::text::bigint)',
  )
  return sums
}

type Summed = Pick<TestService, 'databases' | 'app'>

async function sumTables({ databases, app }: Summed, hashOfRow: string): Promise<Record<string, string>> {
  // Quotes are recorded some milliseconds after their answers.
  await app.services.quotes.flush()
  const { platformPool } = databases
  const { rows: tables } = await platformPool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname = 'platform' or schemaname in (select schema_name from platform.tenant) order by 1`,
  )
  // A request renews its session, even one that has no other effect.
  const hashIn = (name: string) =>
    name.endsWith('.session') ? 'hashtextextended(t.token_hash::text || t.must_enroll, 0)' : hashOfRow
  const sums = tables.map(
    ({ name }) =>
      // A sum needs no order of the rows, which for the large tables would cost more than all the rest.
      `select '${name}' as name, count(*) || ' ' || coalesce(sum(${hashIn(name)})::text, '') as sum
       from ${name} as t`,
  )
  const { rows } = await platformPool.query<{ name: string; sum: string }>(
    // Only the tests look at where and when a row was written.
    `${LOCAL_TABLES} ${sums.join(' union all ')}`,
  )
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}
