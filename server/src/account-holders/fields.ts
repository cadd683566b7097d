import { z } from 'zod'
import {
  type Column,
  type Columns,
  cents,
  date,
  flag,
  float,
  int,
  json,
  oneOf,
  orNull,
  type RowOf,
  storedList,
  storedObject,
  text,
  texts,
} from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { amountOrNull, centsOf } from '../domain/money.ts'
import type { Caller } from '../http/caller.ts'
import { CalendarDate, Id, Money, optionalText } from '../http/schemas.ts'
import type { AccountHolderType } from './holder-types.ts'
import type { Seals } from './seals.ts'

// A field of an account holder as data: what may be sent, how it is stored, and what is answered.

/** A row with the columns of the fields that read it. Each field declares its own (`defineField`). */
export type FieldRow = RowOf<Columns>

/** Another record that the value of a field refers to. */
export interface NamedRecord {
  readonly type: AccountHolderType | 'PortalVisibilityGroup'
  readonly id: number
  /** The JSON pointer to the reference in the request body. */
  readonly pointer: string
}

export interface Field {
  /** What may be sent; null clears the value. Absent: the field is read only. */
  readonly input?: z.ZodType
  /** What is answered. Absent: the field is write only. */
  readonly answer?: z.ZodType
  /** The default. Absent: the field is required. */
  readonly initial?: unknown
  /** The columns that it is read from. */
  readonly columns: Columns
  /** Their SQL over `h` (account_holder) and `k` (the table of the kind). */
  readonly select: Readonly<Record<string, string>>
  /** The value in the form in which it is sent, with secrets decrypted. */
  read(row: FieldRow, seals: Seals): unknown
  /** The value as it is answered. Absent: as it is read. */
  show?(row: FieldRow, caller: Caller, seals: Seals): unknown
  /** The columns that store it, with their values. Absent: it has its own table. */
  write?(value: unknown, seals: Seals): Readonly<Record<string, unknown>>
  /** Saves it in its own table. */
  save?(tx: Tx, ownerId: number, value: unknown, seals: Seals): Promise<void>
  /** The records that the value refers to. */
  references?(value: unknown, pointer: string): NamedRecord[]
  /** Whether its columns are in the table of the kind. Otherwise they are in account_holder. */
  readonly inKindTable?: boolean
  /** Whether it is the id of the parent, a record of the same kind. Circles are refused. */
  readonly isParent?: boolean
  /** For a list of ids: the type of the records. A limited caller gets only the ids of records that it sees. */
  readonly linkedTo?: AccountHolderType
  /** Completes a sent value with parts of the stored one, such as secrets. Absent: the sent value is used as it is. */
  combine?(sent: unknown, stored: unknown): unknown
}

export type Fields = Readonly<Record<string, Field>>

/** The value as this caller gets it, in the answer of one record and in every list and table. */
export const shownValue = (field: Field, row: FieldRow, caller: Caller, seals: Seals): unknown =>
  field.show ? field.show(row, caller, seals) : field.read(row, seals)

/** A field that reads a row with these columns. Their SQL is that of a column with their name unless `select` tells it. */
export function defineField<All extends Columns>(
  field: Omit<Field, 'columns' | 'select' | 'read' | 'show'> & {
    readonly columns: All
    readonly select?: { readonly [Name in keyof All]: string }
    read(row: RowOf<All>, seals: Seals): unknown
    show?(row: RowOf<All>, caller: Caller, seals: Seals): unknown
  },
): Field {
  const table = field.inKindTable ? 'k' : 'h'
  const select = Object.fromEntries(Object.keys(field.columns).map((name) => [name, `${table}.${name}`]))
  // A field is only given rows of a statement that has its columns.
  return { select, ...field } as unknown as Field
}

/** A field with one column. */
function fieldOfColumn<Value>(
  name: string,
  column: Column<Value>,
  parts: Omit<Field, 'columns' | 'select' | 'read' | 'show'> & { read?(value: Value): unknown },
): Field {
  const { read = (value) => value } = parts
  return defineField({
    columns: { [name]: column },
    write: (value) => ({ [name]: value }),
    ...parts,
    read: (row) => read(row[name] as Value),
  })
}

