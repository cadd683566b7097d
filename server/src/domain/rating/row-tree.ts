import { epochDay } from '../dates.ts'
import type { RateRow } from '../rate-book/rate-book.ts'

// The circumstances (class, bands, state, dates …) that fit a sale are looked up in a tree, so that a lookup costs about
// the same in a book of any size. The tree only narrows the choice: what it finds is still compared with the sale.

/** The facts of a sale that rows can name. */
export interface Circumstances {
  readonly classCode: string | null
  readonly segmentation: string | null
  readonly odometer: number | null
  readonly age: number | null
  readonly financed: number | null
  readonly price: number | null
  readonly state: string
  readonly condition: string
  readonly date: string
  /** The date as a number, to compare with date bands. */
  readonly day: number
}

type Code = 'classCode' | 'segmentation' | 'state' | 'condition'
type Measure = 'odometer' | 'age' | 'financed' | 'price' | 'day'

interface Band {
  readonly measure: Measure
  readonly from: (row: RateRow) => number | null
  readonly to: (row: RateRow) => number | null
}

const codes: readonly Code[] = ['classCode', 'segmentation', 'state', 'condition']
const dayOrNull = (date: string | null) => (date === null ? null : epochDay(date))
const bands: readonly Band[] = [
  { measure: 'odometer', from: ({ odometerFrom }) => odometerFrom, to: ({ odometerTo }) => odometerTo },
  { measure: 'age', from: ({ ageFrom }) => ageFrom, to: ({ ageTo }) => ageTo },
  { measure: 'financed', from: ({ financedFrom }) => financedFrom, to: ({ financedTo }) => financedTo },
  { measure: 'price', from: ({ priceFrom }) => priceFrom, to: ({ priceTo }) => priceTo },
  {
    measure: 'day',
    from: ({ effectiveFrom }) => dayOrNull(effectiveFrom),
    to: ({ effectiveTo }) => dayOrNull(effectiveTo),
  },
]

/** A leaf has the numbers of the circumstances that may fit. */
export type RowTree =
  | { readonly by: 'nothing'; readonly found: readonly number[] }
  | {
      readonly by: 'code'
      readonly code: Code
      readonly parts: ReadonlyMap<string, RowTree>
      readonly unnamed: RowTree | null
    }
  | {
      readonly by: 'measure'
      readonly measure: Measure
      /** Where each part starts; the first starts below everything. */
      readonly begins: Float64Array
      readonly parts: readonly RowTree[]
      readonly unnamed: RowTree | null
    }

/** Adds the numbers of the circumstances that may fit to `found`. */
export function findIn(tree: RowTree, sale: Circumstances, found: number[]): void {
  if (tree.by === 'nothing') {
    for (const number of tree.found) found.push(number)
    return
  }
  if (tree.unnamed) findIn(tree.unnamed, sale, found)
  const value = tree.by === 'code' ? sale[tree.code] : sale[tree.measure]
  if (value === null) return
  const part =
    tree.by === 'code' ? tree.parts.get(value as string) : tree.parts[partAt(tree.begins, value as number)]
  if (part) findIn(part, sale, found)
}

/** The last part that starts at or below the value. */
function partAt(begins: Float64Array, value: number): number {
  let low = 0
  let high = begins.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((begins[middle] as number) <= value) low = middle
    else high = middle
  }
  return low
}

/** Up to this many are compared one by one. */
const FEW = 8
/** The number of items between two steps. */
const STEP = 500

type Making<Made> = Generator<void, Made>
type RowByNumber = (number: number) => RateRow

/** Made in steps, so that the caller can do other work in between. */
export function* growTree(numbers: readonly number[], rowByNumber: RowByNumber): Making<RowTree> {
  return yield* grow(numbers, rowByNumber, [...codes, ...bands])
}

