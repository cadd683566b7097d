import { useState } from 'react'
import type { StateLawCoverage } from '../../../sdk/src/types.gen.ts'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan, useIsPartner } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { DateField, SelectField } from '../../ui/fields/field.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Empty, Forbidden, Notice } from '../../ui/states.tsx'
import { useText } from '../setup-text.ts'
import { certainties, type ProductType, productTypes } from './certainty.ts'
import { CoverageTable } from './coverage-table.tsx'
import { LibraryDialog } from './library-dialog.tsx'
import { StateMap } from './state-map.tsx'
import { StatePanel } from './state-panel.tsx'

/** Which rule decides in each state, by what law, and how sure that is. */
export function CoverageScreen() {
  const t = useText()
  const can = useCan()
  const isPartner = useIsPartner()
  const { saleDate } = useQuery()
  const [isUpdating, setUpdating] = useState(false)
  const query = useAnswer(
    'GET /cancelrules/coverage',
    { query: saleDate ? { saleDate } : {} },
    { enabled: !isPartner, keepPrevious: true },
  )
  if (isPartner) return <Forbidden permission="contracts:cancel" />
  return (
    <div className="page">
      <header className="page-head">
        <h1>{t('law.title')}</h1>
        <div className="page-actions">
          {can('POST /cancelrules') ? (
            <Link to="/rates/state-rules/own" className="button">
              {t('law.own')}
            </Link>
          ) : null}
          {can('POST /cancelrules/library') ? (
            <Button kind="main" onClick={() => setUpdating(true)}>
              {t('law.library')}
            </Button>
          ) : null}
        </div>
      </header>
      <Notice>{t('law.advice')}</Notice>
      <CoverageFilters />
      <Await query={query} rows={12}>
        {({ states }) => <Coverage states={states} />}
      </Await>
      {isUpdating ? <LibraryDialog onClose={() => setUpdating(false)} /> : null}
    </div>
  )
}

function CoverageFilters() {
  const t = useText()
  const { saleDate = '', certainty = '' } = useQuery()
  const product = useProduct()
  const setQuery = useSetQuery()
  return (
    <section className="rates-filters" aria-label={t('filters')}>
      <SelectField
        label={t('law.product')}
        name="?productTypeCode"
        value={product}
        isRequired
        options={productTypes.map((one) => ({ value: one, title: t(`product.${one}`) }))}
        onChange={(value) => setQuery({ productTypeCode: value === 'VSC' ? undefined : value }, 'push')}
      />
      <SelectField
        label={t('law.certainty')}
        name="?certainty"
        value={certainty}
        emptyTitle={t('all')}
        options={certainties.map((one) => ({ value: one, title: t(`certainty.${one}`) }))}
        onChange={(value) => setQuery({ certainty: value || undefined }, 'push')}
      />
      <DateField
        label={t('law.saleDate')}
        name="?saleDate"
        hint={t('law.saleDateHint')}
        value={saleDate}
        onChange={(value) => setQuery({ saleDate: value || undefined }, 'push')}
      />
    </section>
  )
}

/** The type of product that is shown. */
function useProduct(): ProductType {
  const { productTypeCode } = useQuery()
  return productTypeCode === 'GAP' ? 'GAP' : 'VSC'
}

function Coverage({ states }: { readonly states: readonly StateLawCoverage[] }) {
  const t = useText()
  const { state = '', certainty = '' } = useQuery()
  const setQuery = useSetQuery()
  const product = useProduct()
  const own = states.filter(({ productTypeCode }) => productTypeCode === product)
  const shown = own.filter((row) => certainty === '' || row.certainty === certainty)
  const chosen = states.filter((row) => row.state === state)
  const choose = (next: string) => setQuery({ state: next === state ? undefined : next }, 'push')
  return (
    <>
      <Panel title={t('law.map', { product: t(`product.${product}`) })} id="map">
        <StateMap states={own} certainty={certainty} chosen={state} onChoose={choose} />
      </Panel>
      {state !== '' ? <StatePanel key={state} state={state} rows={chosen} /> : null}
      {shown.length === 0 ? (
        <Empty title={t('law.none')} why={t('law.noneWhy')} />
      ) : (
        <CoverageTable
          rows={shown}
          label={t('law.table', { product: t(`product.${product}`) })}
          onOpen={choose}
        />
      )}
    </>
  )
}
