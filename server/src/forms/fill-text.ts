import { type PDFFont, PDFName, PDFString, type PDFTextField } from 'pdf-lib'
import { printable } from './fonts.ts'
import { wrapLines } from './lines.ts'

/** Smaller text is not readable. */
const SMALLEST = 5
const USUAL = 10
const STEP = 0.5

/** Writes text into a field, in a smaller size if it has to. False when the text was cut off. */
export function fillText(field: PDFTextField, value: string, font: PDFFont): boolean {
  // Rich text would be shown instead of the plain text.
  if (field.isRichFormatted()) field.disableRichFormatting()
  const maximum = field.getMaxLength() ?? Number.POSITIVE_INFINITY
  const paragraphs = value.split(/\r\n|[\n\r\u2028\u2029]/).map(printable)
  const whole = field.isMultiline() ? paragraphs.join('\n') : paragraphs.join(' ')
  const letters = [...whole]
  const text = letters.length > maximum ? letters.slice(0, maximum).join('') : whole
  const result = field.isCombed() ? { text, size: undefined } : fitted(field, text, font)
  field.setText(result.text)
  for (const widget of field.acroField.getWidgets()) setSize(field, widget.dict, result.size)
  field.defaultUpdateAppearances(font)
  return result.text.replaceAll('\n', ' ') === whole.replaceAll('\n', ' ')
}

interface Fitted {
  readonly text: string
  readonly size: number
}

/** The largest size, up to the field's own, at which the text fits everywhere the field is shown. */
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
      .flatMap((line) => wrapLines(line, width, (part) => font.widthOfTextAtSize(part, size)))
      .map((line) => line.trimEnd())
    // The line height that the library uses.
    const room = Math.max(Math.floor(height / (font.heightAtSize(size) * 1.2)), 1)
    if (lines.length <= room) return { text: lines.join('\n'), size }
    if (size <= SMALLEST)
      return { text: [...lines.slice(0, room - 1), `${lines[room - 1]}…`].join('\n'), size }
  }
}

function cutTo(text: string, width: number, font: PDFFont): string {
  const [line = ''] = wrapLines(text, width - font.widthOfTextAtSize('…', SMALLEST), (part) =>
    font.widthOfTextAtSize(part, SMALLEST),
  )
  return `${line.trimEnd()}…`
}

const DEFAULT_APPEARANCE = PDFName.of('DA')

/** The form's setting for the font of a field. Size 0 lets the PDF reader choose. */
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
