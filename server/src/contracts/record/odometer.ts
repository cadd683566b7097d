import type { Tx } from '../../db/database.ts'
import { insertInto, insertWithId } from '../../db/table.ts'
import {
  comparable,
  type OdometerUnit,
  readingFrom,
  readingIn,
  readingUnit,
} from '../../domain/odometer-unit.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { type NewContractEvent, recordEvents } from './events.ts'
import type { ContractRow, OdometerSource } from './rows.ts'
import { odometerTable } from './tables.ts'

/** A reading as a caller sends it. */
export interface OdometerReading {
  readonly value: number
  readonly unit?: OdometerUnit | undefined
  readonly date?: string | undefined
  readonly reason?: string | null | undefined
}

/** Stores a reading, in miles. Earnings by miles follow it. */
export async function saveReading(
  tx: Tx,
  acting: Acting,
  contractId: number,
  reading: NewReading,
): Promise<void> {
  const id = await insertInto(tx, odometerTable, newRow(acting, contractId, reading))
  await recordEvents(tx, acting, contractId, [readingEvent({ id, ...reading })])
}

/** Where readings have their ids from. */
export const READING_IDS = 'contract_odometer_id_seq'

/** Stores a reading whose id was taken before. Its event is stored with the other events of the write. */
export const insertReading = (
  tx: Tx,
  acting: Acting,
  contractId: number,
  { id, ...reading }: NewReading & { readonly id: number },
): Promise<void> => insertWithId(tx, odometerTable, { id, ...newRow(acting, contractId, reading) })

const newRow = (
  { caller, now }: Acting,
  contractId: number,
  { value, date, reason, source }: NewReading,
) => ({
  ...{ contract_id: contractId, value, reading_date: date, source, reason },
  ...{ created_at: now, created_by: caller.name },
})

/** The event of a stored reading. */
export const readingEvent = ({
  id,
  value,
  date,
  source,
}: NewReading & { readonly id: number }): Extract<NewContractEvent, { kind: 'Odometer' }> => ({
  kind: 'Odometer',
  date,
  subjectId: id,
  details: { value, isCorrection: source === 'Correction' },
})

export interface NewReading {
  readonly value: number
  readonly date: string
  readonly reason: string | null
  readonly source: OdometerSource
}

/**
 * The columns that a new reading changes. A reading lower than the last one is a correction and needs contracts:override. A
 * reading of an earlier day is stored, but the last known reading stays.
 */
export async function readOdometer(
  tx: Tx,
  acting: Acting,
  row: ContractRow,
  { value: sent, unit: own, date = acting.today, reason = null }: OdometerReading,
): Promise<Partial<ContractRow>> {
  const unit = readingUnit(row.item)
  const value = comparable(readingIn(unit, sent, own), unit)
  if (date > acting.today || date < row.sale_date) throw outOfRange(row, acting)
  const mayCorrect = acting.caller.permissions.has('contracts:override')
  const last = row.last_odometer
  const isLater = date >= (row.last_odometer_date ?? row.sale_date)
  const isLower = last !== null && value < last
  if (isLater && isLower && !mayCorrect) throw belowLastKnown(unit ? readingFrom(last, unit) : last)
  const source: OdometerSource = row.status === 'Expired' || (isLater && isLower) ? 'Correction' : 'Reading'
  await saveReading(tx, acting, row.id, { value, date, reason, source })
  const counts = isLater || source === 'Correction'
  return counts ? { last_odometer: value, last_odometer_date: date, last_odometer_source: source } : {}
}

export const belowLastKnownMessage = (lastKnown: number): string =>
  `The odometer reading must be at least the last known reading, ${lastKnown}.`

const belowLastKnown = (lastKnown: number, pointer = '/odometerReading/value') => {
  const message = belowLastKnownMessage(lastKnown)
  return new Problem('OdometerBelowLastKnown', message, {
    errors: [{ pointer, code: 'OdometerBelowLastKnown', message }],
    members: { lastKnown },
  })
}

function outOfRange({ sale_date }: ContractRow, { today }: Acting): Problem {
  const message = `The date of the reading must be between ${sale_date} and ${today}.`
  return new Problem('DateRangeInvalid', message, {
    errors: [{ pointer: '/odometerReading/date', code: 'DateRangeInvalid', message }],
  })
}
