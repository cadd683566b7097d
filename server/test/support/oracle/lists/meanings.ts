import type { Meaning, NaiveRow } from './lists.ts'
import type { Raw, World } from './world.ts'

// Shared parts of the naive lists.

export const idOf = (alias: string) => (row: NaiveRow) => Number(row[alias]?.id)
export const rowsIn = (world: World, table: string, has: (row: Raw) => boolean) =>
  world.all(table).filter(has)

/** A column that is a list. */
export const many = <Item>(row: Raw | undefined, column: string) => (row?.[column] ?? []) as readonly Item[]

/** A text that is one of several, in any letter case. */
export const anyText = (texts: (row: NaiveRow, world: World) => readonly unknown[]): Meaning => ({
  values: texts,
  matches: (row, value, seen) => texts(row, seen.world).some((text) => seen.same(text, value)),
})

/** An id that is one of several. */
export const anyId = (ids: (row: NaiveRow, world: World) => readonly unknown[]): Meaning => ({
  values: ids,
  matches: (row, value, { world }) => ids(row, world).includes(value),
})

export const never: Meaning = { values: () => [1], matches: () => false }

/** Sorts by positions, the greatest first. */
export const newestFirst =
  (placeOf: (row: NaiveRow) => readonly number[]) =>
  (one: NaiveRow, two: NaiveRow): number => {
    const [first, second] = [placeOf(one), placeOf(two)]
    const at = first.findIndex((place, index) => place !== second[index])
    return at < 0 ? 0 : Number(second[at]) - Number(first[at])
  }
