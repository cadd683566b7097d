import type { Cents } from '../money.ts'
import type { ClaimDetail } from './claim.ts'
import { allowedHours, allowedPrice, allowedRate } from './line-figures.ts'
import { isUndecided, keepsFigures } from './status.ts'

// Which values an adjuster sent above what the rules allow. They need a permission of their own.

export interface Override {
  readonly detailSequence: number
  readonly target: 'Labor' | 'Part'
  readonly lineId: number
  readonly field: 'hoursApproved' | 'rateApproved' | 'unitPriceApproved'
  /** What was sent: hundredths of an hour, or cents. */
  readonly value: number
}

/** The overrides in details that are still computed again. The figures of a decided one do not follow its lines any more. */
export function overridesIn(details: readonly ClaimDetail[], laborRate: Cents | null): Override[] {
  const found: Override[] = []
  for (const { sequence, status, labor, parts } of details) {
    if (!isUndecided(status) || keepsFigures(status)) continue
    const add = (place: Pick<Override, 'target' | 'lineId' | 'field'>, sent: number | null, most: number) => {
      if (sent !== null && sent > most) found.push({ detailSequence: sequence, ...place, value: sent })
    }
    for (const line of labor) {
      const place = { target: 'Labor', lineId: line.id } as const
      add({ ...place, field: 'hoursApproved' }, line.hoursApproved, allowedHours(line))
      add({ ...place, field: 'rateApproved' }, line.rateApproved, allowedRate(line, laborRate))
    }
    for (const line of parts) {
      const place = { target: 'Part', lineId: line.id } as const
      add({ ...place, field: 'unitPriceApproved' }, line.unitPriceApproved, allowedPrice(line))
    }
  }
  return found
}

/** The overrides that somebody has to answer for: the same line had none of at least this value before. */
export const newOverrides = (before: readonly Override[], after: readonly Override[]): Override[] =>
  after.filter(
    ({ lineId, field, value }) =>
      !before.some((old) => old.lineId === lineId && old.field === field && old.value >= value),
  )
