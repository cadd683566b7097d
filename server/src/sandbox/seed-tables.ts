import type pg from 'pg'
import { IS_CLUSTER } from '../db/cluster.ts'
import { LOCAL_TABLES } from '../db/connection.ts'
import { quoted } from '../db/migrations.ts'
import { runAll } from '../db/run-all.ts'
import type { Tenant } from '../db/tenants.ts'

// Finds the rows of the sandbox that differ from the seed, and restores them. Resets write into the comment of the
// administrator's schema which seed filled it, and in which transactions. PostgreSQL stores with every row the
// transaction that wrote it. If all rows of a table have one of those transactions and none is missing, it is unchanged.

/** The schema with the seed, next to the schema of the administrator. */
export const pristineSchema = (tenant: Tenant) => `${tenant.schema}_seed`

/** A table of the administrator. */
export interface SeedTable {
  readonly name: string
  readonly refersTo: readonly string[]
  readonly columns: readonly string[]
  /** The columns of the primary key. */
  readonly key: readonly string[]
  /** The columns with a sequence. */
  readonly sequences: readonly { readonly name: string; readonly column: string }[]
}

/** The tables of a seed, each after the tables that it refers to, their numbers of rows, and the next numbers. */
interface SeedLayout {
  readonly tables: readonly SeedTable[]
  readonly counts: ReadonlyMap<string, number>
  /** The next number of each sequence, by its name. */
  readonly next: ReadonlyMap<string, number>
}

/** The layouts of seeds, by seed. A seed never changes, so its layout is read once. */
export type SeedLayouts = Map<string, SeedLayout>

interface SchemaPair {
  readonly live: string
  readonly seed: string
}

interface Restoring extends SchemaPair {
  readonly layouts: SeedLayouts
  /** Whether the database checks references now. Then rows cannot be replaced one by one. */
  readonly checksReferences: boolean
}

/** With more changed rows than this, a table is copied whole. It also gives back the space of the deleted rows. */
const REPAIRED_ROWS_AT_MOST = 1_000
/** After this many resets everything is copied whole, as at the first one, so that the mark stays short. */
const TRANSACTIONS_AT_MOST = 100

/**
 * Restores everything that differs from the seed, in the caller's transaction. No other request runs meanwhile.
 * Where references are not checked, the rows that differ are replaced; that takes a tenth of the time of a copy.
 */
export async function restoreTables(client: pg.ClientBase, restoring: Restoring): Promise<void> {
  const { live, seed, layouts, checksReferences } = restoring
  const mark = await loadMark(client, { live, seed })
  const layout = layouts.get(mark.seed) ?? (await loadLayout(client, { live, seed }))
  layouts.set(mark.seed, layout)
  const { tables } = layout
  const startsAnew =
    mark.isCluster || mark.transactions.length === 0 || mark.transactions.length >= TRANSACTIONS_AT_MOST
  const transactions = startsAnew ? [] : mark.transactions
  // Where everything is copied, there is nothing to compare.
  const changed: ReadonlyMap<string, number> = startsAnew
    ? new Map()
    : await changedRows(client, live, layout, transactions)
  const isCopied = ({ name, key }: SeedTable) => {
    const rows = changed.get(name) ?? 0
    return rows > REPAIRED_ROWS_AT_MOST || (rows > 0 && (checksReferences || key.length === 0))
  }
  const copied = startsAnew ? tables : withReferring(tables, namesOf(tables.filter(isCopied)))
  const repaired = tables.filter((table) => changed.has(table.name) && !copied.includes(table))
  const statements = [
    ...(await copyWhole(client, copied, { live, seed })),
    ...repaired.flatMap((table) => repair(table, { live, seed }, transactions)),
    `comment on schema ${quoted(live)} is '${mark.seed} ${[...transactions, mark.transaction].join(',')}'`,
    ...(await renumber(client, layout)),
  ]
  // All are sent together, because the round trips would take longer than the work.
  await runAll(statements.map((statement) => client.query(statement)))
}

const within = (schema: string, { name }: SeedTable) => `${quoted(schema)}.${quoted(name)}`

const namesOf = (tables: readonly SeedTable[]): ReadonlySet<string> => new Set(tables.map(({ name }) => name))

