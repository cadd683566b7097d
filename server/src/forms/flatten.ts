import {
  concatTransformationMatrix,
  drawObject,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFRef,
  PDFStream,
  popGraphicsState,
  pushGraphicsState,
} from 'pdf-lib'

// Draws fields into the page. The library's own flattening gives up on the whole form when one field has no appearance
// or is on no page, which is common. Here such a field is skipped.

const name = (text: string) => PDFName.of(text)
const HIDDEN = 2
const NO_VIEW = 32
const PUSH_BUTTON = 1 << 16

export function flatten(document: PDFDocument): void {
  for (const page of document.getPages()) {
    const annotations = page.node.Annots()
    if (!annotations) continue
    for (let at = 0; at < annotations.size(); ) {
      const annotation = annotations.lookup(at)
      if (!(annotation instanceof PDFDict) || annotation.get(name('Subtype')) !== name('Widget')) at += 1
      else {
        drawWidget(page, annotation)
        annotations.remove(at)
      }
    }
  }
  document.catalog.delete(name('AcroForm'))
}

function drawWidget(page: PDFPage, widget: PDFDict): void {
  const flags = widget.lookupMaybe(name('F'), PDFNumber)?.asNumber() ?? 0
  if (flags & (HIDDEN | NO_VIEW) || isActiveButton(widget)) return
  const reference = appearanceOf(widget)
  const rectangle = numbersOf(widget, 'Rect', 4)
  if (!reference || !rectangle) return
  const matrix = matrixOnto(page.doc.context.lookup(reference, PDFStream).dict, rectangle)
  if (!matrix) return
  const key = page.node.newXObject('Field', reference)
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(...matrix),
    drawObject(key),
    popGraphicsState(),
  )
}

/** A button may show a logo and stays; one that prints or sends does not belong on paper. */
function isActiveButton(widget: PDFDict): boolean {
  const ofField = (key: string) =>
    widget.lookup(name(key)) ?? widget.lookupMaybe(name('Parent'), PDFDict)?.lookup(name(key))
  const flags = ofField('Ff')
  const isButton =
    ofField('FT') === name('Btn') && flags instanceof PDFNumber && (flags.asNumber() & PUSH_BUTTON) !== 0
  return isButton && (ofField('A') !== undefined || ofField('AA') !== undefined)
}

/** The widget's current appearance: a single picture, or the one for its state. */
function appearanceOf(widget: PDFDict): PDFRef | undefined {
  const appearances = widget.lookupMaybe(name('AP'), PDFDict)
  const normal = appearances?.get(name('N'))
  const states = appearances?.lookup(name('N'))
  if (states instanceof PDFStream) return normal instanceof PDFRef ? normal : undefined
  if (!(states instanceof PDFDict)) return undefined
  const state = widget.lookupMaybe(name('AS'), PDFName)
  if (!state) return undefined
  const picture = states.get(state)
  return picture instanceof PDFRef && states.lookup(state) instanceof PDFStream ? picture : undefined
}

type Matrix = readonly [number, number, number, number, number, number]

/** Maps the transformed box of a picture onto the widget's rectangle (ISO 32000, 12.5.5). */
function matrixOnto(
  picture: PDFDict,
  [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[],
): [...Matrix] | undefined {
  const box = numbersOf(picture, 'BBox', 4)
  if (!box) return undefined
  const [left = 0, bottom = 0, right = 0, top = 0] = box
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(picture, 'Matrix', 6) ?? []
  const corners = [
    [left, bottom],
    [left, top],
    [right, bottom],
    [right, top],
  ] as const
  const xs = corners.map(([x, y]) => a * x + c * y + e)
  const ys = corners.map(([x, y]) => b * x + d * y + f)
  const [width, height] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)]
  if (!(width > 0 && height > 0)) return undefined
  const [scaleX, scaleY] = [Math.abs(x2 - x1) / width, Math.abs(y2 - y1) / height]
  const [shiftX, shiftY] = [
    Math.min(x1, x2) - scaleX * Math.min(...xs),
    Math.min(y1, y2) - scaleY * Math.min(...ys),
  ]
  return [scaleX, 0, 0, scaleY, shiftX, shiftY]
}

function numbersOf(dictionary: PDFDict, key: string, count: number): number[] | undefined {
  const array = dictionary.lookupMaybe(name(key), PDFArray)
  if (array?.size() !== count) return undefined
  return array.asArray().map((_, at) => array.lookupMaybe(at, PDFNumber)?.asNumber() ?? 0)
}
