/** What can be said about a VIN while it is typed. */
export type VinState =
  | { readonly kind: 'empty' }
  /** `missing` characters are still to come. */
  | { readonly kind: 'short'; readonly missing: number }
  | { readonly kind: 'long'; readonly extra: number }
  | { readonly kind: 'characters'; readonly wrong: readonly string[] }
  /** The ninth character should be `expected`. Outside North America that is only a warning. */
  | { readonly kind: 'checkDigit'; readonly expected: string; readonly isWarning: boolean }
  | { readonly kind: 'valid' }

export const VIN_LENGTH = 17

/** As it is sent: upper case, without the blanks and dashes that a copied VIN may have. */
export const tidyVin = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

/**
 * Says at once what is wrong with a VIN. The check digit must be right in North America (first character 1 to 5) since
 * model year 1981. The service decides; this only spares the wait.
 */
export function vinState(vin: string, year?: number): VinState {
  if (vin === '') return { kind: 'empty' }
  const wrong = [...new Set(vin)].filter((character) => !isVinCharacter(character))
  if (wrong.length > 0) return { kind: 'characters', wrong }
  if (vin.length < VIN_LENGTH) return { kind: 'short', missing: VIN_LENGTH - vin.length }
  if (vin.length > VIN_LENGTH) return { kind: 'long', extra: vin.length - VIN_LENGTH }
  const expected = checkDigit(vin)
  if (vin[8] === expected) return { kind: 'valid' }
  return { kind: 'checkDigit', expected, isWarning: !mustFit(vin, year) }
}

const isVinCharacter = (character: string) => /^[0-9A-HJ-NPR-Z]$/.test(character)

/** Position 10 is A in 1980 and 2010; a digit in position 7 says 1980. */
function mustFit(vin: string, year: number | undefined): boolean {
  const isNorthAmerican = /^[1-5]/.test(vin)
  const isFirstYear = vin[9] === 'A' && /\d/.test(vin[6] ?? '')
  return isNorthAmerican && (year === undefined ? !isFirstYear : year >= 1981)
}

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
/** The characters by their value, from 0 to 9. */
const VALUES = ['0', '1AJ', '2BKS', '3CLT', '4DMU', '5ENV', '6FW', '7GPX', '8HY', '9RZ']

const characterValue = (character: string) => VALUES.findIndex((group) => group.includes(character))

/** The ninth character that fits the other sixteen. */
export function checkDigit(vin: string): string {
  const sum = [...vin].reduce(
    (total, character, at) => total + characterValue(character) * (WEIGHTS[at] ?? 0),
    0,
  )
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

/** Characters that are misread for each other. Letters that no VIN has come first. */
const LOOK_ALIKES: readonly (readonly [seen: string, meant: string])[] = [
  ...pairs('I1', 'O0', 'Q0'),
  ...bothWays('S5', 'B8', 'Z2', 'G6', 'D0', 'U0', 'L1', 'T7', 'UV', 'MN', 'CG', '38', '17', '69'),
]

function pairs(...texts: readonly string[]) {
  return texts.map((text) => [text.charAt(0), text.charAt(1)] as const)
}

function bothWays(...texts: readonly string[]) {
  return pairs(...texts).flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
}

/**
 * The VINs that were probably meant, the likeliest first: two neighbors swapped, a misread character, a character typed
 * twice, and last a wrong check digit. Only those whose check digit fits.
 */
export function vinRepairs(vin: string): readonly string[] {
  const candidates = [
    withoutForeignLetters(vin),
    ...swapped(vin),
    ...misread(vin),
    ...withoutDouble(vin),
    ...(vin.length === VIN_LENGTH ? [vin.slice(0, 8) + checkDigit(vin) + vin.slice(9)] : []),
  ]
  return [...new Set(candidates)].filter(
    (candidate) => candidate !== vin && vinState(candidate).kind === 'valid',
  )
}

const withoutForeignLetters = (vin: string) =>
  vin.replaceAll('I', '1').replaceAll('O', '0').replaceAll('Q', '0')

const swapped = (vin: string) =>
  [...vin].map((character, at) => vin.slice(0, at) + (vin[at + 1] ?? '') + character + vin.slice(at + 2))

const misread = (vin: string) =>
  [...vin].flatMap((character, at) =>
    LOOK_ALIKES.filter(([seen]) => seen === character).map(
      ([, meant]) => vin.slice(0, at) + meant + vin.slice(at + 1),
    ),
  )

const withoutDouble = (vin: string) =>
  vin.length === VIN_LENGTH + 1
    ? [...vin].flatMap((character, at) =>
        character === vin[at + 1] ? [vin.slice(0, at) + vin.slice(at + 1)] : [],
      )
    : []
