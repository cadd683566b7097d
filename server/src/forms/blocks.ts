import type { Signature } from '../domain/contract-form/content.ts'
import type { Block, Section } from '../domain/letter.ts'
import { factCells, type PreparedCell, prepareFact } from './facts.ts'
import { type Element, heightOf, type Pen } from './pen.ts'
import { colors, GAP, page, type Style, styles, WIDTH } from './styles.ts'

// The sections of a form. Each block is broken into lines first, so that its height is known before it is placed.

interface PreparedBlock {
  /** The height of each row. */
  readonly heights: readonly number[]
  draw(parent: Element): void
}

const HEADING = 24
/** A section or row up to this height is never split across pages. */
const WHOLE_UP_TO = 240

export function drawSection(pen: Pen, { heading, blocks }: Section): void {
  const prepared = blocks.map((block) => prepare(pen, block))
  const heights = prepared.flatMap((block) => block.heights)
  const whole = HEADING + sum(heights)
  const beginning = HEADING + sum(heights.slice(0, 2).map((height) => Math.min(height, 60)))
  pen.makeRoom(whole <= WHOLE_UP_TO ? whole : beginning)
  const section = pen.element('Sect')
  drawHeading(pen, section, heading)
  for (const block of prepared) block.draw(section)
  section.end()
  pen.y += 5
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

function drawHeading(pen: Pen, parent: Element, heading: string): void {
  pen.y += 5
  const style = styles.heading
  const piece = { element: pen.element('H2', parent), lines: pen.lines(heading, style, WIDTH), style }
  pen.row([{ x: page.left, width: WIDTH, pieces: [piece] }])
  pen.y += 1
  pen.rule(page.left, WIDTH, { color: colors.brand, weight: 0.75 })
  pen.y += 4
}

function prepare(pen: Pen, block: Block): PreparedBlock {
  switch (block.kind) {
    case 'facts':
      return prepareFacts(pen, block)
    case 'table':
      return prepareTable(pen, block)
    case 'text':
      return prepareText(pen, block.paragraphs)
    default:
      return block satisfies never
  }
}

function prepareFacts(pen: Pen, { facts, columns }: Extract<Block, { kind: 'facts' }>): PreparedBlock {
  const width = (WIDTH - GAP * (columns - 1)) / columns
  const cells = facts.map((fact, at) =>
    prepareFact(pen, fact, { x: page.left + (at % columns) * (width + GAP), width }),
  )
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, at) =>
    cells.slice(at * columns, (at + 1) * columns),
  )
  return {
    heights: rows.map((row) => heightOf(row) + 5),
    draw(parent) {
      const list = pen.element('L', parent)
      for (const row of rows) {
        pen.makeRoom(Math.min(heightOf(row), WHOLE_UP_TO))
        pen.row(factCells(pen, list, row))
        pen.y += 5
      }
    },
  }
}

export function prepareText(
  pen: Pen,
  paragraphs: readonly string[],
  style: Style = styles.value,
): PreparedBlock {
  const cells = paragraphs.map(
    (text): PreparedCell => ({
      x: page.left,
      width: WIDTH,
      pieces: [{ lines: pen.lines(text, style, WIDTH), style }],
    }),
  )
  return {
    heights: cells.map((cell) => heightOf([cell]) + 4),
    draw(parent) {
      for (const cell of cells) {
        // At least two lines of a paragraph stay together.
        pen.makeRoom(Math.min(heightOf([cell]), 2 * style.leading))
        const element = pen.element('P', parent)
        pen.row([{ ...cell, pieces: cell.pieces.map((piece) => ({ ...piece, element })) }])
        pen.y += 4
      }
    },
  }
}

/** Padding above and below the text of a row. */
const PAD = 2.2

/** A table with a rule below each row. Its headings are repeated on every page. */
function prepareTable(
  pen: Pen,
  { columns, rows, isLong = false }: Extract<Block, { kind: 'table' }>,
): PreparedBlock {
  const shares = columns.reduce((total, { share }) => total + share, 0)
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
        if (isLong && row.every(isOneLine)) drawShortRow(pen, table, row)
        else drawRow(pen, table, row, { type: 'TD' })
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

const isOneLine = ({ pieces }: PreparedCell) => pieces.length === 1 && pieces[0]?.lines.length === 1

/** A row of single lines as one part. Its tags would otherwise take longer than its text. */
function drawShortRow(pen: Pen, table: Element, cells: readonly PreparedCell[]): void {
  const element = pen.element('TR', table)
  pen.y += PAD
  pen.line(
    element,
    cells.flatMap(({ x, width, toRight = false, pieces: [piece] }) =>
      piece ? [{ x, width, toRight, text: piece.lines[0] ?? '', style: piece.style }] : [],
    ),
  )
  pen.y += PAD
  pen.rule(page.left, WIDTH)
}

/** Drawn for the eye only: a screen reader has already read the headings. */
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

/** Signature lines, kept together on one page. */
export function drawSignatures(pen: Pen, signatures: readonly Signature[]): void {
  const [wide, narrow] = [WIDTH * 0.68, WIDTH * 0.32 - GAP]
  const right = page.left + wide + GAP
  const style = styles.label
  const prepared = signatures.map(({ role, name }) => pen.lines(`${role}: ${name}`, style, wide))
  pen.makeRoom(HEADING + sum(prepared.map((lines) => 26 + Math.min(lines.length * style.leading, 50))))
  const section = pen.element('Sect')
  drawHeading(pen, section, 'Signatures')
  for (const lines of prepared) {
    pen.y += 22
    pen.rule(page.left, wide, { color: colors.ink })
    pen.rule(right, narrow, { color: colors.ink })
    pen.y += 2
    const [who, when] = [pen.element('P', section), pen.element('P', section)]
    pen.row([
      { x: page.left, width: wide, pieces: [{ element: who, lines, style }] },
      { x: right, width: narrow, pieces: [{ element: when, lines: ['Date'], style }] },
    ])
    pen.y += 2
  }
  section.end()
}
