// The parts of a NACHA record. Every record has 94 characters; its fields have fixed places.

export const RECORD_LENGTH = 94
/** Records come in blocks of ten. The last block is filled up with lines of nines. */
export const BLOCKING_FACTOR = 10
export const FILLER = '9'.repeat(RECORD_LENGTH)

/** Text in the characters that banks accept, cut or filled up to its length. */
export function textField(text: string, length: number): string {
  // Letters lose their accents. Whatever is left that banks do not accept becomes a space.
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9.,\-&/ #$()']/g, ' ')
  return plain.slice(0, length).padEnd(length)
}

/** A whole number with zeros before it. */
export function numberField(value: number, length: number): string {
  const digits = String(value)
  if (!/^\d+$/.test(digits) || digits.length > length)
    throw new Error(`The number ${value} does not fit into ${length} digits.`)
  return digits.padStart(length, '0')
}

/** `2026-10-15` as `261015`. */
export const dateField = (date: string): string => date.slice(2).replaceAll('-', '')

/** The bank that an entry goes to, without the check digit. */
export const bankNumber = (routingNumber: string): string => routingNumber.slice(0, 8)

/** The sum of the bank numbers of all entries. Only its last ten digits are kept. */
export const entryHash = (bankNumbers: readonly string[]): number =>
  bankNumbers.reduce((sum, number) => sum + Number(number), 0) % 10_000_000_000

/** One record from its fields. */
export function record(...fields: readonly string[]): string {
  const joined = fields.join('')
  if (joined.length !== RECORD_LENGTH)
    throw new Error(`A NACHA record has ${joined.length} characters instead of ${RECORD_LENGTH}.`)
  return joined
}
