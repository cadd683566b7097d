import PDFDocument from 'pdfkit'
import { formFonts, printable } from './fonts.ts'
import { wrapLines } from './lines.ts'
import { colors, page, type Style } from './styles.ts'

// Draws onto pages. It knows the current position, what still fits on the page, and the structure element of each text.

export type Element = ReturnType<InstanceType<typeof PDFDocument>['struct']>

/** The text of one structure element, already broken into lines. */
export interface Piece {
  readonly element: Element
  readonly lines: readonly string[]
  readonly style: Style
}

/** Pieces stacked in one column. */
export interface Cell {
  readonly x: number
  readonly width: number
  readonly pieces: readonly Piece[]
  readonly toRight?: boolean
}

interface PenOptions {
  readonly title: string
  readonly author: string
  readonly writtenAt: Date
  /** Called when a page begins, to draw what lies behind its text. */
  readonly onPage: (pen: Pen) => void
}

export class Pen {
  readonly #doc: InstanceType<typeof PDFDocument>
  readonly #onPage: (pen: Pen) => void
  /** The root of the structure tree. */
  readonly root: Element
  y: number = page.top

  constructor({ title, author, writtenAt, onPage }: PenOptions) {
    const { regular, semiBold } = formFonts()
    this.#doc = new PDFDocument({
      size: 'LETTER',
      margin: 0,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en-US',
      displayTitle: true,
      bufferPages: true,
      autoFirstPage: false,
      // No default font: the file would then name a font that is not embedded.
      font: '',
      info: {
        Title: title,
        Author: author,
        Creator: 'Bulwark',
        Producer: 'Bulwark',
        CreationDate: writtenAt,
      },
    })
    // pdfkit accepts fonts that are already parsed; its types do not say so.
    this.#doc.registerFont('regular', regular as unknown as Buffer)
    this.#doc.registerFont('semiBold', semiBold as unknown as Buffer)
    this.#onPage = onPage
    this.root = this.#doc.struct('Document')
    this.#doc.addStructure(this.root)
    this.newPage()
  }

  newPage(): void {
    this.#doc.addPage()
    this.y = page.top
    this.#onPage(this)
  }

  get pageCount(): number {
    return this.#doc.bufferedPageRange().count
  }

  /** Begins a new page unless this height still fits on the current one. */
  makeRoom(height: number): void {
    if (this.y + height > page.bottom && this.y > page.top) this.newPage()
  }

  element(type: string, parent: Element = this.root, options: object = {}): Element {
    const element = this.#doc.struct(type, options)
    parent.add(element)
    return element
  }

  widthOf(text: string, { font, size }: Style): number {
    return this.#doc.font(font).fontSize(size).widthOfString(text)
  }

  /** The lines of a text with one or more paragraphs. */
  lines(texts: string | readonly string[], style: Style, width: number): string[] {
    const paragraphs = typeof texts === 'string' ? [texts] : texts
    this.#doc.font(style.font).fontSize(style.size)
    return paragraphs.flatMap((text) => {
      const shown = printable(text)
      // No letter is wider than the size of its font, so most short texts fit without being measured.
      return shown.length * style.size <= width
        ? [shown]
        : wrapLines(shown, width, (part) => this.#doc.widthOfString(part))
    })
  }

  /** Draws cells side by side, across as many pages as they need. */
  row(cells: readonly Cell[]): void {
    const flows = cells.map((cell) => ({ cell, left: linesIn(cell) }))
    for (;;) {
      const top = this.y
      let bottom = top
      for (const flow of flows) {
        const taken = takeUpTo(flow.left, page.bottom - top)
        flow.left = flow.left.slice(taken.length)
        bottom = Math.max(bottom, this.#set(flow.cell, taken, top))
      }
      this.y = bottom
      if (flows.every(({ left }) => left.length === 0)) return
      this.newPage()
    }
  }

  /** Draws texts side by side, each of one line, as one part of the structure. */
  line(
    element: Element,
    texts: readonly (Pick<Cell, 'x' | 'width' | 'toRight'> & {
      readonly text: string
      readonly style: Style
    })[],
  ): void {
    const top = this.y
    element.add(() => {
      for (const { x, width, toRight, text, style } of texts)
        this.#text(text, toRight ? x + width - this.widthOf(text, style) : x, top, style)
    })
    this.y += Math.max(0, ...texts.map(({ style }) => style.leading))
  }

  /** Draws lines of a cell from the given height. Returns where they end. */
  #set({ x, width, toRight }: Cell, lines: readonly Line[], top: number): number {
    let y = top
    for (let at = 0; at < lines.length; ) {
      const { piece } = lines[at] as Line
      const from = at
      while (at < lines.length && lines[at]?.piece === piece) at += 1
      const begin = y
      piece.element.add(() => {
        lines.slice(from, at).forEach(({ text }, line) => {
          const start = toRight ? x + width - this.widthOf(text.trimEnd(), piece.style) : x
          this.#text(text, start, begin + line * piece.style.leading, piece.style)
        })
      })
      y += (at - from) * piece.style.leading
    }
    return y
  }

  #text(text: string, x: number, y: number, { font, size, color }: Style): void {
    if (text.trim() === '') return
    this.#doc.font(font).fontSize(size).fillColor(color).text(text, x, y, { lineBreak: false })
  }

  /** Decoration: not read out, and not part of the document's text. */
  artifact(type: 'Layout' | 'Pagination', draw: (doc: InstanceType<typeof PDFDocument>) => void): void {
    this.#doc.markContent('Artifact', { type })
    draw(this.#doc)
    this.#doc.endMarkedContent()
  }

  /** Text that is decoration, such as a page number. */
  artifactText(text: string, { x, y, style }: { x: number; y: number; style: Style }): void {
    this.artifact('Pagination', () => this.#text(printable(text), x, y, style))
  }

  rule(x: number, width: number, { y = this.y, color = colors.rule, weight = 0.5 } = {}): void {
    this.artifact('Layout', (doc) =>
      doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(weight)
        .strokeColor(color)
        .stroke(),
    )
  }

  /** Finishes the file, after visiting every page once more now that the page count is known. */
  finish(onEachPage: (pageNumber: number) => void): Buffer {
    for (let at = 0; at < this.pageCount; at += 1) {
      this.#doc.switchToPage(at)
      onEachPage(at + 1)
    }
    this.root.end()
    this.#doc.end()
    // Everything has been written, so the whole file can be read at once.
    return this.#doc.read() as Buffer
  }
}

interface Line {
  readonly piece: Piece
  readonly text: string
}

const linesIn = ({ pieces }: Cell): Line[] =>
  pieces.flatMap((piece) => piece.lines.map((text) => ({ piece, text })))

function takeUpTo(lines: readonly Line[], height: number): Line[] {
  let used = 0
  const end = lines.findIndex(({ piece }) => {
    used += piece.style.leading
    return used > height
  })
  return end < 0 ? [...lines] : lines.slice(0, end)
}

/** The height of a row of these cells on one page. */
export const heightOf = (cells: readonly { readonly pieces: readonly Omit<Piece, 'element'>[] }[]): number =>
  Math.max(
    0,
    ...cells.map(({ pieces }) =>
      pieces.reduce((sum, { lines, style: { leading } }) => sum + lines.length * leading, 0),
    ),
  )
