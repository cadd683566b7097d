/** The clock of the whole service. Only a sandbox's clock can be set. */
export interface Clock {
  now(): Date
  isSet(): boolean
}

export interface SettableClock extends Clock {
  /** Stops the clock at the instant until it is set again; null returns to real time. */
  set(instant: Date | null): void
}

export function openClock(): SettableClock {
  let stoppedAt: Date | null = null
  return {
    now: () => stoppedAt ?? new Date(),
    isSet: () => stoppedAt !== null,
    set: (instant) => {
      stoppedAt = instant
    },
  }
}
