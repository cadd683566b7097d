import { Facts } from '../../ui/facts.tsx'
import { MoneyField } from '../../ui/fields/field.tsx'
import { type Format, useFormat } from '../../ui/words/format.ts'
import type { Offer } from '../offers/offers.ts'
import { expiryTitle } from '../offers/words.ts'
import { type Text, useText, wordOf } from '../text.ts'
import { Section } from './section.tsx'
import type { Sale } from './use-sale.ts'

interface PriceSectionProps {
  readonly sale: Sale
  readonly offer: Offer
  readonly showsCost: boolean
}

/** The price to the customer, with its range and the rule behind it. */
export function PriceSection({ sale, offer, showsCost }: PriceSectionProps) {
  const t = useText()
  const format = useFormat()
  const { rate } = offer
  // The service's own figures, as soon as it has seen this price.
  const seen = sale.accepted?.retailPrice === sale.values.retailPrice ? sale.accepted : undefined
  return (
    <Section title={t('sale.price')} error={sale.errorOf('price')} onLeave={() => sale.leave('price')}>
      <div className="rates-sale-fields">
        <MoneyField
          label={t('retailPrice')}
          name="/retailPrice"
          value={sale.values.retailPrice}
          onChange={(retailPrice) => sale.change({ retailPrice })}
          hint={rangeTitle(t, format, offer, showsCost)}
          isRequired
          autoFocus
        />
      </div>
      <Facts
        items={[
          { label: t('sale.rule'), value: wordOf(t, 'retailRule', rate.retailRule) },
          { label: t('sale.suggested'), value: format.money(rate.suggestedRetail) },
          showsCost && { label: t('cost'), value: format.money(rate.dealerCost) },
          showsCost && seen && { label: t('sale.markup'), value: format.money(seen.markup) },
          seen && { label: t('sale.tax'), value: format.money(seen.salesTax.totalTax) },
          { label: t('compare.until'), value: expiryTitle(t, format, offer) },
        ]}
      />
    </Section>
  )
}

/** From what to what the price may be. The lowest price tells the dealer's cost, so the customer does not see it. */
function rangeTitle(t: Text, format: Format, { rate }: Offer, showsCost: boolean): string | undefined {
  const { minRetail, maxRetail } = rate
  if (!showsCost) return maxRetail === null ? undefined : t('range.max', { max: format.money(maxRetail) })
  const min = format.money(minRetail)
  return maxRetail === null ? t('range.min', { min }) : t('range.both', { min, max: format.money(maxRetail) })
}
