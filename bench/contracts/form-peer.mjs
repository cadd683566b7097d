// What one would write with pdfkit for the same document: the same texts, fonts and tags, broken into lines by pdfkit.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create } from 'fontkit'
import PDFDocument from 'pdfkit'

const font = (name) => create(readFileSync(join(import.meta.dirname, '../../server/assets/fonts', name)))
// Read once, as ours are: reading them for every document takes several times as long as all the rest.
const regular = font('NotoSans-Regular.ttf')
const bold = font('NotoSans-SemiBold.ttf')

const [LEFT, WIDTH, BOTTOM] = [48, 516, 730]

export function drawByHand({
  title,
  sender,
  heading,
  subheading,
  references,
  glance,
  sections,
  signatures,
  footer,
}) {
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    font: '',
    info: { Title: title, CreationDate: new Date('2024-03-15T15:00:00Z') },
  })
  doc.registerFont('regular', regular)
  doc.registerFont('bold', bold)
  const root = doc.struct('Document')
  doc.addStructure(root)
  let y = 50

  const room = (height) => {
    if (y + height <= BOTTOM) return
    doc.addPage()
    y = 50
  }
  const part = (parent, type, draw) => parent.add(doc.struct(type, {}, draw))
  const text = (
    parent,
    type,
    words,
    { x = LEFT, width = WIDTH, at = y, face = 'regular', size = 8.5 } = {},
  ) => {
    part(parent, type, () => doc.font(face).fontSize(size).fillColor('#1B2430').text(words, x, at, { width }))
    return doc.y
  }
  const rule = () => {
    doc.markContent('Artifact', { type: 'Layout' })
    doc
      .moveTo(LEFT, y)
      .lineTo(LEFT + WIDTH, y)
      .lineWidth(0.5)
      .strokeColor('#C6CED8')
      .stroke()
    doc.endMarkedContent()
  }
  const facts = (parent, all, columns) => {
    const list = doc.struct('L')
    parent.add(list)
    const width = WIDTH / columns - 14
    for (let from = 0; from < all.length; from += columns) {
      room(40)
      let bottom = y
      all.slice(from, from + columns).forEach(({ label, lines }, column) => {
        const item = doc.struct('LI')
        list.add(item)
        const place = { x: LEFT + column * (width + 14), width }
        const below = text(item, 'Lbl', label, { ...place, size: 7 })
        bottom = Math.max(bottom, text(item, 'LBody', lines.join('\n'), { ...place, at: below }))
      })
      y = bottom + 5
    }
  }
  const table = (parent, { columns, rows }) => {
    const element = doc.struct('Table')
    parent.add(element)
    const shares = columns.reduce((all, { share }) => all + share, 0)
    for (const { cells, head, isTotal } of [
      { cells: columns.map((column) => column.heading), head: true },
      ...rows,
    ]) {
      room(20)
      const row = doc.struct('TR')
      element.add(row)
      let x = LEFT
      let bottom = y
      cells.forEach((words, at) => {
        const width = (WIDTH * columns[at].share) / shares
        const options = {
          x,
          width: width - 14,
          at: y + 2.5,
          face: isTotal ? 'bold' : 'regular',
          size: head ? 7 : 8.5,
        }
        bottom = Math.max(bottom, text(row, head ? 'TH' : 'TD', words, options))
        x += width
      })
      y = bottom + 2.5
      rule()
    }
  }

  y = text(root, 'P', sender[0], { face: 'bold', size: 13 })
  y = text(root, 'P', sender.slice(1).join(' · '), { size: 7.5 }) + 8
  rule()
  const top = y + 8
  y = text(root, 'H1', heading, { at: top, face: 'bold', size: 19, width: WIDTH / 2 })
  y = text(root, 'P', subheading, { size: 10.5 }) + 8
  facts(root, references, 3)
  facts(root, glance, glance.length)
  for (const section of sections) {
    room(60)
    const element = doc.struct('Sect')
    root.add(element)
    y = text(element, 'H2', section.heading, { at: y + 6, face: 'bold', size: 10 }) + 1
    rule()
    y += 4
    for (const block of section.blocks) {
      if (block.kind === 'facts') facts(element, block.facts, block.columns)
      else if (block.kind === 'table') table(element, block)
      else for (const words of block.paragraphs) y = text(element, 'P', words) + 4
    }
  }
  room(signatures.length * 40)
  for (const { role, name } of signatures) {
    y += 26
    rule()
    text(root, 'P', `${role}: ${name}`, { size: 7 })
    y = text(root, 'P', 'Date', { size: 7, x: 400 })
  }
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.font('regular').fontSize(7.5)
    doc.text(footer, LEFT, 752, { lineBreak: false })
    doc.text(`Page ${page + 1} of ${count}`, 520, 752, { lineBreak: false })
    doc.endMarkedContent()
  }
  root.end()
  doc.end()
  return doc.read()
}
