import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

/** The days that the law leaves for the refund, by word and colour. */
export function DaysLeft({ days, due }: { readonly days: number | null; readonly due: string }) {
  const t = useText()
  const format = useFormat()
  if (days === null) return <>{t('days.done')}</>
  return (
    <span className={`cancellations-days ${urgency(days)}`} title={t('days.due', { date: format.date(due) })}>
      {days < 0
        ? t(days === -1 ? 'days.lateOne' : 'days.late', { days: format.count(-days) })
        : days === 0
          ? t('days.today')
          : t(days === 1 ? 'days.leftOne' : 'days.left', { days: format.count(days) })}
    </span>
  )
}

const SOON = 10

const urgency = (days: number): string =>
  days < 0 ? 'cancellations-late' : days <= SOON ? 'cancellations-soon' : ''

interface Waiting {
  readonly costOfWaiting: number
  readonly latePenalty: number
  readonly nextPenalty: number | null
  readonly nextPenaltyDate: string | null
}

/** The next penalty and its day; what it costs to wait until tomorrow, if that is its day. */
export function NextPenalty({ row }: { readonly row: Waiting }) {
  const t = useText()
  const format = useFormat()
  const { costOfWaiting, nextPenalty, nextPenaltyDate } = row
  if (nextPenaltyDate === null) return <>{t('waiting.none')}</>
  return (
    <span className="cancellations-stack">
      {t('waiting.on', { amount: format.money(nextPenalty), date: format.date(nextPenaltyDate) })}
      {costOfWaiting > 0 && (
        <strong className="cancellations-late">
          {t('waiting.tomorrow', { amount: format.money(costOfWaiting) })}
        </strong>
      )}
    </span>
  )
}

/** What it costs to pay tomorrow, what late payment has cost so far, and when the penalty grows next. */
export function PriceOfWaiting({ row }: { readonly row: Waiting }) {
  const t = useText()
  const format = useFormat()
  const { costOfWaiting, latePenalty, nextPenalty, nextPenaltyDate } = row
  return (
    <span className="cancellations-waiting">
      {costOfWaiting > 0 && (
        <strong className="cancellations-late">
          {t('waiting.tomorrow', { amount: format.money(costOfWaiting) })}
        </strong>
      )}
      {latePenalty > 0 && <span>{t('waiting.soFar', { amount: format.money(latePenalty) })}</span>}
      {costOfWaiting === 0 && nextPenaltyDate !== null && (
        <span>
          {t('waiting.next', { amount: format.money(nextPenalty), date: format.date(nextPenaltyDate) })}
        </span>
      )}
      {costOfWaiting === 0 && latePenalty === 0 && nextPenaltyDate === null && (
        <span>{t('waiting.none')}</span>
      )}
    </span>
  )
}
