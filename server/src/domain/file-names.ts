// A file name comes from a caller and is saved on other people's disks. Names that contain a path, hide their extension,
// or cannot be saved on every system are refused, not changed. So callers get back the name that they sent.

export const FILE_NAME_AT_MOST = 200

const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i
/** Control characters, format characters (which can reverse the reading direction), and line separators. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u

/** What is wrong with a file name, or nothing if it is valid. */
export function fileNameFault(name: string): string | undefined {
  if (name === '') return 'The file has no name. Send a file name.'
  if (name.length > FILE_NAME_AT_MOST)
    return `The file name has more than ${FILE_NAME_AT_MOST} characters. Shorten it.`
  if (/[/\\]/.test(name)) return 'The file name contains a path. Send only the name.'
  if (HIDDEN.test(name)) return 'The file name contains invisible characters. Remove them.'
  if (/[<>:"|?*]/.test(name))
    return 'The file name contains one of < > : " | ? *. Not every system can save such a name.'
  if (/^[\s.]|[\s.]$/u.test(name)) return 'The file name begins or ends with a dot or a space. Remove it.'
  if (RESERVED.test(name.split('.', 1)[0] ?? ''))
    return 'The file name is reserved for a device. Choose another name.'
  return undefined
}

/** The name in one Unicode form, so that it can be found again: é can be encoded in two ways. */
export const spelledFileName = (name: string) => name.normalize('NFC')

/** The extension in lower case, or an empty text if there is none. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** `Content-Disposition: attachment` with the name in the format of RFC 6266 and RFC 8187. */
export function attachmentHeader(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  if (plain === name) return `attachment; filename="${plain}"`
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
