import type { AccountingPeriod } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { Status } from '../../ui/badge.tsx'
import { Await, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

/** The months of the books, the newest first. */
export function PeriodsList() {
  const t = useText()
  const format = useFormat()
  const query = useAnswer('GET /accountingperiods', {})
  return (
    <div className="page">
      <h1>{t('periods.title')}</h1>
      <p className="muted">{t('periods.why')}</p>
      <Await query={query}>
        {(periods) =>
          periods.length === 0 ? (
            <Empty title={t('periods.none')} why={t('periods.noneWhy')} />
          ) : (
            <Table<AccountingPeriod>
              label={t('periods.title')}
              rows={periods.toReversed()}
              rowKey={({ period }) => period}
              rowLink={({ period }) => `/money/periods/${period}`}
              columns={[
                { key: 'period', title: t('column.month'), cell: ({ period }) => format.month(period) },
                { key: 'status', title: t('column.status'), cell: (row) => <PeriodStatus period={row} /> },
                { key: 'at', title: t('column.closedAt'), cell: ({ closedAt }) => format.instant(closedAt) },
                { key: 'by', title: t('column.by'), cell: ({ closedBy }) => closedBy ?? '' },
              ]}
            />
          )
        }
      </Await>
    </div>
  )
}

export function PeriodStatus({ period: { status } }: { readonly period: AccountingPeriod }) {
  const t = useText()
  return (
    <Status value={status} title={t(`periodStatus.${status}`)} tone={status === 'Closed' ? 'good' : 'info'} />
  )
}
