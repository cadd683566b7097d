// What can be said about a password without a dictionary. Dictionaries are in `access/judge.ts`.

export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 256

/** What a password must not be made of: the names of a user, its company and its administrator. */
export function ownWords(names: readonly (string | null)[]): string[] {
  const words = names.flatMap((name) => (name ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u))
  // The longest first, so that none is left in pieces.
  return [...new Set(words)].filter((word) => word.length >= 3).sort(longestFirst)
}

const longestFirst = (one: string, other: string) => other.length - one.length || (one < other ? -1 : 1)

/** What is wrong with a password, or nothing. */
export function plainWeakness(password: string, names: readonly (string | null)[]): string | undefined {
  const length = [...password].length
  if (length < SHORTEST_PASSWORD)
    return `The password has ${length} characters; it must have at least ${SHORTEST_PASSWORD}.`
  if (length > LONGEST_PASSWORD) return `The password must have at most ${LONGEST_PASSWORD} characters.`
  if (new Set(password).size === 1)
    return 'The password must not be one character repeated. Use several words that have nothing to do with each other.'
  return madeOfNames(password, ownWords(names))
}

/** As many other letters and digits a password must have besides names. */
const OTHERS_AT_LEAST = 6

function madeOfNames(password: string, words: readonly string[]): string | undefined {
  let rest = password.toLowerCase()
  const found = words.filter((word) => {
    const had = rest.includes(word)
    rest = rest.replaceAll(word, ' ')
    return had
  })
  if (found.length === 0 || rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= OTHERS_AT_LEAST) return undefined
  return `The password is made of names that others know (${found.join(', ')}). Use words that have nothing to do with you or your company.`
}
