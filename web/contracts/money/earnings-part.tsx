import { lazy, Suspense, useState } from 'react'
import type { ContractEarningDetails, EarningContractDisbursement } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { useToday } from '../../api/session.ts'
import { Figure, type Step } from '../../ui/dialogs/figure.tsx'
import { Facts } from '../../ui/facts.tsx'
import { DateField } from '../../ui/fields/field.tsx'
import { Await, Loading } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import type { RegionProps } from '../regions/region-props.ts'
import { type Text, useText, wordOf } from '../text.ts'

// The chart brings its drawing library.
const EarningsCurve = lazy(() => import('./earnings-curve.tsx'))

/** What is earned of the contract on a day, line by line, and the curve over its life. */
export function EarningsPart({ contract }: RegionProps) {
  const t = useText()
  const today = useToday()
  const [asOfDate, setDate] = useState(today)
  const query = useAnswer(
    'GET /contracts/{contractId}/earningdetails',
    { path: { contractId: contract.id }, query: { asOfDate: asOfDate || today } },
    { keepPrevious: true },
  )
  return (
    <section className="contracts-part" aria-label={t('earnings.title')}>
      <h3>{t('earnings.title')}</h3>
      <DateField {...{ label: t('earnings.asOf'), name: 'asOfDate', value: asOfDate, onChange: setDate }} />
      <Await query={query} rows={3}>
        {(details) => (
          <>
            <EarningFigures details={details} />
            <Suspense fallback={<Loading rows={4} />}>
              <EarningsCurve contract={contract} lines={details.contract.lines} />
            </Suspense>
          </>
        )}
      </Await>
    </section>
  )
}

function EarningFigures({ details }: { readonly details: ContractEarningDetails }) {
  const t = useText()
  const { money } = useFormat()
  const { totals, contract } = details
  const figure = (name: 'earned' | 'unearned') => ({
    label: t(`earnings.${name}`),
    value: (
      <Figure
        label={t(`earnings.${name}`)}
        value={money(totals[name])}
        steps={stepsOf(t, contract.lines, name)}
      />
    ),
  })
  return (
    <>
      <Facts
        items={[
          { label: t('money.amount'), value: money(totals.amount) },
          figure('earned'),
          figure('unearned'),
          { label: t('money.refunded'), value: money(totals.refunded) },
        ]}
      />
      <Table
        label={t('earnings.lines')}
        rows={contract.lines}
        rowKey={({ disbursementCode }) => disbursementCode}
        columns={[
          {
            key: 'code',
            title: t('money.code'),
            cell: (line: EarningContractDisbursement) => line.disbursementCode,
          },
          {
            ...{ key: 'method', title: t('earnings.method') },
            cell: (line: EarningContractDisbursement) => wordOf(t, 'method', line.method),
          },
          { key: 'amount', title: t('money.amount'), isNumeric: true, cell: (line) => money(line.amount) },
          { key: 'earned', title: t('earnings.earned'), isNumeric: true, cell: (line) => money(line.earned) },
          {
            key: 'unearned',
            title: t('earnings.unearned'),
            isNumeric: true,
            cell: (line) => money(line.unearned),
          },
          {
            key: 'period',
            title: t('earnings.period'),
            isNumeric: true,
            cell: (line) => money(line.periodEarned),
          },
        ]}
      />
    </>
  )
}

/** How the total comes about: each line with its method and the part of it that is earned. */
const stepsOf = (
  t: Text,
  lines: readonly EarningContractDisbursement[],
  name: 'earned' | 'unearned',
): readonly Step[] =>
  lines.map((line) => ({
    ...{
      code: line.disbursementCode,
      words: `${line.disbursementCode}: ${wordOf(t, 'method', line.method)}`,
    },
    amount: line[name],
    inputs: {
      ...{ amount: line.amount, factor: line.factor, refunded: line.refunded },
      ...{ effectiveDate: line.effectiveDate, expirationDate: line.expirationDate, asOfDate: line.asOfDate },
    },
    formula: name === 'earned' ? 'amount × factor' : 'amount − earned − refunded',
  }))
