import { useState } from 'react'
import type { EarningContractDisbursement } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { useToday } from '../../api/session.ts'
import { LineChart } from '../../ui/charts/chart.tsx'
import { SelectField } from '../../ui/fields/field.tsx'
import { Await } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import type { RegionProps } from '../regions/region-props.ts'
import { useText } from '../text.ts'

interface CurveProps extends RegionProps {
  readonly lines: readonly EarningContractDisbursement[]
}

/** A line that is earned over time. One that is earned at once would hide all others on the scale. */
const firstSpread = (lines: CurveProps['lines']) =>
  lines.find(({ method }) => method !== 'IMMEDIATE')?.disbursementCode

/** What a line of the contract, or all of them, earns in each month to the end of the term. */
export default function EarningsCurve({ contract, lines }: CurveProps) {
  const t = useText()
  const today = useToday()
  const { money, month } = useFormat()
  const [code, setCode] = useState(firstSpread(lines) ?? '')
  const query = useAnswer(
    'GET /contracts/{contractId}/earningdetails',
    {
      path: { contractId: contract.id },
      query: {
        ...{ asOfDate: contract.expirationDate, monthly: true },
        ...(code === '' ? {} : { disbursementCode: code }),
      },
    },
    { keepPrevious: true },
  )
  return (
    <>
      <SelectField
        {...{ label: t('earnings.curveOf'), name: 'disbursementCode', value: code, onChange: setCode }}
        emptyTitle={t('earnings.allLines')}
        options={lines.map(({ disbursementCode }) => ({ value: disbursementCode, title: disbursementCode }))}
      />
      <Await query={query} rows={4}>
        {({ monthly }) => {
          const points = (monthly ?? []).map((one) => ({ x: one.month, y: one.earned }))
          if (points.length === 0) return null
          const now = today.slice(0, 7)
          const isInside = points.some(({ x }) => x === now)
          return (
            <LineChart
              label={t('earnings.curve')}
              series={[{ name: code === '' ? t('earnings.byMonth') : code, points }]}
              formatY={money}
              formatX={month}
              mark={isInside ? { x: now, title: t('earnings.today') } : undefined}
            />
          )
        }}
      </Await>
    </>
  )
}
