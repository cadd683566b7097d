import { lazy, type ReactNode, Suspense } from 'react'
import type { Contract } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Await, Loading } from '../../ui/states.tsx'
import { FactsSections } from '../facts/facts-sections.tsx'
import { useText } from '../text.ts'
import { ContractHeader } from './contract-header.tsx'
import { Later } from './later.tsx'
import { PendingStrip } from './pending-strip.tsx'
import { RequestStrip } from './request-strip.tsx'

// What stands below the first screen is fetched and drawn after it.
const MoneyRegion = lazy(() => import('../money/money-region.tsx'))
const LifeRegion = lazy(() => import('../money/life-slider.tsx'))
const CoverageRegion = lazy(() => import('../regions/coverage-region.tsx'))
const ClaimsRegion = lazy(() => import('../regions/claims-region.tsx'))
const DocumentsRegion = lazy(() => import('../regions/documents-region.tsx'))
const HoldsRegion = lazy(() => import('../regions/holds-region.tsx'))
const HistoryRegion = lazy(() => import('../regions/history-region.tsx'))

/** A contract on one page. Its number is in the address; a quote is found by its id. */
export function ContractPage({ params }: { readonly params: Record<string, string> }) {
  const identifier = params.number ?? ''
  const query = useAnswer('GET /v2/contracts/{identifier}', { path: { identifier } })
  return (
    <div className="contracts-page">
      <Await query={query}>
        {(contract, { etag }) => <Loaded key={contract.id} contract={contract} etag={etag} />}
      </Await>
    </div>
  )
}

function Loaded({ contract, etag }: { readonly contract: Contract; readonly etag: string | undefined }) {
  const t = useText()
  const can = useCan()
  const mayQuoteCancel = can('POST /contracts/{contractId}/cancelrequests')
  const isInForce = contract.status === 'Active' || contract.heldFrom === 'Active'
  return (
    <>
      <ContractHeader contract={contract} etag={etag} />
      <PendingStrip contract={contract} etag={etag} />
      <RequestStrip contract={contract} />
      <FactsSections contract={contract} etag={etag} />
      <Region id="money" title={t('region.money')}>
        <MoneyRegion contract={contract} />
      </Region>
      {mayQuoteCancel && isInForce && (
        <Region id="life" title={t('region.life')}>
          <LifeRegion contract={contract} />
        </Region>
      )}
      <Region id="coverage" title={t('region.coverage')}>
        <CoverageRegion contract={contract} />
      </Region>
      {can('GET /claims') && (
        <Region id="claims" title={t('region.claims')}>
          <ClaimsRegion contract={contract} />
        </Region>
      )}
      {can('GET /contracts/{contractId}/documents') && (
        <Region id="documents" title={t('region.documents')}>
          <DocumentsRegion contract={contract} />
        </Region>
      )}
      <Region id="holds" title={t('region.holds')}>
        <HoldsRegion contract={contract} />
      </Region>
      <Region id="history" title={t('region.history')}>
        <HistoryRegion contract={contract} />
      </Region>
    </>
  )
}

interface RegionProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** A region stands on the page at once, and its content follows. */
function Region({ id, title, children }: RegionProps) {
  return (
    <Later id={id} title={title}>
      <Suspense fallback={<Loading rows={3} />}>{children}</Suspense>
    </Later>
  )
}
