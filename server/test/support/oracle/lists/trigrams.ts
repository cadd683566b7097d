// The similarity of names by shared trigrams.

/** The trigrams of every customer's names, from the database, which decides which characters are letters. */
export const TRIGRAMS = 'customer_trigrams'
export const trigramsOfCustomers = `
  select k.id, platform.show_trgm(h.name_folded) as whole,
    platform.show_trgm(k.last_name_folded) as last
  from customer k join account_holder h on h.id = k.id`

/** The trigrams of plain words, with two spaces before each word and one after it. */
function piecesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return new Set(
    words.flatMap((word) => {
      const padded = `  ${word} `
      return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3))
    }),
  )
}

/** The greater similarity of the full name and the last name: shared trigrams divided by all trigrams. */
export function likeness(of: Readonly<Record<string, unknown>> | undefined, value: unknown): number {
  const asked = piecesOf(String(value))
  const alike = (column: 'whole' | 'last') => {
    const has = (of?.[column] ?? []) as readonly string[]
    const shared = has.filter((piece) => asked.has(piece)).length
    const all = has.length + asked.size - shared
    return all === 0 ? 0 : Math.fround(shared / all)
  }
  return Math.max(alike('whole'), alike('last'))
}
