import { WHOLE_PERCENT } from '../fraction.ts'
import { type Cents, prorate } from '../money.ts'
import type { RatedLine } from './lines.ts'
import type { ChosenSurcharge, RatedRate } from './results.ts'

/** The lines of a rate sold at another price than the suggested one. They sum to the price. */
export function linesAtRetail(
  { lines, dealerCost, surcharges }: Pick<RatedRate, 'lines' | 'dealerCost' | 'surcharges'>,
  retail: Cents,
): readonly RatedLine[] {
  const fed = (line: RatedLine) => surchargesInto(surcharges, line.definition.code)
  const amounts = lines.map((line) =>
    isPercentOf(line, 'Retail') ? prorate(retail, linePercent(line), WHOLE_PERCENT) + fed(line) : line.amount,
  )
  const isLast = (line: RatedLine) => isMarkup(line) || isPercentOf(line, 'Markup')
  let markup = retail - dealerCost
  lines.forEach((line, at) => {
    if (!line.definition.includedInDealerCost && !isLast(line)) markup -= amounts[at] as number
  })
  // Surcharge amounts in shares of the markup are not part of the markup that is shared.
  const shares = lines.filter((line) => isPercentOf(line, 'Markup'))
  const shared = Math.max(
    0,
    shares.reduce((rest, line) => rest - fed(line), markup),
  )
  let left = markup
  return lines
    .map((line, at) => {
      if (!isPercentOf(line, 'Markup')) return { ...line, amount: amounts[at] as Cents }
      const amount = prorate(shared as Cents, linePercent(line), WHOLE_PERCENT) + fed(line)
      left -= amount
      return { ...line, amount: amount as Cents }
    })
    .map((line) => (isMarkup(line) ? { ...line, amount: left as Cents } : line))
}

const isMarkup = ({ definition, calculation }: RatedLine) =>
  calculation.type === 'Remainder' && !definition.includedInDealerCost

const isPercentOf = ({ definition, calculation }: RatedLine, base: 'Retail' | 'Markup') =>
  !definition.includedInDealerCost && calculation.type === 'PercentOf' && calculation.base === base

const linePercent = ({ calculation }: RatedLine) =>
  calculation.type === 'PercentOf' ? calculation.percent : 0

const surchargesInto = (surcharges: readonly ChosenSurcharge[], code: string): number =>
  surcharges
    .filter(({ isSelected }) => isSelected)
    .flatMap(({ surcharge }) => surcharge.feeds)
    .reduce((sum, feed) => (feed.disbursementCode === code ? sum + feed.amount : sum), 0)
