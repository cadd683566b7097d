import type { Program, RateRow } from '../rate-book/rate-book.ts'

/** The ranges of a plan's rows, to tell why none of them fits. */
export interface PricedRange {
  /** The highest amount financed that has a row; null: no rows, or no limit. */
  readonly highestFinanced: number | null
  /** The different price bands. */
  readonly prices: readonly { readonly from: number | null; readonly to: number | null }[]
}

/** The number of rows between two steps. */
const STEP = 250

interface Gathered {
  highest: number
  hasLimit: boolean
  readonly prices: Map<string, PricedRange['prices'][number]>
}

/** By plan. A row without a plan belongs to every plan. */
export function* pricedRanges({ plans, rates }: Program): Generator<void, Map<string, PricedRange>> {
  const gathered = new Map<string | null, Gathered>()
  for (let at = 0; at < rates.length; at += 1) {
    if (at % STEP === 0) yield
    const row = rates[at] as RateRow
    const known = gathered.get(row.plan) ?? {
      highest: Number.NEGATIVE_INFINITY,
      hasLimit: true,
      prices: new Map(),
    }
    gathered.set(row.plan, known)
    add(known, row)
  }
  const ofAll = gathered.get(null)
  return new Map(
    plans.map(({ code }) => {
      const parts = [ofAll, gathered.get(code)].filter((part) => part !== undefined)
      const highest = Math.max(
        ...parts.map((part) => (part.hasLimit ? part.highest : Number.POSITIVE_INFINITY)),
      )
      const prices = parts.flatMap((part) => [...part.prices.values()])
      return [code, { highestFinanced: Number.isFinite(highest) ? highest : null, prices }]
    }),
  )
}

function add(known: Gathered, { financedTo, priceFrom, priceTo }: RateRow) {
  if (financedTo === null) known.hasLimit = false
  else known.highest = Math.max(known.highest, financedTo)
  if (priceFrom === null && priceTo === null) return
  const key = `${priceFrom} ${priceTo}`
  if (!known.prices.has(key)) known.prices.set(key, { from: priceFrom, to: priceTo })
}
