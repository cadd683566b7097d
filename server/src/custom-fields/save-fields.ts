import { run, type Tx } from '../db/database.ts'
import { lockedOnce } from '../db/unit-of-work.ts'
import { type CustomFieldValue, valueFault } from '../domain/custom-fields/custom-fields.ts'
import { findNamedField, mismatchMessage } from '../domain/custom-fields/given.ts'
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

const isSetAlready = {
  code: 'FieldExists',
  pointer: '/fieldId',
  message: 'The field has a value already.',
} as const
constraintMeans('custom_field_value_key', isSetAlready)

/** A field of one owner. */
export interface FieldPlace {
  readonly ownerId: number
  readonly fieldId: number
}

/** Sets a field that is not set. */
export async function setField(
  tx: Tx,
  acting: Acting,
  owner: CustomFieldOwner,
  ownerId: number,
  given: NewFieldValue,
): Promise<SetField> {
  await owner.lockOwner(tx, acting.caller, ownerId)
  const field = await namedField(tx, { type: owner.type, id: ownerId }, given)
  if (isSet(field)) throw refusal({ ...isSetAlready, pointer: pointerOf(given) })
  const value = fittingValue(field, given.value)
  await run(
    tx,
    'insert into custom_field_value (owner_type, owner_id, custom_field_id, value) values ($1, $2, $3, $4)',
    [owner.type, ownerId, field.id, JSON.stringify(value)],
  )
  await owner.touchOwner(tx, acting, ownerId)
  return setFieldModel({ ...field, value })
}

const pointerOf = ({ fieldId }: NewFieldValue) => (fieldId === undefined ? '/code' : '/fieldId')

/** The field that is meant, with its value: 404 where the owner's kind has none of that name. */
async function namedField(tx: Tx, owner: FieldOwner, given: NewFieldValue): Promise<OwnerField> {
  await lockDefinitions(tx)
  const fields = await findNamedFields(tx, owner, given)
  const named = findNamedField(fields, given)
  if ('field' in named) return named.field
  if (named.refused === 'Other')
    throw refusal({ code: 'FieldInvalid', pointer: '/code', message: mismatchMessage(given) })
  throw new Problem('NotFound', `There is no custom field ${given[named.at]} of this kind of record.`)
}

/** The field with its value, its owner locked; 404 where it is not set. */
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

/** Gives a set field another value. The same one again changes nothing. */
export async function changeField(
  tx: Tx,
  acting: Acting,
  owner: CustomFieldOwner,
  place: FieldPlace,
  given: unknown,
): Promise<SetField> {
  const field = await lockField(tx, acting.caller, owner, place)
  const value = fittingValue(field, given)
  if (value === field.value) return setFieldModel(field)
  await run(
    tx,
    'update custom_field_value set value = $4 where owner_type = $1 and owner_id = $2 and custom_field_id = $3',
    [owner.type, place.ownerId, place.fieldId, JSON.stringify(value)],
  )
  await owner.touchOwner(tx, acting, place.ownerId)
  return setFieldModel({ ...field, value })
}

/** A required field, once set, can be changed and not removed. */
export async function removeField(
  tx: Tx,
  acting: Acting,
  owner: CustomFieldOwner,
  place: FieldPlace,
): Promise<void> {
  const field = await lockField(tx, acting.caller, owner, place)
  if (field.isRequired) throw new Problem('FieldRequired', `The field ${field.code} is required.`)
  await run(
    tx,
    'delete from custom_field_value where owner_type = $1 and owner_id = $2 and custom_field_id = $3',
    [owner.type, place.ownerId, place.fieldId],
  )
  await owner.touchOwner(tx, acting, place.ownerId)
}

/** The value, which fits, or the refusal that says why it does not. */
function fittingValue(field: OwnerField, value: unknown): CustomFieldValue {
  const fault = valueFault(field, value)
  if (fault) throw refusal({ code: 'FieldInvalid', pointer: '/value', message: fault })
  // What fits a field is of one of these types.
  return value as CustomFieldValue
}

const refusal = ({ code, pointer, message }: { code: ProblemCode; pointer: string; message: string }) =>
  new Problem(code, message, { errors: [{ pointer, code, message }] })
