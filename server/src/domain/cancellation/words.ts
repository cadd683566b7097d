import { countText, factorText, moneyText } from '../figure-text.ts'
import type { Fraction } from '../fraction.ts'
import type { Cents } from '../money.ts'
import type { CancelledContract } from './facts.ts'
import type { ChosenMethod } from './method.ts'

const daysText = ({ part, whole }: Fraction) => `${part}/${whole}`
const milesText = ({ part, whole }: Fraction) => `${countText(part)}/${countText(whole)}`

/** The calculation of the method in words. */
export function countedText(
  { method, counted }: Pick<ChosenMethod, 'method' | 'counted'>,
  unit: CancelledContract['odometerUnit'],
): string {
  const { time, miles, factor } = counted
  if (!factor) return `the ${unit} are not known`
  if (method.code === 'FLAT') return 'the whole price'
  if (method.code === 'NONE') return 'no part of the price'
  if (method.code === 'SERVICES')
    return `unused services ${moneyText(factor.part as Cents)}/${moneyText(factor.whole as Cents)} = ${factorText(factor)}`
  const byTime = time && `time ${daysText(time)} = ${factorText(time)}`
  const byMiles = miles && `${unit} ${milesText(miles)} = ${factorText(miles)}`
  const parts = [byTime, byMiles].filter((part) => part !== null).join(', ')
  if (time && miles)
    return `${parts}; the ${method.code === 'PRORATA_GREATER' ? 'greater' : 'lesser'} is ${factorText(factor)}`
  const isPlain = time === factor || miles === factor
  return isPlain ? parts : `${parts}; by the method ${daysText(factor)} = ${factorText(factor)}`
}
