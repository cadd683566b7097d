import { run, type Tx } from '../db/database.ts'
import { type Caller, isLimited } from '../http/caller.ts'
import { constraintMeans } from '../http/constraints.ts'
import { Problem } from '../http/problems.ts'
import type { Fields, NamedRecord } from './fields.ts'
import { findHolder, type HolderContext } from './holders.ts'
import { nextNumber } from './number-series.ts'
import { type HolderFault, referenceFaults, wouldCloseCycle } from './references.ts'
import { kindFields } from './shapes.ts'

// What the rules have against a new or changed account holder.

/** The values of a record's fields, as they would be sent. */
export type Values = Readonly<Record<string, unknown>>

export interface HolderChange {
  /** What is written. */
  readonly values: Values
  /** What the record has; nothing for a new one. */
  readonly present: Values
  readonly id?: number
}

const taken = {
  code: 'DuplicateNumber',
  pointer: '/number',
  message: 'Another account holder of this kind has this number.',
} as const
constraintMeans('account_holder_number', taken)

/** Refuses what breaks a rule, with every fault at once. */
export async function requireValidHolder(
  tx: Tx,
  reading: HolderContext,
  caller: Caller,
  change: HolderChange,
): Promise<void> {
  const { number } = change.values
  if (number !== undefined && (await idOfNumber(tx, reading, String(number), change.id)) !== undefined)
    throw await numberTaken(tx, reading, caller, String(number))
  const fields = kindFields(reading.kind)
  const faults = [
    ...(await referenceFaults(tx, caller, newNames(fields, change))),
    ...dateFaults({ ...change.present, ...change.values }),
    ...(await ringFaults(tx, reading, change)),
  ]
  const [first] = faults
  if (first) throw new Problem(first.code, first.message, { errors: faults })
}

/** What the new values name that the record did not name before: what exists stays. */
function newNames(fields: Fields, { values, present }: HolderChange): NamedRecord[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const names = fields[name]?.references
    if (!names) return []
    const before = present[name] === undefined ? [] : names(present[name], `/${name}`)
    return names(value, `/${name}`).filter(
      (named) => !before.some(({ type, id }) => type === named.type && id === named.id),
    )
  })
}

function dateFaults({ effectiveDate, expirationDate }: Values): HolderFault[] {
  if (typeof expirationDate !== 'string' || expirationDate >= String(effectiveDate)) return []
  const message = `It would expire on ${expirationDate}, before it begins on ${String(effectiveDate)}.`
  return [{ pointer: '/expirationDate', code: 'DateRangeInvalid', message }]
}

async function ringFaults(
  tx: Tx,
  { kind }: HolderContext,
  { values, id }: HolderChange,
): Promise<HolderFault[]> {
  const faults: HolderFault[] = []
  for (const [name, field] of Object.entries(kind.fields)) {
    const above = values[name]
    const [column] = Object.keys(field.select)
    if (!field.isParent || id === undefined || typeof above !== 'number' || !column) continue
    if (await wouldCloseCycle(tx, { table: kind.table, column }, id, above)) {
      const message = `The ${kind.noun} ${above} is this one, or stands below it.`
      faults.push({ pointer: `/${name}`, code: 'HierarchyCycle', message })
    }
  }
  return faults
}

const OF_NUMBER = 'select id from account_holder where type = $1 and lower(number) = lower($2) and id <> $3'

async function idOfNumber(
  tx: Tx,
  { kind }: HolderContext,
  number: string,
  except = 0,
): Promise<number | undefined> {
  const [row] = await run<{ id: number }>(tx, OF_NUMBER, [kind.type, number, except])
  return row?.id
}

/** The refusal of a number that is taken; it names who has it, where the caller may see that. */
export async function numberTaken(
  tx: Tx,
  reading: HolderContext,
  caller: Caller,
  number: string,
): Promise<Problem> {
  const id = await idOfNumber(tx, reading, number)
  const holder = id === undefined ? undefined : await findHolder(tx, reading, caller, id)
  const { code, pointer, message } = taken
  const detail = holder ? `${holder.name} has the number ${holder.number}.` : message
  const existing = holder && { type: holder.type, id: holder.id, number: holder.number, name: holder.name }
  return new Problem(code, detail, {
    errors: [{ pointer, code, message: detail }],
    members: existing ? { existing } : {},
  })
}

/** The next number of the kind's series that nobody has been given by hand. */
export async function freeNumber(tx: Tx, reading: HolderContext): Promise<string> {
  const { numberPrefix = '' } = reading.kind
  for (;;) {
    const number = await nextNumber(tx, numberPrefix)
    if ((await idOfNumber(tx, reading, number)) === undefined) return number
  }
}

/** A limited caller makes and changes nothing that it would not see afterwards. */
export async function requireReached(
  tx: Tx,
  reading: HolderContext,
  caller: Caller,
  id: number,
): Promise<void> {
  if (!isLimited(caller) || (await findHolder(tx, reading, caller, id))) return
  throw new Problem('Forbidden', `This ${reading.kind.noun} would be outside the caller’s scope.`, {
    members: { permission: 'accountholders:write' },
  })
}
