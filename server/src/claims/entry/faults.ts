import type { ContractRow } from '../../contracts/record/rows.ts'
import type { Reason } from '../../domain/claims/claim.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { comparableOrNull, readingFrom, readingUnit } from '../../domain/odometer-unit.ts'
import type { Acting } from '../../http/caller.ts'
import { type Fault, Problem } from '../../http/problems.ts'
import type { ClaimDraft } from '../record/draft.ts'
import { duplicateWarning } from '../record/warnings.ts'

// What is wrong with a claim, and what is odd about it.

interface Loss {
  readonly lossDate: CalendarDate
  readonly lossOdometer?: number | null | undefined
  readonly reportedDate?: CalendarDate | undefined
}

/** Faults of the loss as it was sent. A loss in the future is a problem of its own. */
export function lossFaults(
  { item }: Pick<ContractRow, 'item'>,
  { today }: Pick<Acting, 'today'>,
  { lossDate, lossOdometer = null, reportedDate = today }: Loss,
): Fault[] {
  if (lossDate > today)
    throw new Problem('LossInFuture', `The loss date ${lossDate} must not be after today, ${today}.`, {
      errors: [
        { pointer: '/lossDate', code: 'LossInFuture', message: `The loss date must be ${today} or earlier.` },
      ],
    })
  const isOutOfRange = reportedDate < lossDate || reportedDate > today
  return [
    ...(item.isVehicle && lossOdometer === null
      ? [
          {
            ...{ pointer: '/lossOdometer', code: 'Required' as const },
            message: 'Send the odometer at the time of loss: the contract covers a vehicle.',
          },
        ]
      : []),
    ...(isOutOfRange
      ? [
          {
            ...{ pointer: '/reportedDate', code: 'Range' as const },
            message: `The reported date must be between the loss date, ${lossDate}, and today, ${today}.`,
          },
        ]
      : []),
  ]
}

/** What an adjuster should look at. */
export function claimWarnings({ claim, contract, surroundings }: ClaimDraft): Reason[] {
  const { loss_odometer: given, loss_date: date } = claim
  const unit = readingUnit(contract.item)
  const value = comparableOrNull(given, unit)
  const { last_odometer: last, last_odometer_date: lastDate } = contract
  const isBelow = value !== null && last !== null && value < last && date >= (lastDate ?? date)
  const twins = surroundings.otherClaims.filter(
    (other) =>
      other.lossDate === date ||
      (claim.repair_order_number !== null &&
        other.facilityId === claim.repair_facility_id &&
        other.repairOrderNumber?.trim().toLowerCase() === claim.repair_order_number.trim().toLowerCase()),
  )
  return [
    ...(isBelow
      ? [
          {
            code: 'OdometerBelowLastKnown',
            message: `The odometer at the loss, ${given}, is below the last known reading, ${unit ? readingFrom(last, unit) : last}.`,
          },
        ]
      : []),
    ...(twins.length > 0 ? [duplicateWarning(twins.map(({ number }) => number))] : []),
  ]
}
