import type { Product, RateResponse } from '../../../sdk/src/types.gen.ts'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { useCan } from '../../api/session.ts'
import { SelectField, SwitchField } from '../../ui/fields/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Notice } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { Compare } from './compare.tsx'
import { OfferBar } from './offer-bar.tsx'
import {
  deductiblesOfProduct,
  gridOfProduct,
  type Offer,
  offersByKey,
  optionsOfProduct,
  togglePin,
} from './offers.ts'
import { OptionsRow } from './options-row.tsx'
import { RatesGrid } from './rates-grid.tsx'
import { skippedProducts } from './reasons.ts'
import { MissingLinks, useProductName } from './why-no-rates.tsx'
import { deductibleTitle } from './words.ts'

interface OffersPanelProps {
  readonly quote: RateResponse
  /** The rates belong to the inputs before; the new ones are on their way. */
  readonly isOld: boolean
  readonly surchargeCodes: readonly string[]
  readonly onSurcharges: (codes: readonly string[]) => void
}

/** What is offered: by product a grid of rates, options, and the pinned rates side by side. */
export function OffersPanel({ quote, isOld, surchargeCodes, onSurcharges }: OffersPanelProps) {
  const t = useText()
  const can = useCan()
  const view = useView(quote)
  const { product, selected, pins, pinned, showsCost } = view
  if (!product) return null
  const choose = can('POST /contracts') ? view.choose : undefined
  return (
    <>
      <Warnings quote={quote} />
      <Panel title={t('offers.title')} actions={<ViewSwitch {...view} />} className="rates-offers">
        {quote.products.length > 1 && (
          <Tabs
            label={t('offers.products')}
            items={quote.products.map(({ id, name }) => ({ value: String(id), title: name }))}
            value={String(product.id)}
            onChange={view.showProduct}
          />
        )}
        <div className="rates-tools">
          <OptionsRow
            options={optionsOfProduct(product, selected)}
            chosen={surchargeCodes}
            onChange={onSurcharges}
          />
          <DeductibleFilter product={product} value={view.deductible} onChange={view.showDeductible} />
        </div>
        <RatesGrid
          grid={gridOfProduct(product, view.deductible)}
          selected={selected}
          pins={pins}
          isOld={isOld}
          onSelect={view.select}
          onChoose={(offer) => !isOld && choose?.(offer)}
          onPin={view.pin}
        />
        <p className="rates-note" id="rates-grid-keys">
          {t('grid.keys')}
        </p>
      </Panel>
      <Compare
        offers={pinned}
        showsCost={showsCost}
        onUnpin={view.pin}
        onChoose={isOld ? undefined : choose}
      />
      {selected && (
        <OfferBar
          offer={selected}
          isPinned={pins.includes(selected.key)}
          pinCount={pins.length}
          showsCost={showsCost}
          disabledReason={isOld ? t('offers.old') : undefined}
          onPin={() => view.pin(selected)}
          onChoose={choose && (() => choose(selected))}
        />
      )}
      {skippedProducts(quote.warnings).map(({ productCode = null, missing = [] }) => (
        <Skipped key={productCode} productCode={productCode} missing={missing} />
      ))}
    </>
  )
}

/** What of the offers is shown. It stands in the address, so that a link shows the same. */
function useView(quote: RateResponse) {
  const query = useQuery()
  const setQuery = useSetQuery()
  const offers = offersByKey(quote)
  const selected = offers.get(query.rate ?? '')
  const named = quote.products.find(({ id }) => String(id) === query.productId)
  const product = named ?? selected?.product ?? quote.products[0]
  const pins = (query.pins ?? '').split(',').filter((key) => offers.has(key))
  const deductible = query.deductible
  return {
    product,
    selected: selected?.product.id === product?.id ? selected : undefined,
    pins,
    pinned: pins.flatMap((key) => offers.get(key) ?? []),
    showsCost: query.view !== 'customer',
    // A deductible of another product would leave an empty grid.
    deductible: product && hasDeductible(product, deductible) ? deductible : undefined,
    showProduct: (id: string) => setQuery({ productId: id, rate: undefined }),
    showDeductible: (code: string) => setQuery({ deductible: code || undefined }),
    showCost: (isShown: boolean) => setQuery({ view: isShown ? undefined : 'customer' }),
    select: ({ key }: Offer) => key !== query.rate && setQuery({ rate: key }),
    choose: ({ key }: Offer) => setQuery({ rate: key, step: 'sale' }, 'push'),
    pin: ({ key }: Offer) => setQuery({ pins: togglePin(pins, key).join(',') || undefined }),
  }
}

const hasDeductible = (product: Product, code: string | undefined) =>
  deductiblesOfProduct(product).some((deductible) => deductible.code === code)

interface ViewSwitchProps {
  readonly showsCost: boolean
  readonly showCost: (isShown: boolean) => void
}

/** The screen is turned to the customer: what the dealer pays is not on it. */
function ViewSwitch({ showsCost, showCost }: ViewSwitchProps) {
  const t = useText()
  return <SwitchField label={t('offers.customer')} value={!showsCost} onChange={(isOn) => showCost(!isOn)} />
}

interface DeductibleFilterProps {
  readonly product: Product
  readonly value: string | undefined
  readonly onChange: (code: string) => void
}

function DeductibleFilter({ product, value, onChange }: DeductibleFilterProps) {
  const t = useText()
  const format = useFormat()
  const deductibles = deductiblesOfProduct(product)
  if (deductibles.length < 2) return null
  return (
    <SelectField
      label={t('deductible')}
      value={value ?? ''}
      onChange={onChange}
      options={deductibles.map((deductible) => ({
        value: deductible.code,
        title: deductibleTitle(t, format, deductible),
      }))}
      emptyTitle={t('offers.allDeductibles')}
    />
  )
}

/** What the service wants to be known. */
function Warnings({ quote: { warnings } }: { readonly quote: RateResponse }) {
  return warnings
    .filter(({ code }) => code !== 'ProductSkipped')
    .map(({ code, message }) => (
      <Notice key={`${code} ${message}`} tone="wait">
        {message}
      </Notice>
    ))
}

/** What else could be offered if more were known. */
interface SkippedProps {
  readonly productCode: string | null
  readonly missing: readonly string[]
}

function Skipped({ productCode, missing }: SkippedProps) {
  const t = useText()
  const product = useProductName(productCode) ?? ''
  return (
    <Notice>
      {t('offers.skipped', { product })}{' '}
      {missing.map((names, at) => (
        <span key={names}>
          {at > 0 && '; '}
          <MissingLinks names={names} />
        </span>
      ))}
    </Notice>
  )
}
