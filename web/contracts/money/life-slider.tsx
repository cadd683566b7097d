import { useState } from 'react'
import type { CancelCalculation } from '../../../sdk/src/types.gen.ts'
import { useDryRun } from '../../actions/dry-run.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan, useIsPartner, useToday } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { LifeBar } from '../../ui/charts/life-bar.tsx'
import { Figure } from '../../ui/dialogs/figure.tsx'
import { Facts } from '../../ui/facts.tsx'
import { DateField, NumberField } from '../../ui/fields/field.tsx'
import { Notice } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import type { RegionProps } from '../regions/region-props.ts'
import { useText } from '../text.ts'
import { dayAfter, daysBetween, nextMonthTurn } from './days.ts'

/** What the contract is worth on a day of its life: the refund, what is earned, what is not, and what claims could cost. */
export default function LifeSlider({ contract }: RegionProps) {
  const t = useText()
  const today = useToday()
  const { date } = useFormat()
  const { saleDate, expirationDate, lastKnownOdometer } = contract
  const [day, setDay] = useState(clamp(today, saleDate, expirationDate))
  const [odometer, setOdometer] = useState(lastKnownOdometer?.value)
  const { calculation, error, isRunning } = useRefund(contract, day, odometer)
  const cliffs = useCliffs(contract, day, calculation?.freeLookEndDate)
  return (
    <div className="contracts-stack">
      <p className="contracts-quiet">{t('life.explain')}</p>
      <input
        type="range"
        className="contracts-slider"
        aria-label={t('life.day')}
        aria-valuetext={date(day)}
        min={0}
        max={daysBetween(saleDate, expirationDate)}
        value={daysBetween(saleDate, day)}
        onChange={({ target }) => setDay(dayAfter(saleDate, Number(target.value)))}
      />
      <div className="contracts-fields">
        <DateField
          {...{ label: t('life.day'), name: 'day', value: day, min: saleDate, max: expirationDate }}
          onChange={(chosen) => chosen !== '' && setDay(clamp(chosen, saleDate, expirationDate))}
        />
        {contract.vehicle && (
          <NumberField
            {...{ label: t('field.odometer'), name: 'odometer', value: odometer, onChange: setOdometer }}
          />
        )}
      </div>
      <LifeBar
        from={saleDate}
        to={expirationDate}
        today={today}
        freeLookUntil={calculation?.freeLookEndDate}
        marks={[{ date: day, title: t('life.chosen') }, ...cliffs]}
      />
      {cliffs.length > 0 ? (
        <div className="contracts-row">
          {cliffs.map((cliff) => (
            <Button key={cliff.title} size="small" onClick={() => setDay(cliff.date)}>
              {t('life.goTo', { title: cliff.title, day: date(cliff.date) })}
            </Button>
          ))}
        </div>
      ) : null}
      {error ? <Notice tone="wait">{error}</Notice> : null}
      <div aria-busy={isRunning}>
        <RefundFigures calculation={calculation} />
      </div>
      <EarnedOn contract={contract} day={day} />
    </div>
  )
}

const clamp = (day: string, first: string, last: string) => (day < first ? first : day > last ? last : day)

/** Days on which the refund changes at once: the first one after the free look, and the next full month. */
function useCliffs(
  { saleDate, expirationDate }: RegionProps['contract'],
  day: string,
  freeLookEndDate: string | undefined,
) {
  const t = useText()
  const first = freeLookEndDate === undefined ? undefined : dayAfter(freeLookEndDate, 1)
  const cliffs = [
    ...(first !== undefined && first > day ? [{ date: first, title: t('life.freeLookOver') }] : []),
    { date: nextMonthTurn(saleDate, day), title: t('life.monthTurns') },
  ]
  return cliffs.filter(({ date }) => date <= expirationDate)
}

/** A quote of the cancellation on that day, tried out and not kept. */
function useRefund({ id }: RegionProps['contract'], cancelDate: string, cancelOdometer: number | undefined) {
  const today = useToday()
  const reasons = useAnswer('GET /cancelreasons').data?.data ?? []
  const reason = reasons.find(
    ({ isActive, forcesFlat, payeeRule }) => isActive && !forcesFlat && payeeRule === 'Standard',
  )
  const tried = useDryRun(
    'POST /contracts/{contractId}/cancelrequests',
    reason && {
      path: { contractId: id },
      body: {
        ...{ cancelDate, cancelReasonId: reason.id, isQuoteOnly: true },
        // A notice on the day itself, so that a day in the past is not refused as too old.
        noticeReceivedDate: cancelDate < today ? cancelDate : today,
        ...(cancelOdometer === undefined ? {} : { cancelOdometer }),
      },
    },
  )
  return {
    calculation: tried.state === 'refused' ? undefined : (tried.data?.calculation ?? undefined),
    error: tried.error instanceof Error ? tried.error.message : undefined,
    isRunning: tried.state === 'running',
  }
}

function RefundFigures({ calculation }: { readonly calculation: CancelCalculation | undefined }) {
  const t = useText()
  const { money } = useFormat()
  if (!calculation) return null
  const { steps, totalRefund, grossRefund, cancelFee, claimsDeduction } = calculation
  return (
    <Facts
      items={[
        {
          label: t('life.refund'),
          value: <Figure label={t('life.refund')} value={money(totalRefund)} steps={steps} />,
        },
        { label: t('life.gross'), value: money(grossRefund) },
        { label: t('life.claims'), value: money(claimsDeduction) },
        { label: t('life.fee'), value: money(cancelFee) },
      ]}
    />
  )
}

/** What is earned on that day, and what claims could still cost. Partners do not see it. */
function EarnedOn({ contract, day }: RegionProps & { readonly day: string }) {
  const t = useText()
  const { money } = useFormat()
  const can = useCan()
  const isPartner = useIsPartner()
  const isShown = !isPartner && can('GET /contracts/{contractId}/earningdetails')
  const { data } = useAnswer(
    'GET /contracts/{contractId}/earningdetails',
    { path: { contractId: contract.id }, query: { asOfDate: day } },
    { enabled: isShown, keepPrevious: true },
  )
  if (!isShown || !data) return null
  const { totals, liability } = data.data
  const left = liability.remaining === null ? t('life.noLimit') : money(liability.remaining)
  return (
    <Facts
      items={[
        { label: t('earnings.earned'), value: money(totals.earned) },
        { label: t('earnings.unearned'), value: money(totals.unearned) },
        { label: t('life.liability'), value: liability.isInForce ? left : t('life.noCoverage') },
      ]}
    />
  )
}