/** The statements that empty the tables and copy all rows of the seed. */
async function copyWhole(
  client: pg.ClientBase,
  tables: readonly SeedTable[],
  { live, seed }: SchemaPair,
): Promise<string[]> {
  // PostgreSQL creates new files when it truncates a table, so empty tables are skipped. A new sandbox has many of them.
  const counts = await rowCounts(client, live, tables)
  const filled = withReferring(tables, namesOf(tables.filter(({ name }) => counts.get(name))))
  const emptied = filled.map((table) => within(live, table)).join(', ')
  return [
    ...(emptied ? [`truncate ${emptied}`] : []),
    ...tables.map((table) => {
      const columns = table.columns.map(quoted).join(', ')
      return `insert into ${within(live, table)} (${columns}) select ${columns} from ${within(seed, table)}`
    }),
  ]
}

/** The statements that replace the rows which differ from the seed. */
function repair(
  table: SeedTable,
  { live, seed }: SchemaPair,
  transactions: readonly string[],
): readonly [deletes: string, inserts: string] {
  const columns = table.columns.map(quoted)
  const isSame = table.key.map((column) => `l.${quoted(column)} = s.${quoted(column)}`).join(' and ')
  return [
    `${LOCAL_TABLES} delete from ${within(live, table)} where ${isForeign(transactions)}`,
    `insert into ${within(live, table)} (${columns.join(', ')})
     select ${columns.map((column) => `s.${column}`).join(', ')} from ${within(seed, table)} s
     where not exists (select from ${within(live, table)} l where ${isSame})`,
  ]
}

/** Whether a row was written by somebody else than a reset. On a cluster it does not tell, and everything is copied. */
const isForeign = (transactions: readonly string[]) => `xmin <> all('{${transactions.join(',')}}'::xid[])`

/**
 * The statements that reset the sequences. A rolled-back insert takes a number without changing its table, so all are
 * looked at, which takes a fiftieth of the time of setting them all.
 */
async function renumber(client: pg.ClientBase, { next }: SeedLayout): Promise<string[]> {
  if (next.size === 0) return []
  const { rows } = await client.query<{ name: string; last: number; isCalled: boolean }>(
    [...next.keys()]
      .map((name) => `select '${name}' as name, last_value as last, is_called as "isCalled" from ${name}`)
      .join(' union all '),
  )
  return rows
    .filter(({ name, last, isCalled }) => isCalled || last !== next.get(name))
    .map(({ name }) => `select setval('${name}', ${next.get(name)}, false)`)
}

interface Mark {
  /** Identifies the seed by the object id of its schema. Each new seed has a new one. */
  readonly seed: string
  /** The transactions of the resets to this seed. None if it was never reset to it. */
  readonly transactions: readonly string[]
  /** The present transaction. */
  readonly transaction: string
  readonly isCluster: boolean
}

async function loadMark(client: pg.ClientBase, { live, seed }: SchemaPair): Promise<Mark> {
  const { rows } = await client.query<Omit<Mark, 'transactions'> & { comment: string | null }>(
    `select concat('seed ', seed.oid) as seed, obj_description(live.oid, 'pg_namespace') as comment,
       pg_current_xact_id()::xid::text as transaction, ${IS_CLUSTER} as "isCluster"
     from pg_namespace seed, pg_namespace live where seed.nspname = $1 and live.nspname = $2`,
    [seed, live],
  )
  const [found] = rows
  if (!found) throw new Error(`There is no schema ${seed} to copy from.`)
  const isOfSeed = found.comment?.startsWith(`${found.seed} `)
  const transactions = isOfSeed ? found.comment?.slice(found.seed.length + 1).split(',') : []
  const { transaction, isCluster } = found
  return { seed: found.seed, transactions: transactions ?? [], transaction, isCluster }
}

async function loadLayout(client: pg.ClientBase, { live, seed }: SchemaPair): Promise<SeedLayout> {
  const tables = await tablesInOrder(client, live)
  return {
    tables,
    counts: await rowCounts(client, seed, tables),
    next: new Map([
      ...(await nextNumbers(client, seed, tables)),
      ...(await looseNumbers(client, { live, seed })),
    ]),
  }
}

