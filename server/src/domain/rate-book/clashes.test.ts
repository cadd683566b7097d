import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ClashCandidate, findClashes, numberRange, type Range } from './clashes.ts'

const row = (line: number, codes: ClashCandidate['codes'], ...ranges: (Range | null)[]): ClashCandidate => ({
  line,
  codes,
  ranges,
})
const clashesOf = (...rows: ClashCandidate[]) => findClashes(rows).map(({ line, other }) => [line, other])

describe('equally specific rows', () => {
  const cases: [string, ClashCandidate[], number[][]][] = [
    ['the same codes', [row(1, ['A', 'X']), row(2, ['A', 'X'])], [[2, 1]]],
    ['other codes', [row(1, ['A', 'X']), row(2, ['A', 'Y'])], []],
    ['the row that names more wins', [row(1, ['A', null]), row(2, ['A', 'X'])], []],
    ['each row names a column that the other does not', [row(1, ['A', null]), row(2, [null, 'X'])], [[2, 1]]],
    ['bands that touch', [row(1, ['A'], [0, 10]), row(2, ['A'], [11, 20])], []],
    ['bands that share an end', [row(1, ['A'], [0, 10]), row(2, ['A'], [10, 20])], [[2, 1]]],
    ['a band inside another', [row(1, ['A'], [0, 100]), row(2, ['A'], [50, 60])], [[2, 1]]],
    ['bands of two codes', [row(1, ['A'], [0, 10]), row(2, ['B'], [0, 10])], []],
    ['separate in one of two bands', [row(1, [], [0, 9], [0, 3]), row(2, [], [0, 9], [4, 8])], []],
    ['a band against a code', [row(1, ['A'], null), row(2, [null], [0, 10])], [[2, 1]]],
    ['open ends', [row(1, [], numberRange(null, 5)), row(2, [], numberRange(5, null))], [[2, 1]]],
    [
      'open ends that do not overlap',
      [row(1, [], numberRange(null, 5)), row(2, [], numberRange(6, null))],
      [],
    ],
    [
      'three of the same are two too many',
      [row(1, ['A']), row(2, ['A']), row(3, ['A'])],
      [
        [2, 1],
        [3, 1],
      ],
    ],
  ]
  test.each(cases)('%s', (_, rows, expected) => expect(clashesOf(...rows)).toEqual(expected))
})

/** By the book: each row with each other. */
function meet(one: ClashCandidate, other: ClashCandidate): boolean {
  const rank = ({ codes, ranges }: ClashCandidate) =>
    [...codes, ...ranges].filter((part) => part !== null).length
  return (
    rank(one) === rank(other) &&
    one.codes.every((code, at) => code === null || other.codes[at] === null || code === other.codes[at]) &&
    one.ranges.every((range, at) => {
      const against = other.ranges[at] ?? null
      return range === null || against === null || (range[0] <= against[1] && against[0] <= range[1])
    })
  )
}

test('finds the same clashes as a comparison of all pairs', () => {
  const code = fc.option(fc.constantFrom('A', 'B', 'C'))
  const range = fc.option(fc.tuple(fc.nat(12), fc.nat(4)).map(([from, more]): Range => [from, from + more]))
  const rows = fc
    .array(fc.tuple(fc.tuple(code, code), fc.tuple(range, range)), { maxLength: 25 })
    .map((all) => all.map(([codes, ranges], at): ClashCandidate => ({ line: at + 1, codes, ranges })))
  fc.assert(
    fc.property(rows, (all) => {
      const found = findClashes(all)
      const isClashing = all.some((one, at) => all.slice(at + 1).some((other) => meet(one, other)))
      expect(found.length > 0).toBe(isClashing)
      for (const { line, other } of found)
        expect(meet(all[line - 1] as ClashCandidate, all[other - 1] as ClashCandidate)).toBe(true)
      // One look is enough to mend a table.
      const reported = new Set(found.map(({ line }) => line))
      const left = all.filter(({ line }) => !reported.has(line))
      expect(left.some((one, at) => left.slice(at + 1).some((other) => meet(one, other)))).toBe(false)
    }),
    { numRuns: 500 },
  )
})
