import { z } from 'zod'
import { type Column, int, orNull, text } from '../db/columns.ts'
import { auditFields, Id } from '../http/schemas.ts'
import { commonFields } from './common-fields.ts'
import { customFieldsField } from './custom-fields-field.ts'
import type { Field, Fields } from './fields.ts'
import type { Kind, RowColumn } from './kinds.ts'

/** All fields of a kind, in the order of its model. */
export function kindFields(kind: Kind): Fields {
  const known = fields.get(kind)
  if (known) return known
  const made = kind.displayName
    ? kind.fields
    : { ...commonFields, ...kind.fields, customFields: customFieldsField(kind) }
  fields.set(kind, made)
  return made
}

const fields = new Map<Kind, Fields>()

type Shape = Record<string, z.ZodType>

const shapeOf = (fields: Fields, shape: (field: Field, name: string) => z.ZodType | undefined): Shape => {
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    const made = shape(field, name)
    return made ? [[name, made] as const] : []
  })
  return Object.fromEntries(entries)
}

/** The answer of GET. */
export const answerShape = (kind: Kind) =>
  z
    .object({
      id: Id,
      type: z.literal(kind.type),
      ...shapeOf(kindFields(kind), (field) => field.answer),
      ...auditFields,
    })
    .meta({ id: kind.type, example: answerExample(kind) })

/** Schemas are slow to build and the seed needs them many times, so each is built once. */
function oncePerKind<Shape>(make: (kind: Kind) => Shape): (kind: Kind) => Shape {
  const made = new Map<Kind, Shape>()
  return (kind) => {
    const known = made.get(kind) ?? make(kind)
    made.set(kind, known)
    return known
  }
}

/** The body of POST. The default effective date is today, which only the request knows. */
export const createShape = oncePerKind((kind: Kind) =>
  z
    .strictObject(
      shapeOf(kindFields(kind), (field, name) => {
        if (!field.input) return undefined
        const isAssigned = name === 'effectiveDate' || (name === 'number' && kind.numberPrefix !== undefined)
        if (isAssigned) return field.input.optional()
        return field.initial === undefined ? field.input : field.input.default(field.initial)
      }),
    )
    .meta({ id: `${kind.type}CreateData`, example: createExample(kind) }),
)

/** The body of PATCH: any of the fields, and any part of a field that is an object. */
export const patchShape = (kind: Kind) =>
  z
    .strictObject(shapeOf(kindFields(kind), (field) => field.input && partial(field.input).optional()))
    .meta({ id: `${kind.type}EditData`, example: editExample(kind) })

/** All parts of an object become optional; null clears a part. */
function partial(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable) return partial(schema.unwrap() as z.ZodType).nullable()
  if (!(schema instanceof z.ZodObject)) return schema
  const known = partials.get(schema) ?? partialObject(schema)
  partials.set(schema, known)
  return known
}

const partials = new Map<z.ZodObject, z.ZodObject>()

function partialObject(schema: z.ZodObject): z.ZodObject {
  const parts = Object.entries(schema.shape).map(([name, part]) => [
    name,
    withoutDefault(part as z.ZodType)
      .nullable()
      .optional(),
  ])
  const all = z.strictObject(Object.fromEntries(parts))
  const id = schema.meta()?.id
  return typeof id === 'string' ? all.meta({ id: id.replace(/(Data)?$/, 'EditData') }) : all
}

const withoutDefault = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema

const required = { column: text, shape: z.string() }
const optional = { column: orNull(text), shape: z.string().nullable() }

export const rowColumns: Readonly<Record<RowColumn, { readonly column: Column<unknown>; shape: z.ZodType }>> =
  {
    id: { column: int, shape: Id },
    number: required,
    name: required,
    status: required,
    city: optional,
    state: optional,
    phone: optional,
  }

/** The common fields in a row of the list, in order. */
export const listedColumns = ({ row }: Kind): readonly RowColumn[] =>
  row ?? ['id', 'number', 'name', 'status', 'city', 'state', 'phone']

const rowColumnShape = (kind: Kind): Shape =>
  Object.fromEntries(listedColumns(kind).map((name) => [name, rowColumns[name].shape]))

/** A row of the list. */
export const rowShape = (kind: Kind) =>
  z
    .object({ ...rowColumnShape(kind), ...shapeOf(kind.listFields ?? {}, (field) => field.answer) })
    .meta({ id: `${kind.type}SearchResult` })

const exampleAddress = { line1: '900 Barton Springs Road', city: 'Austin', state: 'TX', zip: '78701' }

const createExample = (kind: Kind) => ({
  number: 'X1001',
  name: `Example ${kind.noun}`,
  address: exampleAddress,
})

/** The name of a person is in parts. */
const editExample = ({ displayName }: Kind) => ({
  ...(displayName ? {} : { name: 'Hill Country Motors' }),
  phone: '512-555-0100',
})

const answerExample = (kind: Kind) => ({
  id: 18,
  type: kind.type,
  ...Object.fromEntries(
    Object.entries(kindFields(kind)).flatMap(([name, { answer, initial }]) =>
      answer ? [[name, initial ?? null]] : [],
    ),
  ),
  ...createExample(kind),
  address: { ...exampleAddress, line2: null, county: 'Travis', country: 'US', type: null },
  taxId: '*****6789',
  effectiveDate: '2015-01-01',
  createdAt: '2024-03-01T09:30:00.000Z',
  createdBy: 'sandbox-admin',
  updatedAt: '2024-03-01T09:30:00.000Z',
  updatedBy: 'sandbox-admin',
  rowVersion: 1,
})
