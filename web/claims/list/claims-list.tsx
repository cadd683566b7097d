import { useEffect } from 'react'
import type { ClaimIndexResult } from '../../../sdk/src/types.gen.ts'
import { useGo, useQuery, useSetQuery } from '../../api/address.ts'
import { useCan, useIsPartner, useToday } from '../../api/session.ts'
import { filtersIn } from '../../lists/list-query.ts'
import { type Filter, type ListColumn, ListScreen } from '../../lists/list-screen.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useShortcut } from '../../ui/keys.ts'
import { Loading } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { findFacilities } from '../lookups.ts'
import { useText, wordOf } from '../text.ts'
import { claimTone } from '../tones.ts'
import { daysBetween } from './age.ts'
import { claimTypes, statuses, useTabs } from './list-tabs.ts'

/** The claims: an adjuster's own and open ones first, oldest report on top. */
export function ClaimsList() {
  const t = useText()
  const go = useGo()
  const can = useCan()
  const tabs = useTabs()
  const query = useQuery()
  const setQuery = useSetQuery()
  const columns = useColumns()
  const filters = useFilters()
  const [first] = tabs
  // A link with filters means all claims that they fit; otherwise the list begins with its first tab.
  const tab = query.tab ?? (Object.keys(filtersIn(query)).length > 0 ? 'all' : first?.value)
  useEffect(() => {
    if (query.tab === undefined) setQuery({ tab })
  }, [query.tab, tab, setQuery])
  const mayEnter = can('POST /claims')
  useShortcut('n', () => go('/claims/new'), { title: t('list.new'), isOff: !mayEnter })
  if (query.tab === undefined) return <Loading rows={12} />
  return (
    <ListScreen
      list="claims"
      title={t('list.title')}
      operation="GET /claims"
      tabs={tabs}
      initial={{ sortBy: 'reportedDate', sortDirection: 'Asc' }}
      mainFilters={3}
      filters={filters}
      columns={columns}
      rowKey={(row) => row.id}
      rowLink={(row) => `/claims/${row.number}`}
      actions={
        mayEnter && (
          <Button kind="main" icon="add" onClick={() => go('/claims/new')}>
            {t('list.new')}
          </Button>
        )
      }
      empty={{
        title: t(tab === 'mine' ? 'list.emptyMine' : 'list.empty'),
        why: t(tab === 'mine' ? 'list.emptyMineWhy' : 'list.emptyWhy'),
        action:
          tab === 'mine' ? (
            <Button onClick={() => setQuery({ tab: 'open' }, 'push')}>{t('list.showOpen')}</Button>
          ) : undefined,
      }}
    />
  )
}

function useFilters(): readonly Filter[] {
  const t = useText()
  const isPartner = useIsPartner()
  const can = useCan()
  return [
    { name: 'number', label: t('field.number'), kind: 'text' },
    { name: 'contractNumber', label: t('field.contract'), kind: 'text' },
    { name: 'customerName', label: t('field.customer'), kind: 'text' },
    { name: 'vin', label: t('field.vin'), kind: 'text' },
    {
      name: 'status',
      label: t('field.status'),
      kind: 'choices',
      choices: statuses.map((value) => ({ value, title: wordOf(t, 'status', value) })),
    },
    {
      name: 'claimType',
      label: t('field.type'),
      kind: 'choices',
      choices: claimTypes.map((value) => ({ value, title: wordOf(t, 'claimType', value) })),
    },
    ...(!isPartner && can('GET /repairfacilities')
      ? [
          {
            name: 'facilityId',
            label: t('field.facility'),
            kind: 'lookup' as const,
            search: findFacilities,
          },
        ]
      : []),
    { name: 'lossDateFrom', label: t('filter.lossFrom'), kind: 'date' },
    { name: 'lossDateTo', label: t('filter.lossTo'), kind: 'date' },
    { name: 'reportedFrom', label: t('filter.reportedFrom'), kind: 'date' },
    { name: 'reportedTo', label: t('filter.reportedTo'), kind: 'date' },
    { name: 'authorizedFrom', label: t('filter.authorizedFrom'), kind: 'date' },
    { name: 'authorizedTo', label: t('filter.authorizedTo'), kind: 'date' },
    { name: 'hasInspection', label: t('filter.hasInspection'), kind: 'flag' },
  ]
}

type Row = ClaimIndexResult

function useColumns(): readonly ListColumn<Row>[] {
  const t = useText()
  const today = useToday()
  const format = useFormat()
  const isPartner = useIsPartner()
  return [
    { key: 'number', title: t('field.number'), sort: 'number', cell: (row) => row.number },
    {
      key: 'status',
      title: t('field.status'),
      cell: ({ status }) => (
        <Status value={status} tone={claimTone(status)} title={wordOf(t, 'status', status)} />
      ),
    },
    {
      key: 'age',
      title: t('list.age'),
      sort: 'lossDate',
      isNumeric: true,
      cell: ({ lossDate }) => t('list.days', { count: format.count(daysBetween(lossDate, today)) }),
    },
    { key: 'contract', title: t('field.contract'), cell: (row) => row.contractNumber ?? '—' },
    { key: 'customer', title: t('field.customer'), cell: (row) => row.customerName ?? '—' },
    {
      key: 'facility',
      title: t('field.facility'),
      isHidden: isPartner,
      isWrapping: true,
      cell: (row) => row.facilityName ?? '—',
    },
    {
      key: 'adjuster',
      title: t('field.adjuster'),
      isHidden: isPartner,
      cell: (row) => row.adjuster ?? '—',
    },
    {
      key: 'requested',
      title: t('figure.requested'),
      sort: 'requested',
      isNumeric: true,
      cell: (row) => format.money(row.requested),
    },
    {
      key: 'authorized',
      title: t('figure.authorized'),
      isNumeric: true,
      cell: (row) => format.money(row.authorized),
    },
    {
      key: 'paid',
      title: t('figure.paid'),
      isNumeric: true,
      isHidden: !isPartner,
      cell: (row) => format.money(row.paid),
    },
    {
      key: 'type',
      title: t('field.type'),
      isHidden: true,
      cell: ({ claimType }) => wordOf(t, 'claimType', claimType),
    },
    { key: 'vin', title: t('field.vin'), isHidden: true, cell: (row) => row.vin ?? '—' },
    {
      key: 'lossDate',
      title: t('field.lossDate'),
      isHidden: true,
      cell: (row) => format.date(row.lossDate),
    },
    {
      key: 'updatedAt',
      title: t('list.updated'),
      sort: 'updatedAt',
      isHidden: true,
      cell: (row) => format.instant(row.updatedAt),
    },
  ]
}
