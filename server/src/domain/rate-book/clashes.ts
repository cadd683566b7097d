// Of the rows that fit a sale the one that names most wins, so no sale may fit two rows that name equally much. To
// compare each row with each other would take hours for a large table: rows are told apart by their codes first and
// then, range by range, by the gaps between them; what is left together after that is compared.

/** What a row fits: codes and ranges by column. Null: it names none, and fits all. */
export interface ClashCandidate {
  readonly line: number
  readonly codes: readonly (string | null)[]
  readonly ranges: readonly (Range | null)[]
}

/** Both ends are in it. */
export type Range = readonly [from: number, to: number]

/** A row, and another one that some sale fits as well. */
export interface Clash {
  readonly line: number
  readonly other: number
}

/** Rows that clash, each told of once. Without them, no two of the others do. */
export function findClashes(rows: readonly ClashCandidate[]): Clash[] {
  const shapes = [...grouped(rows, shapeOf).values()]
  const clashes = shapes.flatMap((shape, at) => [
    ...clashesIn(shape, shape),
    ...shapes
      .slice(at + 1)
      .filter((other) => rankOf(other) === rankOf(shape))
      .flatMap((other) => clashesIn(shape, other)),
  ])
  return [...new Map(clashes.map((clash) => [clash.line, clash])).values()].sort(
    (one, other) => one.line - other.line,
  )
}

/** Which columns a row names. Rows of one shape are compared by all of them. */
const shapeOf = ({ codes, ranges }: ClashCandidate) =>
  [...codes, ...ranges].map((part) => (part === null ? '.' : 'x')).join('')

const rankOf = ([row]: readonly ClashCandidate[]) =>
  row ? [...row.codes, ...row.ranges].filter((part) => part !== null).length : 0

/** A row, which of the two shapes it is of, and which shape it is compared with. */
interface Sided {
  readonly row: ClashCandidate
  readonly side: 0 | 1
  readonly rivals: 0 | 1
}

function clashesIn(one: readonly ClashCandidate[], other: readonly ClashCandidate[]): Clash[] {
  const [first, second] = [one[0], other[0]]
  if (!first || !second) return []
  const codes = namedByBoth(first.codes, second.codes)
  const ranges = namedByBoth(first.ranges, second.ranges)
  const sided =
    one === other
      ? one.map((row): Sided => ({ row, side: 0, rivals: 0 }))
      : [
          ...one.map((row): Sided => ({ row, side: 0, rivals: 1 })),
          ...other.map((row): Sided => ({ row, side: 1, rivals: 0 })),
        ]
  const keyOf = ({ row }: Sided) => codes.map((at) => row.codes[at]).join('\u0000')
  return [...grouped(sided, keyOf).values()].flatMap((group) => apart(group, ranges))
}

/** What only one of two shapes names, the other fits whatever it is. */
const namedByBoth = (one: readonly unknown[], other: readonly unknown[]) =>
  one.flatMap((part, at) => (part !== null && other[at] !== null ? [at] : []))

/** Splits rows along the gaps of every range, as long as there are any, and compares what stays together. */
function apart(rows: readonly Sided[], ranges: readonly number[]): Clash[] {
  if (rows.length < 2) return []
  for (const range of ranges) {
    const parts = alongGaps(rows, range)
    if (parts.length > 1) return parts.flatMap((part) => apart(part, ranges))
  }
  return compare(rows, ranges)
}

const EVERYTHING: Range = [-Number.MAX_VALUE, Number.MAX_VALUE]

/** A range whose ends may be open. */
export const numberRange = (from: number | null, to: number | null): Range | null =>
  from === null && to === null ? null : [from ?? EVERYTHING[0], to ?? EVERYTHING[1]]

const rangeAt = ({ row }: Sided, at: number | undefined): Range =>
  at === undefined ? EVERYTHING : (row.ranges[at] ?? EVERYTHING)

const inOrderOf = (rows: readonly Sided[], range: number | undefined) =>
  [...rows].sort((a, b) => rangeAt(a, range)[0] - rangeAt(b, range)[0] || a.row.line - b.row.line)

function alongGaps(rows: readonly Sided[], range: number): Sided[][] {
  const parts: Sided[][] = []
  let reached = EVERYTHING[0]
  for (const row of inOrderOf(rows, range)) {
    const [from, to] = rangeAt(row, range)
    const part = parts.at(-1)
    if (part && from <= reached) part.push(row)
    else parts.push([row])
    reached = Math.max(reached, to)
  }
  return parts
}

/** In the order of the first range, each row with the rivals before it that still reach into it. */
function compare(rows: readonly Sided[], ranges: readonly number[]): Clash[] {
  const clashes: Clash[] = []
  const reaching: [Sided[], Sided[]] = [[], []]
  for (const row of inOrderOf(rows, ranges[0])) {
    const rival = findRival(row, reaching[row.rivals], ranges)
    if (rival) clashes.push({ line: row.row.line, other: rival.row.line })
    // A row that is told of is left out from here on: without it, the rows behind it may be well.
    else reaching[row.side].push(row)
  }
  return clashes
}

/** Rows that end before this one begins are dropped on the way: those that follow begin no earlier. */
function findRival(row: Sided, rivals: Sided[], ranges: readonly number[]): Sided | undefined {
  const [from] = rangeAt(row, ranges[0])
  for (let at = 0; at < rivals.length; at += 1) {
    const rival = rivals[at] as Sided
    if (rangeAt(rival, ranges[0])[1] < from) {
      const last = rivals.pop() as Sided
      if (last === rival) return undefined
      rivals[at] = last
      at -= 1
    } else if (ranges.every((range) => meets(rangeAt(row, range), rangeAt(rival, range)))) return rival
  }
  return undefined
}

const meets = (one: Range, other: Range) => one[0] <= other[1] && other[0] <= one[1]

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
