import type { Tx } from '../db/database.ts'
import { command } from '../db/statement.ts'
import type { CustomFieldOwnerType } from '../domain/custom-fields/custom-fields.ts'
import { checkFieldValues, type FieldInput } from '../domain/custom-fields/values.ts'
import { FAULTS_AT_MOST, Problem } from '../http/problems.ts'
import { findOwnerFields, lockDefinitions, type OwnerField } from './fields.ts'

/**
 * Replaces all custom fields of a record, for `customFields` in POST and PATCH of the record itself. The record must be
 * new or locked. Returns whether anything changed.
 */
export async function saveCustomFields(
  tx: Tx,
  type: CustomFieldOwnerType,
  ownerId: number,
  inputs: readonly FieldInput[],
): Promise<boolean> {
  await lockDefinitions(tx)
  const fields = await findOwnerFields(tx, { type, id: ownerId })
  const { values, faults } = checkFieldValues(fields, inputs)
  refuseFaults(faults)
  const changed = fields.filter(({ id, value }) => (values.get(id) ?? null) !== value)
  refuseRemoval(changed.filter(({ id, isRequired }) => isRequired && !values.has(id)))
  const removed = changed.filter(({ id }) => !values.has(id))
  const saved = changed.filter(({ id }) => values.has(id))
  if (removed.length > 0) await REMOVE.run(tx, [type, ownerId, removed.map(({ id }) => id)])
  if (saved.length > 0)
    await SAVE.run(tx, [
      type,
      ownerId,
      saved.map(({ id }) => id),
      saved.map(({ id }) => JSON.stringify(values.get(id))),
    ])
  return changed.length > 0
}

const REMOVE = command(`delete from custom_field_value
  where owner_type = $1 and owner_id = $2 and custom_field_id = any($3::bigint[])`)

const SAVE = command(`insert into custom_field_value (owner_type, owner_id, custom_field_id, value)
  select $1, $2, input.id, input.value from unnest($3::bigint[], $4::jsonb[]) as input (id, value)
  on conflict on constraint custom_field_value_key do update set value = excluded.value`)

function refuseFaults(faults: ReturnType<typeof checkFieldValues>['faults']): void {
  if (faults.length === 0) return
  const code = faults.some((fault) => fault.code === 'UnknownReference') ? 'UnknownReference' : 'FieldInvalid'
  throw new Problem(code, 'The custom fields are not valid. See errors.', {
    errors: faults
      .slice(0, FAULTS_AT_MOST)
      .map((fault) => ({ ...fault, pointer: `/customFields${fault.pointer}` })),
  })
}

/** A required field that is set can be changed but not removed. */
function refuseRemoval(removed: readonly OwnerField[]): void {
  if (removed.length === 0) return
  const codes = removed.map(({ code }) => code).join(', ')
  const message = `These fields are required and cannot be removed: ${codes}.`
  throw new Problem('FieldRequired', message, {
    errors: [{ pointer: '/customFields', code: 'FieldRequired', message }],
  })
}
