import { useMemo } from 'react'
import type { InProcessCashTransaction } from '../../../sdk/src/types.gen.ts'
import { useGo } from '../../api/address.ts'
import { useCan, useIsPartner } from '../../api/session.ts'
import { findHolders, nameOf } from '../../lists/holder-field.tsx'
import { type Filter, type ListColumn, ListScreen } from '../../lists/list-screen.tsx'
import { Status } from '../../ui/badge.tsx'
import { useShortcut } from '../../ui/keys.ts'
import { Link } from '../../ui/link.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

/** Batches of rows that are paid together, the newest first. */
export function BatchesList() {
  const t = useText()
  const can = useCan()
  const columns = useColumns()
  const filters = useFilters()
  const go = useGo()
  const mayMake = can('POST /inprocesscashtransactions')
  const make = mayMake && (
    <Link to="/money/remit" className="button button-main">
      {t('batches.new')}
    </Link>
  )
  useShortcut('n', () => go('/money/remit'), { title: t('batches.new'), isOff: !mayMake })
  return (
    <ListScreen
      list="batches"
      title={t('batches.title')}
      operation="GET /inprocesscashtransactions"
      columns={columns}
      filters={filters}
      mainFilters={3}
      initial={{ sortBy: 'id', sortDirection: 'Desc' }}
      tabs={[
        { value: 'ready', title: t('batches.ready'), query: { status: 'Ready' } },
        { value: 'processed', title: t('batches.processed'), query: { status: 'Processed' } },
        { value: 'all', title: t('tab.all'), query: {} },
      ]}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/money/batches/${id}`}
      actions={make}
      empty={{ title: t('batches.none'), why: t('batches.noneWhy'), action: make }}
    />
  )
}

function useColumns(): readonly ListColumn<InProcessCashTransaction>[] {
  const t = useText()
  const { money, date, count, instant } = useFormat()
  const isPartner = useIsPartner()
  return useMemo(
    () => [
      { key: 'id', title: t('column.batch'), sort: 'id', cell: ({ id }) => t('batch.title', { id }) },
      {
        key: 'status',
        title: t('column.status'),
        cell: ({ status }) => (
          <Status value={status} title={t(`batchStatus.${status}`)} tone={toneOf(status)} />
        ),
      },
      {
        key: 'holder',
        title: t('holder'),
        cell: ({ accountHolder }) => nameOf(accountHolder),
        isHidden: isPartner,
      },
      { key: 'direction', title: t('batch.direction'), cell: ({ direction }) => t(`batch.${direction}`) },
      { key: 'method', title: t('field.method'), cell: ({ method }) => t(`method.${method}`) },
      {
        key: 'rows',
        title: t('column.rows'),
        isNumeric: true,
        cell: ({ ledgers }) => count(ledgers.length),
      },
      {
        key: 'receive',
        title: t('batch.totalReceive'),
        isNumeric: true,
        isHidden: true,
        cell: ({ totalReceive }) => money(totalReceive),
      },
      {
        key: 'pay',
        title: t('batch.totalPay'),
        isNumeric: true,
        isHidden: true,
        cell: ({ totalPay }) => money(totalPay),
      },
      {
        key: 'net',
        title: t('batch.netAmount'),
        isNumeric: true,
        cell: ({ netAmount }) => money(netAmount),
      },
      {
        key: 'scheduled',
        title: t('field.scheduledDate'),
        cell: ({ scheduledDate }) => date(scheduledDate),
      },
      { key: 'made', title: t('column.made'), isHidden: true, cell: ({ createdAt }) => instant(createdAt) },
      { key: 'by', title: t('column.by'), isHidden: isPartner, cell: ({ createdBy }) => createdBy },
    ],
    [t, money, date, count, instant, isPartner],
  )
}

/** The tone of a batch's status, which the kit does not know. */
export const toneOf = (status: InProcessCashTransaction['status']) =>
  (({ Draft: 'info', Ready: 'wait', Processing: 'info', Processed: 'good', Failed: 'bad' }) as const)[status]

function useFilters(): readonly Filter[] {
  const t = useText()
  const isPartner = useIsPartner()
  const can = useCan()
  const directions = ['Receive', 'Pay', 'Net'] as const
  // A dealer's office has only batches to receive.
  const hasDirections = can('POST /cashtransactions')
  return [
    ...(isPartner
      ? []
      : [{ name: 'accountHolderId', label: t('holder'), kind: 'lookup', search: findHolders } as const]),
    { name: 'scheduledFrom', label: t('filter.scheduledFrom'), kind: 'date' },
    { name: 'scheduledTo', label: t('filter.scheduledTo'), kind: 'date' },
    ...(hasDirections
      ? [
          {
            name: 'direction',
            label: t('batch.direction'),
            kind: 'choices',
            choices: directions.map((value) => ({ value, title: t(`batch.${value}`) })),
          } as const,
        ]
      : []),
    {
      name: 'status',
      label: t('column.status'),
      kind: 'choices',
      choices: (['Ready', 'Processed'] as const).map((value) => ({
        value,
        title: t(`batchStatus.${value}`),
      })),
    },
  ]
}
