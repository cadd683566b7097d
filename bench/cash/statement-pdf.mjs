// Drawing a statement of 5,000 items. Goal: at most three times what pdfkit takes by hand for the same texts in the same
// fonts, with one part of the document's structure for each row.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create } from 'fontkit'
import PDFDocument from 'pdfkit'
import { statementFigures, statementGroups } from '../../dist/domain/cash/statement.js'
import { statementLetter } from '../../dist/domain/cash/statement-letter.js'
import { drawLetter } from '../../dist/forms/draw-letter.js'
import { inTurns } from '../processes.mjs'
import { compared, isQuick } from '../rows.mjs'

const ITEMS = isQuick ? 500 : 5_000
const ROUNDS = 5
const TIMES_AT_MOST = 3

const lines = Array.from({ length: ITEMS }, (_, at) => ({
  group: statementGroups[Math.floor((at * statementGroups.length) / ITEMS)],
  date: `2026-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`,
  contractNumber: `VSC-${String(1_000_000 + at)}`,
  text: at % 5 === 0 ? 'Adjustment: agreed on the phone' : 'Contract sold',
  amount: 1_000 + ((at * 7_919) % 250_000),
}))
const sums = Object.fromEntries(
  statementGroups.map((group) => [
    group,
    lines.filter((line) => line.group === group).reduce((sum, { amount }) => sum + amount, 0),
  ]),
)

const letter = () =>
  statementLetter({
    ...{ writtenAt: '2026-11-16T15:00:00Z', date: '2026-11-16', number: 'STM-1', account: 'D1001' },
    sender: ['Summit Protection Administrators', '100 Congress Ave', 'Austin, TX 78701'],
    addressee: ['Hill Country Ford', '12 Elm St', 'Austin, TX 78701'],
    ...{ fromDate: '2026-01-01', toDate: '2026-12-31', figures: statementFigures(0, sums), lines },
  })

export async function benchStatementPdf() {
  const first = drawLetter(letter())
  const pages = (pdf) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
  const timed = (draw) => async () => {
    const began = performance.now()
    draw(letter())
    return performance.now() - began
  }
  for (const draw of [drawLetter, drawByHand]) draw(letter())
  const times = await inTurns(ROUNDS, timed(drawLetter), timed(drawByHand))
  const name = `a statement of ${ITEMS.toLocaleString('en-US')} items as PDF, ${pages(first)} pages, against pdfkit by hand`
  return compared({ name, unit: 'ms', ...times, atMost: TIMES_AT_MOST })
}

// --- By hand ----------------------------------------------------------------------------------------------------------

const font = (name) => create(readFileSync(join(import.meta.dirname, '../../server/assets/fonts', name)))
const [regular, bold] = [font('NotoSans-Regular.ttf'), font('NotoSans-SemiBold.ttf')]
const [LEFT, WIDTH, TOP, BOTTOM] = [48, 516, 50, 730]

function drawByHand({ title, sender, date, addressee, references, heading, opening, glance, ...rest }) {
  const doc = new PDFDocument({
    ...{ size: 'LETTER', margin: 0, pdfVersion: '1.7', tagged: true, lang: 'en-US', displayTitle: true },
    ...{
      bufferPages: true,
      font: '',
      info: { Title: title, CreationDate: new Date('2026-11-16T15:00:00Z') },
    },
  })
  doc.registerFont('regular', regular)
  doc.registerFont('bold', bold)
  const root = doc.struct('Document')
  doc.addStructure(root)
  let y = TOP
  /** The cells of one line, each at its place, as one part of the structure. */
  const line = (type, cells, { face = 'regular', size = 8.5, height = size * 1.5 } = {}) => {
    if (y + height > BOTTOM) {
      doc.addPage()
      y = TOP
    }
    const draw = () => {
      doc.font(face).fontSize(size).fillColor('#1B2430')
      for (const { words, x, width, align } of cells)
        doc.text(words, LEFT + x, y, { width, align, lineBreak: false })
    }
    root.add(doc.struct(type, {}, draw))
    y += height
  }
  const text = (type, words, options) => line(type, [{ words, x: 0, width: WIDTH }], options)
  for (const words of [...sender, date, ...addressee]) text('P', words)
  text('H1', heading, { face: 'bold', size: 19 })
  for (const words of opening) text('P', words)
  for (const { label, lines: values } of [...references, ...glance]) text('P', `${label} ${values.join(' ')}`)
  for (const { heading: title, blocks } of rest.sections) {
    text('H2', title, { face: 'bold', size: 10 })
    for (const block of blocks)
      if (block.kind === 'table') table(line, block)
      else for (const words of block.paragraphs ?? []) text('P', words)
  }
  for (const words of rest.closing) text('P', words)
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.font('regular').fontSize(7.5)
    doc.text(rest.footer, LEFT, 752, { lineBreak: false })
    doc.text(`Page ${page + 1} of ${count}`, 520, 752, { lineBreak: false })
    doc.endMarkedContent()
  }
  root.end()
  doc.end()
  return doc.read()
}

function table(line, { columns, rows }) {
  const shares = columns.reduce((all, { share }) => all + share, 0)
  let x = 0
  const places = columns.map(({ share, isAmount }) => {
    const width = (WIDTH * share) / shares
    x += width
    return { x: x - width, width: width - 14, ...(isAmount ? { align: 'right' } : {}) }
  })
  const cellsOf = (all) => all.map((words, at) => ({ words, ...places[at] }))
  line('TR', cellsOf(columns.map(({ heading }) => heading)), { size: 7 })
  for (const { cells, isTotal } of rows) line('TR', cellsOf(cells), { face: isTotal ? 'bold' : 'regular' })
}
