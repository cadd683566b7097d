import { writeNumber } from './write-number.ts'

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

export const showNumber = (value: number): string => writeNumber(value, 0, 6)

export const showAmount = (value: number): string => writeNumber(value, 2, 2)
