import { zoneFormatters } from './dates.ts'

// Clocks of time zones. A local time is what a clock there shows, in milliseconds as if it were UTC: at 02:30 on
// 2026-03-01 it is Date.UTC(2026, 2, 1, 2, 30) in every zone.

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The local time of an instant. */
export const localTimeIn = (timeZone: string, instant: number): number =>
  instant + offsetIn(timeZone, instant)

/**
 * The first instant at which a clock shows this local time or, when it skips the time, a later one. So a time that the clock
 * shows twice is the first of the two, and a time that it skips is the end of what it skips.
 */
export function instantOfLocalTime(timeZone: string, local: number): number {
  // Clocks are between 12 hours behind UTC and 14 hours ahead of it.
  const [early, late] = [local - 15 * HOUR, local + 13 * HOUR]
  const [before, after] = [offsetIn(timeZone, early), offsetIn(timeZone, late)]
  if (before === after) return local - before
  const change = changeBetween(timeZone, early, late)
  return local - before < change ? local - before : Math.max(change, local - after)
}

/** The latest local time that a clock has shown up to an instant: after the clock was set back, not the one it shows now. */
export function latestLocalTime(timeZone: string, instant: number): number {
  const early = instant - 24 * HOUR
  const [before, after] = [offsetIn(timeZone, early), offsetIn(timeZone, instant)]
  if (before <= after) return instant + after
  return Math.max(instant + after, changeBetween(timeZone, early, instant) + before - 1)
}

/** When a clock is set forward or back between two instants, to the minute. It happens once between them. */
function changeBetween(timeZone: string, early: number, late: number): number {
  const before = offsetIn(timeZone, early)
  let [low, high] = [Math.floor(early / MINUTE), Math.ceil(late / MINUTE)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetIn(timeZone, middle * MINUTE) === before) low = middle
    else high = middle
  }
  return high * MINUTE
}

/** How far a clock is ahead of UTC at an instant. */
function offsetIn(timeZone: string, instant: number): number {
  // Every minute the same few instants are asked for, and clocks are changed at full minutes.
  const minute = Math.floor(instant / MINUTE)
  const key = `${minute} ${timeZone}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  // The Swedish form of a time is the ISO form, but for the space.
  const local = formatterFor(timeZone)
    .format(minute * MINUTE)
    .replace(' ', 'T')
  const offset = Date.parse(`${local}Z`) - minute * MINUTE
  if (offsets.size >= KEPT_OFFSETS) offsets.clear()
  offsets.set(key, offset)
  return offset
}

const KEPT_OFFSETS = 5_000
const offsets = new Map<string, number>()

const formatterFor = zoneFormatters({
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
})
