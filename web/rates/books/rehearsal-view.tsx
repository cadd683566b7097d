import { lazy, Suspense } from 'react'
import type {
  PriceMove,
  RateBookRehearsal,
  RehearsedOffers,
  RehearsedPlan,
} from '../../../sdk/src/types.gen.ts'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { type Text, useText } from '../setup-text.ts'
import { LostQuotes } from './lost-quotes.tsx'

// Charts are as heavy as the rest of the set-up, and only a rehearsal has one.
const BarChart = lazy(async () => ({ default: (await import('../../ui/charts/bar-chart.tsx')).BarChart }))

/** How the last quotes would have come out. */
export function RehearsalView({ rehearsal }: { readonly rehearsal: RateBookRehearsal }) {
  const t = useText()
  const format = useFormat()
  const columns = usePlanColumns()
  const { quotes, from, to, unchanged, plans, lost, gained } = rehearsal
  if (quotes === 0) return <Empty title={t('rehearsed.none')} why={t('rehearsed.noneWhy')} />
  return (
    <div className="stack" data-testid="rehearsal">
      <Facts
        items={[
          { label: t('rehearsed.quotes'), value: format.count(quotes) },
          { label: t('rehearsed.unchanged'), value: format.count(unchanged) },
          { label: t('rehearsed.lost'), value: format.count(lost.quotes) },
          { label: t('rehearsed.gained'), value: format.count(gained.quotes) },
          { label: t('rehearsed.from'), value: format.instant(from) },
          { label: t('rehearsed.to'), value: format.instant(to) },
        ]}
      />
      <Table
        label={t('rehearsed.plans')}
        columns={columns}
        rows={plans}
        rowKey={({ programCode, planCode }) => `${programCode} ${planCode}`}
        detail={(plan) => (plan.dealerCost ? <Distribution plan={plan} move={plan.dealerCost} /> : null)}
      />
      <Offers title={t('rehearsed.lostTitle')} offers={lost} />
      <Offers title={t('rehearsed.gainedTitle')} offers={gained} />
    </div>
  )
}

function Offers({ title, offers }: { readonly title: string; readonly offers: RehearsedOffers }) {
  if (offers.quotes === 0) return null
  return (
    <Panel title={title} level={3}>
      <LostQuotes offers={offers} />
    </Panel>
  )
}

function usePlanColumns(): readonly Column<RehearsedPlan>[] {
  const t = useText()
  const format = useFormat()
  const move = (key: 'dealerCost' | 'suggestedPrice'): Column<RehearsedPlan> => ({
    key,
    title: t(`rehearsed.${key}`),
    isNumeric: true,
    cell: (plan) => {
      const moved = plan[key]
      if (!moved) return '—'
      return t('rehearsed.move', {
        median: format.percent(moved.medianPercent),
        min: format.money(moved.min),
        max: format.money(moved.max),
      })
    },
  })
  return [
    {
      key: 'plan',
      title: t('rehearsed.plan'),
      cell: ({ programCode, planName }) => `${programCode}: ${planName}`,
    },
    {
      key: 'quotes',
      title: t('rehearsed.quotes'),
      isNumeric: true,
      cell: ({ quotes }) => format.count(quotes),
    },
    { key: 'rates', title: t('rehearsed.rates'), isNumeric: true, cell: ({ rates }) => format.count(rates) },
    {
      key: 'upDown',
      title: t('rehearsed.upDown'),
      cell: ({ dealerCost }) =>
        dealerCost
          ? t('rehearsed.counts', {
              up: format.count(dealerCost.up),
              down: format.count(dealerCost.down),
              same: format.count(dealerCost.same),
            })
          : '—',
    },
    move('dealerCost'),
    move('suggestedPrice'),
    {
      key: 'lost',
      title: t('rehearsed.lost'),
      isNumeric: true,
      cell: ({ lostQuotes }) => format.count(lostQuotes),
    },
    {
      key: 'gained',
      title: t('rehearsed.gained'),
      isNumeric: true,
      cell: ({ gainedQuotes }) => format.count(gainedQuotes),
    },
  ]
}

interface DistributionProps {
  readonly plan: RehearsedPlan
  readonly move: PriceMove
}

/** How many rates move by how much. */
function Distribution({ plan, move }: DistributionProps) {
  const t = useText()
  const format = useFormat()
  const label = t('rehearsed.distribution', { plan: plan.planName })
  return (
    <details>
      <summary>{label}</summary>
      <Suspense fallback={<Loading rows={4} />}>
        <BarChart
          label={label}
          height={160}
          series={[t('rehearsed.rates')]}
          formatY={format.count}
          placeTitle={t('rehearsed.band')}
          bars={move.distribution.map((band) => ({
            x: bandTitle(t, format.percent, band),
            parts: [{ series: t('rehearsed.rates'), y: band.count }],
          }))}
        />
      </Suspense>
    </details>
  )
}

function bandTitle(
  t: Text,
  percent: (value: number | null) => string,
  { from, to }: PriceMove['distribution'][number],
): string {
  if (from === null) return t('band.below', { to: percent(to) })
  if (to === null) return t('band.above', { from: percent(from) })
  return from === to ? percent(from) : t('band.between', { from: percent(from), to: percent(to) })
}
