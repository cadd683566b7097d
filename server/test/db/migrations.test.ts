import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openPool } from '../../src/db/connection.ts'
import { migrationStatements } from '../../src/db/migration-statements.ts'
import { createTenantSchema, migrate } from '../../src/db/migrations.ts'
import { unpack } from '../../src/db/packed.ts'
import { projectRoot } from '../../src/db/project-root.ts'
import { cloneDatabase } from '../support/service/app.ts'

let pool: pg.Pool

beforeAll(async () => {
  const settings = { searchPath: 'platform', connections: 2, statementMilliseconds: 0 }
  pool = openPool(await cloneDatabase(), settings)
})

afterAll(() => pool.end())

/** Everything that PostgreSQL knows of the tables, indexes and sequences of a schema, without the schema's name. */
async function schemaText(schema: string): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws(' ', 'column', c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
       a.attidentity, a.attgenerated, a.attcollation, pg_get_expr(d.adbin, d.adrelid)) as line
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relnamespace = $1::text::regnamespace and c.relkind = 'r'
     union all
     select concat_ws(' ', 'constraint', n.conrelid::regclass, n.conname, n.convalidated, pg_get_constraintdef(n.oid))
     from pg_constraint n where n.connamespace = $1::text::regnamespace
     union all
     select concat_ws(' ', 'index', i.indexrelid::regclass, pg_get_indexdef(i.indexrelid))
     from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = $1::text::regnamespace
     union all
     select concat_ws(' ', 'sequence', s.seqrelid::regclass, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax,
       s.seqmin, s.seqcache, d.refobjid::regclass, d.refobjsubid, d.deptype)
     from pg_sequence s join pg_class c on c.oid = s.seqrelid
     left join pg_depend d on d.objid = c.oid and d.deptype in ('a', 'i')
     where c.relnamespace = $1::text::regnamespace
     order by 1`,
    [schema],
  )
  return rows.map(({ line }) => line.replaceAll(`${schema}.`, ''))
}

/** All rows that migrations write. */
async function firstRows(schema: string): Promise<unknown[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = $1::text::regnamespace and relkind = 'r' order by 1`,
    [schema],
  )
  const texts = tables.map(
    ({ name }) => `select '${name}' as name, to_jsonb(t) as row from ${schema}.${name} t`,
  )
  return (await pool.query(`${texts.join(' union all ')} order by 1, 2`)).rows
}

test('a schema that grew statement by statement is the one of the whole files', async () => {
  const client = await pool.connect()
  await client.query('begin')
  await createTenantSchema(client, 'tenant_whole')
  await client.query('commit')
  client.release(true)
  await pool.query('create schema tenant_grown')
  await pool.query(
    `insert into platform.tenant (number, name, schema_name, time_zone, created_at)
     values ('GROWN', 'Grown', 'tenant_grown', 'UTC', now())`,
  )
  await migrate(pool)
  const whole = await schemaText('tenant_whole')
  expect(whole.length).toBeGreaterThan(1_000)
  expect(await schemaText('tenant_grown')).toEqual(whole)
  expect(await firstRows('tenant_grown')).toEqual(await firstRows('tenant_whole'))
})

/** Up to this one, migrations do to tables that exist what a cluster refuses. */
const LAST_LOCAL = 23

describe('a cluster takes each statement of a migration', () => {
  const folder = join(projectRoot, 'server', 'migrations')
  const files = ['platform', 'tenant'].flatMap((kind) =>
    readdirSync(join(folder, kind))
      .filter((name) => name.endsWith('.sql'))
      .map((name) => join(kind, name)),
  )
  test.each(files)('%s', (file) => {
    for (const statement of migrationStatements(readFileSync(join(folder, file), 'utf8'))) {
      expect(statement).not.toMatch(/^create (or replace )?(trigger|rule|function|procedure)\b|^merge\b/i)
      // An administrator's tables were local until then. Later migrations find them on a worker.
      if (file.startsWith('platform') || Number(/\d{4}/.exec(file)?.[0]) <= LAST_LOCAL) continue
      expect(statement).not.toMatch(/^alter table .* (generated (always|by default) as identity|serial)\b/i)
      // A cluster gives other names than PostgreSQL.
      expect(statement).not.toMatch(/^alter table \S+ add (check|foreign key|unique|primary key|exclude)\b/i)
    }
  })
})

