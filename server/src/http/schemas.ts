import { z } from 'zod'
import { isCalendarDate } from '../domain/dates.ts'
import { AMOUNT_AT_MOST, hasWholeCents } from '../domain/money.ts'
import { isBlank } from '../domain/readable-text.ts'

// The building blocks of wire schemas. `params.code` is the code of the fault when that check fails.

/** An integer below 2^53: the id of a record. */
export const Id = z.int().positive()

/** An id in a path. A malformed one matches no record. */
export const PathId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .refine(Number.isSafeInteger)

const NOT_BLANK = { message: 'must not be blank', params: { code: 'Format' } }

/** Text that a person reads, at most `most` characters. */
export const text = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((value) => value === '' || !isBlank(value), NOT_BLANK)

/** Text that may be empty or null. Only spaces would look as if there were something. */
export const optionalText = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => value === '' || !isBlank(value), NOT_BLANK)
    .nullable()

export const CalendarDate = z
  .string()
  // PostgreSQL has no year 0.
  .refine((text) => isCalendarDate(text) && text >= '0001', {
    message: 'a date as YYYY-MM-DD',
    params: { code: 'Format' },
  })
  .meta({ format: 'date', maxLength: 10, example: '2024-03-15' })

const [EARLIEST, LATEST] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** With nine decimals of a second there is still room. */
const INSTANT_AT_MOST = 40

/** An instant that both our calendar and the database can hold. */
export const Instant = z.iso
  .datetime({ offset: true })
  .max(INSTANT_AT_MOST)
  .refine((text) => !(Date.parse(text) < EARLIEST || Date.parse(text) > LATEST), {
    message: 'an instant of the years 1 to 9999',
    params: { code: 'Range' },
  })
  .meta({ format: 'date-time', example: '2024-03-15T15:00:00Z' })

/** Money on the wire: a number with at most two decimals. */
export const Money = z
  .number()
  .refine(hasWholeCents, {
    message: 'at most two decimals',
    params: { code: 'Precision' },
  })
  .refine((value) => Math.abs(value) <= AMOUNT_AT_MOST, {
    message: 'more than can be counted in cents',
    params: { code: 'Range' },
  })
  .meta({ example: 1362.93 })

/** Another record: its type, its id, and the number and name by which people know it. */
export const Reference = z
  .object({ type: z.string(), id: Id, number: z.string().nullable(), name: z.string().nullable() })
  .meta({
    id: 'Reference',
    example: { type: 'Dealer', id: 11, number: 'D1001', name: 'Lone Star Ford' },
  })
export type Reference = z.output<typeof Reference>

/** The same record in another system. */
export const ExternalReference = z
  .strictObject({
    system: text(100),
    key: text(200),
    value: text(1_000),
    url: optionalText(2_000).default(null),
  })
  .meta({ id: 'ExternalReference', example: { system: 'DMS', key: 'deal', value: '4711', url: null } })

/** The audit fields of a resource. */
export const auditFields = {
  createdAt: Instant,
  createdBy: z.string(),
  updatedAt: Instant,
  updatedBy: z.string(),
  rowVersion: z.int(),
}

/** The audit fields of a row, in wire form. */
export function auditFieldsFromRow(row: {
  created_at: Date
  created_by: string
  updated_at: Date
  updated_by: string
  row_version: number
}) {
  return {
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
    rowVersion: row.row_version,
  }
}

/** A secret that is shown once, when it is created: null in a dry run, never in the audit, stored encrypted. */
export const shownOnce = (description: string) => z.string().nullable().meta({ secret: true, description })

// Query parameters arrive as text.

const listParameters = new WeakSet<z.ZodType>()

/** A whole number in a query. */
export const queryInteger = (schema: z.ZodType<number> = z.int()) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value),
    schema,
  )

/** An amount of money in a query. */
export const queryAmount = () =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,16}(\.\d{1,16})?$/.test(value) ? Number(value) : value),
    Money,
  )

export const queryBoolean = () =>
  z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())

/** A list in a query: repeated, or separated by commas. */
export function queryList<Item extends z.ZodType>(item: Item) {
  const schema = z.preprocess(
    (value) => (value === undefined ? undefined : [value].flat().flatMap((part) => String(part).split(','))),
    z.array(item).max(200),
  )
  listParameters.add(schema)
  return schema
}

/** Whether a parameter may be sent several times. */
export function takesMany(schema: z.ZodType): boolean {
  if (listParameters.has(schema)) return true
  return schema instanceof z.ZodOptional && takesMany(schema.unwrap() as z.ZodType)
}
