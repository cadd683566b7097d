import type { CalculationData, RateDisbursementResponse } from '../../../sdk/src/types.gen.ts'
import type { Format } from '../../ui/words/format.ts'
import type { Text } from '../setup-text.ts'

export type CalculationType = CalculationData['type']

export const calculationTypes: readonly CalculationType[] = [
  'Flat',
  'PercentOf',
  'RateRow',
  'FactorTable',
  'Remainder',
]

export const percentBases = ['DealerCost', 'Retail', 'Markup'] as const

const isBase = (base: string): base is (typeof percentBases)[number] =>
  (percentBases as readonly string[]).includes(base)

/** What a percentage is of: a figure, or some lines by their codes. */
export const baseText = (t: Text, base: string): string => (isBase(base) ? t(`base.${base}`) : base)

/** How a line is found, in words. */
export function calculationText(
  t: Text,
  { money, percent }: Pick<Format, 'money' | 'percent'>,
  line: Pick<
    RateDisbursementResponse['disbursement'],
    'calculationType' | 'amount' | 'percent' | 'percentBase'
  >,
): string {
  if (line.calculationType === 'Flat') return money(line.amount)
  if (line.calculationType !== 'PercentOf') return t(`calculation.${line.calculationType}`)
  const bases = [line.percentBase ?? []].flat()
  return t('calculation.percent', {
    percent: percent(line.percent),
    base: bases.map((base) => baseText(t, base)).join(' + '),
  })
}

/** What was entered. */
export interface EnteredCalculation {
  readonly type: CalculationType
  readonly amount: number | undefined
  readonly percent: number | undefined
  /** A figure, or codes of lines with commas between them. */
  readonly base: string
}

/** What was entered as the service takes it; undefined while something is missing. */
export function calculationOf({
  type,
  amount,
  percent,
  base,
}: EnteredCalculation): CalculationData | undefined {
  if (type === 'Flat') return amount === undefined ? undefined : { type, amount }
  if (type !== 'PercentOf') return { type }
  const codes = base.split(',').flatMap((code) => (code.trim() === '' ? [] : [code.trim()]))
  const [only, ...others] = codes
  if (percent === undefined || only === undefined) return undefined
  return { type, percent, percentBase: others.length === 0 && isBase(only) ? only : codes }
}
