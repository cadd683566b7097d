import { run, type Tx } from '../../db/database.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { recordEvents } from './events.ts'
import type { ContractRow, OdometerSource } from './rows.ts'

export interface Reading {
  readonly value: number
  readonly date?: string | undefined
  readonly reason?: string | null | undefined
}

const INSERT = `insert into contract_odometer (contract_id, value, reading_date, source, reason, created_at, created_by)
  values ($1, $2, $3, $4, $5, $6, $7) returning id`

/** Keeps a reading as it was taken; what is earned by miles follows it. */
export async function saveReading(
  tx: Tx,
  acting: Acting,
  contractId: number,
  { value, date, reason, source }: Taken,
): Promise<void> {
  const { caller, now } = acting
  const [row] = await run<{ id: number }>(tx, INSERT, [
    ...[contractId, value, date, source, reason, now, caller.name],
  ])
  const details = { value, isCorrection: source === 'Correction' }
  await recordEvents(tx, acting, contractId, [{ kind: 'Odometer', date, subjectId: row?.id ?? 0, details }])
}

interface Taken {
  readonly value: number
  readonly date: string
  readonly reason: string | null
  readonly source: OdometerSource
}

/**
 * What a reading makes of the last known one. One that is lower than before is a correction, which takes the right to
 * override; one of an earlier day is kept and does not count as the last.
 */
export async function readOdometer(
  tx: Tx,
  acting: Acting,
  row: ContractRow,
  { value, date = acting.today, reason = null }: Reading,
): Promise<Partial<ContractRow>> {
  if (date > acting.today || date < row.sale_date) throw outOfRange(row, acting)
  const mayCorrect = acting.caller.permissions.has('contracts:override')
  const last = row.last_odometer
  const isLater = date >= (row.last_odometer_date ?? row.sale_date)
  const isLower = last !== null && value < last
  if (isLater && isLower && !mayCorrect) throw belowLastKnown(last)
  const source: OdometerSource = row.status === 'Expired' || (isLater && isLower) ? 'Correction' : 'Reading'
  await saveReading(tx, acting, row.id, { value, date, reason, source })
  const counts = isLater || source === 'Correction'
  return counts ? { last_odometer: value, last_odometer_date: date, last_odometer_source: source } : {}
}

export const belowLastKnown = (lastKnown: number, pointer = '/odometerReading/value') => {
  const message = `The odometer showed ${lastKnown} before.`
  return new Problem('OdometerBelowLastKnown', message, {
    errors: [{ pointer, code: 'OdometerBelowLastKnown', message }],
    members: { lastKnown },
  })
}

function outOfRange({ sale_date }: ContractRow, { today }: Acting): Problem {
  const message = `A reading is of a day from ${sale_date} to ${today}.`
  return new Problem('DateRangeInvalid', message, {
    errors: [{ pointer: '/odometerReading/date', code: 'DateRangeInvalid', message }],
  })
}
