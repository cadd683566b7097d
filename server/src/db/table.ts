import { besideTable } from './beside.ts'
import type { Column, Columns, RowOf, ValueOf } from './columns.ts'
import type { Tx } from './database.ts'
import { Sql, sql } from './sql.ts'

// One table of columns for each stored thing: it types the row, writes the SQL that lists, inserts and updates it, and
// names what arrives. A property `productId` is the column product_id; `product_id` is itself.

export interface Table<All extends Columns> {
  readonly name: string
  readonly columns: All
  /** All columns as a select lists them, e.g. `c.id, c.product_id as "productId"`. */
  list(alias?: string): string
  /** Some columns: their declaration for a statement. */
  pick<Name extends keyof All & string>(...names: readonly Name[]): Pick<All, Name>
}

export function table<const All extends Columns>(name: string, columns: All): Table<All> {
  return {
    name,
    columns,
    list: (alias = '') => listColumns(columns, alias),
    pick: (...names) =>
      Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<All, (typeof names)[number]>,
  }
}

/** A row of a table. */
export type TableRow<One> = One extends Table<infer All> ? RowOf<All> : never

/** The columns as a select lists them, below the alias of their table. */
export function listColumns(columns: Columns, alias = ''): string {
  const prefix = alias === '' ? '' : `${alias}.`
  return Object.keys(columns)
    .map((name) => {
      const stored = columnName(name)
      return stored === name ? `${prefix}${stored}` : `${prefix}${stored} as "${name}"`
    })
    .join(', ')
}

/** `productId` is kept in product_id. */
export const columnName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type OptionalName<All extends Columns> = {
  [Name in keyof All]: All[Name] extends { readonly hasDefault: true }
    ? Name
    : null extends ValueOf<All[Name]>
      ? Name
      : never
}[keyof All]

/** A row to insert: what may be null or has a default may be left out. */
export type NewRow<All extends Columns> = {
  readonly [Name in Exclude<keyof All, OptionalName<All>>]: ValueOf<All[Name]>
} & { readonly [Name in OptionalName<All>]?: ValueOf<All[Name]> | undefined }

/** Changed columns: the new value, or SQL that gives it. */
export type RowChanges<All extends Columns> = {
  readonly [Name in keyof All]?: ValueOf<All[Name]> | Sql | undefined
}

/** Inserts one row and answers its id. */
export async function insertInto<All extends Columns>(
  tx: Tx,
  { name, columns }: Table<All>,
  row: NewRow<All>,
): Promise<number> {
  const { rows } = await sql`${insertOf(name, storedValues(columns, row))} returning id`.execute(tx)
  const [inserted] = rows as { id: number }[]
  if (!inserted) throw new Error(`The insert into ${name} returned no row.`)
  return inserted.id
}

/** Inserts one row whose id was taken before, so that nobody has to wait for it. */
export async function insertWithId<All extends Columns>(
  tx: Tx,
  { name, columns }: Table<All>,
  row: NewRow<All> & { readonly id: number },
): Promise<void> {
  await insertOf(name, storedValues(columns, row)).execute(tx)
}

const insertOf = (name: string, values: readonly [column: string, value: unknown][]): Sql => sql`
    insert into ${sql.raw(name)} (${sql.raw(values.map(([column]) => column).join(', '))})
    values (${sql.join(
      values.map(([, value]) => value),
      sql`, `,
    )})`

/** Inserts rows in their order with one statement and answers their ids in that order. */
export async function insertAll<All extends Columns>(
  tx: Tx,
  table: Table<All>,
  newRows: readonly NewRow<All>[],
): Promise<number[]> {
  if (newRows.length === 0) return []
  const { rows } = await sql`${insertOfAll(table, newRows)} returning id`.execute(tx)
  return (rows as { id: number }[]).map(({ id }) => id)
}

/** Inserts rows whose ids were taken before, so that nobody has to wait for them. */
export async function insertAllWithIds<All extends Columns>(
  tx: Tx,
  table: Table<All>,
  newRows: readonly (NewRow<All> & { readonly id: number })[],
): Promise<void> {
  if (newRows.length > 0) await insertOfAll(table, newRows, besideTable(table.name)).execute(tx)
}

function insertOfAll<All extends Columns>(
  { name, columns }: Table<All>,
  newRows: readonly NewRow<All>[],
  condition = 'true',
): Sql {
  const given = Object.keys(columns).filter((column) =>
    newRows.some((row) => valueIn(row, column) !== undefined),
  )
  const arrays = given.map((column) => {
    const { type } = columns[column] as Column<unknown>
    // An array of arrays would be read as an array with two dimensions, so documents and lists travel as text.
    const list = newRows.map((row) => {
      const value = storedValue(columns[column], valueIn(row, column) ?? null)
      return Array.isArray(value) ? arrayText(value) : value
    })
    const cast = travelsAsText(type) ? 'text[]' : `${type}[]`
    return sql`${list}::${sql.raw(cast)}`
  })
  const selected = given.map((column) => {
    const { type } = columns[column] as Column<unknown>
    return travelsAsText(type) ? `given.${columnName(column)}::${type}` : `given.${columnName(column)}`
  })
  const names = given.map(columnName).join(', ')
  return sql`
    insert into ${sql.raw(name)} (${sql.raw(names)})
    select ${sql.raw(selected.join(', '))}
    from unnest(${sql.join(arrays, sql`, `)}) with ordinality as given (${sql.raw(`${names}, position`)})
    where ${sql.raw(condition)}
    order by given.position`
}

export async function updateIn<All extends Columns>(
  tx: Tx,
  { name, columns }: Table<All>,
  id: number,
  changes: RowChanges<All>,
): Promise<void> {
  const parts = storedValues(columns, changes).map(([column, value]) => sql`${sql.raw(column)} = ${value}`)
  if (parts.length === 0) return
  await sql`update ${sql.raw(name)} set ${sql.join(parts, sql`, `)} where id = ${id}`.execute(tx)
}

const travelsAsText = (type: string): boolean => type.endsWith('[]') || type === 'jsonb'

const valueIn = (row: object, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name]

/** What is given, by the names of the columns; documents as they are written. */
function storedValues(columns: Columns, row: object): [column: string, value: unknown][] {
  return Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined) return []
    return [[columnName(name), storedValue(columns[name], value)]]
  })
}

/** A list as PostgreSQL writes an array. */
const arrayText = (values: readonly unknown[]): string =>
  `{${values.map((value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`).join(',')}}`

/** A document goes in as its text or bytes: an array would be read as one of PostgreSQL's. */
export function storedValue(column: Column<unknown> | undefined, value: unknown): unknown {
  if (value === null || value instanceof Sql) return value
  return column?.write ? column.write(value) : value
}
