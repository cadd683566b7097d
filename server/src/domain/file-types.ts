import { fileExtension } from './file-names.ts'

// Which files may be uploaded. The first bytes of the file, the extension of its name and the content type that the caller
// sends must agree. Files are only stored and downloaded, never opened.

export interface FileType {
  readonly code: 'pdf' | 'jpg' | 'png' | 'tif' | 'docx' | 'csv'
  readonly contentType: string
  /** Other content types that are in use for the same type. */
  readonly aliases: readonly string[]
  readonly extensions: readonly string[]
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export const fileTypes: readonly FileType[] = [
  { code: 'pdf', contentType: 'application/pdf', aliases: ['application/x-pdf'], extensions: ['pdf'] },
  {
    code: 'jpg',
    contentType: 'image/jpeg',
    aliases: ['image/jpg', 'image/pjpeg'],
    extensions: ['jpg', 'jpeg'],
  },
  { code: 'png', contentType: 'image/png', aliases: ['image/x-png'], extensions: ['png'] },
  { code: 'tif', contentType: 'image/tiff', aliases: ['image/tif'], extensions: ['tif', 'tiff'] },
  { code: 'docx', contentType: WORD, aliases: [], extensions: ['docx'] },
]

/** What the service itself makes. It cannot be uploaded: nothing in the bytes says what it is. */
export const csvType: FileType = {
  ...{ code: 'csv', contentType: 'text/csv', aliases: [], extensions: ['csv'] },
}

/** The generic content type. It counts as none. */
export const ANY_BYTES = 'application/octet-stream'

/** The type that the first bytes of a file show. `zip` may be a Word document, which its directory shows. */
export interface Beginning {
  readonly code: FileType['code'] | 'zip' | undefined
  /** For use in a sentence. */
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

/** The number of bytes that are needed to recognize a type. */
export const BEGINNING_BYTES = 64

export function readBeginning(head: Uint8Array): Beginning {
  const text = Array.from(head.subarray(0, BEGINNING_BYTES), (byte) => String.fromCharCode(byte)).join('')
  if (text === '') return { code: undefined, name: 'empty' }
  const [code, name] = BEGINNINGS.find(([, , bytes]) => text.startsWith(bytes)) ?? []
  if (name !== undefined) return { code, name }
  const word = text.replace(/^\xef\xbb\xbf/, '').trimStart()
  if (/^<(\?xml|svg|!doctype svg)/i.test(word)) return { code: undefined, name: 'XML or SVG' }
  if (word.startsWith('<')) return { code: undefined, name: 'HTML' }
  const isText = [...text].every((sign) => (sign >= ' ' && sign <= '~') || /[\t\r\n]/.test(sign))
  return { code: undefined, name: isText ? 'plain text' : 'a file of an unknown type' }
}

/** The name and the content type that a caller sends with a file. */
export interface FileClaim {
  readonly fileName: string
  readonly contentType: string | undefined
}

type TypeDecision = { readonly type: FileType } | { readonly refused: string; readonly seen: string }

const ALLOWED = 'Allowed file types are pdf, jpg, png, tif and docx.'

/** The type by name and content type, before the content has arrived. */
export function claimedType({ fileName, contentType }: FileClaim): TypeDecision {
  const extension = fileExtension(fileName)
  const type = fileTypes.find(({ extensions }) => extensions.includes(extension))
  if (!type) {
    const seen = extension === '' ? 'a name without an extension' : `a name that ends in .${extension}`
    return { refused: `The file has ${seen}. ${ALLOWED}`, seen }
  }
  const sentType = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (sentType && ![ANY_BYTES, type.contentType, ...type.aliases].includes(sentType)) {
    const seen = `the content type ${sentType}`
    return { refused: `The file name ends in .${extension}, but the file was sent with ${seen}.`, seen }
  }
  return { type }
}

/** The type by content, name and content type. */
export function decideFileType(claim: FileClaim, content: Beginning): TypeDecision {
  const claimed = claimedType(claim)
  if ('refused' in claimed) return claimed
  const { name: seen, code } = content
  if (!fileTypes.some((type) => type.code === code))
    return { refused: `The file is ${seen}. ${ALLOWED}`, seen }
  if (claimed.type.code === code) return claimed
  return {
    refused: `The file name ends in .${fileExtension(claim.fileName)}, but the file is ${seen}.`,
    seen,
  }
}
