import { anyJson, int } from '../db/columns.ts'
import type { Db, Tx } from '../db/database.ts'
import { command, statement } from '../db/statement.ts'
import { insertInto, updateIn } from '../db/table.ts'
import { takeTurn } from '../db/turns.ts'
import {
  type CustomField,
  type CustomFieldDefinition,
  type ValueRule,
  valueFault,
} from '../domain/custom-fields/custom-fields.ts'
import {
  type DefinitionChange,
  definitionChanges,
  fieldLabel,
  narrows,
} from '../domain/custom-fields/diff.ts'
import { customFieldTable, loadCustomFields } from './fields.ts'

/** The changes that a file of definitions makes, and the reasons why it cannot be applied. */
export interface DefinitionPlan {
  readonly changes: readonly DefinitionChange[]
  readonly faults: readonly string[]
}

/** Selects the fields that a file defines: contract fields come with the rate book, all others have their own file. */
type FieldFilter = (field: CustomFieldDefinition) => boolean

/** Plans the changes from the existing fields to the wanted ones. Stored values that would no longer fit are faults. */
export async function planDefinitions(
  db: Db,
  wanted: readonly CustomFieldDefinition[],
  isInFile: FieldFilter,
): Promise<DefinitionPlan> {
  const existing = (await loadCustomFields(db)).filter(isInFile)
  const changes = definitionChanges(existing, wanted)
  const faults: string[] = []
  for (const change of changes) faults.push(...(await changeFaults(db, change)))
  return { changes, faults }
}

/** Applies the definitions, or nothing at all if the plan has faults. */
export async function applyDefinitions(
  tx: Tx,
  wanted: readonly CustomFieldDefinition[],
  isInFile: FieldFilter,
): Promise<DefinitionPlan> {
  // No one can write definitions or values until the end of the transaction, so the check stays valid.
  await takeTurn(tx, 'custom fields')
  const plan = await planDefinitions(tx, wanted, isInFile)
  if (plan.faults.length > 0) return plan
  for (const change of plan.changes) await saveChange(tx, change)
  return plan
}

/** Adds fields. Their ids follow the order of the list. */
export async function saveCustomFieldDefinitions(
  tx: Tx,
  definitions: readonly CustomFieldDefinition[],
): Promise<void> {
  for (const definition of definitions) await saveChange(tx, { kind: 'New', after: definition })
}

async function changeFaults(db: Db, change: DefinitionChange): Promise<string[]> {
  if (change.kind === 'New') return []
  const { before } = change
  if (change.kind === 'Removed') {
    const { count } = await countInvalidValues(db, before, undefined)
    return count === 0
      ? []
      : [
          `${fieldLabel(before)} cannot be removed because it is set on ${records(count)}. Remove the values first.`,
        ]
  }
  if (!narrows(before, change.after)) return []
  const { count, reason } = await countInvalidValues(db, before, change.after)
  return count === 0
    ? []
    : [
        `${fieldLabel(before)} cannot be changed because its values on ${records(count)} would no longer be valid. ${reason} Change the values first.`,
      ]
}

const records = (count: number) => (count === 1 ? '1 record' : `${count} records`)

interface InvalidValues {
  readonly count: number
  /** Why the first of them is not valid. */
  readonly reason: string
}

const BATCH = 10_000
const VALUES = statement(
  { owner_id: int, value: anyJson },
  `select owner_id, value from custom_field_value
   where custom_field_id = $1 and owner_id > $2 order by owner_id limit ${BATCH}`,
)

/** Counts the values of a field that a rule does not allow. Without a rule, no value is allowed. */
async function countInvalidValues(
  db: Db,
  field: CustomField,
  rule: ValueRule | undefined,
): Promise<InvalidValues> {
  let [count, reason, last] = [0, '', 0]
  for (;;) {
    const rows = await VALUES.rows(db, [field.id, last])
    for (const { value } of rows) {
      const fault = rule ? valueFault(rule, value) : 'There is no such field.'
      if (fault) count += 1
      reason ||= fault ?? ''
    }
    last = rows.at(-1)?.owner_id ?? last
    if (rows.length < BATCH) return { count, reason }
  }
}

async function saveChange(tx: Tx, change: DefinitionChange): Promise<void> {
  switch (change.kind) {
    case 'New':
      await insertInto(tx, customFieldTable, definitionRow(change.after))
      return
    case 'Changed':
      await updateIn(tx, customFieldTable, change.before.id, definitionRow(change.after))
      return
    case 'Removed':
      await DELETE.run(tx, [change.before.id])
      return
    default:
      change satisfies never
  }
}

const DELETE = command('delete from custom_field where id = $1')

/** Only the columns: a definition of the rate book has further members. */
const definitionRow = (definition: CustomFieldDefinition) => ({
  appliesTo: definition.appliesTo,
  productId: definition.productId,
  code: definition.code,
  name: definition.name,
  dataType: definition.dataType,
  isRequired: definition.isRequired,
  requiredAt: definition.requiredAt,
  maxLength: definition.maxLength,
  options: definition.options,
  criteria: definition.criteria,
  displayOrder: definition.displayOrder,
})
