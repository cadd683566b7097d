import type { FactorEntry } from '../../domain/rate-book/rate-book.ts'
import { type Reading, refuse } from '../../files/reading.ts'

const WHOLE = 1_000_000

interface Placed {
  readonly line: number
  readonly entry: FactorEntry
}

/**
 * A curve by months has parts of a whole. What is earned never falls and begins with nothing; what is refunded never
 * rises. Entries that name the same besides the month are one curve.
 */
export function checkCurve(
  reading: Reading,
  file: string,
  type: 'Earning' | 'Cancel',
  entries: readonly Placed[],
): void {
  for (const { line, entry } of entries) {
    if (entry.from === null) refuse(reading, { file, line }, 'month: It is empty.')
    if (entry.factor > WHOLE) refuse(reading, { file, line }, 'A part of a whole is at most 1.')
    if (type === 'Earning' && entry.from === 0 && entry.factor !== 0)
      refuse(reading, { file, line }, 'In month 0 nothing is earned yet: its factor is 0.')
  }
  for (const curve of curvesIn(entries))
    curve.forEach(({ line, entry }, at) => {
      const before = curve[at - 1]
      if (!before) return
      if (type === 'Earning' ? entry.factor < before.entry.factor : entry.factor > before.entry.factor)
        refuse(
          reading,
          { file, line },
          `${type === 'Earning' ? 'Less is earned' : 'More is refunded'} by month ${entry.from} than by month ${before.entry.from} on line ${before.line}.`,
        )
    })
}

function curvesIn(entries: readonly Placed[]): Placed[][] {
  const curves = new Map<string, Placed[]>()
  for (const placed of entries) {
    const { codes, effectiveFrom, effectiveTo } = placed.entry
    const key = JSON.stringify([codes, effectiveFrom, effectiveTo])
    const curve = curves.get(key)
    if (curve) curve.push(placed)
    else curves.set(key, [placed])
  }
  const month = ({ entry }: Placed) => entry.from ?? 0
  return [...curves.values()].map((curve) => curve.sort((one, other) => month(one) - month(other)))
}
