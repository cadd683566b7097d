import type { ClaimIndexResult } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { Status } from '../../ui/badge.tsx'
import { Await, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText, wordOf } from '../text.ts'
import type { RegionProps } from './region-props.ts'

/** The claims on the contract, newest loss first. */
export default function ClaimsRegion({ contract }: RegionProps) {
  const t = useText()
  const { money, date } = useFormat()
  const query = useAnswer('GET /claims', {
    query: { contractId: contract.id, sortBy: 'lossDate', sortDirection: 'Desc', pageSize: 100 },
  })
  return (
    <Await query={query} rows={3}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={t('claims.empty')} why={t('claims.emptyWhy')} />
        ) : (
          <Table
            label={t('region.claims')}
            rows={items}
            rowKey={({ id }) => id}
            rowLink={({ number }) => `/claims/${number}`}
            columns={[
              { key: 'number', title: t('claims.number'), cell: (row: ClaimIndexResult) => row.number },
              {
                ...{ key: 'status', title: t('field.status') },
                cell: ({ status }: ClaimIndexResult) => (
                  <Status value={status} title={wordOf(t, 'claimStatus', status)} />
                ),
              },
              { key: 'loss', title: t('claims.loss'), cell: (row: ClaimIndexResult) => date(row.lossDate) },
              {
                key: 'facility',
                title: t('claims.facility'),
                cell: (row: ClaimIndexResult) => row.facilityName ?? '—',
              },
              {
                key: 'asked',
                title: t('claims.asked'),
                isNumeric: true,
                cell: (row) => money(row.requested),
              },
              {
                key: 'authorized',
                title: t('claims.authorized'),
                isNumeric: true,
                cell: (row) => money(row.authorized),
              },
              { key: 'paid', title: t('claims.paid'), isNumeric: true, cell: (row) => money(row.paid) },
            ]}
          />
        )
      }
    </Await>
  )
}
