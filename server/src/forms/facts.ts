import type { Fact } from '../domain/letter.ts'
import type { Cell, Element, Pen, Piece } from './pen.ts'
import { type Style, styles } from './styles.ts'

// A label with its value, as an item of a list. It is prepared first, so that its height is known before it is placed.

export interface PreparedCell extends Omit<Cell, 'pieces'> {
  readonly pieces: readonly Omit<Piece, 'element'>[]
}

/** Where a fact is placed, and the styles of its first line and of the lines after it. */
interface FactPlace {
  readonly x: number
  readonly width: number
  readonly first?: Style
  readonly rest?: Style
}

export function prepareFact(
  pen: Pen,
  { label, lines }: Fact,
  { x, width, ...given }: FactPlace,
): PreparedCell {
  const [head = '', ...tail] = lines
  // The first line is the name; the lines after it are details.
  const { first = tail.length > 0 ? styles.strong : styles.value, rest = styles.value } = given
  const pieces = [
    { lines: pen.lines(label, styles.label, width), style: styles.label },
    { lines: pen.lines(head, first, width), style: first },
    { lines: pen.lines(tail, rest, width), style: rest },
  ]
  return { x, width, pieces }
}

/** Adds prepared cells to the document's structure tree. */
export function factCells(pen: Pen, list: Element, cells: readonly PreparedCell[]): Cell[] {
  return cells.map(({ pieces, ...place }) => {
    const item = pen.element('LI', list)
    const [label, body] = [pen.element('Lbl', item), pen.element('LBody', item)]
    return { ...place, pieces: pieces.map((piece, at) => ({ ...piece, element: at === 0 ? label : body })) }
  })
}
