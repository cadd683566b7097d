// What a text in the search box can be: decided by its shape, so that only indexes are asked that can answer it.

/** What to look for. Empty lists and nulls: the text cannot be that. */
export interface SearchTerms {
  /** The whole text as a number of something: a contract, a dealer, a check. */
  readonly number: string | null
  /** The beginning of a number, as it is while someone still types. */
  readonly numberStart: string | null
  /** A number without the letters in front of it, without leading zeros. */
  readonly serial: string | null
  readonly vin: string | null
  readonly vinEnd: string | null
  /** The digits of a phone number, with and without the country. */
  readonly phones: readonly string[]
  readonly email: string | null
  /** The words of a name. Each has to be in it, in any order. */
  readonly words: readonly string[]
  /** A last name that is too short to be looked for inside names. */
  readonly lastName: string | null
}

/** Letters and digits as a VIN has them: I, O and Q would be read as digits. */
const VIN = /^[A-HJ-NPR-Z\d]{17}$/i
const VIN_END = /^(?=.*\d)[A-HJ-NPR-Z\d]{8}$/i
const PHONE = /^\+?[\d\s().\-/]+$/
const WORDS_AT_MOST = 5

export function searchTerms(text: string): SearchTerms {
  const asked = text.trim()
  const isOneWord = !/\s/.test(asked)
  const isVin = VIN.test(asked)
  const isEmail = isOneWord && /^[^@]+@[^@]+$/.test(asked)
  const digits = asked.replaceAll(/\D/g, '')
  const words = nameWords(asked)
  const isName = words.length > 0 && !isVin && !isEmail
  // The indexes of names know groups of three signs.
  const isLong = words.some((word) => word.length > 2)
  return {
    number: isOneWord && asked.length > 1 ? asked : null,
    numberStart: isOneWord && /^(?=.*\d)\p{L}[\p{L}\d-]{3,}$/u.test(asked) ? asked : null,
    serial: /^\d{1,9}$/.test(asked) ? asked.replace(/^0+(?=\d)/, '') : null,
    vin: isVin ? asked : null,
    vinEnd: VIN_END.test(asked) ? asked : null,
    phones: PHONE.test(asked) && digits.length >= 7 && digits.length <= 15 ? phoneForms(digits) : [],
    email: isEmail ? asked : null,
    words: isName && isLong ? words : [],
    lastName: isName && !isLong && words.length === 1 ? (words[0] ?? null) : null,
  }
}

/** A number of the United States is stored with its country or without. */
function phoneForms(digits: string): string[] {
  if (digits.length === 10) return [digits, `1${digits}`]
  return digits.length === 11 && digits.startsWith('1') ? [digits, digits.slice(1)] : [digits]
}

/** The words of a text that has letters. */
function nameWords(text: string): string[] {
  if (!/\p{L}/u.test(text)) return []
  return text
    .split(/[\s,]+/)
    .filter((word) => /[\p{L}\d]/u.test(word))
    .slice(0, WORDS_AT_MOST)
}
