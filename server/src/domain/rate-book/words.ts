import { amountOf, type Cents } from '../money.ts'
import type { LimitRule } from './coverage.ts'
import type { Calculation, EffectiveDates, LinePayee, RetailCap, RetailRule } from './rate-book.ts'

// Amounts as they are written in the files, and facts in words.

/** 78000 cents are 780.00. */
export const amountText = (cents: number) => amountOf(cents as Cents).toFixed(2)

/** 1150000 millionths are 1.15, and 6900000 millionths of one percent are 6.9. */
export const millionthsText = (millionths: number) => String(millionths / 1_000_000)

export const percentText = (millionths: number) => `${millionthsText(millionths)}%`
export const yesOrNo = (flag: boolean) => (flag ? 'yes' : 'no')
export const moneyFact = (cents: number | null) => (cents === null ? null : amountText(cents))
export function datesText({ effectiveFrom, effectiveTo }: EffectiveDates): string {
  if (effectiveFrom === null) return effectiveTo === null ? 'always' : `to ${effectiveTo}`
  return effectiveTo === null ? `from ${effectiveFrom}` : `${effectiveFrom} to ${effectiveTo}`
}
/** The sale dates of a row, if it has any. */
export function soldTexts(dates: EffectiveDates): string[] {
  if (dates.effectiveFrom === null && dates.effectiveTo === null) return []
  return [
    `sold ${dates.effectiveFrom !== null && dates.effectiveTo !== null ? 'from ' : ''}${datesText(dates)}`,
  ]
}
export const listFact = (items: readonly string[] | null) =>
  items === null || items.length === 0 ? null : items.join(', ')
export const numberFact = (value: number | null) => (value === null ? null : String(value))
export const payeeText = ({ type, number }: LinePayee) => (number === null ? type : `${type} ${number}`)

/** A calculation in words. */
export function calculationText(calculation: Calculation): string {
  switch (calculation.type) {
    case 'Flat':
      return amountText(calculation.amount)
    case 'RateRow':
      return calculation.of === null
        ? `the ${calculation.column} of the rates`
        : `the percent ${calculation.column} of the rates of ${calculation.of}`
    case 'FactorTable': {
      const { column, amount: fixed, tables } = calculation
      return [column === null ? (moneyFact(fixed) ?? '') : `the ${column} of the rates`, ...tables].join(
        ' x ',
      )
    }
    case 'PercentOf': {
      const { percent, base } = calculation
      return `${percentText(percent)} of ${typeof base === 'string' ? base : base.join(' + ')}`
    }
    case 'Remainder':
      return calculation.column === null
        ? 'the rest of the price'
        : `the rest of the ${calculation.column} of the rates`
    default:
      return calculation satisfies never
  }
}

export function capText(cap: RetailCap): string {
  switch (cap.type) {
    case 'Price':
      return amountText(cap.amount)
    case 'Markup':
      return `dealer cost + ${amountText(cap.amount)}`
    case 'MarkupPercent':
      return `dealer cost + ${percentText(cap.percent)}`
    case 'PercentOfFinanced':
    case 'PercentOfVehiclePrice': {
      const of = cap.type === 'PercentOfFinanced' ? 'the amount financed' : 'the vehicle price'
      const least = cap.atLeast === null ? '' : `, at least ${amountText(cap.atLeast)}`
      return `${percentText(cap.percent)} of ${of}${least}`
    }
    default:
      return cap satisfies never
  }
}

export function suggestedText(rule: RetailRule): string | null {
  if (rule.suggestedPrice !== null) return amountText(rule.suggestedPrice)
  const parts = [
    ...(rule.suggestedMarkup === null ? [] : [amountText(rule.suggestedMarkup)]),
    ...(rule.suggestedMarkupPercent === null ? [] : [percentText(rule.suggestedMarkupPercent)]),
  ]
  return parts.length === 0 ? null : ['dealer cost', ...parts].join(' + ')
}

/** A limit in words. */
export function limitText({
  basis,
  amount: fixed,
  percent,
}: Pick<LimitRule, 'basis' | 'amount' | 'percent'>): string {
  switch (basis) {
    case 'Fixed':
      return amountText(fixed ?? 0)
    case 'VehiclePrice':
      return 'the vehicle price'
    case 'CurrentValue':
      return 'the value at the time of loss'
    case 'RetailPrice':
      return 'the contract price'
    case 'PercentOf':
      return `${percentText(percent ?? 0)} of the vehicle price`
    default:
      return basis satisfies never
  }
}

/** `odometer 0 to 10000`, `age to 8`; an empty list for a range without ends. */
export function rangeTexts(what: string, from: number | string | null, to: number | string | null): string[] {
  if (from === null && to === null) return []
  return [[what, ...(from === null ? [] : [from]), ...(to === null ? [] : ['to', to])].join(' ')]
}
