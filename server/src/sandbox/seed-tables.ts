import type pg from 'pg'
import { quoted } from '../db/migrations.ts'
import type { Tenant } from '../db/tenants.ts'

// Finds the tables of the sandbox that differ from the seed, and restores them. A reset writes into the comment of each table
// which seed filled it, in which transactions, and with how many rows. PostgreSQL stores with every row the transaction
// that wrote it. If all rows have one of those transactions and none is missing, the table is unchanged.

/** The schema with the seed, next to the schema of the administrator. */
export const pristineSchema = (tenant: Tenant) => `${tenant.schema}_seed`

/** A table of the administrator. */
interface SeedTable {
  readonly name: string
  readonly refersTo: readonly string[]
  readonly columns: readonly string[]
  /** The columns of the primary key. */
  readonly key: readonly string[]
  /** The columns with a sequence. */
  readonly sequences: readonly { readonly name: string; readonly column: string }[]
  /** The comment from the last reset, or null before the first reset. */
  readonly mark: string | null
}

interface SchemaPair {
  readonly live: string
  readonly seed: string
}

/** With more changes than this, a table is copied whole. It also gives back the space of the deleted rows. */
const REPAIRED_ROWS_AT_MOST = 1_000
const TRANSACTIONS_AT_MOST = 40

/**
 * Restores everything that differs from the seed, in the caller's transaction. No other request runs meanwhile.
 * Where references are not checked, the rows that differ are replaced; that takes a tenth of the time of a copy.
 */
export async function restoreTables(
  client: pg.ClientBase,
  { live, seed }: SchemaPair,
  checksReferences: boolean,
): Promise<void> {
  const tables = await tablesInOrder(client, live)
  const mark = await loadSeedMark(client, seed)
  const changed = await changedTables(client, live, tables, mark.seed)
  const isCopied = ({ name, key }: SeedTable) => {
    const change = changed.get(name)
    if (!change) return false
    if (checksReferences || key.length === 0 || change === 'all') return true
    return change.rows > REPAIRED_ROWS_AT_MOST || change.mark.transactions.length >= TRANSACTIONS_AT_MOST
  }
  const copied = withReferring(tables, new Set(tables.filter(isCopied).map(({ name }) => name)))
  const repairs = tables.flatMap((table) => {
    const change = changed.get(table.name)
    return !change || change === 'all' || copied.includes(table)
      ? []
      : repair(table, { live, seed }, change.mark, mark)
  })
  const copies = await copyWhole(client, copied, { live, seed }, mark)
  // All statements are sent together, because the round trips would take longer than the work. A rolled-back insert takes
  // a number without changing its table, so all sequences are reset.
  const renumbered = tables.flatMap((table) => renumber(table, live)).join(' union all ')
  await client.query([...copies, ...repairs, renumbered].join('; '))
}

const within = (schema: string, { name }: SeedTable) => `${quoted(schema)}.${quoted(name)}`

/** The statements that empty the tables and copy all rows of the seed. */
async function copyWhole(
  client: pg.ClientBase,
  tables: readonly SeedTable[],
  { live, seed }: SchemaPair,
  mark: SeedMark,
): Promise<string[]> {
  const counts = await rowCounts(client, seed, tables)
  // PostgreSQL creates new files when it truncates a table, so empty tables are skipped. A new sandbox has many of them.
  const liveCounts = await rowCounts(client, live, tables)
  const filled = withReferring(tables, new Set([...liveCounts.keys()].filter((name) => liveCounts.get(name))))
  const emptied = filled.map((table) => within(live, table)).join(', ')
  return [
    ...(emptied ? [`truncate ${emptied}`] : []),
    ...tables.flatMap((table) => {
      const columns = table.columns.map(quoted).join(', ')
      const rows = counts.get(table.name) ?? 0
      return [
        `insert into ${within(live, table)} (${columns}) select ${columns} from ${within(seed, table)}`,
        writeMark(table, live, mark.seed, { transactions: [mark.transaction], rows }),
      ]
    }),
  ]
}

