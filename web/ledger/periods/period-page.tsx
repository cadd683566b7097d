import type { AccountingPeriod } from '../../../sdk/src/types.gen.ts'
import { Refusal } from '../../actions/action-panel.tsx'
import { useDryRun } from '../../actions/dry-run.ts'
import { useExecute } from '../../actions/execute.ts'
import { ApiError, call } from '../../api/client.ts'
import { practice } from '../../api/practice.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan, useToday } from '../../api/session.ts'
import { SaveButton } from '../../lists/save-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Empty, Loading, Notice } from '../../ui/states.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { ChecksTable } from './checks-table.tsx'
import { lastDayOf } from './last-day.ts'
import { PeriodStatus } from './periods-list.tsx'

const CHANGE = 'PATCH /accountingperiods/{period}'

/** A month: what has to be so before it is closed, and the way back. */
export function PeriodPage({ params }: { readonly params: Record<string, string> }) {
  const t = useText()
  const query = useAnswer('GET /accountingperiods', {})
  const month = params.period ?? ''
  return (
    <div className="page">
      <Link to="/money/periods">{t('periods.all')}</Link>
      <Await query={query}>
        {(periods) => {
          const period = periods.find((one) => one.period === month)
          if (!period) return <Empty title={t('period.missing', { month })} why={t('period.missingWhy')} />
          return <Loaded key={month} period={period} periods={periods} />
        }}
      </Await>
    </div>
  )
}

interface Props {
  readonly period: AccountingPeriod
  readonly periods: readonly AccountingPeriod[]
}

function Loaded({ period, periods }: Props) {
  const t = useText()
  const format = useFormat()
  const can = useCan()
  const { closedAt, closedBy, status } = period
  const path = { period: period.period }
  return (
    <>
      <header className="page-head">
        <div className="page-title">
          <h1>{format.month(period.period)}</h1>
          <PeriodStatus period={period} />
        </div>
        <div className="page-actions">
          {can('GET /accountingperiods/{period}/journal') && (
            <SaveButton
              fileName={`journal-${period.period}.csv`}
              read={async () => (await call('GET /accountingperiods/{period}/journal', { path })).data}
            >
              {t('export')}
            </SaveButton>
          )}
        </div>
      </header>
      {status === 'Closed' && (
        <Panel title={t('period.closed')}>
          <Facts
            items={[
              { label: t('column.closedAt'), value: format.instant(closedAt) },
              { label: t('column.by'), value: closedBy },
            ]}
          />
        </Panel>
      )}
      {can(CHANGE) && <ChangePanel period={period} periods={periods} />}
      {can('GET /books/verification') && <ChecksTable lastDay={lastDayOf(period.period)} />}
    </>
  )
}

/** Closing and reopening, tried out first: the service says what is missing. */
function ChangePanel({ period, periods }: Props) {
  const t = useText()
  const format = useFormat()
  const today = useToday()
  const isClosed = period.status === 'Closed'
  const options = {
    path: { period: period.period },
    body: { status: isClosed ? ('Open' as const) : ('Closed' as const) },
  }
  const isOver = lastDayOf(period.period) < today
  const areEarlierClosed = periods.every((one) => one.period >= period.period || one.status === 'Closed')
  const areLaterOpen = periods.every((one) => one.period <= period.period || one.status === 'Open')
  // What the months themselves forbid needs no trial.
  const isThinkable = isClosed ? areLaterOpen : isOver && areEarlierClosed
  const tried = useDryRun(CHANGE, isThinkable ? options : undefined)
  const { run, isRunning, error } = useExecute(CHANGE)
  const month = format.month(period.period)
  const words = isClosed ? 'reopen' : 'close'
  const change = async () => {
    if (!(await run(options))) return
    if (practice.get()) toast(t('practised'), { kind: 'info' })
    else toast(t(`${words}.done`, { month }))
  }
  const reason = {
    ready: undefined,
    none: t(isClosed ? 'reopen.why' : 'change.refused'),
    running: t('change.wait'),
    refused: t('change.refused'),
  }
  return (
    <Panel title={t(`${words}.title`)} id="change" description={t(`${words}.why`)}>
      {error ? <FaultSummary error={error} /> : null}
      {!isClosed && <Checklist isOver={isOver} areEarlierClosed={areEarlierClosed} trial={tried} />}
      <div aria-live="polite" aria-busy={tried.state === 'running'}>
        {tried.state === 'running' ? <Loading rows={1} /> : null}
        {tried.state === 'refused' ? <Refused error={tried.error} /> : null}
      </div>
      <div className="form-actions">
        <Button
          kind={isClosed ? 'danger' : 'main'}
          isBusy={isRunning}
          disabledReason={reason[tried.state]}
          onClick={() => void change()}
        >
          {t(`${words}.main`, { month })}
        </Button>
      </div>
    </Panel>
  )
}

interface ChecklistProps {
  readonly isOver: boolean
  readonly areEarlierClosed: boolean
  readonly trial: { readonly state: string; readonly error?: unknown }
}

/**
 * What has to be so before a month is closed. The last point is what the service found when it tried; it looks at it
 * only if nothing else is missing.
 */
function Checklist({ isOver, areEarlierClosed, trial }: ChecklistProps) {
  const t = useText()
  const isNotReady = trial.error instanceof ApiError && trial.error.code === 'PeriodNotReady'
  const points = [
    { key: 'over', isDone: isOver },
    { key: 'earlier', isDone: areEarlierClosed },
    { key: 'ready', isDone: trial.state === 'ready' ? true : isNotReady ? false : undefined },
  ] as const
  const unknown = trial.state === 'running' ? 'checklist.trying' : 'checklist.later'
  return (
    <ul className="ledger-checklist" aria-label={t('checklist')}>
      {points.map(({ key, isDone }) => (
        <li key={key} data-tone={isDone === undefined ? 'info' : isDone ? 'good' : 'bad'}>
          <Icon name={isDone === undefined ? 'history' : isDone ? 'check' : 'alert'} size={20} />
          <span>{t(`checklist.${key}`)}</span>
          <span className="ledger-soft">
            {t(isDone === undefined ? unknown : isDone ? 'checklist.done' : 'checklist.open')}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The reasons that the service gives one by one, or why it refused otherwise. */
function Refused({ error }: { readonly error: unknown }) {
  const t = useText()
  const found = error instanceof ApiError ? error.problem.reasons : undefined
  if (!Array.isArray(found)) return <Refusal error={error} />
  return (
    <Notice tone="bad" title={t('close.notReady')}>
      <ul>
        {found.map((reason) => (
          <li key={String(reason)}>{String(reason)}</li>
        ))}
      </ul>
    </Notice>
  )
}
