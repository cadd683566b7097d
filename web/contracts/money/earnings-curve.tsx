import { useAnswer } from '../../api/queries.ts'
import { useToday } from '../../api/session.ts'
import { LineChart } from '../../ui/chart.tsx'
import { useFormat } from '../../ui/format.ts'
import { Await } from '../../ui/states.tsx'
import type { RegionProps } from '../regions/region-props.ts'
import { useText } from '../text.ts'

/** What the contract earns in each month, to the end of its term. */
export default function EarningsCurve({ contract }: RegionProps) {
  const t = useText()
  const today = useToday()
  const { money, month } = useFormat()
  const query = useAnswer('GET /contracts/{contractId}/earningdetails', {
    path: { contractId: contract.id },
    query: { asOfDate: contract.expirationDate, monthly: true },
  })
  return (
    <Await query={query} rows={4}>
      {({ monthly }) => {
        const points = (monthly ?? []).map((one) => ({ x: one.month, y: one.earned }))
        if (points.length === 0) return null
        const now = today.slice(0, 7)
        const isInside = points.some(({ x }) => x === now)
        return (
          <LineChart
            label={t('earnings.curve')}
            series={[{ name: t('earnings.byMonth'), points }]}
            formatY={money}
            formatX={month}
            mark={isInside ? { x: now, title: t('earnings.today') } : undefined}
          />
        )
      }}
    </Await>
  )
}
