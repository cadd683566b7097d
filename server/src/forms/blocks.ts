import type { Signature } from '../domain/contract-form/content.ts'
import type { Block, Section } from '../domain/letter.ts'
import { factCells, type PreparedCell, prepareFact } from './facts.ts'
import { type Element, heightOf, type Pen } from './pen.ts'
import { colors, GAP, page, type Style, styles, WIDTH } from './styles.ts'
import { prepareTable } from './table.ts'

// Sections of a form. A block is broken into lines first, so that its height is known before it is placed.

export interface PreparedBlock {
  /** Of its rows. */
  readonly heights: readonly number[]
  draw(parent: Element): void
}

const HEADING = 24
/** Up to this height a section is not broken, nor is a row. */
export const WHOLE_UP_TO = 240

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

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

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
        // Two lines of a paragraph stay together.
        pen.makeRoom(Math.min(heightOf([cell]), 2 * style.leading))
        const element = pen.element('P', parent)
        pen.row([{ ...cell, pieces: cell.pieces.map((piece) => ({ ...piece, element })) }])
        pen.y += 4
      }
    },
  }
}

/** Lines to sign on, kept together. */
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
