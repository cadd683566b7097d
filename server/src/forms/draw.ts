import { type FormContent, formContent } from '../domain/contract-form/content.ts'
import type { ContractForm } from '../domain/contract-form/form.ts'
import type { Fact } from '../domain/letter.ts'
import { drawSection, drawSignatures } from './blocks.ts'
import { factCells, prepareFact } from './facts.ts'
import { printable } from './fonts.ts'
import { heightOf, Pen } from './pen.ts'
import { colors, page, styles, WIDTH } from './styles.ts'

/** A contract's form as a tagged PDF with embedded fonts. The same data gives the same bytes. */
export function drawContractForm(form: ContractForm): Buffer {
  const content = formContent(form)
  const pen = new Pen({
    title: printable(content.title),
    author: printable(form.administrator.name),
    writtenAt: new Date(form.writtenAt),
    onPage: (newPage) => {
      if (content.draftMark) drawDraftMark(newPage, content.draftMark)
    },
  })
  drawTop(pen, content)
  drawGlance(pen, content.glance)
  for (const section of content.sections) drawSection(pen, section)
  drawSignatures(pen, content.signatures)
  return pen.finish((pageNumber) => drawEdges(pen, content, pageNumber))
}

/** The draft mark, across the page. */
const drawDraftMark = (pen: Pen, mark: string): void =>
  drawMark(pen, mark, { x: page.width / 2, y: page.height / 2, size: 54, angle: -52, color: '#E7E9EC' })

interface MarkPlace {
  /** The middle of the mark. */
  readonly x: number
  readonly y: number
  readonly size: number
  readonly angle: number
  readonly color: string
}

/** A mark at an angle, behind the text. */
export function drawMark(pen: Pen, mark: string, { x, y, size, angle, color }: MarkPlace): void {
  const style = { font: 'semiBold', size, leading: size, color } as const
  const width = pen.widthOf(mark, style)
  pen.artifact('Pagination', (doc) => {
    doc.save().rotate(angle, { origin: [x, y] })
    doc.font(style.font).fontSize(style.size).fillColor(style.color)
    doc.text(mark, x - width / 2, y - style.size / 2, { lineBreak: false }).restore()
  })
}

/** The sender's name and address. */
export function drawSender(pen: Pen, [name = '', ...lines]: readonly string[]): void {
  const [from, where] = [pen.element('P'), pen.element('P')]
  pen.row([
    {
      x: page.left,
      width: WIDTH,
      pieces: [
        { element: from, lines: pen.lines(name, styles.sender, WIDTH), style: styles.sender },
        { element: where, lines: pen.lines(lines.join(' · '), styles.small, WIDTH), style: styles.small },
      ],
    },
  ])
  pen.y += 6
  pen.rule(page.left, WIDTH, { color: colors.brand, weight: 2 })
  pen.y += 10
}

/** The sender, the title and the references. */
function drawTop(pen: Pen, { sender, heading, subheading, references, draftMark }: FormContent): void {
  const left = WIDTH * 0.54
  drawSender(pen, sender)
  const [title, subtitle] = [pen.element('H1'), pen.element('P')]
  const draft = draftMark ? [{ element: pen.element('P'), lines: [draftMark], style: styles.draft }] : []
  const right = (WIDTH - left) / references.length
  const facts = references.map((reference, at) =>
    prepareFact(pen, reference, {
      x: page.left + left + 14 + at * right,
      width: right - 14,
      ...(at === 0 ? { first: styles.strong } : {}),
    }),
  )
  const list = pen.element('L')
  const titled = {
    x: page.left,
    width: left,
    pieces: [
      { element: title, lines: pen.lines(heading, styles.title, left), style: styles.title },
      { element: subtitle, lines: pen.lines(subheading, styles.subtitle, left), style: styles.subtitle },
      ...draft,
    ],
  }
  pen.row([titled, ...factCells(pen, list, facts)])
  pen.y += 8
}

/** The key facts, on a tinted strip. */
export function drawGlance(pen: Pen, glance: readonly Fact[]): void {
  const [pad, gap] = [10, 8]
  const width = (WIDTH - pad * 2 - gap * (glance.length - 1)) / glance.length
  const cells = glance.map((fact, at) =>
    prepareFact(pen, fact, {
      x: page.left + pad + at * (width + gap),
      width,
      first: styles.large,
      rest: styles.label,
    }),
  )
  const height = heightOf(cells) + pad * 2 - 4
  pen.artifact('Layout', (doc) => doc.roundedRect(page.left, pen.y, WIDTH, height, 4).fill(colors.tint))
  const end = pen.y + height
  pen.y += pad - 3
  const list = pen.element('L')
  pen.row(factCells(pen, list, cells))
  pen.y = end + 4
}

/** The footer of each page, and the header of every page after the first. */
export function drawEdges(
  pen: Pen,
  { footer, heading, draftMark }: Pick<FormContent, 'footer' | 'heading' | 'draftMark'>,
  pageNumber: number,
): void {
  const style = styles.small
  const y = page.height - 40
  pen.rule(page.left, WIDTH, { y: y - 5 })
  const count = `Page ${pageNumber} of ${pen.pageCount}`
  const countWidth = pen.widthOf(count, style)
  const [left = ''] = pen.lines(footer, style, WIDTH - countWidth - 140)
  pen.artifactText(left, { x: page.left, y, style })
  pen.artifactText(count, { x: page.right - countWidth, y, style })
  if (draftMark) {
    const width = pen.widthOf(draftMark, styles.draft)
    pen.artifactText(draftMark, { x: page.right - countWidth - 16 - width, y, style: styles.draft })
  }
  if (pageNumber === 1) return
  const [head = ''] = pen.lines(heading, style, WIDTH)
  pen.artifactText(head, { x: page.left, y: 32, style })
}
