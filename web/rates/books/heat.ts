import type { RateBookGrid } from '../../../sdk/src/types.gen.ts'

export type GridCell = RateBookGrid['cells'][number]

/** How a cell changes, for its color: up or down in four steps, new, gone, or the same. */
export type Heat = `${'up' | 'down'}-${1 | 2 | 3 | 4}` | 'new' | 'gone' | 'same' | 'changed'

const steps = [2, 5, 10] as const

export function heatOf({ before, after, changePercent }: GridCell): Heat {
  if (before === null) return 'new'
  if (after === null) return 'gone'
  if (before === after) return 'same'
  if (changePercent === null) return 'changed'
  const size = Math.abs(changePercent)
  const step = (1 + steps.filter((limit) => size >= limit).length) as 1 | 2 | 3 | 4
  return changePercent > 0 ? `up-${step}` : `down-${step}`
}

/** The cells of a grid by row and column. */
export function cellsOf({ cells }: RateBookGrid): (row: number, column: number) => GridCell | undefined {
  const byPlace = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell]))
  return (row, column) => byPlace.get(`${row} ${column}`)
}
