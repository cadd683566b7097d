/** The clock the whole service lives by. Only a sandbox's can be set. */
export interface Clock {
  now(): Date
  isSet(): boolean
}

export interface SettableClock extends Clock {
  /** Stands still at the instant until it is set again; null returns to real time. */
  set(instant: Date | null): void
}

export function openClock(): SettableClock {
  let standsAt: Date | null = null
  return {
    now: () => standsAt ?? new Date(),
    isSet: () => standsAt !== null,
    set: (instant) => {
      standsAt = instant
    },
  }
}
