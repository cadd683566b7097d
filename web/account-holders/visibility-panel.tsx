import type { DealerRateVisibility } from '../../sdk/src/types.gen.ts'
import { useAnswer } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { Status } from '../ui/badge.tsx'
import { Panel } from '../ui/panel.tsx'
import { Await } from '../ui/states.tsx'
import { Table } from '../ui/tables/table.tsx'
import { useFormat } from '../ui/words/format.ts'
import { LinkedRecord } from './linked-record.tsx'
import { useText } from './text.ts'

/** The rows that decide what a dealer may sell: its own and those of its group. */
export function VisibilityPanel({ dealerId }: { readonly dealerId: number }) {
  const t = useText()
  const query = useAnswer('GET /dealers/{dealerId}/ratevisibilities', { path: { dealerId } })
  const columns = useColumns()
  return (
    <Panel title={t('visibility.title')} id="visibility">
      <Await query={query} rows={2}>
        {({ visibilities }) =>
          visibilities.length === 0 ? (
            <p className="holder-none">{t('visibility.noneWhy')}</p>
          ) : (
            <Table
              label={t('visibility.table')}
              columns={columns}
              rows={visibilities}
              rowKey={({ id }) => String(id)}
            />
          )
        }
      </Await>
    </Panel>
  )
}

function useColumns() {
  const t = useText()
  const format = useFormat()
  const productName = useProductNames()
  const idOrAll = (id: number | null) => (id === null ? t('value.all') : t('value.id', { id }))
  return [
    {
      key: 'of',
      title: t('visibility.of'),
      cell: (row: DealerRateVisibility) =>
        t(row.dealerId === null ? 'visibility.ofGroup' : 'visibility.ofDealer'),
    },
    {
      key: 'product',
      title: t('visibility.product'),
      cell: ({ productId }: DealerRateVisibility) => productName(productId) ?? idOrAll(productId),
    },
    {
      key: 'program',
      title: t('visibility.program'),
      cell: ({ programId }: DealerRateVisibility) =>
        programId === null ? t('value.all') : <LinkedRecord to="programs" id={programId} />,
    },
    { key: 'plan', title: t('visibility.plan'), cell: (row: DealerRateVisibility) => idOrAll(row.planId) },
    {
      key: 'class',
      title: t('visibility.class'),
      cell: (row: DealerRateVisibility) => row.classCode ?? t('value.all'),
    },
    {
      key: 'state',
      title: t('visibility.state'),
      cell: ({ isVisible }: DealerRateVisibility) => (
        <Status
          value={isVisible ? 'Active' : 'Inactive'}
          title={t(isVisible ? 'visibility.shown' : 'visibility.hidden')}
        />
      ),
    },
    {
      key: 'from',
      title: t('visibility.from'),
      cell: (row: DealerRateVisibility) => format.date(row.effectiveFrom),
    },
    {
      key: 'to',
      title: t('visibility.to'),
      cell: (row: DealerRateVisibility) => format.date(row.effectiveTo),
    },
  ]
}

function useProductNames(): (id: number | null) => string | undefined {
  const can = useCan()
  const query = useAnswer(
    'GET /Rates/Products',
    {},
    { enabled: can('GET /Rates/Products'), staleTime: 60_000 },
  )
  return (id) => query.data?.data.find((product) => product.id === id)?.name
}
