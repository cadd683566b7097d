import { useState } from 'react'
import type { ContractSearchResult } from '../../../sdk/src/types.gen.ts'
import { useCan, useIsPartner } from '../../api/session.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import { Link } from '../../ui/link.tsx'
import { useText } from '../text.ts'
import { BulkFinalize, BulkHold } from './bulk-actions.tsx'
import { useContractColumns } from './columns.tsx'
import { useContractFilters } from './filters.ts'

/** A quote has no number yet; the service finds it by its id. */
const pathOf = ({ number, id }: ContractSearchResult) => `/contracts/${number ?? id}`

type Bulk = { readonly action: 'finalize' | 'hold'; readonly rows: readonly ContractSearchResult[] }

/** All contracts the caller may see, newest sale first. */
export function ContractsList() {
  const t = useText()
  const can = useCan()
  const isPartner = useIsPartner()
  const columns = useContractColumns(isPartner)
  const filters = useContractFilters(isPartner)
  const [bulk, setBulk] = useState<Bulk>()
  const close = () => setBulk(undefined)
  const offer = (action: Bulk['action']) => ({
    title: t(`action.${action}`),
    run: (rows: readonly ContractSearchResult[]) => setBulk({ action, rows }),
  })
  const bulkActions = [
    ...(can('POST /contracts/{contractId}/finalize') ? [offer('finalize')] : []),
    ...(can('POST /contracts/{contractId}/holds') ? [offer('hold')] : []),
  ]
  return (
    <>
      <ListScreen
        list="contracts"
        title={t('list.title')}
        operation="GET /v2/contracts"
        columns={columns}
        filters={filters}
        mainFilters={isPartner ? 3 : 4}
        initial={{ sortBy: 'saleDate', sortDirection: 'Desc' }}
        rowKey={(row) => row.id}
        rowLink={pathOf}
        bulk={bulkActions}
        actions={
          can('POST /contracts') ? (
            <Link to="/quote" className="button button-main">
              {t('list.new')}
            </Link>
          ) : undefined
        }
        empty={{ title: t('list.empty'), why: t('list.emptyWhy') }}
      />
      {bulk?.action === 'finalize' && <BulkFinalize rows={bulk.rows} onClose={close} />}
      {bulk?.action === 'hold' && <BulkHold rows={bulk.rows} onClose={close} />}
    </>
  )
}
