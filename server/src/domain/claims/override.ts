import type { Cents } from '../money.ts'
import type { ClaimDetail } from './claim.ts'
import { allowedHours, allowedPrice, allowedRate } from './line-figures.ts'

// Which values an adjuster sent above what the rules allow. They need a permission of their own.

export interface Override {
  readonly detailSequence: number
  readonly target: 'Labor' | 'Part'
  readonly lineId: number
  readonly field: 'hoursApproved' | 'rateApproved' | 'unitPriceApproved'
}

export function overridesIn(details: readonly ClaimDetail[], laborRate: Cents | null): Override[] {
  const found: Override[] = []
  for (const { sequence, labor, parts } of details) {
    const add = (target: Override['target'], lineId: number, field: Override['field']) =>
      found.push({ detailSequence: sequence, target, lineId, field })
    for (const line of labor) {
      if ((line.hoursApproved ?? 0) > allowedHours(line)) add('Labor', line.id, 'hoursApproved')
      if ((line.rateApproved ?? 0) > allowedRate(line, laborRate)) add('Labor', line.id, 'rateApproved')
    }
    for (const line of parts)
      if ((line.unitPriceApproved ?? 0) > allowedPrice(line)) add('Part', line.id, 'unitPriceApproved')
  }
  return found
}
