/**
 * Whether a text is base64 (RFC 4648) as it should be: the plain alphabet, padded, without line ends. Told without
 * looking at each sign in turn: a text may have thirty million, and the decoder passes over what it does not know.
 */
export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0 || text.includes('-') || text.includes('_')) return false
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return Buffer.from(text, 'base64').length === (text.length / 4) * 3 - padding
}
