import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { plainPdf } from './plain-pdf.ts'

test('is a PDF of one page, with every object where the table says', async () => {
  const bytes = plainPdf('Invoice (copy)', ['Labor 4.2 h \\ 145.00', 'Zoë Łuk'])
  const text = bytes.toString('latin1')
  const pdf = await PDFDocument.load(bytes)
  expect(pdf.getPageCount()).toBe(1)
  expect(text).toContain('(Invoice \\(copy\\))')
  expect(text).toContain('(Labor 4.2 h \\\\ 145.00)')
  expect(text).toContain('(Zoë ?uk)')
  const [, ...places] = [...text.matchAll(/^(\d{10}) \d{5} [nf] $/gm)].map(([, place]) => Number(place))
  expect(places.map((place) => text.slice(place, place + 7))).toEqual(
    places.map((_, at) => `${at + 1} 0 obj`),
  )
  expect(text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1])).startsWith('xref')).toBe(true)
})

test('is the same for the same lines', () => {
  expect(plainPdf('A', ['b'])).toEqual(plainPdf('A', ['b']))
  expect(plainPdf('A', ['b'])).not.toEqual(plainPdf('A', ['c']))
})