/** After a split by one column, that column cannot split the parts further. */
function* grow(
  numbers: readonly number[],
  rowByNumber: RowByNumber,
  ways: readonly (Code | Band)[],
): Making<RowTree> {
  if (numbers.length <= FEW) return { by: 'nothing', found: numbers }
  let best: Split | undefined
  for (const way of ways) {
    const split =
      typeof way === 'string'
        ? yield* splitByCode(numbers, rowByNumber, way)
        : yield* splitByBand(numbers, rowByNumber, way)
    if (split && (!best || split.left < best.left)) best = split
  }
  // Where no split helps much, the circumstances are compared one by one.
  if (!best || best.left > numbers.length * 0.75) return { by: 'nothing', found: numbers }
  const { way } = best
  const otherWays = ways.filter((each) => each !== way)
  const unnamed = best.unnamed.length === 0 ? null : yield* grow(best.unnamed, rowByNumber, otherWays)
  if (best.by === 'code') {
    const parts = new Map<string, RowTree>()
    for (const [value, part] of best.parts) parts.set(value, yield* grow(part, rowByNumber, otherWays))
    return { by: 'code', code: best.way, parts, unnamed }
  }
  const parts: RowTree[] = []
  for (const part of best.parts) parts.push(yield* grow(part, rowByNumber, otherWays))
  return { by: 'measure', measure: best.way.measure, begins: best.begins, parts, unnamed }
}

interface SplitBase {
  /** How many are left after the split, on average. */
  readonly left: number
  readonly unnamed: readonly number[]
}
type Split = SplitBase &
  (
    | { readonly by: 'code'; readonly way: Code; readonly parts: ReadonlyMap<string, number[]> }
    | {
        readonly by: 'measure'
        readonly way: Band
        readonly begins: Float64Array
        readonly parts: readonly number[][]
      }
  )

/** Large parts are hit more often than small ones. */
function averageLeft(unnamed: readonly number[], parts: Iterable<readonly number[]>): number {
  let total = 0
  let squares = 0
  for (const { length } of parts) {
    total += length
    squares += length * length
  }
  return unnamed.length + squares / Math.max(1, total)
}

function* splitByCode(
  numbers: readonly number[],
  rowByNumber: RowByNumber,
  code: Code,
): Making<Split | undefined> {
  const parts = new Map<string, number[]>()
  const unnamed: number[] = []
  for (let at = 0; at < numbers.length; at += 1) {
    if (at % STEP === 0) yield
    const number = numbers[at] as number
    const value = rowByNumber(number)[code]
    const part = value === null ? unnamed : parts.get(value)
    if (part) part.push(number)
    else parts.set(value as string, [number])
  }
  if (parts.size === 0) return undefined
  return { by: 'code', way: code, parts, unnamed, left: averageLeft(unnamed, parts.values()) }
}

/** Parts start where a band starts and right after a band ends: ends are whole numbers. */
function* splitByBand(
  numbers: readonly number[],
  rowByNumber: RowByNumber,
  band: Band,
): Making<Split | undefined> {
  const { from, to } = band
  const unnamed: number[] = []
  const ends = new Set<number>()
  for (let at = 0; at < numbers.length; at += 1) {
    if (at % STEP === 0) yield
    const row = rowByNumber(numbers[at] as number)
    const [low, high] = [from(row), to(row)]
    if (low === null && high === null) unnamed.push(numbers[at] as number)
    if (low !== null) ends.add(low)
    if (high !== null) ends.add(high + 1)
  }
  if (ends.size === 0) return undefined
  const begins = Float64Array.from([Number.NEGATIVE_INFINITY, ...ends]).sort()
  const parts: number[][] = Array.from(begins, () => [])
  const named = numbers.length - unnamed.length
  let entries = 0
  for (let at = 0; at < numbers.length; at += 1) {
    if (at % STEP === 0) yield
    const number = numbers[at] as number
    const [low, high] = [from(rowByNumber(number)), to(rowByNumber(number))]
    if (low === null && high === null) continue
    const first = low === null ? 0 : partAt(begins, low)
    const last = high === null ? begins.length - 1 : partAt(begins, high)
    entries += Math.max(0, last - first + 1)
    // Overlapping bands would be repeated again and again.
    if (entries > named * 2) return undefined
    for (let part = first; part <= last; part += 1) (parts[part] as number[]).push(number)
  }
  return { by: 'measure', way: band, begins, parts, unnamed, left: averageLeft(unnamed, parts) }
}
