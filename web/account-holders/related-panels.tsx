import type { UseQueryResult } from '@tanstack/react-query'
import type { ContractSearchResult, DealerSearchResult } from '../../sdk/src/types.gen.ts'
import type { Answer } from '../api/client.ts'
import { useAnswer } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { Status } from '../ui/badge.tsx'
import { Link } from '../ui/link.tsx'
import { Panel } from '../ui/panel.tsx'
import { Await, Empty } from '../ui/states.tsx'
import { Table } from '../ui/tables/table.tsx'
import { useFormat } from '../ui/words/format.ts'
import type { Holder } from './holders.ts'
import type { Kind } from './kind-types.ts'
import { choiceTitle } from './plain-text.ts'
import { useText } from './text.ts'

const MOST = 10

interface DealersProps {
  /** The filter of the list of dealers that means this record. */
  readonly filter: string
  readonly id: number
}

/** The dealers of a group or of an agent. */
export function DealersPanel({ filter, id }: DealersProps) {
  const t = useText()
  const query = useAnswer('GET /dealers', {
    query: { [filter]: id, sortBy: 'name', pageNumber: 1, pageSize: MOST },
  }) as UseQueryResult<Answer<readonly DealerSearchResult[]>>
  const columns = [
    { key: 'number', title: t('field.number'), cell: (row: DealerSearchResult) => row.number },
    {
      key: 'name',
      title: t('field.name'),
      cell: (row: DealerSearchResult) => <Link to={`/partners/dealers/${row.id}`}>{row.name}</Link>,
    },
    {
      key: 'status',
      title: t('field.status'),
      cell: ({ status }: DealerSearchResult) => <Status value={status} title={choiceTitle(status, t)} />,
    },
    { key: 'city', title: t('field.city'), cell: (row: DealerSearchResult) => row.city ?? t('value.none') },
    {
      key: 'state',
      title: t('field.state'),
      cell: (row: DealerSearchResult) => row.state ?? t('value.none'),
    },
  ]
  const all = <Link to={`/partners/dealers?${filter}=${id}`}>{t('related.all')}</Link>
  return (
    <Panel title={t('related.dealers')} id="dealers" actions={all}>
      <Await query={query} rows={3}>
        {(dealers) =>
          dealers.length === 0 ? (
            <Empty title={t('related.none')} why={t('related.noneWhy')} icon="partners" />
          ) : (
            <Table
              label={t('related.dealers')}
              columns={columns}
              rows={dealers}
              rowKey={({ id }) => String(id)}
            />
          )
        }
      </Await>
    </Panel>
  )
}

interface ContractLink {
  readonly id: number
  readonly number: string | null
}

/** The contracts of a customer; for other kinds, the way to the list of theirs. */
export function ContractsPanel({ kind, holder }: { readonly kind: Kind; readonly holder: Holder }) {
  const t = useText()
  const can = useCan()
  if (!can('GET /v2/contracts')) return null
  if (kind.contractsBy)
    return (
      <Panel title={t('contracts.title')} id="contracts">
        <Link to={`/contracts?${kind.contractsBy}=${holder.id}`}>{t('contracts.open')}</Link>
      </Panel>
    )
  const contracts = holder.contracts as readonly ContractLink[] | undefined
  if (!contracts) return null
  return (
    <Panel title={t('contracts.title')} id="contracts">
      {contracts.length === 0 ? (
        <Empty title={t('contracts.none')} why={t('contracts.noneWhy')} icon="contract" />
      ) : (
        <ContractTable contracts={contracts} />
      )}
    </Panel>
  )
}

function ContractTable({ contracts }: { readonly contracts: readonly ContractLink[] }) {
  const t = useText()
  const none = t('value.none')
  const part = (key: 'plan' | 'vehicle' | 'dealer', show: (row: ContractSearchResult) => string) => ({
    key,
    title: t(`contracts.${key}`),
    cell: (contract: ContractLink) => <ContractPart contract={contract} show={show} />,
  })
  const columns = [
    {
      key: 'number',
      title: t('contracts.number'),
      cell: ({ id, number }: ContractLink) => (
        <Link to={`/contracts/${number ?? id}`}>{number ?? t('contracts.quote', { id })}</Link>
      ),
    },
    {
      key: 'status',
      title: t('contracts.status'),
      cell: (contract: ContractLink) => (
        <ContractPart
          contract={contract}
          show={({ status }) => <Status value={status} title={t(`contractStatus.${status}`)} />}
        />
      ),
    },
    part('plan', ({ productName, planName }) =>
      productName === planName ? planName : `${productName} · ${planName}`,
    ),
    part(
      'vehicle',
      ({ year, make, model, vin }) => [year, make, model].filter(Boolean).join(' ') || vin || none,
    ),
    {
      key: 'sold',
      title: t('contracts.sold'),
      cell: (contract: ContractLink) => (
        <ContractPart contract={contract} show={({ saleDate }) => <Day date={saleDate} />} />
      ),
    },
    part('dealer', ({ dealerName }) => dealerName),
  ]
  return (
    <Table label={t('contracts.title')} columns={columns} rows={contracts} rowKey={({ id }) => String(id)} />
  )
}

function Day({ date }: { readonly date: string }) {
  return useFormat().date(date)
}

interface PartProps {
  readonly contract: ContractLink
  readonly show: (row: ContractSearchResult) => React.ReactNode
}

/** A part of the contract's row in the list of contracts. The parts of a row share one call. */
function ContractPart({ contract, show }: PartProps) {
  const t = useText()
  const query = useAnswer('GET /v2/contracts', {
    query: { identifier: contract.number ?? String(contract.id) },
  })
  const row = query.data?.data.items.find(({ id }) => id === contract.id)
  return row ? show(row) : t('value.none')
}
