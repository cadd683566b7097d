import { int } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { type Caller, isLimited } from '../http/caller.ts'
import { constraintMeans } from '../http/constraints.ts'
import { Problem } from '../http/problems.ts'
import type { Fields, NamedRecord } from './fields.ts'
import { findHolder, type HolderContext } from './holders.ts'
import { type HolderFault, holderReferenceFaults, wouldCloseCycle } from './references.ts'
import { kindFields } from './shapes.ts'

// The rules that a new or changed account holder must follow.

/** The values of the fields of a record, in the form in which they are sent. */
export type Values = Readonly<Record<string, unknown>>

interface HolderChange {
  /** The new values. */
  readonly values: Values
  /** The stored values; empty for a new record. */
  readonly stored: Values
  readonly id?: number
}

const taken = {
  code: 'DuplicateNumber',
  pointer: '/number',
  message: 'Another account holder of this type already has this number. Choose another one.',
} as const
constraintMeans('account_holder_number', taken)

/** Refuses a change that breaks a rule, with all faults at once. */
export async function requireValidHolder(
  tx: Tx,
  context: HolderContext,
  caller: Caller,
  change: HolderChange,
): Promise<void> {
  const { number } = change.values
  if (number !== undefined && (await findIdByNumber(tx, context, String(number), change.id)) !== undefined)
    throw await numberTaken(tx, context, caller, String(number))
  const fields = kindFields(context.kind)
  const faults = [
    ...(await holderReferenceFaults(tx, caller, newReferences(fields, change))),
    ...dateFaults({ ...change.stored, ...change.values }),
    ...(await cycleFaults(tx, context, change)),
  ]
  const [first] = faults
  if (first) throw new Problem(first.code, first.message, { errors: faults })
}

/** The references that the record did not have before. Existing references are not checked again. */
export function newReferences(
  fields: Fields,
  { values, stored }: Pick<HolderChange, 'values' | 'stored'>,
): NamedRecord[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const references = fields[name]?.references
    if (!references) return []
    const before = stored[name] === undefined ? [] : references(stored[name], `/${name}`)
    return references(value, `/${name}`).filter(
      (named) => !before.some(({ type, id }) => type === named.type && id === named.id),
    )
  })
}

export function dateFaults({ effectiveDate, expirationDate }: Values): HolderFault[] {
  if (typeof expirationDate !== 'string' || expirationDate >= String(effectiveDate)) return []
  const message = `The expiration date ${expirationDate} is before the effective date ${String(effectiveDate)}.`
  return [{ pointer: '/expirationDate', code: 'DateRangeInvalid', message }]
}

async function cycleFaults(
  tx: Tx,
  { kind }: HolderContext,
  { values, id }: HolderChange,
): Promise<HolderFault[]> {
  const faults: HolderFault[] = []
  for (const [name, field] of Object.entries(kind.fields)) {
    const parentId = values[name]
    const [column] = Object.keys(field.select)
    if (!field.isParent || id === undefined || typeof parentId !== 'number' || !column) continue
    if (await wouldCloseCycle(tx, { table: kind.table, column }, id, parentId)) {
      const message = `The ${kind.noun} ${parentId} cannot be the parent: it is this ${kind.noun} or belongs to it.`
      faults.push({ pointer: `/${name}`, code: 'HierarchyCycle', message })
    }
  }
  return faults
}

const FIND_BY_NUMBER = statement(
  { id: int },
  'select id from account_holder where type = $1 and lower(number) = lower($2) and id <> $3',
)

/** The id of the account holder with this number. */
export async function findIdByNumber(
  tx: Tx,
  { kind }: HolderContext,
  number: string,
  except = 0,
): Promise<number | undefined> {
  return (await FIND_BY_NUMBER.first(tx, [kind.type, number, except]))?.id
}

/** The refusal of a number that is taken. It names the account holder that has it, if the caller sees that one. */
export async function numberTaken(
  tx: Tx,
  context: HolderContext,
  caller: Caller,
  number: string,
): Promise<Problem> {
  const id = await findIdByNumber(tx, context, number)
  const holder = id === undefined ? undefined : await findHolder(tx, context, caller, id)
  const { code, pointer, message } = taken
  const detail = holder
    ? `${holder.name} already has the number ${holder.number}. Choose another one.`
    : message
  const existing = holder && { type: holder.type, id: holder.id, number: holder.number, name: holder.name }
  return new Problem(code, detail, {
    errors: [{ pointer, code, message: detail }],
    members: existing ? { existing } : {},
  })
}

/** A limited caller cannot save a record that it would not see afterwards. */
export async function requireVisible(
  tx: Tx,
  context: HolderContext,
  caller: Caller,
  id: number,
): Promise<void> {
  if (!isLimited(caller) || (await findHolder(tx, context, caller, id))) return
  throw new Problem(
    'Forbidden',
    `The caller would not have access to this ${context.kind.noun} after the change.`,
    {
      members: { permission: 'accountholders:write' },
    },
  )
}