test('0028 leaves the calculation and the refund of every cancel request as they were', async () => {
  const client = await pool.connect()
  onTestFinished(() => client.release(true))
  const requests = async () => {
    const { rows } = await client.query<{ id: number; calculation: Buffer | null; total_refund: number }>(
      'select id, calculation, total_refund from cancel_request order by id',
    )
    return rows.map(({ calculation, ...row }) => ({
      ...row,
      calculation: calculation && unpack(calculation),
    }))
  }
  await client.query('begin')
  await client.query('set local search_path to tenant_adm1')
  const before = await requests()
  expect(before.some(({ calculation }) => calculation)).toBe(true)
  // As they were stored before it.
  await client.query('alter table cancel_request drop column calculation')
  await client.query('alter table cancel_request drop column total_refund')
  await client.query('alter table cancel_request add column calculation json')
  for (const { id, calculation } of before)
    await client.query('update cancel_request set calculation = $2 where id = $1', [id, calculation])
  await client.query(`alter table cancel_request
    add column total_refund bigint generated always as ((calculation ->> 'totalRefund')::bigint) stored`)
  const file = join(projectRoot, 'server', 'migrations', 'tenant', '0028_packed_calculations.sql')
  for (const statement of migrationStatements(readFileSync(file, 'utf8'))) await client.query(statement)
  expect(await requests()).toEqual(before)
})

test('0031 lets claims from before follow their contracts, and gives back services of closed claims', async () => {
  const client = await pool.connect()
  onTestFinished(() => client.release(true))
  const claims = async () =>
    (await client.query('select id, contract_number, vin from claim order by id')).rows as readonly object[]
  const events = async () =>
    (await client.query('select id, status, is_authorized as reserved from ppm_claim_event order by id')).rows
  await client.query('begin')
  await client.query('set local search_path to tenant_adm1')
  const before = await claims()
  expect(before.length).toBeGreaterThan(1)
  await client.query(`update claim set contract_number = null, vin = 'WRONG' where id % 2 = 0`)
  // Two services of a claim that is closed, of which one is being paid, and one of a claim that is open.
  const { rows: details } = await client.query<{ id: number; claim: number; contract: number }>(
    `select distinct on (claim_id) id, claim_id as claim, contract_id as contract from claim_detail order by claim_id limit 3`,
  )
  await client.query('delete from ppm_claim_event')
  for (const [at, { id, claim, contract }] of details.entries()) {
    await client.query('update claim set ended = $2 where id = $1', [claim, at === 2 ? null : 'Closed'])
    await client.query(
      `update claim_detail set status = 'Authorized', paid = 0, requested_payments = $2, authorized_amount = 100
       where id = $1`,
      [id, at === 1 ? 100 : 0],
    )
    await client.query(
      `insert into ppm_claim_event (claim_id, contract_id, detail_id, service_code, service_date, status, is_authorized)
       values ($1, $2, $3, 'OIL', '2025-03-10', $4, true)`,
      [claim, contract, id, at === 1 ? 'Approved' : 'Requested'],
    )
  }
  const file = join(projectRoot, 'server', 'migrations', 'tenant', '0031_claims_follow.sql')
  for (const statement of migrationStatements(readFileSync(file, 'utf8'))) await client.query(statement)
  expect(await claims()).toEqual(before)
  expect(await events()).toMatchObject([
    { status: 'Voided', reserved: false },
    { status: 'Approved', reserved: true },
    { status: 'Requested', reserved: true },
  ])
})
