import { groupBy } from '../group-by.ts'
// The most specific row that fits a sale wins, so no sale may fit two equally specific rows. Comparing every row with
// every other would take hours for a large table. So rows are separated by their codes first and then, range by range,
// by the gaps between them; only the rows that stay together are compared.

/** What a row fits: codes and ranges by column. Null: any. */
export interface ClashCandidate {
  readonly line: number
  readonly codes: readonly (string | null)[]
  readonly ranges: readonly (Range | null)[]
}

/** Both ends are inclusive. */
export type Range = readonly [from: number, to: number]

/** A row that conflicts with another: some sale fits both. */
interface Clash {
  readonly line: number
  readonly other: number
}

/** The rows that clash, each reported once. Without them, no two of the others clash. */
export function findClashes(rows: readonly ClashCandidate[]): Clash[] {
  const shapes = [...groupBy(rows, namedColumns).values()]
  const clashes = shapes.flatMap((shape, at) => [
    ...clashesIn(shape, shape),
    ...shapes
      .slice(at + 1)
      .filter((other) => specificity(other) === specificity(shape))
      .flatMap((other) => clashesIn(shape, other)),
  ])
  return [...new Map(clashes.map((clash) => [clash.line, clash])).values()].sort(
    (left, right) => left.line - right.line,
  )
}

/** The columns that a row names. */
const namedColumns = ({ codes, ranges }: ClashCandidate) =>
  [...codes, ...ranges].map((part) => (part === null ? '.' : 'x')).join('')

const specificity = ([row]: readonly ClashCandidate[]) =>
  row ? [...row.codes, ...row.ranges].filter((part) => part !== null).length : 0

/** A row, the shape it has, and the shape it is compared with. */
interface RowOfShape {
  readonly row: ClashCandidate
  readonly side: 0 | 1
  readonly rivals: 0 | 1
}

function clashesIn(left: readonly ClashCandidate[], right: readonly ClashCandidate[]): Clash[] {
  const [first, second] = [left[0], right[0]]
  if (!first || !second) return []
  const codes = namedByBoth(first.codes, second.codes)
  const ranges = namedByBoth(first.ranges, second.ranges)
  const sided =
    left === right
      ? left.map((row): RowOfShape => ({ row, side: 0, rivals: 0 }))
      : [
          ...left.map((row): RowOfShape => ({ row, side: 0, rivals: 1 })),
          ...right.map((row): RowOfShape => ({ row, side: 1, rivals: 0 })),
        ]
  const keyFor = ({ row }: RowOfShape) => codes.map((at) => row.codes[at]).join('\u0000')
  return [...groupBy(sided, keyFor).values()].flatMap((group) => findClashesByRange(group, ranges))
}

/** A column that only one of two shapes names does not separate them. */
const namedByBoth = (left: readonly unknown[], right: readonly unknown[]) =>
  left.flatMap((part, at) => (part !== null && right[at] !== null ? [at] : []))

/** Splits rows at the gaps of every range, while there are any, and compares what stays together. */
function findClashesByRange(rows: readonly RowOfShape[], ranges: readonly number[]): Clash[] {
  if (rows.length < 2) return []
  for (const range of ranges) {
    const parts = splitAtGaps(rows, range)
    if (parts.length > 1) return parts.flatMap((part) => findClashesByRange(part, ranges))
  }
  return compareRows(rows, ranges)
}

const EVERYTHING: Range = [-Number.MAX_VALUE, Number.MAX_VALUE]

/** A range whose ends may be open. */
export const numberRange = (from: number | null, to: number | null): Range | null =>
  from === null && to === null ? null : [from ?? EVERYTHING[0], to ?? EVERYTHING[1]]

const rangeAt = ({ row }: RowOfShape, at: number | undefined): Range =>
  at === undefined ? EVERYTHING : (row.ranges[at] ?? EVERYTHING)

const sortByRange = (rows: readonly RowOfShape[], range: number | undefined) =>
  [...rows].sort((a, b) => rangeAt(a, range)[0] - rangeAt(b, range)[0] || a.row.line - b.row.line)

function splitAtGaps(rows: readonly RowOfShape[], range: number): RowOfShape[][] {
  const parts: RowOfShape[][] = []
  let reached = EVERYTHING[0]
  for (const row of sortByRange(rows, range)) {
    const [from, to] = rangeAt(row, range)
    const part = parts.at(-1)
    if (part && from <= reached) part.push(row)
    else parts.push([row])
    reached = Math.max(reached, to)
  }
  return parts
}

/** Compares each row, in the order of the first range, with the rows before it that overlap it. */
function compareRows(rows: readonly RowOfShape[], ranges: readonly number[]): Clash[] {
  const clashes: Clash[] = []
  const reaching: [RowOfShape[], RowOfShape[]] = [[], []]
  for (const row of sortByRange(rows, ranges[0])) {
    const rival = findRival(row, reaching[row.rivals], ranges)
    if (rival) clashes.push({ line: row.row.line, other: rival.row.line })
    // A reported row is left out from here on: without it, the rows after it may be fine.
    else reaching[row.side].push(row)
  }
  return clashes
}

/** Rows that end before this one starts are dropped: later rows start no earlier. */
function findRival(row: RowOfShape, rivals: RowOfShape[], ranges: readonly number[]): RowOfShape | undefined {
  const [from] = rangeAt(row, ranges[0])
  for (let at = 0; at < rivals.length; at += 1) {
    const rival = rivals[at] as RowOfShape
    if (rangeAt(rival, ranges[0])[1] < from) {
      const last = rivals.pop() as RowOfShape
      if (last === rival) return undefined
      rivals[at] = last
      at -= 1
    } else if (ranges.every((range) => meets(rangeAt(row, range), rangeAt(rival, range)))) return rival
  }
  return undefined
}

const meets = (left: Range, right: Range) => left[0] <= right[1] && right[0] <= left[1]
