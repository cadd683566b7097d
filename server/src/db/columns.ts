import type { CalendarDate } from '../domain/dates.ts'
import type { Cents } from '../domain/money.ts'
import { pack, unpack } from './packed.ts'

// The columns that a statement returns are declared once, and the type of its rows follows from them. A test prepares
// every statement against the migrated schema and compares names and types with what is declared here; while tests
// run, every row that arrives is compared as well (statement.ts, `watchResults`).

/** A column as it arrives: PostgreSQL's types for it, and the TypeScript type that follows. */
export interface Column<Value> {
  /** The name of its type in a cast, e.g. `bigint`. */
  readonly type: string
  /** The object ids of PostgreSQL's types that arrive as this value. */
  readonly oids: readonly number[]
  readonly isNullable: boolean
  /** The database gives a value when a row is inserted without one. */
  readonly hasDefault: boolean
  /** A document: it is parsed when it arrives … */
  readonly parse?: (value: unknown) => Value
  /** … and written as this. A method, so that a column of any value is a `Column<unknown>`. */
  write?(value: Value): string | Buffer
  /** All that the column can hold, where that is a closed list. */
  readonly values?: readonly string[]
  /** Only for the compiler. */
  readonly value?: Value
}

export type Columns = Readonly<Record<string, Column<unknown>>>

export type ValueOf<One> = One extends Column<infer Value> ? Value : never

/** The row that columns make. */
export type RowOf<All extends Columns> = { readonly [Name in keyof All]: ValueOf<All[Name]> }

function column<Value>(type: string, ...oids: readonly number[]): Column<Value> {
  return { type, oids, isNullable: false, hasDefault: false }
}

/** Whole numbers of any size: ids, counts. They stay below 2^53. */
export const int = column<number>('bigint', 20, 23, 21)
export const cents = int as Column<Cents>
export const float = column<number>('float8', 701, 700)
export const text = column<string>('text', 25, 1043, 1042, 2950, 19)
export const flag = column<boolean>('boolean', 16)
/** A calendar date, as text: YYYY-MM-DD. */
export const date = column<CalendarDate>('date', 1082)
export const instant = column<Date>('timestamptz', 1184)
export const bytes = column<Buffer>('bytea', 17)
export const texts = column<readonly string[]>('text[]', 1009, 1015)
export const ints = column<readonly number[]>('bigint[]', 1016, 1007)

/** A text that is one of a closed list. */
export const oneOf = <const Value extends string>(values: readonly Value[]): Column<Value> => ({
  ...column<Value>('text', ...text.oids),
  values,
})

/** A JSON document. `parse` gives it its type, and throws when it is not what we wrote. */
export const json = <Value>(parse: (value: unknown) => Value): Column<Value> => ({
  ...column<Value>('jsonb', 3802, 114),
  parse,
  write: (value) => JSON.stringify(value),
})

/** A long JSON document that no statement looks into: it is compressed (packed.ts). */
export const packedJson = <Value>(parse: (value: unknown) => Value): Column<Value> => ({
  ...column<Value>('bytea', ...bytes.oids),
  parse: (value) => parse(unpack(value as Buffer)),
  write: pack,
})

// We wrote the documents ourselves, so reading one checks its outline, not every value.

/** Reads a stored object; it must have the named parts. */
export const storedObject =
  <Value extends object>(...names: readonly (keyof Value & string)[]) =>
  (value: unknown): Value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Error('A stored document is not an object.')
    const missing = names.filter((name) => !(name in value))
    if (missing.length > 0) throw new Error(`A stored document has no ${missing.join(', ')}.`)
    return value as Value // We wrote it with this type.
  }

/** Reads a stored list. */
export const storedList =
  <Value>() =>
  (value: unknown): readonly Value[] => {
    if (!Array.isArray(value)) throw new Error('A stored document is not a list.')
    return value as readonly Value[] // We wrote it with this type.
  }

/** A JSON document that may be anything, such as the value of a setting. */
export const anyJson: Column<unknown> = json((value) => value)

export const orNull = <Value>(column: Column<Value>): Column<Value | null> => ({
  ...column,
  isNullable: true,
})

/** The database has a default, so an insert may leave it out. */
export const withDefault = <One extends Column<unknown>>(
  column: One,
): One & { readonly hasDefault: true } => ({
  ...column,
  hasDefault: true,
})

/** Who made a record, who changed it last, and how often it was changed. */
export const auditColumns = {
  created_at: instant,
  created_by: text,
  updated_at: instant,
  updated_by: text,
  row_version: withDefault(int),
}
