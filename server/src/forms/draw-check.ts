import type { Check } from '../domain/cash/check.ts'
import { drawSection } from './blocks.ts'
import { drawEdges, drawMark } from './draw.ts'
import { factCells, prepareFact } from './facts.ts'
import { printable } from './fonts.ts'
import { Pen } from './pen.ts'
import { colors, GAP, page, type Style, styles, WIDTH } from './styles.ts'

// A check at the top of the page, and its stub below it on as many pages as it needs. The lowest part of the check stays
// free: the stock has the line there that machines read.

const CHECK_BOTTOM = 252
const AMOUNT_WIDTH = 120

const payeeStyle: Style = styles.large
const VOID_COLOR = '#EBC4C4'

export function drawCheck(check: Check): Buffer {
  const [author = ''] = check.sender
  const pen = new Pen({
    title: printable(check.title),
    author: printable(author),
    writtenAt: new Date(check.writtenAt),
    onPage: (newPage) => {
      if (check.mark) drawMarks(newPage, check.mark)
    },
  })
  drawFace(pen, check)
  pen.y = Math.max(CHECK_BOTTOM, pen.y)
  pen.rule(0, page.width, { color: colors.rule })
  pen.y += 14
  drawStub(pen, check)
  const { title: heading, footer, mark: draftMark } = check
  return pen.finish((pageNumber) => drawEdges(pen, { heading, footer, draftMark }, pageNumber))
}

/** Across the check, and across the stub on every page. */
function drawMarks(pen: Pen, mark: string): void {
  const x = page.width / 2
  if (pen.pageCount === 1)
    drawMark(pen, mark, { x, y: CHECK_BOTTOM / 2, size: 120, angle: -18, color: VOID_COLOR })
  drawMark(pen, mark, { x, y: 520, size: 150, angle: -40, color: VOID_COLOR })
}

interface Place {
  readonly x?: number
  readonly y: number
  readonly width?: number
  readonly toRight?: boolean
}

/** Puts texts below each other, each with its style, and gives where they end. */
function put(
  pen: Pen,
  { x = page.left, y, width = WIDTH, toRight = false }: Place,
  ...texts: readonly (readonly [text: string, style: Style])[]
): number {
  pen.y = y
  const pieces = texts
    .filter(([text]) => text !== '')
    .map(([text, style]) => ({ element: pen.element('P'), lines: pen.lines(text, style, width), style }))
  pen.row([{ x, width, toRight, pieces }])
  return pen.y
}

function drawFace(pen: Pen, check: Check): void {
  const { sender, checkNumber, date, payee, mailTo, amount, memo, mark } = check
  const [name = '', ...lines] = sender
  const half = WIDTH / 2
  const right = { x: page.left + half, width: half, toRight: true }
  put(pen, { y: 30, width: half }, [name, styles.sender], [lines.join(' · '), styles.small])
  put(
    pen,
    { ...right, y: 30 },
    ...(mark ? [[mark, styles.draft] as const] : []),
    [checkNumber === '' ? '' : `No. ${checkNumber}`, styles.large],
    [date, styles.body],
  )
  const wide = WIDTH - AMOUNT_WIDTH - GAP
  const amountAt = { x: page.left + wide + GAP, width: AMOUNT_WIDTH, toRight: true }
  put(pen, { y: 86, width: wide }, ['Pay to the order of', styles.label])
  const named = put(pen, { y: 96, width: wide }, [payee, fitting(pen, payee, wide)])
  put(pen, { ...amountAt, y: 96 }, [amount, styles.large])
  pen.rule(page.left, WIDTH, { y: named + 2, color: colors.ink })
  const written = put(pen, { y: named + 7 }, [check.amountInWords, styles.body])
  pen.rule(page.left, WIDTH, { y: written + 2, color: colors.ink })
  const addressed = put(
    pen,
    { x: page.left + 24, y: written + 10, width: half },
    ...[payee, ...mailTo].map((line) => [line, styles.value] as const),
  )
  const signed = Math.max(addressed + 12, 192)
  const [firstLine = ''] = pen.lines(memo, styles.value, half - 40)
  put(pen, { y: signed, width: half - 24 }, [memo === '' ? '' : `Memo: ${firstLine.trimEnd()}`, styles.value])
  pen.rule(page.left + half + 24, half - 24, { y: signed, color: colors.ink })
  put(pen, { x: page.left + half + 24, y: signed + 2, width: half - 24 }, [
    'Authorized signature',
    styles.label,
  ])
}

/** A long name is set smaller, so that it does not push the rest into the lowest part. */
const fitting = (pen: Pen, text: string, width: number): Style =>
  pen.lines(text, payeeStyle, width).length === 1 ? payeeStyle : styles.value

function drawStub(pen: Pen, { stubFacts, stub, payee }: Check): void {
  const facts = [{ label: 'Paid to', lines: [payee] }, ...stubFacts]
  const width = (WIDTH - GAP * (facts.length - 1)) / facts.length
  const prepared = facts.map((fact, at) =>
    prepareFact(pen, fact, { x: page.left + at * (width + GAP), width, first: styles.strong }),
  )
  pen.row(factCells(pen, pen.element('L'), prepared))
  pen.y += 6
  drawSection(pen, stub)
}
