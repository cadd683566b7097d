import type { Report } from '../../../sdk/src/types.gen.ts'
import { useQuery } from '../../api/address.ts'
import { factsOf } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Panel } from '../../ui/panel.tsx'
import { Await, Empty, Forbidden, Notice } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { type ChartModel, chartOf } from '../charts/chart-model.ts'
import { ReportChart } from '../charts/report-chart.tsx'
import { isReport, queryOf, type ReportName, reports, useReport } from '../reports.ts'
import { useText } from '../text.ts'
import { ReportFilters } from './report-filters.tsx'
import { ReportTable } from './report-table.tsx'
import { ReportTools } from './report-tools.tsx'

/** A report: its chart, its figures, and the rows behind each of them. */
export function ReportScreen({ params }: { readonly params: Record<string, string> }) {
  const t = useText()
  const can = useCan()
  const { name } = params
  if (!isReport(name)) return <Empty title={t('unknown')} why={t('unknown.why')} />
  if (!can(reports[name])) return <Forbidden permission={factsOf(reports[name]).permission} />
  return <OneReport key={name} name={name} />
}

function OneReport({ name }: { readonly name: ReportName }) {
  const t = useText()
  const query = queryOf(name, useQuery())
  const answer = useReport(name, query)
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{t(`report.${name}`)}</h1>
          <p className="muted">{t(`why.${name}`)}</p>
        </div>
        <ReportTools name={name} query={query} />
      </header>
      <ReportFilters name={name} shown={answer.data?.data} />
      <Await query={answer} rows={10}>
        {(report) => <Figures name={name} report={report} />}
      </Await>
    </div>
  )
}

function Figures({ name, report }: { readonly name: ReportName; readonly report: Report }) {
  const t = useText()
  const model = chartOf(report)
  if (report.rows.length === 0) return <Empty title={t('empty')} why={t('empty.why')} />
  return (
    <>
      <p role="status" className="muted" data-testid="report-period">
        <PeriodWords report={report} />
      </p>
      {model ? (
        <Panel title={t('chart')} id="chart" description={opens(model) ? t('chart.why') : undefined}>
          <ReportChart label={t(`report.${name}`)} model={model} hasOwnTable />
        </Panel>
      ) : null}
      <Panel title={t('figures')} id="figures" isFlush>
        {report.isCut ? <Notice tone="wait">{t('isCut')}</Notice> : null}
        <ReportTable label={t(`report.${name}`)} report={report} />
      </Panel>
    </>
  )
}

/** Whether a press on the chart leads anywhere. */
const opens = ({ kind, points }: ChartModel) =>
  kind === 'bars' && points.some(({ parts }) => parts.some(({ to }) => to !== undefined))

function PeriodWords({ report }: { readonly report: Report }) {
  const t = useText()
  const format = useFormat()
  const { fromDate, toDate, asOfDate } = report
  if (fromDate && toDate) return <>{t('period', { from: format.date(fromDate), to: format.date(toDate) })}</>
  return <>{t('asOf', { day: format.date(asOfDate) })}</>
}
