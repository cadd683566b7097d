import { useIsPartner } from '../../api/session.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import { Status } from '../../ui/badge.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText, wordOf } from '../text.ts'
import { claimTone } from '../tones.ts'

const statuses = [
  'Ordered',
  'Assigned',
  'Scheduled',
  'Completed',
  'Reviewed',
  'Rejected',
  'Cancelled',
] as const

/** The inspections: for their company those it has to do, for the office those it waits for. */
export function InspectionsList() {
  const t = useText()
  const format = useFormat()
  const isPartner = useIsPartner()
  return (
    <ListScreen
      list="inspections"
      title={t('inspections.title')}
      operation="GET /claims/inspections"
      rowKey={(row) => row.id}
      rowLink={(row) => `/inspections/${row.id}`}
      initial={{ sortBy: 'orderedAt', sortDirection: 'Asc' }}
      tabs={[
        { value: 'open', title: t('inspections.open'), query: { status: 'Ordered,Assigned,Scheduled' } },
        { value: 'reports', title: t('inspections.reports'), query: { status: 'Completed' } },
        { value: 'all', title: t('tab.all'), query: {} },
      ]}
      mainFilters={2}
      filters={[
        { name: 'claimNumber', label: t('inspections.claim'), kind: 'text' },
        { name: 'externalReference', label: t('inspect.reference'), kind: 'text' },
        {
          name: 'status',
          label: t('field.status'),
          kind: 'choices',
          choices: statuses.map((value) => ({ value, title: wordOf(t, 'inspectionStatus', value) })),
        },
        { name: 'orderedFrom', label: t('inspections.orderedFrom'), kind: 'date' },
        { name: 'orderedTo', label: t('inspections.orderedTo'), kind: 'date' },
        { name: 'dueBefore', label: t('inspections.dueBefore'), kind: 'date' },
      ]}
      columns={[
        { key: 'number', title: t('field.number'), sort: 'number', cell: (row) => row.number },
        {
          key: 'status',
          title: t('field.status'),
          cell: ({ status }) => (
            <Status value={status} tone={claimTone(status)} title={wordOf(t, 'inspectionStatus', status)} />
          ),
        },
        { key: 'claim', title: t('inspections.claim'), cell: (row) => row.claimNumber },
        {
          key: 'company',
          title: t('order.company'),
          isHidden: isPartner,
          cell: (row) => row.company.name ?? row.company.number,
        },
        { key: 'reason', title: t('field.reason'), isWrapping: true, cell: (row) => row.reason.name },
        {
          key: 'place',
          title: t('inspection.place'),
          cell: ({ location }) => [location?.city, location?.state].filter(Boolean).join(', ') || '—',
        },
        {
          key: 'ordered',
          title: t('inspections.ordered'),
          sort: 'orderedAt',
          cell: (row) => format.instant(row.orderedAt),
        },
        { key: 'due', title: t('order.due'), sort: 'dueAt', cell: (row) => format.date(row.dueAt) },
        {
          key: 'scheduled',
          title: t('inspection.scheduled'),
          isHidden: true,
          cell: (row) => format.instant(row.scheduledAt),
        },
      ]}
      empty={{ title: t('inspections.empty'), why: t('inspections.emptyWhy') }}
    />
  )
}
