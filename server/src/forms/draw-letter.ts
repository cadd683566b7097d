import type { Letter } from '../domain/letter.ts'
import { drawSection, prepareText } from './blocks.ts'
import { drawEdges, drawGlance, drawSender } from './draw.ts'
import { factCells, prepareFact } from './facts.ts'
import { printable } from './fonts.ts'
import { Pen } from './pen.ts'
import { GAP, page, styles, WIDTH } from './styles.ts'

/** A letter as a PDF, tagged and styled like the forms. */
export function drawLetter(letter: Letter): Buffer {
  const [author = ''] = letter.sender
  const pen = new Pen({
    title: printable(letter.title),
    author: printable(author),
    writtenAt: new Date(letter.writtenAt),
    onPage: () => undefined,
  })
  drawSender(pen, letter.sender)
  drawAddressee(pen, letter)
  drawHeading(pen, letter.heading)
  drawParagraphs(pen, letter.opening)
  drawGlance(pen, letter.glance)
  for (const section of letter.sections) drawSection(pen, section)
  pen.y += 6
  drawParagraphs(pen, letter.closing)
  const { heading, footer } = letter
  return pen.finish((pageNumber) => drawEdges(pen, { heading, footer, draftMark: null }, pageNumber))
}

/** The addressee, placed for a window envelope, with the date and the references beside it. */
function drawAddressee(pen: Pen, { addressee, date, references }: Letter): void {
  const left = WIDTH * 0.46
  const facts = [{ label: 'Date', lines: [date] }, ...references]
  const width = (WIDTH - left - GAP * facts.length) / facts.length
  const prepared = facts.map((fact, at) =>
    prepareFact(pen, fact, { x: page.left + left + GAP + at * (width + GAP), width }),
  )
  pen.y += 14
  const to = pen.element('P')
  const style = styles.body
  const list = pen.element('L')
  pen.row([
    { x: page.left, width: left, pieces: [{ element: to, lines: pen.lines(addressee, style, left), style }] },
    ...factCells(pen, list, prepared),
  ])
  pen.y += 24
}

function drawHeading(pen: Pen, heading: string): void {
  const style = styles.title
  const element = pen.element('H1')
  pen.row([
    { x: page.left, width: WIDTH, pieces: [{ element, lines: pen.lines(heading, style, WIDTH), style }] },
  ])
  pen.y += 8
}

function drawParagraphs(pen: Pen, paragraphs: readonly string[]): void {
  prepareText(pen, paragraphs, styles.body).draw(pen.root)
  pen.y += 6
}
