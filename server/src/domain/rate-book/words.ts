import { amountOf, type Cents } from '../money.ts'
import type { LimitRule } from './coverage.ts'
import type { Calculation, EffectiveDates, RetailCap, RetailRule, ToAccount } from './rate-book.ts'

// Figures as they are written in the files, and facts as people say them.

/** 78000 cents are 780.00. */
export const writtenMoney = (cents: number) => amountOf(cents as Cents).toFixed(2)

/** 1150000 millionths are 1.15, and 6900000 millionths of one percent are 6.9. */
export const writtenMillionths = (millionths: number) => String(millionths / 1_000_000)

export const percentWords = (millionths: number) => `${writtenMillionths(millionths)}%`
export const yes = (flag: boolean) => (flag ? 'yes' : 'no')
export const amount = (cents: number | null) => (cents === null ? null : writtenMoney(cents))
export function days({ effectiveFrom, effectiveTo }: EffectiveDates): string {
  if (effectiveFrom === null) return effectiveTo === null ? 'always' : `to ${effectiveTo}`
  return effectiveTo === null ? `from ${effectiveFrom}` : `${effectiveFrom} to ${effectiveTo}`
}
/** The days of a row, where it names any. */
export function soldWords(dates: EffectiveDates): string[] {
  if (dates.effectiveFrom === null && dates.effectiveTo === null) return []
  return [`sold ${dates.effectiveFrom !== null && dates.effectiveTo !== null ? 'from ' : ''}${days(dates)}`]
}
export const list = (items: readonly string[] | null) =>
  items === null || items.length === 0 ? null : items.join(', ')
export const number = (value: number | null) => (value === null ? null : String(value))
export const account = ({ type, number: of }: ToAccount) => (of === null ? type : `${type} ${of}`)

/** A calculation as a person would say it. */
export function calculationWords(calculation: Calculation): string {
  switch (calculation.type) {
    case 'Flat':
      return writtenMoney(calculation.amount)
    case 'RateRow':
      return calculation.of === null
        ? `the ${calculation.column} of the rates`
        : `the percent ${calculation.column} of the rates of ${calculation.of}`
    case 'FactorTable': {
      const { column, amount: fixed, tables } = calculation
      return [column === null ? (amount(fixed) ?? '') : `the ${column} of the rates`, ...tables].join(' x ')
    }
    case 'PercentOf': {
      const { percent, base } = calculation
      return `${percentWords(percent)} of ${typeof base === 'string' ? base : base.join(' + ')}`
    }
    case 'Remainder':
      return calculation.column === null
        ? 'what the price leaves'
        : `what the lines leave of the ${calculation.column} of the rates`
    default:
      return calculation satisfies never
  }
}

export function capWords(cap: RetailCap): string {
  switch (cap.type) {
    case 'Price':
      return writtenMoney(cap.amount)
    case 'Markup':
      return `dealer cost + ${writtenMoney(cap.amount)}`
    case 'MarkupPercent':
      return `dealer cost + ${percentWords(cap.percent)}`
    case 'PercentOfFinanced':
    case 'PercentOfVehiclePrice': {
      const of = cap.type === 'PercentOfFinanced' ? 'the amount financed' : 'the vehicle price'
      const least = cap.atLeast === null ? '' : `, at least ${writtenMoney(cap.atLeast)}`
      return `${percentWords(cap.percent)} of ${of}${least}`
    }
    default:
      return cap satisfies never
  }
}

export function suggestedWords(rule: RetailRule): string | null {
  if (rule.suggestedPrice !== null) return writtenMoney(rule.suggestedPrice)
  const parts = [
    ...(rule.suggestedMarkup === null ? [] : [writtenMoney(rule.suggestedMarkup)]),
    ...(rule.suggestedMarkupPercent === null ? [] : [percentWords(rule.suggestedMarkupPercent)]),
  ]
  return parts.length === 0 ? null : ['dealer cost', ...parts].join(' + ')
}

/** The most that is paid, as a person would say it. */
export function limitWords({
  basis,
  amount: fixed,
  percent,
}: Pick<LimitRule, 'basis' | 'amount' | 'percent'>): string {
  switch (basis) {
    case 'Fixed':
      return writtenMoney(fixed ?? 0)
    case 'VehiclePrice':
      return 'the vehicle price'
    case 'CurrentValue':
      return 'the value at the loss'
    case 'RetailPrice':
      return 'the price of the contract'
    case 'PercentOf':
      return `${percentWords(percent ?? 0)} of the vehicle price`
    default:
      return basis satisfies never
  }
}

/** `odometer 0 to 10000`, `age to 8`; nothing for a range that is open on both sides. */
export function rangeWords(what: string, from: number | string | null, to: number | string | null): string[] {
  if (from === null && to === null) return []
  return [[what, ...(from === null ? [] : [from]), ...(to === null ? [] : ['to', to])].join(' ')]
}
