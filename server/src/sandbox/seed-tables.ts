import type pg from 'pg'
import { quoted } from '../db/migrations.ts'
import type { Tenant } from '../db/tenants.ts'

// Finds the tables of the sandbox that differ from the seed. A reset writes into the comment of each table which seed filled
// it, in which transaction, and with how many rows. PostgreSQL stores with every row the transaction that wrote it. If all
// rows have that transaction and none is missing, the table is unchanged.

/** The schema with the seed, next to the schema of the administrator. */
export const pristineSchema = (tenant: Tenant) => `${tenant.schema}_seed`

/** A table of the administrator. */
interface SeedTable {
  readonly name: string
  readonly refersTo: readonly string[]
  readonly columns: readonly string[]
  /** The columns with a sequence. */
  readonly sequences: readonly { readonly name: string; readonly column: string }[]
  /** The comment from the last reset, or null before the first reset. */
  readonly mark: string | null
}

interface SchemaPair {
  readonly live: string
  readonly seed: string
}

/** Restores everything that differs from the seed, in the caller's transaction. No other request runs meanwhile. */
export async function restoreTables(client: pg.ClientBase, { live, seed }: SchemaPair): Promise<void> {
  const tables = await tablesInOrder(client, live)
  const mark = await loadSeedMark(client, seed)
  const touched = withReferring(tables, await changedTables(client, live, tables, mark.seed))
  const within = (schema: string, { name }: SeedTable) => `${quoted(schema)}.${quoted(name)}`
  const copy = (table: SeedTable) => {
    const columns = table.columns.map(quoted).join(', ')
    return `insert into ${within(live, table)} (${columns}) select ${columns} from ${within(seed, table)}`
  }
  const renumber = (table: SeedTable) =>
    table.sequences.map(
      ({ name, column }) =>
        `select setval('${name}', (select coalesce(max(${quoted(column)}), 0) + 1 from ${within(live, table)}), false)`,
    )
  const counts = await rowCounts(client, seed, touched)
  const note = (table: SeedTable) =>
    `comment on table ${within(live, table)} is '${mark.seed} ${mark.transaction} ${counts.get(table.name)}'`
  // PostgreSQL creates new files when it truncates a table, so empty tables are skipped. A new sandbox has many of them.
  const liveCounts = await rowCounts(client, live, touched)
  const filled = withReferring(
    touched,
    new Set([...liveCounts.keys()].filter((name) => liveCounts.get(name))),
  )
  const emptied = filled.map((table) => within(live, table)).join(', ')
  // All statements are sent together, because the round trips would take longer than the work. A rolled-back insert takes
  // a number without changing its table, so all sequences are reset.
  await client.query(
    [
      ...(emptied ? [`truncate ${emptied}`] : []),
      ...touched.flatMap((table) => [copy(table), note(table)]),
      tables.flatMap(renumber).join(' union all '),
    ].join('; '),
  )
}

/** Identifies the seed by the object id of its schema. Each new seed has a new one. */
async function loadSeedMark(
  client: pg.ClientBase,
  seed: string,
): Promise<{ readonly seed: string; readonly transaction: string }> {
  const { rows } = await client.query<{ seed: string; transaction: string }>(
    `select concat('seed ', oid) as seed, pg_current_xact_id()::xid::text as transaction from pg_namespace where nspname = $1`,
    [seed],
  )
  if (!rows[0]) throw new Error(`There is no schema ${seed} to copy from.`)
  return rows[0]
}

/** The names of the tables that differ or may differ from the seed. */
async function changedTables(
  client: pg.ClientBase,
  live: string,
  tables: readonly SeedTable[],
  seedMark: string,
): Promise<ReadonlySet<string>> {
  const markOn = ({ mark }: SeedTable) =>
    mark?.startsWith(`${seedMark} `) ? mark.slice(seedMark.length + 1).split(' ') : []
  const marked = tables.filter((table) => markOn(table).length === 2)
  const differs = (table: SeedTable) => {
    const [transaction, count] = markOn(table)
    return `select '${table.name}' as name where (
      select count(*) <> ${count} or count(*) filter (where xmin <> '${transaction}'::xid) > 0
      from ${quoted(live)}.${quoted(table.name)})`
  }
  const { rows } =
    marked.length > 0
      ? await client.query<{ name: string }>(marked.map(differs).join(' union all '))
      : { rows: [] }
  const unmarked = tables.filter((table) => !marked.includes(table))
  return new Set([...rows, ...unmarked].map(({ name }) => name))
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
