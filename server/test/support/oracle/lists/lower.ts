import { type Db, run } from '../../../../src/db/database.ts'

/**
 * Lower case as in the database. It differs from JavaScript for some texts: İ becomes i without a separate dot, a final Σ
 * becomes σ and not ς, and new letters may be unknown to one of the two. Which one is right does not matter here, as long
 * as both sides of a comparison use the same.
 */
export class LowerCase {
  readonly #known = new Map<string, string>()
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async learn(texts: Iterable<unknown>): Promise<void> {
    const fresh = new Set<string>()
    for (const text of texts) if (typeof text === 'string' && !this.#known.has(text)) fresh.add(text)
    if (fresh.size === 0) return
    const rows = await run<{ text: string; lower: string }>(
      this.#db,
      'select text, lower(text) as lower from unnest($1::text[]) as text',
      [[...fresh]],
    )
    for (const { text, lower } of rows) this.#known.set(text, lower)
  }

  readonly of = (text: string): string => {
    const lower = this.#known.get(text)
    if (lower === undefined) throw new Error(`The lower case of ${JSON.stringify(text)} was not learned.`)
    return lower
  }
}
