import { constants, inflateSync } from 'node:zlib'

// Whether a PDF can do something when it is opened: run a script, start a program, submit a form, open a file that it
// carries. Such a file is kept as it came, because it may be evidence. It is marked, so that no page shows it.
// The check looks for names and does not follow the structure: PDFs are often damaged, and readers repair them each in
// their own way. What cannot be looked into counts as active.

/** Names that give a PDF something to do. Going to a page and opening a web address at a click are harmless. */
const ACTIVE = new Set([
  ...['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'Rendition', 'GoTo3DView', 'RichMedia'],
  ...['RichMediaExecute', 'EmbeddedFile', 'EmbeddedFiles'],
])
/** The same, but so short that the bytes of a picture may spell them by chance. */
const ACTIVE_SHORT = new Set(['JS', 'AA', 'GoToE', 'XFA', 'Movie', 'Sound', '3D'])

/** This much is unpacked to look into it. */
const UNPACKED_AT_MOST = 32 * 1024 * 1024

export function hasActiveContent(pdf: Buffer): boolean {
  const streams = [...streamsIn(pdf)]
  // A comment can make a stream out of what a reader takes for objects, so the bytes of streams are searched too.
  if (names(pdf.toString('latin1'), ACTIVE) || names(textBeside(pdf, streams), ACTIVE_SHORT)) return true
  // The packed objects of an encrypted file cannot be read.
  const isEncrypted = pdf.includes('/Encrypt')
  let left = UNPACKED_AT_MOST
  for (const place of streams) {
    if (!holdsObjects(pdf, place)) continue
    const objects = isEncrypted ? undefined : unpacked(pdf, place, left)?.toString('latin1')
    if (objects === undefined || names(objects, ACTIVE) || names(objects, ACTIVE_SHORT)) return true
    left -= objects.length
  }
  return false
}

/** A name may spell any of its characters as # and two hex digits. */
const NAME = /\/([A-Za-z\d#]{2,60})/g

function names(text: string, wanted: ReadonlySet<string>): boolean {
  for (const [, name = ''] of text.matchAll(NAME)) if (wanted.has(plainName(name))) return true
  return false
}

const plainName = (name: string) =>
  name.includes('#')
    ? name.replaceAll(/#([\da-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : name

interface Place {
  /** Where the stream before it ends. */
  readonly before: number
  readonly begin: number
  readonly end: number
}

function* streamsIn(pdf: Buffer): Generator<Place> {
  let before = 0
  for (let at = pdf.indexOf('stream'); at >= 0; at = pdf.indexOf('stream', at)) {
    at += 'stream'.length
    if (!/^\r?\n/.test(pdf.toString('latin1', at, at + 2))) continue
    const end = pdf.indexOf('endstream', at)
    if (end < 0) return
    yield { before, begin: at, end }
    before = end
    at = end + 'endstream'.length
  }
}

function textBeside(pdf: Buffer, streams: readonly Place[]): string {
  const begins = [0, ...streams.map(({ end }) => end)]
  return begins.map((begin, nth) => pdf.toString('latin1', begin, streams[nth]?.begin)).join(' ')
}

/** How far before a stream its dictionary may begin. */
const DICTIONARY_BYTES = 64 * 1024

/** Newer files pack most of their objects into streams. A dictionary that cannot be found may be of one. */
function holdsObjects(pdf: Buffer, { before, begin }: Place): boolean {
  const near = pdf.subarray(Math.max(before, begin - DICTIONARY_BYTES), begin)
  const dictionary = near.lastIndexOf(' obj')
  return dictionary < 0 || names(near.toString('latin1', dictionary), OBJECT_STREAM)
}
const OBJECT_STREAM = new Set(['ObjStm'])

/** The packed objects. Nothing if they are packed in another way, damaged, or larger than this. */
function unpacked(pdf: Buffer, { begin, end }: Place, atMost: number): Buffer | undefined {
  const packed = pdf.subarray(begin + (pdf[begin] === 0x0d ? 2 : 1), end)
  try {
    return inflateSync(packed, { maxOutputLength: atMost, finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return undefined
  }
}
