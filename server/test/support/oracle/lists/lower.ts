import { type Db, run } from '../../../../src/db/database.ts'

/**
 * Lower case as the database has it. It is not JavaScript's for every text: İ becomes i without the dot of its own, a
 * last Σ becomes σ and not ς, and the youngest letters have no lower case in the older of the two. Which of them is
 * right is not the question here; that both sides of a comparison are made in the same way is.
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
