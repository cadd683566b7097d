import type { RowOf } from '../../api/client.ts'
import { type ListColumn, ListScreen } from '../../lists/list-screen.tsx'
import { Status } from '../../ui/badge.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

type Cancel = RowOf<'GET /cancels'>
type AmountName =
  | 'grossRefund'
  | 'cancelFee'
  | 'claimsDeduction'
  | 'netRefund'
  | 'salesTaxRefund'
  | 'totalRefund'

/** The executed cancels behind a figure, newest first. */
export function CancelsScreen() {
  const t = useText()
  return (
    <ListScreen
      list="executed-cancels"
      title={t('cancels.title')}
      operation="GET /cancels"
      columns={useColumns()}
      filters={[
        { name: 'executionFrom', label: t('cancels.from'), kind: 'date' },
        { name: 'executionTo', label: t('cancels.to'), kind: 'date' },
        { name: 'reasonCode', label: t('cancels.reasonCode'), kind: 'text' },
        {
          name: 'status',
          label: t('cancels.status'),
          kind: 'choice',
          choices: (['Active', 'Reversed'] as const).map((value) => ({
            value,
            title: t(`cancels.${value}`),
          })),
        },
      ]}
      rowKey={({ id }) => id}
      rowLink={({ contractNumber, contractId }) => `/contracts/${contractNumber ?? contractId}`}
      empty={{ title: t('cancels.empty'), why: t('cancels.emptyWhy') }}
    />
  )
}

function useColumns(): readonly ListColumn<Cancel>[] {
  const t = useText()
  const { money, date } = useFormat()
  const amount = (key: AmountName) => ({
    key,
    title: t(`cancels.${key}`),
    isNumeric: true,
    cell: (row: Cancel) => money(row[key]),
  })
  return [
    {
      key: 'contract',
      title: t('cancels.contract'),
      cell: (row) => row.contractNumber ?? String(row.contractId),
    },
    { key: 'customerName', title: t('cancels.customer'), cell: (row) => row.customerName ?? '—' },
    { key: 'reason', title: t('column.reason'), cell: (row) => row.reasonName ?? row.reasonCode },
    { key: 'executionDate', title: t('cancels.executed'), cell: (row) => date(row.executionDate) },
    {
      key: 'status',
      title: t('cancels.status'),
      cell: ({ status }) => <Status value={status} title={t(`cancels.${status}`)} />,
    },
    amount('grossRefund'),
    amount('cancelFee'),
    amount('claimsDeduction'),
    amount('netRefund'),
    amount('salesTaxRefund'),
    amount('totalRefund'),
    { key: 'dealerName', title: t('cancels.dealer'), isHidden: true, cell: (row) => row.dealerName ?? '—' },
    {
      key: 'cancelDate',
      title: t('cancels.cancelDate'),
      isHidden: true,
      cell: (row) => date(row.cancelDate),
    },
  ]
}