/** The statements that replace the rows which differ from the seed. */
function repair(
  table: SeedTable,
  { live, seed }: SchemaPair,
  { transactions, rows }: TableMark,
  mark: SeedMark,
): string[] {
  const columns = table.columns.map(quoted)
  const isSame = table.key.map((column) => `l.${quoted(column)} = s.${quoted(column)}`).join(' and ')
  return [
    `delete from ${within(live, table)} where ${isForeign(transactions)}`,
    `insert into ${within(live, table)} (${columns.join(', ')})
     select ${columns.map((column) => `s.${column}`).join(', ')} from ${within(seed, table)} s
     where not exists (select from ${within(live, table)} l where ${isSame})`,
    writeMark(table, live, mark.seed, { transactions: [...transactions, mark.transaction], rows }),
  ]
}

/** Whether a row was written by somebody else than a reset. */
const isForeign = (transactions: readonly string[]) => `xmin <> all('{${transactions.join(',')}}'::xid[])`

const renumber = (table: SeedTable, live: string) =>
  table.sequences.map(
    ({ name, column }) =>
      `select setval('${name}', (select coalesce(max(${quoted(column)}), 0) + 1 from ${within(live, table)}), false)`,
  )

/** What the comment of a table tells: the transactions of the resets that wrote its rows, and the number of rows. */
interface TableMark {
  readonly transactions: readonly string[]
  readonly rows: number
}

const writeMark = (table: SeedTable, live: string, seed: string, { transactions, rows }: TableMark) =>
  `comment on table ${within(live, table)} is '${seed} ${transactions.join(',')} ${rows}'`

/** Nothing if the table was never reset, or was reset to another seed. */
function readMark({ mark }: SeedTable, seed: string): TableMark | undefined {
  if (!mark?.startsWith(`${seed} `)) return undefined
  const [transactions, rows] = mark.slice(seed.length + 1).split(' ')
  return transactions && rows ? { transactions: transactions.split(','), rows: Number(rows) } : undefined
}

interface SeedMark {
  readonly seed: string
  readonly transaction: string
}

/** Identifies the seed by the object id of its schema. Each new seed has a new one. */
async function loadSeedMark(client: pg.ClientBase, seed: string): Promise<SeedMark> {
  const { rows } = await client.query<SeedMark>(
    `select concat('seed ', oid) as seed, pg_current_xact_id()::xid::text as transaction from pg_namespace where nspname = $1`,
    [seed],
  )
  if (!rows[0]) throw new Error(`There is no schema ${seed} to copy from.`)
  return rows[0]
}

/** How far a table is from the seed: rows to remove and to add, or all when it was never reset to this seed. */
type Change = { readonly rows: number; readonly mark: TableMark } | 'all'

/** The tables that differ or may differ from the seed, by name. */
async function changedTables(
  client: pg.ClientBase,
  live: string,
  tables: readonly SeedTable[],
  seed: string,
): Promise<ReadonlyMap<string, Change>> {
  const changed = new Map<string, Change>()
  const marks = new Map<string, TableMark>()
  for (const table of tables) {
    const mark = readMark(table, seed)
    if (mark) marks.set(table.name, mark)
    else changed.set(table.name, 'all')
  }
  const compare = (table: SeedTable, { transactions, rows }: TableMark) =>
    `select '${table.name}' as name, (foreigners + ${rows} - (total - foreigners))::int as rows from (
       select count(*) as total, count(*) filter (where ${isForeign(transactions)}) as foreigners
       from ${within(live, table)}) counted
     where total <> ${rows} or foreigners > 0`
  const comparisons = tables.flatMap((table) => {
    const mark = marks.get(table.name)
    return mark ? [compare(table, mark)] : []
  })
  if (comparisons.length === 0) return changed
  const { rows } = await client.query<{ name: string; rows: number }>(comparisons.join(' union all '))
  for (const row of rows) {
    const mark = marks.get(row.name)
    if (mark) changed.set(row.name, { rows: row.rows, mark })
  }
  return changed
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
async function tablesInOrder(client: pg.ClientBase, schema: string): Promise<SeedTable[]> {
  const { rows } = await client.query<SeedTable>(
    `select t.relname as name, obj_description(t.oid, 'pg_class') as mark,
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
