import type { CalendarDate } from '../dates.ts'

/** Why a text is not a valid VIN. */
type VinProblem = 'Length' | 'Characters' | 'CheckDigit'

/** A VIN in upper case, with a warning if its check digit is wrong but not required; or what is wrong with it. */
export type CheckedVin =
  | { readonly vin: string; readonly warning?: 'VinCheckDigit' }
  | { readonly problem: VinProblem }

/**
 * The check digit is required in North America (first character 1 to 5) since model year 1981. Elsewhere and before, a
 * wrong one is only a warning. A model year given with the VIN goes before the one read from it.
 */
export function checkVin(text: string, givenYear?: number): CheckedVin {
  const given = text.trim()
  if (given.length !== 17) return { problem: 'Length' }
  // Checked before raising to upper case: some foreign letters become A to Z.
  if (!/^[0-9A-HJ-NPR-Za-hj-npr-z]*$/.test(given)) return { problem: 'Characters' }
  const vin = given.toUpperCase()
  if (vin[8] === checkDigit(vin)) return { vin }
  return mustCheck(vin, givenYear) ? { problem: 'CheckDigit' } : { vin, warning: 'VinCheckDigit' }
}

function mustCheck(vin: string, givenYear: number | undefined): boolean {
  const isNorthAmerican = /^[1-5]/.test(vin)
  const isFirstYear = vin[9] === 'A' && isDigit(vin, 6)
  return isNorthAmerican && (givenYear === undefined ? !isFirstYear : givenYear >= 1981)
}

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
// The letters' values, from A; I, O and Q are not used.
const LETTER_VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 0, 7, 0, 9, 2, 3, 4, 5, 6, 7, 8, 9]

/** The check digit (ninth character) for the other sixteen characters. */
export function checkDigit(vin: string): string {
  let sum = 0
  for (let at = 0; at < 17; at++) sum += valueAt(vin, at) * (WEIGHTS[at] ?? 0)
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

function valueAt(vin: string, at: number): number {
  const code = vin.charCodeAt(at)
  return code < 65 ? code - 48 : (LETTER_VALUES[code - 65] ?? 0)
}

const YEAR_LETTERS = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/**
 * The model years that position 10 can mean, the likelier first. It repeats every 30 years. For a car, a multi-purpose
 * vehicle or a light truck, position 7 tells which (a digit before 2010, a letter since); for anything else both are
 * possible. A model year is never more than one ahead of today.
 */
export function possibleModelYears(vin: string, isLight: boolean, today: CalendarDate): readonly number[] {
  const place = YEAR_LETTERS.indexOf(vin[9] ?? '-')
  if (place < 0) return []
  const early = 1980 + place
  const late = 2010 + place
  if (late > Number(today.slice(0, 4)) + 1) return [early]
  if (!isLight) return [late, early]
  return isDigit(vin, 6) ? [early] : [late]
}

const isDigit = (text: string, at: number) => text.charCodeAt(at) < 58