/** The same of sequences that belong to no column, such as that of the lines of claims: as far as the seed has come. */
async function looseNumbers(client: pg.ClientBase, { live, seed }: SchemaPair): Promise<[string, number][]> {
  const { rows: loose } = await client.query<{ name: string }>(
    `select s.relname as name from pg_class s join pg_namespace n on n.oid = s.relnamespace
     where s.relkind = 'S' and n.nspname = $1
       and not exists (select from pg_depend d where d.objid = s.oid and d.deptype in ('a', 'i'))`,
    [seed],
  )
  if (loose.length === 0) return []
  const next = ({ name }: { name: string }) =>
    `select '${quoted(live)}.${quoted(name)}' as name, last_value + is_called::int as next from ${quoted(seed)}.${quoted(name)}`
  const { rows } = await client.query<{ name: string; next: number }>(loose.map(next).join(' union all '))
  return rows.map((row) => [row.name, Number(row.next)])
}

/** The next number of each sequence after the rows of the seed. */
async function nextNumbers(
  client: pg.ClientBase,
  seed: string,
  tables: readonly SeedTable[],
): Promise<ReadonlyMap<string, number>> {
  const all = tables.flatMap((table) =>
    table.sequences.map(
      ({ name, column }) =>
        `select '${name}' as name, coalesce(max(${quoted(column)}), 0)::bigint + 1 as next from ${within(seed, table)}`,
    ),
  )
  if (all.length === 0) return new Map()
  const { rows } = await client.query<{ name: string; next: number }>(all.join(' union all '))
  return new Map(rows.map(({ name, next }) => [name, next]))
}

/** For each table that differs from the seed, how many rows are to be removed and added. */
async function changedRows(
  client: pg.ClientBase,
  live: string,
  { tables, counts }: SeedLayout,
  transactions: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  // As plain as can be: PostgreSQL takes longer to plan the statement than to count the rows.
  const count = (table: SeedTable) =>
    `select '${table.name}' as name, count(*)::int as total,
       count(*) filter (where ${isForeign(transactions)})::int as foreigners from ${within(live, table)}`
  const { rows } = await client.query<{ name: string; total: number; foreigners: number }>(
    `${LOCAL_TABLES} ${tables.map(count).join(' union all ')}`,
  )
  return new Map(
    rows.flatMap(({ name, total, foreigners }): [string, number][] => {
      const inSeed = counts.get(name) ?? 0
      const isSame = total === inSeed && foreigners === 0
      return isSame ? [] : [[name, foreigners + inSeed - (total - foreigners)]]
    }),
  )
}

/** The number of rows in each table. */
async function rowCounts(
  client: pg.ClientBase,
  schema: string,
  tables: readonly SeedTable[],
): Promise<ReadonlyMap<string, number>> {
  if (tables.length === 0) return new Map()
  const { rows } = await client.query<{ name: string; count: number }>(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*)::int as count from ${quoted(schema)}.${quoted(name)}`,
      )
      .join(' union all '),
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** Adds the tables that refer to a changed table, because they must be truncated together. */
function withReferring(tables: readonly SeedTable[], changed: ReadonlySet<string>): SeedTable[] {
  const names = new Set(changed)
  // Each table comes after the tables that it refers to, so one pass is enough.
  for (const { name, refersTo } of tables) if (refersTo.some((other) => names.has(other))) names.add(name)
  return tables.filter(({ name }) => names.has(name))
}

/** The tables of a schema, each after the tables that it refers to. */
export async function tablesInOrder(client: pg.ClientBase, schema: string): Promise<SeedTable[]> {
  const { rows } = await client.query<SeedTable>(
    `select t.relname as name,
       array(
         select r.relname::text from pg_constraint c join pg_class r on r.oid = c.confrelid
         where c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid) as "refersTo",
       array(
         select a.attname::text from pg_attribute a
         where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       array(
         select a.attname::text from pg_constraint c
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
         where c.conrelid = t.oid and c.contype = 'p') as key,
       coalesce((
         select jsonb_agg(jsonb_build_object('name', s.oid::regclass::text, 'column', a.attname))
         from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
         join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
         where d.refobjid = t.oid and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
           and d.deptype in ('a', 'i')), '[]') as sequences
     from pg_class t join pg_namespace n on n.oid = t.relnamespace
     where n.nspname = $1 and t.relkind = 'r' order by t.relname`,
    [schema],
  )
  const order: SeedTable[] = []
  const visit = (table: SeedTable) => {
    if (order.includes(table)) return
    for (const other of rows) if (table.refersTo.includes(other.name)) visit(other)
    order.push(table)
  }
  for (const table of rows) visit(table)
  return order
}
