// A file’s name comes from a caller and goes to other people's disks. What could lead out of a folder, hide its own
// ending, or cannot be saved everywhere is refused rather than changed: a name that comes back is the name that was sent.

const FILE_NAME_AT_MOST = 200

const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i
/** Controls, format characters (which can turn the reading direction), and line ends. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u

/** Why a file cannot be called so; nothing when it can. */
export function fileNameFault(name: string): string | undefined {
  if (name === '') return 'The file has no name.'
  if (name.length > FILE_NAME_AT_MOST) return `The file’s name has more than ${FILE_NAME_AT_MOST} characters.`
  if (/[/\\]/.test(name)) return 'The file’s name holds a path: send the name alone.'
  if (HIDDEN.test(name)) return 'The file’s name holds characters that cannot be seen.'
  if (/[<>:"|?*]/.test(name)) return 'The file’s name holds one of < > : " | ? *, which not every disk takes.'
  if (/^[\s.]|[\s.]$/u.test(name)) return 'The file’s name begins or ends with a dot or a space.'
  if (RESERVED.test(name.split('.', 1)[0] ?? '')) return 'The file’s name is that of a device.'
  return undefined
}

/** The same letters in one spelling, so that a name is found again: é can be written in two ways. */
export const spelledFileName = (name: string) => name.normalize('NFC')

/** What comes behind the last dot, in lower case; empty without one. */
export function fileEnding(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** `Content-Disposition: attachment` with the name as RFC 6266 and RFC 8187 write it. */
export function attachmentHeader(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  if (plain === name) return `attachment; filename="${plain}"`
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
