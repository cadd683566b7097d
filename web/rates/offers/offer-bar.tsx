import { Button } from '../../ui/button.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { MOST_PINS, type Offer } from './offers.ts'
import { expiryTitle, offerTitle } from './words.ts'

interface OfferBarProps {
  readonly offer: Offer
  readonly isPinned: boolean
  readonly pinCount: number
  readonly showsCost: boolean
  /** Why it cannot be chosen now. */
  readonly disabledReason: string | undefined
  readonly onPin: () => void
  readonly onChoose: (() => void) | undefined
}

/** The rate that is looked at. It stays in view below a long grid. */
export function OfferBar({
  offer,
  isPinned,
  pinCount,
  showsCost,
  disabledReason,
  onPin,
  onChoose,
}: OfferBarProps) {
  const t = useText()
  const format = useFormat()
  const { rate } = offer
  const isFull = !isPinned && pinCount >= MOST_PINS
  return (
    <div className="rates-bar">
      <div className="rates-bar-words">
        <strong>{offerTitle(t, format, offer)}</strong>
        <span className="rates-bar-facts">
          {t('bar.until', { expiry: expiryTitle(t, format, offer) })}
          {showsCost && <span>{t('bar.cost', { amount: format.money(rate.dealerCost) })}</span>}
          <span>{t('bar.tax', { amount: format.money(rate.salesTax.totalTax) })}</span>
        </span>
      </div>
      <span className="rates-bar-price" data-testid="suggested-price">
        {format.money(rate.suggestedRetail)}
      </span>
      <div className="rates-bar-actions">
        <Button
          icon="pin"
          aria-pressed={isPinned}
          onClick={onPin}
          disabledReason={isFull ? t('compare.full', { most: MOST_PINS }) : undefined}
        >
          {t(isPinned ? 'compare.unpin' : 'compare.pin')}
        </Button>
        {onChoose && (
          <Button kind="main" onClick={onChoose} disabledReason={disabledReason}>
            {t('choose')}
          </Button>
        )}
      </div>
    </div>
  )
}
