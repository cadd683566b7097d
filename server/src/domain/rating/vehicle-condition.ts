import type { Condition } from '../rate-book/rate-book.ts'
import type { RateFacts, RateRequest } from './request.ts'

/** Years from the model year to the sale, at least 0; null where the model year is unknown. */
export const vehicleAge = ({ year, saleDate }: Pick<RateRequest, 'year' | 'saleDate'>): number | null =>
  year === null ? null : Math.max(0, Number(saleDate.slice(0, 4)) - year)

/** As requested; otherwise New if the usage is within the limit for new vehicles and the age is at most a year. */
export function vehicleCondition(
  request: Pick<RateRequest, 'condition' | 'usage' | 'year' | 'saleDate'>,
  { newMaxOdometer }: Pick<RateFacts, 'newMaxOdometer'>,
): Condition {
  if (request.condition !== null) return request.condition
  const age = vehicleAge(request)
  const isNew = request.usage !== null && request.usage <= newMaxOdometer && age !== null && age <= 1
  return isNew ? 'New' : 'Used'
}
