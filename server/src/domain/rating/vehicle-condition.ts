import type { Condition } from '../rate-book/rate-book.ts'
import type { RateFacts, RateRequest } from './request.ts'

/** Years between the model year and the sale, never below 0; nothing where the model year is not known. */
export const vehicleAge = ({ year, saleDate }: Pick<RateRequest, 'year' | 'saleDate'>): number | null =>
  year === null ? null : Math.max(0, Number(saleDate.slice(0, 4)) - year)

/** As it was given; else new where it has run no more than a new one may and is at most a year old. */
export function vehicleCondition(
  request: Pick<RateRequest, 'condition' | 'usage' | 'year' | 'saleDate'>,
  { newMaxOdometer }: Pick<RateFacts, 'newMaxOdometer'>,
): Condition {
  if (request.condition !== null) return request.condition
  const age = vehicleAge(request)
  const isNew = request.usage !== null && request.usage <= newMaxOdometer && age !== null && age <= 1
  return isNew ? 'New' : 'Used'
}
