import type { Fact } from '../domain/letter.ts'
import type { Cell, Element, Pen, Piece } from './pen.ts'
import { type Style, styles } from './styles.ts'

// A label and what it stands for, as an item of a list. Prepared first, so that its height is known before it is placed.

export interface PreparedCell extends Omit<Cell, 'pieces'> {
  readonly pieces: readonly Omit<Piece, 'element'>[]
}

/** Where a fact stands, and how its label, its first line and its other lines are set. */
export interface FactPlace {
  readonly x: number
  readonly width: number
  readonly first?: Style
  readonly rest?: Style
}

export function prepareFact(pen: Pen, { label, lines }: Fact, { x, width, ...set }: FactPlace): PreparedCell {
  const [head = '', ...tail] = lines
  // The first line is what it is, the others say where and how.
  const { first = tail.length > 0 ? styles.strong : styles.value, rest = styles.value } = set
  const pieces = [
    { lines: pen.lines(label, styles.label, width), style: styles.label },
    { lines: pen.lines(head, first, width), style: first },
    { lines: pen.lines(tail, rest, width), style: rest },
  ]
  return { x, width, pieces }
}

/** Gives prepared cells their places in the structure of the document. */
export function factCells(pen: Pen, list: Element, cells: readonly PreparedCell[]): Cell[] {
  return cells.map(({ pieces, ...place }) => {
    const item = pen.element('LI', list)
    const [label, body] = [pen.element('Lbl', item), pen.element('LBody', item)]
    return { ...place, pieces: pieces.map((piece, at) => ({ ...piece, element: at === 0 ? label : body })) }
  })
}
