import type { Cents } from '../../../../src/domain/money.ts'
import type { EffectiveDates } from '../../../../src/domain/rate-book/rate-book.ts'
import type { Chance } from '../../hostile/chance.ts'

// Values for random books and random requests, so that they match, especially at the ends of ranges.

export const TODAY = '2024-03-15'
export const STATES = ['TX', 'CA', 'CO', 'FL'] as const
export const CONDITIONS = ['New', 'Used', 'CPO'] as const
export const CLASSES = ['1', '2', '3', 'INEL'] as const
export const SEGMENTATIONS = ['EV', 'LUX'] as const
export const ASSET_TYPES = ['AUTO', 'BOAT', 'TV'] as const
export const MAKES = ['FORD', 'TOYOTA', 'KIA'] as const
export const MODELS = ['F-150', 'Camry'] as const
export const TRIMS = ['XL', 'LE'] as const
export const FUELS = ['Gas', 'Electric'] as const
export const DRIVES = ['AWD', 'FWD'] as const
export const YEARS = [2012, 2019, 2022, 2023, 2024, 2025] as const
export const MONTHS = [12, 24, 36, 48, 60, 72, 84] as const
/** The ends of ranges. Requests use these values and their neighbors. */
export const ODOMETERS = [0, 1_000, 15_000, 60_000] as const
export const AGES = [0, 1, 2, 5] as const
export const FINANCED = [1_500_000, 2_500_000, 3_300_000] as const
export const PRICES = [20_000, 99_999, 150_000] as const
/** Dates in months with 29, 30 and 31 days. */
export const DAYS = ['2024-01-31', '2024-02-29', '2024-03-14', TODAY, '2024-03-16', '2024-03-31'] as const

export const DEALERS = ['D1001', 'd1001', 'D2002'] as const
export const GROUPS = ['G100', 'g100', 'G200'] as const

/** Amounts with odd cents, so that roundings show. */
export const money = (chance: Chance, most: number) => chance.between(0, most * 100) as Cents

/** Percents in millionths of one percent, and factors in millionths. */
export const percent = (chance: Chance, most: number) =>
  chance.is(50) ? chance.between(0, most) * 1_000_000 : chance.between(0, most * 1_000_000)

export const ALWAYS: EffectiveDates = { effectiveFrom: null, effectiveTo: null }

/** Mostly without dates, otherwise with a start, an end, or both. */
export function dates(chance: Chance, percentDated = 12): EffectiveDates {
  if (!chance.is(percentDated)) return ALWAYS
  const [from, to] = [chance.maybe(60, DAYS), chance.maybe(60, DAYS)]
  return from !== null && to !== null && to < from
    ? { effectiveFrom: to, effectiveTo: from }
    : { effectiveFrom: from, effectiveTo: to }
}

export const PRODUCT_TYPES = ['VSC', 'GAP', 'APL'] as const

/** Mostly a long period, otherwise with a start or an end near today. */
export function effective(chance: Chance) {
  const { effectiveFrom, effectiveTo } = dates(chance, 15)
  return { effectiveFrom: effectiveFrom ?? '2015-01-01', effectiveTo }
}

export interface Band {
  readonly from: number | null
  readonly to: number | null
}

/** One range between the points, or several ranges together. The outer ends may be open. */
export function band(chance: Chance, points: readonly number[]): Band {
  const first = chance.below(points.length + 1)
  const last = chance.is(80) ? first : chance.between(first, points.length)
  const before = points[first - 1]
  return { from: before === undefined ? null : before + 1, to: points[last] ?? null }
}

/** Mostly a range with an end. */
export function closedBand(chance: Chance, points: readonly number[]): Band {
  const { from, to } = band(chance, points)
  return to === null && chance.is(70) ? { from: null, to: points.at(-1) ?? null } : { from, to }
}

const RULES = [
  'vehicle.age <= 8',
  'vehicle.odometer <= 60000',
  'vehicle.odometer < 15000 || vehicle.age <= 1',
  "vehicle.make != 'KIA'",
  "!(vehicle.make in ['KIA', 'LOTUS'])",
  "vehicle.driveType in ['AWD', '4WD']",
  "vehicle.fuelType == 'Electric' ? vehicle.age < 3 : true",
  "vehicle.segmentation == 'EV'",
  "vehicle.classCode != '2'",
  "vehicle.condition == 'Used' && vehicle.odometer > 1000",
  'deal.ltv <= 110',
  'deal.ltv <= 125 && deal.financedAmount >= 15000',
  'deal.financedAmount / deal.msrp <= 1.5',
  "deal.state != 'FL'",
  "deal.type != 'Cash'",
  "dealer.group == 'G100'",
  "customer.state == deal.state || deal.saleDate >= '2024-03-01'",
  "item.assetType == 'TV' || has(vehicle.year)",
  'item.purchasePrice < 1500.0',
  'vehicle.age <= 8 && true',
  'false',
] as const

/** A rule with this probability in percent, otherwise none. */
export const rule = (chance: Chance, percentRuled: number): string | null => chance.maybe(percentRuled, RULES)
