import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await } from '../../ui/states.tsx'
import '../reports.css'
import { isReport, type ReportName, reports, useReport } from '../reports.ts'
import { useText } from '../text.ts'
import { type ChartModel, chartOf } from './chart-model.ts'
import { ReportChart } from './report-chart.tsx'

const MOST = 4
/** The reports that say most at a glance. */
const order: readonly ReportName[] = [
  'production',
  'cancels',
  'loss-ratio',
  'earnings',
  'aging',
  'overdue-refunds',
]

/** Four charts of what the caller may read. Each leads to its report. */
export default function HomeCharts() {
  const t = useText()
  const can = useCan()
  const query = useAnswer('GET /reports', {}, { staleTime: 300_000 })
  return (
    <Await query={query} rows={4}>
      {({ items }) => {
        const open = new Set(items.map(({ name }) => name).filter(isReport))
        const shown = order.filter((name) => open.has(name) && can(reports[name])).slice(0, MOST)
        if (shown.length === 0) return null
        return (
          <section aria-labelledby="home-charts">
            <h2 id="home-charts">{t('home')}</h2>
            <div className="reports-home">
              {shown.map((name) => (
                <HomeChart key={name} name={name} />
              ))}
            </div>
          </section>
        )
      }}
    </Await>
  )
}

/** On the first page months say more than codes. */
const queries: Readonly<Partial<Record<ReportName, Readonly<Record<string, string>>>>> = {
  earnings: { by: 'Month' },
}
const none = {}

const MOST_BARS = 6

/** Bars to the right take a line each, and the first page has little room. */
const fewOf = (model: ChartModel): ChartModel =>
  model.isSideways && model.points.length > MOST_BARS
    ? { ...model, points: model.points.slice(0, MOST_BARS), isCut: true }
    : model

function HomeChart({ name }: { readonly name: ReportName }) {
  const t = useText()
  const answer = useReport(name, queries[name] ?? none)
  return (
    <Panel
      title={t(`report.${name}`)}
      level={3}
      actions={
        <Link to={`/reports/${name}`} aria-label={t('toReport', { report: t(`report.${name}`) })}>
          {t('show')}
        </Link>
      }
    >
      <Await query={answer} rows={5}>
        {(report) => {
          const model = chartOf(report)
          if (!model || report.rows.length === 0) return <p className="muted">{t('empty')}</p>
          return <ReportChart label={t(`report.${name}`)} model={fewOf(model)} height={200} />
        }}
      </Await>
    </Panel>
  )
}
