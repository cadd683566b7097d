import { many } from './meanings.ts'
import type { Raw } from './world.ts'

// How alike names are, by the three-letter pieces that they share.

/** The pieces of every customer's names, as the database cuts them: it alone knows which of all signs are letters. */
export const TRIGRAMS = 'customer_trigrams'
export const trigramsOfCustomers = `
  select k.id, platform.show_trgm(h.name_folded) as whole,
    platform.show_trgm(k.last_name_folded) as last
  from customer k join account_holder h on h.id = k.id`

/** The pieces of plain words: two spaces before each and one behind it. */
function piecesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return new Set(
    words.flatMap((word) => {
      const padded = `  ${word} `
      return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3))
    }),
  )
}

/** The larger of how alike the whole name and the last name are: the pieces that both have, among all that one has. */
export function likeness(of: Raw | undefined, value: unknown): number {
  const asked = piecesOf(String(value))
  const alike = (has: readonly string[]) => {
    const shared = has.filter((piece) => asked.has(piece)).length
    const all = has.length + asked.size - shared
    return all === 0 ? 0 : Math.fround(shared / all)
  }
  return Math.max(alike(many(of, 'whole')), alike(many(of, 'last')))
}
