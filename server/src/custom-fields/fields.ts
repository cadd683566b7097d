import { flag, int, json, oneOf, orNull, text, texts, withDefault } from '../db/columns.ts'
import type { Db, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { statement } from '../db/statement.ts'
import { table } from '../db/table.ts'
import { shareTurn } from '../db/turns.ts'
import {
  type CustomField,
  type CustomFieldOwnerType,
  type CustomFieldValue,
  customFieldDataTypes,
  customFieldOwnerTypes,
  requiredAtSteps,
} from '../domain/custom-fields/custom-fields.ts'
import { found } from '../http/problems.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../http/search.ts'
import type { CustomFieldOwner } from './owner.ts'
import type { ListedField, SetField } from './schemas.ts'

/** The definitions of custom fields. */
export const customFieldTable = table('custom_field', {
  id: withDefault(int),
  code: text,
  name: text,
  dataType: oneOf(customFieldDataTypes),
  appliesTo: oneOf(customFieldOwnerTypes),
  productId: orNull(int),
  isRequired: flag,
  requiredAt: orNull(oneOf(requiredAtSteps)),
  maxLength: orNull(int),
  options: orNull(texts),
  criteria: orNull(text),
  displayOrder: int,
})

const ALL = statement(
  customFieldTable.columns,
  `select ${customFieldTable.list('f')} from custom_field f order by f.id`,
)

/** All custom fields of all types of records. */
export const loadCustomFields = (db: Db): Promise<CustomField[]> => ALL.rows(db, [])

/** A field of a record, with its value or null. */
export type OwnerField = CustomField & { readonly value: CustomFieldValue | null }

const fieldValue = json(parseFieldValue)

function parseFieldValue(value: unknown): CustomFieldValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  throw new Error(`The stored value of a custom field has the type ${typeof value}.`)
}

const selectOwnerFields = (rest: string) =>
  statement(
    { ...customFieldTable.columns, value: orNull(fieldValue) },
    `select ${customFieldTable.list('f')}, v.value from custom_field f
     left join custom_field_value v on v.owner_type = f.applies_to and v.owner_id = $2 and v.custom_field_id = f.id
     where f.applies_to = $1 and f.product_id is null ${rest}`,
  )

const OWNER_FIELDS = selectOwnerFields('order by f.display_order, f.id')
const NAMED_FIELDS = selectOwnerFields('and (f.id = $3 or lower(f.code) = lower($4))')

/** The record that has the fields. */
export interface FieldOwner {
  readonly type: CustomFieldOwnerType
  readonly id: number
}

export const findOwnerFields = (db: Db, { type, id }: FieldOwner): Promise<OwnerField[]> =>
  OWNER_FIELDS.rows(db, [type, id])

/** The field with this id and the field with this code, as far as they exist. */
export const findNamedFields = (
  db: Db,
  { type, id }: FieldOwner,
  { fieldId, code }: { readonly fieldId?: number | undefined; readonly code?: string | undefined },
): Promise<OwnerField[]> => NAMED_FIELDS.rows(db, [type, id, fieldId ?? null, code ?? null])

/**
 * Locks the definitions until the transaction ends, so that a checked value is still valid when it is stored. Writers of
 * values wait only for someone who applies definitions, not for each other.
 */
export const lockDefinitions = (tx: Tx) => shareTurn(tx, 'custom fields')

/** A field that is set. */
export type FieldWithValue = CustomField & { readonly value: CustomFieldValue }

export const isSet = (field: OwnerField): field is FieldWithValue => field.value !== null

/** The field as the API answers it. */
export const setFieldModel = ({ id: fieldId, code, name, dataType, value }: FieldWithValue): SetField => ({
  fieldId,
  code,
  name,
  dataType,
  value,
})

/** The field, or 404 if it is not set. */
export async function loadField(db: Db, owner: FieldOwner, fieldId: number): Promise<FieldWithValue> {
  const [field] = await findNamedFields(db, owner, { fieldId })
  return found(field && isSet(field) ? field : undefined, `custom field ${fieldId} set on this record`)
}

/**
 * SQL for a column with the JSON list of the fields that are set. `type` and `id` are SQL for the type and the id of the
 * record, such as `h.type` and `h.id`. They must never come from a request.
 */
export const customFieldsColumn = (type: string, id: string) => `(
  select coalesce(json_agg(json_build_object('fieldId', f.id, 'code', f.code, 'name', f.name,
    'dataType', f.data_type, 'value', v.value) order by f.display_order, f.id), '[]'::json)
  from custom_field_value v join custom_field f on f.id = v.custom_field_id
  where v.owner_type = ${type} and v.owner_id = ${id})`

export const fieldSearch = {
  filters: {
    code: { match: 'whole', column: 'f.code' },
    name: { match: 'contains', column: 'f.name' },
    hasValue: { match: 'flag', column: '(v.value is not null)' },
  },
  sort: {
    fieldId: { column: 'f.id' },
    code: { column: 'f.code', text: true },
    name: { column: 'f.name', text: true },
    displayOrder: { column: 'f.display_order' },
  },
} as const satisfies { filters: Filters; sort: Sort }

/** All fields of a record, set or not. The record is joined because a list can have parameters only in conditions. */
export const fieldList = (owner: CustomFieldOwner, id: number): ListQuery<ListedField> =>
  listOf({
    ...fieldSearch,
    select: 'f.id as "fieldId", f.code, f.name, f.data_type as "dataType", v.value',
    from: `${owner.table} o cross join custom_field f left join custom_field_value v
    on v.owner_type = f.applies_to and v.owner_id = o.id and v.custom_field_id = f.id`,
    id: 'f.id',
    where: [sql`o.id = ${id}`, sql`f.applies_to = ${owner.type}`, sql`f.product_id is null`],
    columns: {
      fieldId: int,
      code: text,
      name: text,
      dataType: oneOf(customFieldDataTypes),
      value: orNull(fieldValue),
    },
    row: (row) => row,
  })
