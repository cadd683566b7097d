import type { UnnumberedBook } from '../../domain/rate-book/book.ts'
import { bookArea } from '../../domain/rate-book/change-area.ts'
import { type BookChange, bookChanges, changeText } from '../../domain/rate-book/diff.ts'
import { changedGrids, type GridCell } from '../../domain/rate-book/grids.ts'
import { countParts } from '../book/check-book.ts'
import type { BookChangeModel, BookComparisonModel, BookCountsModel, BookGridModel } from './models.ts'

/** What one book changes in another, as it is answered. */
export interface ComparedBooks {
  /** How much there is in the later book. */
  readonly parts: BookCountsModel
  readonly counts: BookComparisonModel['counts']
  readonly changes: BookChangeModel[]
  readonly changeCount: number
  readonly grids: BookGridModel[]
}

/** More than a person reads. The tables show what the list leaves out. */
const CHANGES_AT_MOST = 2_000

/** The first book changes everything, so nothing is listed. */
export function comparedBooks(before: UnnumberedBook | null, after: UnnumberedBook): ComparedBooks {
  const changes = before ? bookChanges(before, after) : []
  const count = (wanted: BookChange['kind']) => changes.filter(({ kind }) => kind === wanted).length
  return {
    parts: countParts(after),
    counts: { new: count('New'), changed: count('Changed'), removed: count('Removed') },
    changes: changes.slice(0, CHANGES_AT_MOST).map(changeAnswer),
    changeCount: changes.length,
    grids: before ? gridsAnswer(before, after) : [],
  }
}

function changeAnswer(change: BookChange): BookChangeModel {
  const { kind, item } = change
  const fact =
    kind === 'Changed'
      ? { fact: change.fact, before: change.before, after: change.after }
      : { fact: null, before: null, after: null }
  return {
    ...{ kind, area: bookArea(item), program: item.program === '' ? null : item.program, item: item.name },
    ...fact,
    text: changeText(change),
  }
}

/** The tables of figures that differ. */
const gridsAnswer = (before: UnnumberedBook, after: UnnumberedBook): BookGridModel[] =>
  changedGrids(before, after).map(({ rows, columns, cells, ...grid }) => ({
    ...grid,
    ...{ rows: [...rows], columns: [...columns] },
    cells: cells.map((cell) => ({ ...cell, changePercent: changePercent(cell) })),
  }))

function changePercent({ before, after }: GridCell): number | null {
  if (before === null || after === null || before === 0) return null
  // The zero turns -0 into 0.
  return Number(((after / before - 1) * 100).toFixed(2)) || 0
}
