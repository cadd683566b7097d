import type { Tx } from '../db/database.ts'
import { command } from '../db/statement.ts'
import { lockedOnce } from '../db/unit-of-work.ts'
import { type CustomFieldValue, valueFault } from '../domain/custom-fields/custom-fields.ts'
import { findNamedField, mismatchMessage } from '../domain/custom-fields/values.ts'
import type { Acting, Caller } from '../http/caller.ts'
import { constraintMeans } from '../http/constraints.ts'
import { Problem, type ProblemCode } from '../http/problems.ts'
import {
  type FieldOwner,
  type FieldWithValue,
  findNamedFields,
  isSet,
  loadField,
  lockDefinitions,
  type OwnerField,
  setFieldModel,
} from './fields.ts'
import type { CustomFieldOwner } from './owner.ts'
import type { NewFieldValue, SetField } from './schemas.ts'

const alreadySet = {
  code: 'FieldExists',
  pointer: '/fieldId',
  message: 'The field is already set. Change it with PATCH.',
} as const
constraintMeans('custom_field_value_key', alreadySet)

const INSERT_VALUE = command(
  'insert into custom_field_value (owner_type, owner_id, custom_field_id, value) values ($1, $2, $3, $4)',
)
const UPDATE_VALUE = command(
  'update custom_field_value set value = $4 where owner_type = $1 and owner_id = $2 and custom_field_id = $3',
)
const DELETE_VALUE = command(
  'delete from custom_field_value where owner_type = $1 and owner_id = $2 and custom_field_id = $3',
)

/** A field of one record. */
export interface FieldPlace {
  readonly ownerId: number
  readonly fieldId: number
}

/** Sets a field that is not set yet. */
export async function setField(
  tx: Tx,
  acting: Acting,
  owner: CustomFieldOwner,
  ownerId: number,
  input: NewFieldValue,
): Promise<SetField> {
  await owner.lockOwner(tx, acting.caller, ownerId)
  const field = await loadNamedField(tx, { type: owner.type, id: ownerId }, input)
  if (isSet(field)) throw refusal({ ...alreadySet, pointer: namePointer(input) })
  const value = validValue(field, input.value)
  await INSERT_VALUE.run(tx, [owner.type, ownerId, field.id, JSON.stringify(value)])
  await owner.touchOwner(tx, acting, ownerId)
  return setFieldModel({ ...field, value })
}

const namePointer = ({ fieldId }: NewFieldValue) => (fieldId === undefined ? '/code' : '/fieldId')

/** The field that the request names, or 404. */
async function loadNamedField(tx: Tx, owner: FieldOwner, input: NewFieldValue): Promise<OwnerField> {
  await lockDefinitions(tx)
  const fields = await findNamedFields(tx, owner, input)
  const named = findNamedField(fields, input)
  if ('field' in named) return named.field
  if (named.refused === 'Other')
    throw refusal({ code: 'FieldInvalid', pointer: '/code', message: mismatchMessage(input) })
  throw new Problem('NotFound', `There is no custom field ${input[named.at]} for this type of record.`)
}

/** The field with its value, or 404 if it is not set. The record is locked. */
export function lockField(
  tx: Tx,
  caller: Caller,
  owner: CustomFieldOwner,
  { ownerId, fieldId }: FieldPlace,
): Promise<FieldWithValue> {
  const { type } = owner
  return lockedOnce(tx, `custom field ${fieldId} of ${type} ${ownerId}`, async () => {
    await owner.lockOwner(tx, caller, ownerId)
    await lockDefinitions(tx)
    return loadField(tx, { type, id: ownerId }, fieldId)
  })
}

/** Changes the value of a field. The same value again changes nothing. */
export async function changeField(
  tx: Tx,
  acting: Acting,
  owner: CustomFieldOwner,
  place: FieldPlace,
  input: unknown,
): Promise<SetField> {
  const field = await lockField(tx, acting.caller, owner, place)
  const value = validValue(field, input)
  if (value === field.value) return setFieldModel(field)
  await UPDATE_VALUE.run(tx, [owner.type, place.ownerId, place.fieldId, JSON.stringify(value)])
  await owner.touchOwner(tx, acting, place.ownerId)
  return setFieldModel({ ...field, value })
}

/** A required field that is set can be changed but not removed. */
export async function removeField(
  tx: Tx,
  acting: Acting,
  owner: CustomFieldOwner,
  place: FieldPlace,
): Promise<void> {
  const field = await lockField(tx, acting.caller, owner, place)
  if (field.isRequired)
    throw new Problem(
      'FieldRequired',
      `The field ${field.code} is required. It can be changed but not removed.`,
    )
  await DELETE_VALUE.run(tx, [owner.type, place.ownerId, place.fieldId])
  await owner.touchOwner(tx, acting, place.ownerId)
}

/** Refuses a value that the field does not allow. */
function validValue(field: OwnerField, value: unknown): CustomFieldValue {
  const fault = valueFault(field, value)
  if (fault) throw refusal({ code: 'FieldInvalid', pointer: '/value', message: fault })
  // A valid value has one of these types.
  return value as CustomFieldValue
}

const refusal = ({ code, pointer, message }: { code: ProblemCode; pointer: string; message: string }) =>
  new Problem(code, message, { errors: [{ pointer, code, message }] })
