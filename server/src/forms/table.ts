import type { Block } from '../domain/letter.ts'
import { type PreparedBlock, WHOLE_UP_TO } from './blocks.ts'
import type { PreparedCell } from './facts.ts'
import { type Element, heightOf, type Pen } from './pen.ts'
import { GAP, page, type Style, styles, WIDTH } from './styles.ts'

/** Above and below the text of a row. */
const PAD = 2.2

/** A table with a line below each row. Its headings come again on the next page. */
export function prepareTable(pen: Pen, { columns, rows }: Extract<Block, { kind: 'table' }>): PreparedBlock {
  const shares = columns.reduce((all, { share }) => all + share, 0)
  const room = WIDTH - GAP * (columns.length - 1)
  let x: number = page.left
  const places = columns.map(({ share, isAmount }) => {
    const place = { x, width: (room * share) / shares, toRight: isAmount ?? false }
    x += place.width + GAP
    return place
  })
  const set = (texts: readonly string[], style: Style): PreparedCell[] =>
    places.map((place, at) => ({
      ...place,
      pieces: [{ lines: pen.lines(texts[at] ?? '', style, place.width), style }],
    }))
  const headings = set(
    columns.map(({ heading }) => heading),
    styles.label,
  )
  const body = rows.map(({ cells, isTotal }) => set(cells, isTotal ? styles.strong : styles.value))
  return {
    heights: [headings, ...body].map(heightOfRow),
    draw(parent) {
      const table = pen.element('Table', parent)
      drawRow(pen, table, headings, { type: 'TH', scope: 'Column' })
      for (const row of body) {
        const pages = pen.pageCount
        pen.makeRoom(Math.min(heightOfRow(row), WHOLE_UP_TO))
        if (pen.pageCount > pages) repeatHeadings(pen, headings)
        drawRow(pen, table, row, { type: 'TD' })
      }
      pen.y += 2
    },
  }
}

const heightOfRow = (cells: readonly PreparedCell[]) => heightOf(cells) + 2 * PAD

interface CellKind {
  readonly type: 'TH' | 'TD'
  readonly scope?: 'Column'
}

function drawRow(pen: Pen, table: Element, cells: readonly PreparedCell[], { type, ...kind }: CellKind) {
  const row = pen.element('TR', table)
  pen.y += PAD
  pen.row(
    cells.map(({ pieces, ...place }) => {
      const element = pen.element(type, row, kind)
      return { ...place, pieces: pieces.map((piece) => ({ ...piece, element })) }
    }),
  )
  pen.y += PAD
  pen.rule(page.left, WIDTH)
}

/** For the eye: whoever has the table read out knows them already. */
function repeatHeadings(pen: Pen, headings: readonly PreparedCell[]): void {
  pen.y += PAD
  for (const { x, width, toRight, pieces } of headings)
    for (const { lines, style } of pieces)
      lines.forEach((text, at) => {
        const start = toRight ? x + width - pen.widthOf(text.trimEnd(), style) : x
        pen.artifactText(text, { x: start, y: pen.y + at * style.leading, style })
      })
  pen.y += heightOf(headings) + PAD
  pen.rule(page.left, WIDTH)
}
