import { type Db, run, type Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type {
  CustomField,
  CustomFieldOwnerType,
  CustomFieldValue,
} from '../domain/custom-fields/custom-fields.ts'
import { found } from '../http/problems.ts'
import type { Filters, ListQuery, Sort } from '../http/search.ts'
import type { CustomFieldOwner } from './owner.ts'
import type { ListedField, SetField } from './schemas.ts'

const DEFINITION = `f.id, f.code, f.name, f.data_type as "dataType", f.applies_to as "appliesTo",
  f.product_id as "productId", f.is_required as "isRequired", f.required_at as "requiredAt",
  f.max_length as "maxLength", f.options, f.criteria, f.display_order as "displayOrder"`

/** All custom fields of all types of records. */
export const loadCustomFields = (db: Db): Promise<CustomField[]> =>
  run<CustomField>(db, `select ${DEFINITION} from custom_field f order by f.id`, [])

/** A field of a record, with its value or null. */
export type OwnerField = CustomField & { readonly value: CustomFieldValue | null }

const OF_OWNER = `select ${DEFINITION}, v.value from custom_field f
  left join custom_field_value v on v.owner_type = f.applies_to and v.owner_id = $2 and v.custom_field_id = f.id
  where f.applies_to = $1 and f.product_id is null`

/** The record that has the fields. */
export interface FieldOwner {
  readonly type: CustomFieldOwnerType
  readonly id: number
}

export const findOwnerFields = (db: Db, { type, id }: FieldOwner): Promise<OwnerField[]> =>
  run<OwnerField>(db, `${OF_OWNER} order by f.display_order, f.id`, [type, id])

/** The field with this id and the field with this code, as far as they exist. */
export const findNamedFields = (
  db: Db,
  { type, id }: FieldOwner,
  { fieldId, code }: { readonly fieldId?: number | undefined; readonly code?: string | undefined },
): Promise<OwnerField[]> =>
  run<OwnerField>(db, `${OF_OWNER} and (f.id = $3 or lower(f.code) = lower($4))`, [
    type,
    id,
    fieldId ?? null,
    code ?? null,
  ])

/**
 * Locks the definitions until the transaction ends, so that a checked value is still valid when it is stored. Writers of
 * values wait only for someone who applies definitions, not for each other.
 */
export const lockDefinitions = (tx: Tx) => run(tx, 'lock table custom_field_value in row exclusive mode', [])

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
export const fieldList = ({ type, table }: CustomFieldOwner, id: number): ListQuery<ListedField> => ({
  ...fieldSearch,
  select: 'f.id as "fieldId", f.code, f.name, f.data_type as "dataType", v.value',
  from: `${table} o cross join custom_field f left join custom_field_value v
    on v.owner_type = f.applies_to and v.owner_id = o.id and v.custom_field_id = f.id`,
  id: 'f.id',
  where: [sql`o.id = ${id}`, sql`f.applies_to = ${type}`, sql`f.product_id is null`],
  row: (record: never) => record as ListedField,
})
