import type { Letter } from '../domain/letter.ts'
import { drawSection, prepareText } from './blocks.ts'
import { drawEdges, drawGlance, drawSender } from './draw.ts'
import { factCells, prepareFact } from './facts.ts'
import { printable } from './fonts.ts'
import { Pen } from './pen.ts'
import { GAP, page, styles, WIDTH } from './styles.ts'

/** A letter as a PDF, tagged and styled like the forms. */
export function drawLetter(letter: Letter): Buffer {
  const usual = compose(letter, {})
  const pen = isNearlyEmpty(usual) ? fuller(letter, usual) : usual
  const { heading, footer } = letter
  return pen.finish((pageNumber) => drawEdges(pen, { heading, footer, draftMark: null }, pageNumber))
}

/** Below this height, a last page looks as if something went wrong. */
const LITTLE = 150
const isNearlyEmpty = (pen: Pen) => pen.pageCount > 1 && pen.y - page.top < LITTLE

/** Saves the last page if setting the text closer is enough. Otherwise the last section moves to it as well. */
function fuller(letter: Letter, usual: Pen): Pen {
  const closer = compose(letter, { isClose: true })
  return closer.pageCount < usual.pageCount ? closer : compose(letter, { movesLast: true })
}

interface Setting {
  readonly isClose?: boolean
  readonly movesLast?: boolean
}

function compose(letter: Letter, { isClose = false, movesLast = false }: Setting): Pen {
  const [author = ''] = letter.sender
  const pen = new Pen({
    title: printable(letter.title),
    author: printable(author),
    writtenAt: new Date(letter.writtenAt),
    onPage: () => undefined,
  })
  const space = (usual: number) => {
    pen.y += isClose ? usual / 3 : usual
  }
  drawSender(pen, letter.sender)
  space(14)
  drawAddressee(pen, letter)
  space(24)
  drawHeading(pen, letter.heading)
  space(8)
  drawParagraphs(pen, letter.opening, isClose)
  space(6)
  drawGlance(pen, letter.glance)
  letter.sections.forEach((section, at) => {
    if (movesLast && at > 0 && at === letter.sections.length - 1) pen.newPage()
    drawSection(pen, section)
  })
  space(6)
  drawParagraphs(pen, letter.closing, isClose)
  return pen
}

/** The addressee, placed for a window envelope, with the date and the references beside it. */
function drawAddressee(pen: Pen, { addressee, date, references }: Letter): void {
  const left = WIDTH * 0.46
  const facts = [{ label: 'Date', lines: [date] }, ...references]
  const width = (WIDTH - left - GAP * facts.length) / facts.length
  const prepared = facts.map((fact, at) =>
    prepareFact(pen, fact, { x: page.left + left + GAP + at * (width + GAP), width }),
  )
  const to = pen.element('P')
  const style = styles.body
  const list = pen.element('L')
  pen.row([
    { x: page.left, width: left, pieces: [{ element: to, lines: pen.lines(addressee, style, left), style }] },
    ...factCells(pen, list, prepared),
  ])
}

function drawHeading(pen: Pen, heading: string): void {
  const style = styles.title
  const element = pen.element('H1')
  pen.row([
    { x: page.left, width: WIDTH, pieces: [{ element, lines: pen.lines(heading, style, WIDTH), style }] },
  ])
}

const closeBody = { ...styles.body, leading: 12 }

const drawParagraphs = (pen: Pen, paragraphs: readonly string[], isClose: boolean): void =>
  prepareText(pen, paragraphs, isClose ? closeBody : styles.body).draw(pen.root)
