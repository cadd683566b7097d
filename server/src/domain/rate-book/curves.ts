import { MILLION } from '../fraction.ts'
import { groupBy } from '../group-by.ts'
import type { FactorEntry } from './rate-book.ts'

interface PlacedEntry {
  readonly line: number
  readonly entry: FactorEntry
}

/**
 * What is wrong with a curve by months. Its factors are parts of a whole. What is earned starts at nothing and never
 * falls; what is refunded never rises. Entries that differ only in the month are one curve.
 */
export function curveFaults(
  type: 'Earning' | 'Cancel',
  entries: readonly PlacedEntry[],
): { readonly line: number; readonly reason: string }[] {
  const faults: { line: number; reason: string }[] = []
  for (const { line, entry } of entries) {
    if (entry.from === null) faults.push({ line, reason: 'month: A value is required.' })
    if (entry.factor > MILLION)
      faults.push({ line, reason: 'A factor of a curve is part of a whole and must be at most 1.' })
    if (type === 'Earning' && entry.from === 0 && entry.factor !== 0)
      faults.push({ line, reason: 'Nothing is earned in month 0: its factor must be 0.' })
  }
  for (const curve of curvesIn(entries))
    curve.forEach(({ line, entry }, at) => {
      const before = curve[at - 1]
      if (!before) return
      if (type === 'Earning' ? entry.factor < before.entry.factor : entry.factor > before.entry.factor) {
        const what = type === 'Earning' ? 'Less is earned' : 'More is refunded'
        const than = `than by month ${before.entry.from} on line ${before.line}`
        faults.push({ line, reason: `${what} by month ${entry.from} ${than}.` })
      }
    })
  return faults
}

function curvesIn(entries: readonly PlacedEntry[]): PlacedEntry[][] {
  const curves = groupBy(entries, ({ entry: { codes, effectiveFrom, effectiveTo } }) =>
    JSON.stringify([codes, effectiveFrom, effectiveTo]),
  )
  const month = ({ entry }: PlacedEntry) => entry.from ?? 0
  return [...curves.values()].map((curve) => curve.sort((left, right) => month(left) - month(right)))
}
