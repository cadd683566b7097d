import { z } from 'zod'
import type { Tx } from '../db/database.ts'
import { amountOf, type Cents, centsOf } from '../domain/money.ts'
import type { Caller } from '../http/caller.ts'
import { CalendarDate, Id, Money, optionalText } from '../http/schemas.ts'
import type { HolderType } from './holder-types.ts'
import type { Seals } from './seals.ts'

// A field of an account holder, as data: what may be sent, how it is kept, what is answered.

/** A record as it comes out of the database, by the names of the fields' selects. */
export type HolderRow = Readonly<Record<string, unknown>>

/** Something that another account holder is named by in a field's value. */
export interface NamedRecord {
  readonly type: HolderType | 'PortalVisibilityGroup'
  readonly id: number
  /** The JSON pointer to it, within the body. */
  readonly pointer: string
}

export interface Field {
  /** The whole value as it is sent, null where it may be cleared; absent where it is answered only. */
  readonly input?: z.ZodType
  /** What is answered; absent where it is written only. */
  readonly answer?: z.ZodType
  /** What it is when it is not sent; absent where it must be sent. */
  readonly initial?: unknown
  /** What is selected to have it: SQL over `h` (account_holder) and `k` (the kind's own table), by name. */
  readonly select: Readonly<Record<string, string>>
  /** Its value as it would be sent, secrets in clear. */
  read(row: HolderRow, seals: Seals): unknown
  /** Its value as it is answered; absent: as it is read. */
  show?(row: HolderRow, caller: Caller, seals: Seals): unknown
  /** The columns that keep it, and what they get. Absent where it is kept in a table of its own. */
  write?(value: unknown, seals: Seals): Readonly<Record<string, unknown>>
  /** Keeps it in a table of its own. */
  save?(tx: Tx, ownerId: number, value: unknown, seals: Seals): Promise<void>
  /** The account holders that the value names. */
  references?(value: unknown, pointer: string): NamedRecord[]
  /** In the kind's own table or (absent) in the table of all account holders. */
  readonly isOwn?: boolean
  /** An id of the same kind, above this one: rings are refused. */
  readonly isParent?: boolean
  /** A list of ids of these, of which a limited caller sees those that it sees anyway. */
  readonly linkedTo?: HolderType
  /** What a sent value comes to, given the one there is; absent: the sent one. For lists whose items have secrets. */
  combine?(sent: unknown, present: unknown): unknown
}

export type Fields = Readonly<Record<string, Field>>

/** A field that is one column. */
function column(name: string, parts: Omit<Field, 'select' | 'read' | 'write'>): Field {
  return {
    ...parts,
    select: { [name]: `${parts.isOwn ? 'k' : 'h'}.${name}` },
    read: (row) => row[name],
    write: (value) => ({ [name]: value }),
  }
}

type Place = { readonly own?: boolean }

export const textField = (name: string, most: number, place: Place = {}): Field =>
  column(name, { ...place, input: optionalText(most), answer: z.string().nullable(), initial: null })

export const flagField = (name: string, place: Place & { initial?: boolean | null } = {}): Field => {
  const { own, initial = false } = place
  const shape = initial === null ? z.boolean().nullable() : z.boolean()
  return column(name, { ...(own ? { isOwn: own } : {}), input: shape, answer: shape, initial })
}

export function choiceField(
  name: string,
  values: readonly [string, ...string[]],
  initial: string,
  place: Place = {},
): Field {
  const shape = z.enum(values)
  return column(name, { ...place, input: shape, answer: shape, initial })
}

export const dateField = (name: string): Field =>
  column(name, { input: CalendarDate.nullable(), answer: CalendarDate.nullable(), initial: null })

export const integerField = (name: string, least: number, most: number): Field => {
  const shape = z.int().min(least).max(most).nullable()
  return column(name, { isOwn: true, input: shape, answer: z.int().nullable(), initial: null })
}

const amount = (value: unknown) => (value === null ? null : amountOf(Number(value) as Cents))

/** Money of the kind's own, not negative; null where it need not be known. */
export function moneyField(name: string, initial: number | null = null): Field {
  const shape = initial === null ? Money.min(0).nullable() : Money.min(0)
  return {
    ...column(name, { isOwn: true, input: shape, answer: shape, initial }),
    read: (row) => amount(row[name]),
    write: (value) => ({ [name]: typeof value === 'number' ? centsOf(value) : null }),
  }
}

/** A percent number: 6.9 is 6.9%. */
export function percentField(name: string): Field {
  const shape = z.number().min(0).max(1_000).nullable()
  return {
    ...column(name, { isOwn: true, input: shape, answer: shape, initial: null }),
    // A numeric comes as text, so that nothing is lost on the way.
    read: (row) => (row[name] === null ? null : Number(row[name])),
  }
}

/** A list of texts; null clears it. */
export function textListField(name: string, item: z.ZodType<string>, most = 200): Field {
  const listField = z.array(item).max(most)
  const input = listField.nullable().transform((value) => value ?? [])
  return column(name, { isOwn: true, input, answer: z.array(z.string()), initial: [] })
}

/** Kept as JSON as it is sent: an object that may be null. */
export function objectField(
  name: string,
  shape: { input: z.ZodType; answer?: z.ZodType },
  place: Place = {},
): Field {
  const { input, answer = input } = shape
  return {
    ...column(name, { ...place, input: input.nullable(), answer: answer.nullable(), initial: null }),
    write: (value) => ({ [name]: value === null ? null : JSON.stringify(value) }),
  }
}

/** A list kept as JSON as it is sent; null clears it. */
export function list(name: string, item: z.ZodType, place: Place & { most?: number } = {}): Field {
  const { own, most = 200 } = place
  const shape = z.array(item).max(most)
  const input = shape.nullable().transform((value) => value ?? [])
  return {
    ...column(name, { ...(own ? { isOwn: own } : {}), input, answer: z.array(item), initial: [] }),
    write: (value) => ({ [name]: JSON.stringify(value) }),
  }
}

/** The id of another account holder. */
export function referenceField(name: string, type: HolderType, extra: { above?: boolean } = {}): Field {
  const shape = Id.nullable()
  return {
    ...column(name, { ...extra, isOwn: true, input: shape, answer: shape, initial: null }),
    references: (value, pointer) => (typeof value === 'number' ? [{ type, id: value, pointer }] : []),
  }
}
