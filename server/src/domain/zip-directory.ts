// A Word document is a ZIP archive. The directory at the end of the file lists the content, so nothing has to be unpacked
// and a small archive that unpacks to a huge file does no harm.

/** The position of the directory in an archive. */
interface DirectoryPlace {
  readonly offset: number
  readonly size: number
  readonly entries: number
}

/** The end record of an archive is within this many bytes of the end of the file: a fixed part and a comment. */
export const ARCHIVE_END_BYTES = 22 + 0xffff
/** Documents from Word have a few dozen entries. */
const ENTRIES_AT_MOST = 4_096
const DIRECTORY_BYTES_AT_MOST = 1024 * 1024
/** The maximum unpacked size of a document, according to its directory. */
const UNPACKED_AT_MOST = 512 * 1024 * 1024

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * Finds the directory from the last bytes of a file. Gives nothing if the archive does not end with the file, has several
 * parts, or needs the ZIP64 format.
 */
export function directoryPlace(tail: Uint8Array, fileSize: number): DirectoryPlace | undefined {
  const view = viewOf(tail)
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== 0x06054b50) continue
    if (at + 22 + view.getUint16(at + 20, true) !== tail.length) continue
    const [disk, start] = [view.getUint16(at + 4, true), view.getUint16(at + 6, true)]
    const [here, entries] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)]
    const [size, offset] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)]
    const endsHere = offset + size === fileSize - tail.length + at
    const isPlain = disk === 0 && start === 0 && here === entries
    if (!endsHere || !isPlain || entries > ENTRIES_AT_MOST || size > DIRECTORY_BYTES_AT_MOST) return undefined
    return { offset, size, entries }
  }
  return undefined
}

interface Entry {
  readonly name: string
  readonly unpackedBytes: number
}

/** The entries of the directory, or nothing if it is damaged. */
function readEntries(directory: Uint8Array, count: number): readonly Entry[] | undefined {
  const view = viewOf(directory)
  const entries: Entry[] = []
  let at = 0
  for (let nth = 0; nth < count; nth += 1) {
    if (at + 46 > directory.length || view.getUint32(at, true) !== 0x02014b50) return undefined
    const [nameBytes, extraBytes] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)]
    const next = at + 46 + nameBytes + extraBytes + view.getUint16(at + 32, true)
    if (next > directory.length) return undefined
    const name = String.fromCharCode(...directory.subarray(at + 46, at + 46 + nameBytes))
    entries.push({ name, unpackedBytes: view.getUint32(at + 24, true) })
    at = next
  }
  return at === directory.length ? entries : undefined
}

/** Why an archive is not an acceptable Word document, or nothing if it is. */
export function wordFault(directory: Uint8Array, { entries: count }: DirectoryPlace): string | undefined {
  const entries = readEntries(directory, count)
  if (!entries) return 'a damaged ZIP archive'
  const has = (name: string) => entries.some((entry) => entry.name === name)
  if (!has('[Content_Types].xml') || !has('word/document.xml'))
    return 'a ZIP archive that is not a Word document'
  if (entries.some(({ name }) => /(^|\/)vba(project\.bin|data\.xml)$/i.test(name)))
    return 'a Word document with macros'
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0)
  if (unpacked > UNPACKED_AT_MOST) return 'a ZIP archive that is too large when unpacked'
  return undefined
}
