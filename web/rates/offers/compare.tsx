import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Format, useFormat } from '../../ui/words/format.ts'
import { type Text, useText, wordOf } from '../text.ts'
import { coverageOfOffers, type Offer } from './offers.ts'
import { codeTitle, deductibleTitle, expiryTitle, offerTitle, termTitle } from './words.ts'

interface CompareProps {
  readonly offers: readonly Offer[]
  readonly showsCost: boolean
  readonly onUnpin: (offer: Offer) => void
  readonly onChoose: ((offer: Offer) => void) | undefined
}

interface Line {
  readonly title: string
  readonly isGroup?: boolean
  cell(offer: Offer): ReactNode
}

/** The pinned rates side by side. */
export function Compare({ offers, showsCost, onUnpin, onChoose }: CompareProps) {
  const t = useText()
  const format = useFormat()
  if (offers.length === 0) return null
  const lines = [...figureLines(t, format, showsCost), ...coverageLines(t, offers)]
  return (
    <Panel title={t('compare.title')} className="rates-compare" isFlush>
      <div className="rates-grid-frame">
        <table>
          <thead>
            <tr>
              <td />
              {offers.map((offer) => (
                <th key={offer.key} scope="col">
                  <span>{offer.plan.name}</span>
                  <Button
                    kind="quiet"
                    size="small"
                    icon="close"
                    aria-label={t('compare.remove', { offer: offerTitle(t, format, offer) })}
                    onClick={() => onUnpin(offer)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ title, cell }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                {offers.map((offer) => (
                  <td key={offer.key}>{cell(offer)}</td>
                ))}
              </tr>
            ))}
            {onChoose && (
              <tr>
                <td />
                {offers.map((offer) => (
                  <td key={offer.key}>
                    <Button
                      size="small"
                      aria-label={t('choose.offer', { offer: offerTitle(t, format, offer) })}
                      onClick={() => onChoose(offer)}
                    >
                      {t('choose')}
                    </Button>
                  </td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

const figureLines = (t: Text, format: Format, showsCost: boolean): readonly Line[] => [
  { title: t('compare.price'), cell: ({ rate }) => <strong>{format.money(rate.suggestedRetail)}</strong> },
  ...(showsCost ? [{ title: t('cost'), cell: ({ rate }: Offer) => format.money(rate.dealerCost) }] : []),
  { title: t('grid.term'), cell: ({ rate }) => termTitle(t, format, rate.term) },
  { title: t('deductible'), cell: ({ rate }) => deductibleTitle(t, format, rate.deductible) },
  { title: t('compare.until'), cell: (offer) => expiryTitle(t, format, offer) },
  { title: t('compare.coverage'), cell: ({ plan }) => wordOf(t, 'coverage', plan.coverageType) },
  { title: t('compare.options'), cell: ({ rate }) => chosenOptions(t, rate.surcharges) },
]

function chosenOptions(t: Text, surcharges: Offer['rate']['surcharges']): string {
  const chosen = surcharges.filter(({ isSelected }) => isSelected).map(({ name }) => name)
  return chosen.length > 0 ? chosen.join(', ') : t('compare.noOptions')
}

/** One line for each group of components that any of them covers. */
const coverageLines = (t: Text, offers: readonly Offer[]): readonly Line[] =>
  coverageOfOffers(offers).map((group) => ({
    title: codeTitle(group),
    cell: ({ plan }) => {
      const isCovered = plan.coverageGroups.includes(group)
      return (
        <span className={isCovered ? 'rates-covered' : 'rates-not-covered'}>
          <Icon name={isCovered ? 'check' : 'close'} />
          {t(isCovered ? 'compare.covered' : 'compare.notCovered')}
        </span>
      )
    },
  }))
