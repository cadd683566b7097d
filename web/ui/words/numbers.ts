/** Typed text to numbers and back. Groups of thousands may be typed or not. */

export function parseNumber(text: string, decimals: number): number | undefined {
  const plain = withoutGroups(text)
  const pattern = decimals > 0 ? new RegExp(`^-?\\d+(\\.\\d{0,${decimals}})?$`) : /^-?\d+$/
  return pattern.test(plain) ? Number(plain) : undefined
}

/** Dollars with at most two decimals; a dollar sign may be typed. */
export const parseAmount = (text: string): number | undefined => parseNumber(text.replace('$', ''), 2)

/** Whether more typing can make it a number: `-`, `1,`, `$`. */
export const isUnfinished = (text: string): boolean => /^-?\$?[\d,]*\.?\d*$/.test(text.replaceAll(' ', ''))

const withoutGroups = (text: string) => text.trim().replace(/,(?=\d{3}(\D|$))/g, '')

// Made when the first number is shown: a browser takes a moment to begin with formats, which the first page need not wait
// for.
let grouped: Intl.NumberFormat | undefined
let dollars: Intl.NumberFormat | undefined

export function showNumber(value: number): string {
  grouped ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })
  return grouped.format(value)
}

export function showAmount(value: number): string {
  dollars ??= new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return dollars.format(value)
}
