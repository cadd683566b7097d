import { type PDFFont, PDFName, PDFString, type PDFTextField } from 'pdf-lib'
import { printable } from './fonts.ts'
import { linesOf } from './lines.ts'

/** Below it nobody reads. */
const SMALLEST = 5
const USUAL = 10
const STEP = 0.5

/** Writes a text into a field, as small as it must be. False: it had to be cut. */
export function fillText(field: PDFTextField, value: string, font: PDFFont): boolean {
  // A rich text would be shown in place of the plain one.
  if (field.isRichFormatted()) field.disableRichFormatting()
  const most = field.getMaxLength() ?? Number.POSITIVE_INFINITY
  const paragraphs = value.split(/\r\n|[\n\r\u2028\u2029]/).map(printable)
  const whole = field.isMultiline() ? paragraphs.join('\n') : paragraphs.join(' ')
  const letters = [...whole]
  const text = letters.length > most ? letters.slice(0, most).join('') : whole
  const set = field.isCombed() ? { text, size: undefined } : fitted(field, text, font)
  field.setText(set.text)
  for (const widget of field.acroField.getWidgets()) setSize(field, widget.dict, set.size)
  field.defaultUpdateAppearances(font)
  return set.text.replaceAll('\n', ' ') === whole.replaceAll('\n', ' ')
}

interface Fitted {
  readonly text: string
  readonly size: number
}

/** The largest size, up to the field's own, in which the text fits into each place where the field is shown. */
function fitted(field: PDFTextField, text: string, font: PDFFont): Fitted {
  const places = field.acroField.getWidgets().map((widget) => {
    const { width, height } = widget.getRectangle()
    const edge = 2 * ((widget.getBorderStyle()?.getWidth() ?? 0) + 1) + 1
    return { width: Math.max(width - edge, 1), height: Math.max(height - edge, 1) }
  })
  const width = Math.min(...places.map((place) => place.width))
  const height = Math.min(...places.map((place) => place.height))
  const own = sizeOf(field)
  if (!field.isMultiline()) {
    const tall = font.sizeAtHeight(height)
    const wide = width / Math.max(font.widthOfTextAtSize(text, 1), 0.001)
    const size = Math.min(own ?? Math.min(tall, 12), wide)
    return size >= SMALLEST ? { text, size } : { text: cutTo(text, width, font), size: SMALLEST }
  }
  for (let size = own ?? USUAL; ; size = Math.max(size - STEP, SMALLEST)) {
    const lines = text
      .split('\n')
      .flatMap((line) => linesOf(line, width, (part) => font.widthOfTextAtSize(part, size)))
      .map((line) => line.trimEnd())
    // A line and the space below it, as the library sets them.
    const room = Math.max(Math.floor(height / (font.heightAtSize(size) * 1.2)), 1)
    if (lines.length <= room) return { text: lines.join('\n'), size }
    if (size <= SMALLEST)
      return { text: [...lines.slice(0, room - 1), `${lines[room - 1]}…`].join('\n'), size }
  }
}

function cutTo(text: string, width: number, font: PDFFont): string {
  const [line = ''] = linesOf(text, width - font.widthOfTextAtSize('…', SMALLEST), (part) =>
    font.widthOfTextAtSize(part, SMALLEST),
  )
  return `${line.trimEnd()}…`
}

const DEFAULT_APPEARANCE = PDFName.of('DA')

/** What the form says of the font of a field; the size 0 is for the reader to choose. */
function appearanceOf(field: PDFTextField): string {
  return (
    field.acroField.getDefaultAppearance() ?? field.acroField.getWidgets()[0]?.getDefaultAppearance() ?? ''
  )
}

function sizeOf(field: PDFTextField): number | undefined {
  const size = Number(/([\d.]+)\s+Tf/.exec(appearanceOf(field))?.[1] ?? 0)
  return size > 0 ? size : undefined
}

function setSize(
  field: PDFTextField,
  widget: { set(key: PDFName, value: PDFString): void },
  size: number | undefined,
): void {
  if (size === undefined) return
  const color =
    appearanceOf(field)
      .replace(/\/\S+\s+[-\d.]+\s+Tf/, '')
      .trim() || '0 g'
  widget.set(DEFAULT_APPEARANCE, PDFString.of(`${color} /NotoSans ${size} Tf`))
}
