// A page of text as a PDF, for papers that others wrote: a shop's invoice, a signed contract that was scanned. Drawing them
// with the fonts of our own forms would make the first start of a sandbox a second longer.

const [LEFT, TOP, LEADING] = [60, 740, 16] as const

/** A page with a heading and lines of text. The same lines give the same bytes. */
export function plainPdf(heading: string, lines: readonly string[]): Buffer {
  const page = [
    'BT',
    `/F2 15 Tf ${LEFT} ${TOP} Td (${escaped(heading)}) Tj`,
    `/F1 10 Tf ${LEADING} TL 0 -${LEADING} Td`,
    ...lines.map((line) => `T* (${escaped(line)}) Tj`),
    'ET',
  ].join('\n')
  return fileOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R
/Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    fontObject('Helvetica'),
    fontObject('Helvetica-Bold'),
  ])
}

const fontObject = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

/** The file: its objects, and a table of where each begins. */
function fileOf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\n`
  return Buffer.from(`${text}${end}startxref\n${text.length}\n%%EOF\n`, 'latin1')
}

/** Text as a PDF writes it. The fonts know Western European letters; others become question marks. */
const escaped = (text: string) =>
  text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?').replaceAll(/[\\()]/g, (sign) => `\\${sign}`)
