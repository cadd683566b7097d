import { fileEnding } from './file-names.ts'

// What may be uploaded, and how it is told: by what a file begins with, by the ending of its name and by the type that
// the caller says. All that is said has to agree. A file that is taken is still only stored, and given out to be saved.

export interface FileType {
  readonly code: 'pdf' | 'jpg' | 'png' | 'tif' | 'docx'
  readonly contentType: string
  /** Other names of the same type that are in use. */
  readonly aliases: readonly string[]
  readonly endings: readonly string[]
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export const fileTypes: readonly FileType[] = [
  { code: 'pdf', contentType: 'application/pdf', aliases: ['application/x-pdf'], endings: ['pdf'] },
  { code: 'jpg', contentType: 'image/jpeg', aliases: ['image/jpg', 'image/pjpeg'], endings: ['jpg', 'jpeg'] },
  { code: 'png', contentType: 'image/png', aliases: ['image/x-png'], endings: ['png'] },
  { code: 'tif', contentType: 'image/tiff', aliases: ['image/tif'], endings: ['tif', 'tiff'] },
  { code: 'docx', contentType: WORD, aliases: [], endings: ['docx'] },
]

/** The type that says nothing: as good as none. */
export const ANY_BYTES = 'application/octet-stream'

/** What a file begins with. `zip` may be a Word document: its directory says. */
export interface Beginning {
  readonly code: FileType['code'] | 'zip' | undefined
  /** As it stands in a sentence. */
  readonly name: string
}

const BEGINNINGS: readonly (readonly [code: Beginning['code'], name: string, bytes: string])[] = [
  ['pdf', 'a PDF', '%PDF-'],
  ['jpg', 'a JPEG image', '\xff\xd8\xff'],
  ['png', 'a PNG image', '\x89PNG\r\n\x1a\n'],
  ['tif', 'a TIFF image', 'II*\0'],
  ['tif', 'a TIFF image', 'MM\0*'],
  ['zip', 'a ZIP archive', 'PK\x03\x04'],
  [undefined, 'an empty ZIP archive', 'PK\x05\x06'],
  [undefined, 'a GIF image', 'GIF8'],
  [undefined, 'a BMP image', 'BM'],
  [undefined, 'a RIFF file such as WebP', 'RIFF'],
  [undefined, 'an old Office document', '\xd0\xcf\x11\xe0'],
  [undefined, 'rich text', '{\\rtf'],
  [undefined, 'a Windows program', 'MZ'],
  [undefined, 'a Linux program', '\x7fELF'],
  [undefined, 'Java classes or a Mac program', '\xca\xfe\xba\xbe'],
  [undefined, 'a script', '#!'],
  [undefined, 'a gzip archive', '\x1f\x8b'],
  [undefined, 'a RAR archive', 'Rar!'],
  [undefined, 'a 7z archive', '7z\xbc\xaf'],
  [undefined, 'PostScript', '%!PS'],
]

/** How many bytes of a file are enough to tell. */
export const BEGINNING_BYTES = 64

export function readBeginning(head: Uint8Array): Beginning {
  const text = Array.from(head.subarray(0, BEGINNING_BYTES), (byte) => String.fromCharCode(byte)).join('')
  if (text === '') return { code: undefined, name: 'nothing' }
  const [code, name] = BEGINNINGS.find(([, , bytes]) => text.startsWith(bytes)) ?? []
  if (name !== undefined) return { code, name }
  const word = text.replace(/^\xef\xbb\xbf/, '').trimStart()
  if (/^<(\?xml|svg|!doctype svg)/i.test(word)) return { code: undefined, name: 'XML or SVG' }
  if (word.startsWith('<')) return { code: undefined, name: 'HTML' }
  const isText = [...text].every((sign) => (sign >= ' ' && sign <= '~') || /[\t\r\n]/.test(sign))
  return { code: undefined, name: isText ? 'text' : 'bytes of no type that is taken' }
}

/** What a caller says of a file. */
export interface FileClaim {
  readonly fileName: string
  readonly contentType: string | undefined
}

type TypeDecision = { readonly type: FileType } | { readonly refused: string; readonly seen: string }

const TAKEN = 'Taken are pdf, jpg, png, tif and docx.'

/** The type that name and declared type agree on, before any content is there. */
export function claimedType({ fileName, contentType }: FileClaim): TypeDecision {
  const ending = fileEnding(fileName)
  const type = fileTypes.find(({ endings }) => endings.includes(ending))
  if (!type) {
    const seen = ending === '' ? 'a name without an ending' : `a name that ends in .${ending}`
    return { refused: `The file has ${seen}. ${TAKEN}`, seen }
  }
  const said = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (said && said !== ANY_BYTES && said !== type.contentType && !type.aliases.includes(said)) {
    const seen = `the type ${said}`
    return { refused: `The file’s name ends in .${ending}, but it is sent with ${seen}.`, seen }
  }
  return { type }
}

/** The type of a file, by all three: what it holds, its name, and what the caller says. */
export function decideFileType(claim: FileClaim, content: Beginning): TypeDecision {
  const claimed = claimedType(claim)
  if ('refused' in claimed) return claimed
  const { name: seen, code } = content
  if (!fileTypes.some((type) => type.code === code)) return { refused: `The file is ${seen}. ${TAKEN}`, seen }
  if (claimed.type.code === code) return claimed
  return { refused: `The file’s name ends in .${fileEnding(claim.fileName)}, but it is ${seen}.`, seen }
}
