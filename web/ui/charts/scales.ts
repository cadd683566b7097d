/** Where a value lies in a drawing, and the round values that its axis is marked at. */
export interface LinearScale {
  (value: number): number
  ticks(count: number): readonly number[]
}

/** From a range of numbers, widened to round ends for about four ticks, to pixels. */
export function linearScale(
  [least, most]: readonly [number, number],
  [start, end]: readonly [number, number],
): LinearScale {
  const [low, high] = rounded(least, most)
  const at = (value: number) =>
    high === low ? (start + end) / 2 : start + ((value - low) / (high - low)) * (end - start)
  return Object.assign(at, { ticks: (count: number) => ticksOf(low, high, count) })
}

const TICKS = 4

/** Widened until the step between ticks, which grows with it, stays the same. */
function rounded(least: number, most: number): readonly [number, number] {
  let [low, high, before] = [least, most, 0]
  for (let round = 0; round < 10; round += 1) {
    const step = stepOf(low, high, TICKS)
    if (step === 0 || step === before) break
    before = step
    low = multiple(Math.floor(fraction(low, step)), step)
    high = multiple(Math.ceil(fraction(high, step)), step)
  }
  return [low, high]
}

function ticksOf(low: number, high: number, count: number): readonly number[] {
  const step = stepOf(low, high, count)
  if (step === 0) return [low]
  const [first, last] = [Math.ceil(fraction(low, step)), Math.floor(fraction(high, step))]
  return Array.from({ length: last - first + 1 }, (_, index) => multiple(first + index, step))
}

/**
 * The step of 1, 2 or 5 times a power of ten that gives about so many ticks; 0 if there is nothing to divide. Below 1 it
 * is negative, as its reciprocal, because that is a whole number and keeps what is computed exact.
 */
function stepOf(low: number, high: number, count: number): number {
  const wanted = (high - low) / count
  if (!(wanted > 0)) return 0
  const power = Math.floor(Math.log10(wanted))
  const over = wanted / 10 ** power
  const factor = over >= Math.sqrt(50) ? 10 : over >= Math.sqrt(10) ? 5 : over >= Math.sqrt(2) ? 2 : 1
  return power < 0 ? -(10 ** -power / factor) : 10 ** power * factor
}

const fraction = (value: number, step: number) => (step < 0 ? value * -step : value / step)
const multiple = (count: number, step: number) => (step < 0 ? count / -step : count * step)

export interface PlaceScale {
  /** Undefined for what is not among the names. */
  (name: string): number | undefined
  readonly thickness: number
}

type Ends = readonly [number, number]

/** Names side by side, each with the same room, and a share of it left free between them and at the ends. */
export const bandScale = (names: readonly string[], ends: Ends, free: number): PlaceScale =>
  placeScale(names, ends, free, free)

/** Points from one end to the other; one alone stands in the middle. */
export const pointScale = (names: readonly string[], ends: Ends): PlaceScale => placeScale(names, ends, 1, 0)

function placeScale(names: readonly string[], [start, end]: Ends, between: number, outside: number) {
  const places = placesOf(names)
  const room = (end - start) / Math.max(1, places.size - between + 2 * outside)
  const first = start + (end - start - room * (places.size - between)) / 2
  const at = (name: string) => {
    const place = places.get(name)
    return place === undefined ? undefined : first + room * place
  }
  return Object.assign(at, { thickness: room * (1 - between) })
}

const placesOf = (names: readonly string[]) =>
  new Map([...new Set(names)].map((name, place) => [name, place]))
