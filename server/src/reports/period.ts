import { z } from 'zod'
import { monthOf } from '../domain/claims/triangle.ts'
import { addDays, addMonths, type CalendarDate } from '../domain/dates.ts'
import { Problem } from '../http/problems.ts'
import { CalendarDate as DateOnly, queryInteger } from '../http/schemas.ts'

/** The parameters of a period, and what narrows the contracts. */
export const periodParameters = {
  fromDate: DateOnly.optional().describe(
    'The first day. Default: the first day of the month eleven months ago.',
  ),
  toDate: DateOnly.optional().describe('The last day. Default: today.'),
}
const id = queryInteger(z.int().min(0))
export const productParameter = { productId: id.optional().describe('Only contracts of this product.') }
export const dealerParameter = { dealerId: id.optional().describe('Only contracts of this dealer.') }

export interface Period {
  readonly from: CalendarDate
  readonly to: CalendarDate
}

/** The period that was asked for, or the last twelve months. */
export function periodAsked(
  {
    fromDate,
    toDate,
  }: { readonly fromDate?: CalendarDate | undefined; readonly toDate?: CalendarDate | undefined },
  today: CalendarDate,
  months = 12,
): Period {
  const to = toDate ?? today
  const from = fromDate ?? monthsBefore(to, months - 1)
  if (from <= to) return { from, to }
  const message = `The report must end on or after its first day, ${from}.`
  throw new Problem('DateRangeInvalid', message, {
    errors: [{ pointer: '?toDate', code: 'DateRangeInvalid', message }],
    isMalformed: true,
  })
}

/** The first day that there is. */
const BEGINNING: CalendarDate = '0001-01-01'

/** The first day of the month so many months before that of a date. */
export function monthsBefore(date: CalendarDate, months: number): CalendarDate {
  const first = `${date.slice(0, 7)}-01`
  return monthOf(first) - months < monthOf(BEGINNING) ? BEGINNING : addMonths(first, -months)
}

/** The day before; nothing before the first. */
export const dayBefore = (date: CalendarDate): CalendarDate | undefined =>
  date === BEGINNING ? undefined : addDays(date, -1)