type Place = { readonly inKindTable?: boolean }

export const textField = (name: string, most: number, place: Place = {}): Field =>
  fieldOfColumn(name, orNull(text), {
    ...place,
    input: optionalText(most),
    answer: z.string().nullable(),
    initial: null,
  })

export const flagField = (name: string, place: Place & { initial?: boolean | null } = {}): Field => {
  const { inKindTable, initial = false } = place
  const shape = initial === null ? z.boolean().nullable() : z.boolean()
  return fieldOfColumn(name, initial === null ? orNull(flag) : flag, {
    ...(inKindTable ? { inKindTable } : {}),
    ...{ input: shape, answer: shape, initial },
  })
}

export function choiceField(
  name: string,
  values: readonly [string, ...string[]],
  initial: string,
  place: Place = {},
): Field {
  const shape = z.enum(values)
  return fieldOfColumn(name, oneOf(values), { ...place, input: shape, answer: shape, initial })
}

export const dateField = (name: string): Field =>
  fieldOfColumn(name, orNull(date), {
    input: CalendarDate.nullable(),
    answer: CalendarDate.nullable(),
    initial: null,
  })

export const integerField = (name: string, least: number, most: number): Field => {
  const shape = z.int().min(least).max(most).nullable()
  return fieldOfColumn(name, orNull(int), {
    ...{ inKindTable: true, input: shape, answer: z.int().nullable(), initial: null },
  })
}

/** An amount that is not negative. It may be null unless it has a default. */
export function moneyField(name: string, initial: number | null = null): Field {
  const shape = initial === null ? Money.min(0).nullable() : Money.min(0)
  return fieldOfColumn(name, initial === null ? orNull(cents) : cents, {
    ...{ inKindTable: true, input: shape, answer: shape, initial },
    read: (value) => amountOrNull(value),
    write: (value) => ({ [name]: typeof value === 'number' ? centsOf(value) : null }),
  })
}

/** A percentage: 6.9 means 6.9%. */
export function percentField(name: string): Field {
  const shape = z.number().min(0).max(1_000).nullable()
  return {
    ...fieldOfColumn(name, orNull(float), { inKindTable: true, input: shape, answer: shape, initial: null }),
    // The driver returns numeric columns as text.
    select: { [name]: `k.${name}::float8` },
  }
}

/** A list of texts; null clears it. */
export function textListField(name: string, item: z.ZodType<string>, most = 200): Field {
  const input = z
    .array(item)
    .max(most)
    .nullable()
    .transform((value) => value ?? [])
  return fieldOfColumn(name, texts, {
    ...{ inKindTable: true, input, answer: z.array(z.string()), initial: [] },
  })
}

/** An object stored as JSON, or null. */
export function objectField(
  name: string,
  shape: { input: z.ZodType; answer?: z.ZodType },
  place: Place = {},
): Field {
  const { input, answer = input } = shape
  return fieldOfColumn(name, orNull(json(storedObject())), {
    ...{ ...place, input: input.nullable(), answer: answer.nullable(), initial: null },
    write: (value) => ({ [name]: value === null ? null : JSON.stringify(value) }),
  })
}

/** A list stored as JSON; null clears it. */
export function listField(name: string, item: z.ZodType, place: Place & { most?: number } = {}): Field {
  const { inKindTable, most = 200 } = place
  const shape = z.array(item).max(most)
  const input = shape.nullable().transform((value) => value ?? [])
  return fieldOfColumn(name, json(storedList()), {
    ...{ ...(inKindTable ? { inKindTable } : {}), input, answer: z.array(item), initial: [] },
    write: (value) => ({ [name]: JSON.stringify(value) }),
  })
}

/** The id of another account holder. */
export function referenceField(
  name: string,
  type: AccountHolderType,
  extra: { isParent?: boolean } = {},
): Field {
  const shape = Id.nullable()
  return fieldOfColumn(name, orNull(int), {
    ...{ ...extra, inKindTable: true, input: shape, answer: shape, initial: null },
    references: (value, pointer) => (typeof value === 'number' ? [{ type, id: value, pointer }] : []),
  })
}
