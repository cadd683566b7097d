import { type Db, run, type Tx } from '../db/database.ts'
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
import { loadCustomFields } from './fields.ts'

/** What a file of definitions would do, and why it cannot be done. */
export interface DefinitionPlan {
  readonly changes: readonly DefinitionChange[]
  readonly faults: readonly string[]
}

/** Which fields somebody answers for: those of contracts are the rate book's, all others a file's of their own. */
export type FieldFilter = (field: CustomFieldDefinition) => boolean

/** What has to change so that exactly the wanted fields are there, and which values stand against it. */
export async function planDefinitions(
  db: Db,
  wanted: readonly CustomFieldDefinition[],
  isOurs: FieldFilter,
): Promise<DefinitionPlan> {
  const present = (await loadCustomFields(db)).filter(isOurs)
  const changes = definitionChanges(present, wanted)
  const faults: string[] = []
  for (const change of changes) faults.push(...(await changeFaults(db, change)))
  return { changes, faults }
}

/** Makes exactly the wanted fields be there, or nothing when values stand against it. */
export async function applyDefinitions(
  tx: Tx,
  wanted: readonly CustomFieldDefinition[],
  isOurs: FieldFilter,
): Promise<DefinitionPlan> {
  // Nobody writes definitions or values meanwhile, so that what is found to fit still fits at the end.
  await run(tx, 'lock table custom_field, custom_field_value in share row exclusive mode', [])
  const plan = await planDefinitions(tx, wanted, isOurs)
  if (plan.faults.length > 0) return plan
  for (const change of plan.changes) await saveChange(tx, change)
  return plan
}

/** Adds fields, in this order; ids follow it. */
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
    const { count } = await misfits(db, before, undefined)
    return count === 0 ? [] : [`${fieldLabel(before)} cannot be removed: it is set ${times(count)}.`]
  }
  if (!narrows(before, change.after)) return []
  const { count, reason } = await misfits(db, before, change.after)
  return count === 0
    ? []
    : [
        `${fieldLabel(before)} cannot change so: values that are set ${times(count)} would no longer fit. ${reason}`,
      ]
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`)

interface Misfits {
  readonly count: number
  /** Why the first of them does not fit. */
  readonly reason: string
}

const BATCH = 10_000
const VALUES = `select owner_id, value from custom_field_value
  where custom_field_id = $1 and owner_id > $2 order by owner_id limit ${BATCH}`

/** How many values of a field do not fit a rule; no value fits none. */
async function misfits(db: Db, field: CustomField, rule: ValueRule | undefined): Promise<Misfits> {
  let [count, reason, last] = [0, '', 0]
  for (;;) {
    const rows = await run<{ owner_id: number; value: unknown }>(db, VALUES, [field.id, last])
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
      await run(tx, INSERT, columnsOf(change.after))
      return
    case 'Changed':
      await run(tx, UPDATE, [...columnsOf(change.after), change.before.id])
      return
    case 'Removed':
      await run(tx, 'delete from custom_field where id = $1', [change.before.id])
      return
    default:
      change satisfies never
  }
}

const COLUMNS = `applies_to, product_id, code, name, data_type, is_required, required_at, max_length, options,
  criteria, display_order`
const PARAMETERS = '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11'
const INSERT = `insert into custom_field (${COLUMNS}) values (${PARAMETERS})`
const UPDATE = `update custom_field set (${COLUMNS}) = row(${PARAMETERS}) where id = $12`

const columnsOf = (definition: CustomFieldDefinition) => [
  definition.appliesTo,
  definition.productId,
  definition.code,
  definition.name,
  definition.dataType,
  definition.isRequired,
  definition.requiredAt,
  definition.maxLength,
  definition.options,
  definition.criteria,
  definition.displayOrder,
]
