import type pg from 'pg'
import { quoted } from '../db/migrations.ts'
import type { Tenant } from '../db/tenants.ts'

// Which tables of the sandbox still hold the seed. A reset writes into the comment of each table which seed filled it, in
// which transaction, and with how many rows. PostgreSQL keeps with every row the transaction that wrote it: while all rows
// are of that one and none is missing, the table is unchanged.

/** The schema beside the administrator's own that holds the seed. */
export const pristineSchema = (tenant: Tenant) => `${tenant.schema}_seed`

/** A table of the administrator. */
interface SeedTable {
  readonly name: string
  readonly refersTo: readonly string[]
  readonly columns: readonly string[]
  /** Those that number themselves, and what numbers them. */
  readonly sequences: readonly { readonly name: string; readonly column: string }[]
  /** As the last reset left it; nothing where none has been yet. */
  readonly mark: string | null
}

interface Copied {
  readonly live: string
  readonly seed: string
}

/** Restores everything that differs from the seed, in the caller's transaction. No other request runs meanwhile. */
export async function restoreTables(client: pg.ClientBase, { live, seed }: Copied): Promise<void> {
  const tables = await tablesInOrder(client, live)
  const mark = await markOf(client, seed)
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
  // In a new sandbox few tables hold rows, and to empty a table PostgreSQL makes new files for it.
  const held = await rowCounts(client, live, touched)
  const filled = withReferring(touched, new Set([...held.keys()].filter((name) => held.get(name))))
  const emptied = filled.map((table) => within(live, table)).join(', ')
  // They go out together: one by one, the ways would take longer than the work. A number that was given to a record that
  // never came to be has left its table as it was, so all are counted anew.
  await client.query(
    [
      ...(emptied ? [`truncate ${emptied}`] : []),
      ...touched.flatMap((table) => [copy(table), note(table)]),
      tables.flatMap(renumber).join(' union all '),
    ].join('; '),
  )
}

/** Each seed is a schema of its own, and no two of them ever have one object id. */
async function markOf(
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

/** The names of the tables that are not, or may not be, as the seed has them. */
async function changedTables(
  client: pg.ClientBase,
  live: string,
  tables: readonly SeedTable[],
  ofSeed: string,
): Promise<ReadonlySet<string>> {
  const markOn = ({ mark }: SeedTable) =>
    mark?.startsWith(`${ofSeed} `) ? mark.slice(ofSeed.length + 1).split(' ') : []
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

/** How many rows each of these holds. */
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

/** A table is not emptied without those that refer to it. */
function withReferring(tables: readonly SeedTable[], changed: ReadonlySet<string>): SeedTable[] {
  const names = new Set(changed)
  // Each comes after those that it refers to, so one pass finds all.
  for (const { name, refersTo } of tables) if (refersTo.some((other) => names.has(other))) names.add(name)
  return tables.filter(({ name }) => names.has(name))
}

/** The tables of a schema, each after those it refers to. */
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
