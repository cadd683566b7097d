import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib'

// A document we hand out can only be read. Everything that could act is removed, and objects that nothing refers to
// anymore are not written.

const names = (...texts: string[]) => texts.map((text) => PDFName.of(text))

/** Entries that make a PDF reader do something. */
const ACTING = names('OpenAction', 'AA', 'JS', 'JavaScript', 'EmbeddedFiles', 'XFA', 'Perms', 'Collection')
/** Actions that stay: going to another page, and opening a web page when the reader clicks a link. */
const HARMLESS = names('GoTo', 'URI')
/** Annotations that carry files, video and the like. */
const ACTIVE_ANNOTATIONS = names('FileAttachment', 'Movie', 'Screen', 'Sound', 'RichMedia', '3D')
const RESOURCES = names('Font', 'XObject', 'ExtGState', 'Pattern')
const PICTURES = names('Form', 'Image')
const ACTION = PDFName.of('A')
const KIND = PDFName.of('S')
const NEXT = PDFName.of('Next')
const SUBTYPE = PDFName.of('Subtype')

export function removeActiveContent(document: PDFDocument): void {
  const { context } = document
  for (const page of document.getPages()) removeAnnotations(page.node)
  for (const [, object] of context.enumerateIndirectObjects()) disarm(object)
  const reached = reachable(document)
  for (const [reference] of context.enumerateIndirectObjects())
    if (!reached.has(reference)) context.delete(reference)
}

function removeAnnotations(page: PDFDict): void {
  const annotations = page.lookupMaybe(PDFName.of('Annots'), PDFArray)
  if (!annotations) return
  for (let at = annotations.size() - 1; at >= 0; at -= 1) {
    const subtype = annotations.lookupMaybe(at, PDFDict)?.get(SUBTYPE)
    if (ACTIVE_ANNOTATIONS.some((active) => active === subtype)) annotations.remove(at)
  }
}

/** Removes active content from an object and from everything inside it. */
function disarm(object: PDFObject): void {
  if (object instanceof PDFStream) disarm(object.dict)
  if (object instanceof PDFArray) for (const part of object.asArray()) disarm(part)
  if (!(object instanceof PDFDict)) return
  for (const key of ACTING) if (!isResource(object.lookup(key))) object.delete(key)
  const action = object.lookup(ACTION)
  // In other dictionaries the same key means something else.
  if (action instanceof PDFDict && action.get(KIND) instanceof PDFName && !isHarmless(action))
    object.delete(ACTION)
  if (isHarmless(object)) object.delete(NEXT)
  for (const [, value] of object.entries()) disarm(value)
}

/** A font or picture may have any name on its page, including these. */
function isResource(object: PDFObject | undefined): boolean {
  const dictionary = object instanceof PDFStream ? object.dict : object
  if (!(dictionary instanceof PDFDict)) return false
  const [type, subtype] = [dictionary.get(PDFName.of('Type')), dictionary.get(SUBTYPE)]
  return RESOURCES.some((resource) => resource === type) || PICTURES.some((picture) => picture === subtype)
}

const isHarmless = (action: PDFDict) => HARMLESS.some((kind) => kind === action.get(KIND))

function reachable({ context }: PDFDocument): Set<PDFRef> {
  const reached = new Set<PDFRef>()
  const { Root, Info, ID } = context.trailerInfo
  const waiting: (PDFObject | undefined)[] = [Root, Info, ID]
  for (let object = waiting.pop(); waiting.length > 0 || object; object = waiting.pop()) {
    if (object instanceof PDFRef) {
      if (reached.has(object)) continue
      reached.add(object)
      waiting.push(context.lookup(object))
    } else if (object instanceof PDFStream) waiting.push(object.dict)
    else if (object instanceof PDFArray) waiting.push(...object.asArray())
    else if (object instanceof PDFDict) waiting.push(...object.values())
  }
  return reached
}
