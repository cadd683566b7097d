import { type Cron, readCron } from './cron.ts'
import { instantOfLocalTime, latestLocalTime, localTimeIn } from './local-time.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** When the times of a schedule come, and up to when they have been handled. */
export interface Schedule {
  readonly cron: string
  readonly timeZone: string
}

export interface HandledSchedule extends Schedule {
  readonly handledUntil: Date
}

/** How far ahead of the clock a handled time may lie. Farther than this, the clock was wrong when it was handled. */
const AHEAD_MILLISECONDS = 2 * DAY

/**
 * What to do about a schedule now. `begin`: it is new, it was changed, or the clock was wrong; its times count from now on.
 * `run`: this time is due. It also stands for all earlier times that were missed. `rest`: nothing is due.
 */
export type ScheduleDecision =
  | { readonly action: 'begin' }
  | { readonly action: 'run'; readonly scheduledFor: Date }
  | { readonly action: 'rest' }

export function decideSchedule(
  handled: HandledSchedule | undefined,
  { cron, timeZone }: Schedule,
  now: Date,
): ScheduleDecision {
  if (handled === undefined || handled.cron !== cron || handled.timeZone !== timeZone)
    return { action: 'begin' }
  if (handled.handledUntil.getTime() > now.getTime() + AHEAD_MILLISECONDS) return { action: 'begin' }
  const scheduledFor = dueTime(handled, now)
  return scheduledFor ? { action: 'run', scheduledFor } : { action: 'rest' }
}

/**
 * The latest time of a schedule after what was handled, up to now. A time that the clock shows twice, because it was set
 * back, counts at its first showing. A time that the clock skips counts at the end of what it skips.
 */
export function dueTime({ cron, timeZone, handledUntil }: HandledSchedule, now: Date): Date | undefined {
  const read = readCron(cron)
  if ('faults' in read || handledUntil >= now) return undefined
  const earliest = localTimeIn(timeZone, handledUntil.getTime())
  const local = latestMatch(read, earliest, latestLocalTime(timeZone, now.getTime()))
  if (local === undefined) return undefined
  const instant = instantOfLocalTime(timeZone, local)
  return instant > handledUntil.getTime() ? new Date(instant) : undefined
}

/** The latest local time of a schedule up to `latest`. It is not looked for before the day of `earliest`. */
function latestMatch(cron: Cron, earliest: number, latest: number): number | undefined {
  const firstDay = Math.floor(earliest / DAY)
  let day = Math.floor(latest / DAY)
  let minuteOfDay = Math.floor((latest - day * DAY) / MINUTE)
  while (day >= firstDay) {
    const date = new Date(day * DAY)
    if (!cron.months.has(date.getUTCMonth() + 1)) day -= date.getUTCDate()
    else {
      const match = isDay(cron, date) ? latestMinute(cron, minuteOfDay) : undefined
      if (match !== undefined) return day * DAY + match * MINUTE
      day -= 1
    }
    minuteOfDay = DAY / MINUTE - 1
  }
  return undefined
}

function isDay({ daysOfMonth, daysOfWeek, isEitherDay }: Cron, date: Date): boolean {
  const isDayOfMonth = daysOfMonth.has(date.getUTCDate())
  const isDayOfWeek = daysOfWeek.has(date.getUTCDay())
  return isEitherDay ? isDayOfMonth || isDayOfWeek : isDayOfMonth && isDayOfWeek
}

/** The latest minute of the day up to this one at which the schedule runs. */
function latestMinute({ hours, minutes }: Cron, minuteOfDay: number): number | undefined {
  const hour = Math.floor(minuteOfDay / 60)
  const minute = minutes.findLast((each) => each <= minuteOfDay % 60)
  if (hours.includes(hour) && minute !== undefined) return hour * 60 + minute
  const before = hours.findLast((each) => each < hour)
  return before === undefined ? undefined : before * 60 + (minutes.at(-1) ?? 0)
}
