/** Repeatable random values: the same name gives the same draws on every machine and every start. */
export interface Draws {
  /** A whole number, both ends included. */
  whole(least: number, most: number): number
  oneOf<Choice>(from: readonly Choice[]): Choice
  /** True with this probability in percent. */
  happens(percent: number): boolean
  digits(count: number): string
  /** A calendar date, both ends included. */
  date(from: string, to: string): string
}

const DAY = 86_400_000

/** Each member of the crowd has its own draws, so that a new member does not change the others. */
export function drawsFor(name: string): Draws {
  const next = fractions(hashOfName(name))
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    whole,
    oneOf(from) {
      if (from.length === 0) throw new Error(`There is nothing to draw from for ${name}.`)
      // The index is within the list, which is not empty.
      return from[whole(0, from.length - 1)] as (typeof from)[number]
    },
    happens: (percent) => next() * 100 < percent,
    digits: (count) => Array.from({ length: count }, () => whole(0, 9)).join(''),
    date(from, to) {
      const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY)
      return new Date(Date.parse(from) + whole(0, days) * DAY).toISOString().slice(0, 10)
    },
  }
}

/** The FNV-1a hash of a text. */
function hashOfName(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** The mulberry32 generator: 32 bits of state, numbers from 0 to below 1. */
function fractions(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
