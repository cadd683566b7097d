import { type KeyboardEvent, useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { nextCell, type Offer, type OfferGrid } from './offers.ts'
import { codeTitle, deductibleTitle, offerTitle, termTitle } from './words.ts'

interface RatesGridProps {
  readonly grid: OfferGrid
  readonly selected: Offer | undefined
  readonly pins: readonly string[]
  /** The rates of the inputs before; the new ones are on their way. */
  readonly isOld: boolean
  readonly onSelect: (offer: Offer) => void
  readonly onChoose: (offer: Offer) => void
  readonly onPin: (offer: Offer) => void
}

/** A column a plan, a row for each term and deductible. Arrow keys move, Enter chooses, P pins. */
export function RatesGrid({ grid, selected, pins, isOld, onSelect, onChoose, onPin }: RatesGridProps) {
  const t = useText()
  const table = useRef<HTMLTableElement>(null)
  const first = selected ?? nextCell(grid, undefined, 'Home')
  const byKey = new Map(
    grid.rows.flatMap(({ cells }) => cells.flatMap((offer) => (offer ? [[offer.key, offer]] : []))),
  )
  const pressed = (event: KeyboardEvent) => {
    const here = byKey.get((event.target as HTMLElement).dataset.offer ?? '')
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') onChoose(here)
    else if (event.key === 'p' || event.key === 'P') onPin(here)
    else {
      const next = nextCell(grid, here, event.key)
      if (!next) return
      table.current?.querySelector<HTMLElement>(`[data-offer="${next.key}"]`)?.focus()
    }
    event.preventDefault()
  }
  return (
    <div className="rates-grid-frame">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys walk through it
        role="grid"
        aria-label={t('grid.title')}
        aria-busy={isOld}
        aria-describedby="rates-grid-keys"
        className="rates-grid"
        onKeyDown={pressed}
      >
        <thead>
          <tr>
            <th scope="col">{t('grid.term')}</th>
            {grid.plans.map((plan) => (
              <th key={plan.id} scope="col" title={plan.coverageGroups.map(codeTitle).join(', ')}>
                {plan.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.rows.map((row, at) => (
            <GridRow
              key={`${row.term.code} ${row.term.basis} ${row.deductible.code}`}
              {...{ row, pins, onSelect, onChoose }}
              isFirstOfTerm={grid.rows[at - 1]?.term.code !== row.term.code}
              selected={selected?.key}
              focusable={first?.key}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface GridRowProps extends Pick<RatesGridProps, 'pins' | 'onSelect' | 'onChoose'> {
  readonly row: OfferGrid['rows'][number]
  readonly isFirstOfTerm: boolean
  readonly selected: string | undefined
  readonly focusable: string | undefined
}

function GridRow({ row, isFirstOfTerm, selected, focusable, ...cell }: GridRowProps) {
  const t = useText()
  const format = useFormat()
  return (
    <tr className={isFirstOfTerm ? 'rates-term-first' : undefined}>
      <th scope="row">
        <span className={isFirstOfTerm ? 'rates-term' : 'rates-term rates-term-again'}>
          {termTitle(t, format, row.term)}
        </span>
        <small>{t('grid.deductible', { amount: deductibleTitle(t, format, row.deductible) })}</small>
      </th>
      {row.cells.map((offer, at) =>
        offer ? (
          <OfferCell
            key={offer.key}
            offer={offer}
            {...cell}
            isSelected={offer.key === selected}
            isFocusable={offer.key === focusable}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns keep their order
          <td key={at} className="rates-cell-none">
            <span className="visually-hidden">{t('grid.none')}</span>
          </td>
        ),
      )}
    </tr>
  )
}

interface OfferCellProps extends Pick<RatesGridProps, 'pins' | 'onSelect' | 'onChoose'> {
  readonly offer: Offer
  readonly isSelected: boolean
  readonly isFocusable: boolean
}

function OfferCell({ offer, pins, onSelect, onChoose, isSelected, isFocusable }: OfferCellProps) {
  const t = useText()
  const format = useFormat()
  const { plan, rate, key } = offer
  const price = format.money(rate.suggestedRetail)
  const isPinned = pins.includes(key)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all its cells
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cell of a grid
      role="gridcell"
      className="rates-cell"
      tabIndex={isFocusable ? 0 : -1}
      aria-selected={isSelected}
      aria-label={t(isPinned ? 'grid.cell.pinned' : 'grid.cell', {
        offer: offerTitle(t, format, offer),
        price,
      })}
      data-offer={key}
      data-plan={plan.code}
      data-term={rate.term.code}
      data-deductible={rate.deductible.code}
      onFocus={() => onSelect(offer)}
      onClick={({ currentTarget }) => currentTarget.focus()}
      onDoubleClick={() => onChoose(offer)}
    >
      {price}
      {isPinned && <Icon name="pin" size={12} />}
    </td>
  )
}
