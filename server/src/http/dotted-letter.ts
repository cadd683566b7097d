/**
 * The router compares paths in lower case and cuts parameters from the path as it was sent, by position. İ (U+0130) is the
 * one letter whose lower case is longer, so every position after it would be wrong. It is routed as an escape of two
 * characters that stay two; a parameter gets it back.
 */
const MARK = '\uE130'
const escapes: Readonly<Record<string, string>> = { İ: `${MARK}i`, [MARK]: `${MARK}m` }
const letters = Object.fromEntries(Object.entries(escapes).map(([letter, escaped]) => [escaped, letter]))

const ENCODED = new RegExp(Object.keys(escapes).map(encodeURIComponent).join('|'), 'gi')
const ESCAPED = new RegExp(Object.keys(letters).join('|'), 'g')

/** The address for the router. */
export function hideDottedLetter(url: string): string {
  if (!url.includes('%')) return url
  const at = url.indexOf('?')
  const [path, search] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
  return (
    path.replace(ENCODED, (encoded) => encodeURIComponent(escapes[decodeURIComponent(encoded)] ?? '')) +
    search
  )
}

/** A path parameter as it was sent. */
export const showDottedLetter = (text: string): string =>
  text.includes(MARK) ? text.replace(ESCAPED, (escaped) => letters[escaped] ?? escaped) : text
