import { addDays, addMonths, dateIn, startOfDayIn } from '../../domain/dates.ts'
import { type Moment, type ScheduledStep, scheduleSteps } from '../contracts/schedule.ts'
import { administrator } from '../crowd/world.ts'
import { livingMarket } from './dealers.ts'
import { livingStories } from './stories.ts'

/** The last twelve months of the sandbox, as of a moment. */
export interface LivingPlan extends Moment {
  readonly steps: readonly ScheduledStep[]
  /** The days on which dealers remit, the oldest first. */
  readonly remitDays: readonly string[]
  /** The first days of the last whole months, the oldest first. */
  readonly statementMonths: readonly string[]
}

/** The fixed deals have lower serial numbers. */
const FIRST_SERIAL = 500_003
const STATEMENT_MONTHS = 3
/** Others are paid so many days after the dealers have remitted. */
export const PAID_AFTER = 3

export function planLiving(now: Date): LivingPlan {
  const today = dateIn(administrator.timeZone, now)
  const until = { now, today, dayBegan: startOfDayIn(administrator.timeZone, today) }
  const thisMonth = `${today.slice(0, 8)}01`
  return {
    ...until,
    steps: scheduleSteps({
      ...{ stories: livingStories(today), market: livingMarket() },
      ...{ firstSerial: FIRST_SERIAL, until },
    }),
    remitDays: Array.from({ length: 12 }, (_, at) => addDays(addMonths(thisMonth, at - 11), 9)).filter(
      (day) => addDays(day, PAID_AFTER) < today,
    ),
    statementMonths: Array.from({ length: STATEMENT_MONTHS }, (_, at) =>
      addMonths(thisMonth, at - STATEMENT_MONTHS),
    ),
  }
}
