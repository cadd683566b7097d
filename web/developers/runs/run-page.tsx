import { useEffect, useState } from 'react'
import type { AutomaticProcessRun } from '../../../sdk/src/types.gen.ts'
import { useExecute } from '../../actions/execute.ts'
import { useGo } from '../../api/address.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useDone } from '../done.ts'
import { useText } from '../text.ts'
import { dayOf } from './processes.ts'
import { RunErrors } from './run-errors.tsx'
import { RunItems } from './run-items.tsx'
import { RunProgress } from './run-progress.tsx'
import { RunStatus } from './run-status.tsx'
import { StartDialog } from './start-dialog.tsx'

const LOOK_EVERY = 1_500

/** One run: how far it is, what it did, and what failed. */
export function RunPage({ params }: { readonly params: Record<string, string> }) {
  const query = useAnswer('GET /automatic-process-runs/{guid}', { path: { guid: params.guid ?? '' } })
  const isRunning = query.data?.data.status === 'Running'
  const { refetch } = query
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => void refetch(), LOOK_EVERY)
    return () => clearInterval(timer)
  }, [isRunning, refetch])
  return (
    <div className="page">
      <Await query={query}>{(run) => <Run run={run} />}</Await>
    </div>
  )
}

function Run({ run }: { readonly run: AutomaticProcessRun }) {
  const t = useText()
  const format = useFormat()
  const { guid, processType, status, isDryRun, parameters, executor } = run
  return (
    <>
      <header className="page-head">
        <div className="page-title">
          <h1>{t(`process.${processType}`)}</h1>
          <RunStatus status={status} />
          {isDryRun ? <Tag tone="info">{t('runs.isDryRun')}</Tag> : null}
        </div>
        <RunActions key={guid} run={run} />
      </header>
      <Panel title={t('runs.progress')} id="progress">
        <RunProgress run={run} />
        <Facts
          items={[
            { label: t('runs.asOfDate'), value: dayOf(parameters) && format.date(dayOf(parameters)) },
            { label: t('runs.startedAt'), value: format.instant(run.startedAt) },
            { label: t('runs.finishedAt'), value: format.instant(run.finishedAt) },
            { label: t('runs.heartbeatAt'), value: format.instant(run.heartbeatAt) },
            { label: t('runs.scheduledFor'), value: run.scheduledFor && format.instant(run.scheduledFor) },
            { label: t('runs.startedBy'), value: run.startedBy },
            { label: t('runs.executor'), value: t(`executor.${executor}`) },
            { label: t('runs.guid'), value: <code>{guid}</code>, isWide: true },
          ]}
        />
      </Panel>
      {run.errors.length > 0 ? <RunErrors run={run} /> : null}
      <RunItems run={run} />
    </>
  )
}

function RunActions({ run }: { readonly run: AutomaticProcessRun }) {
  const t = useText()
  const can = useCan()
  const go = useGo()
  const done = useDone()
  const stop = useExecute('PATCH /automatic-process-runs/{guid}')
  const [starts, setStarts] = useState<'again' | 'real'>()
  const { guid, status, isDryRun, processType, parameters } = run
  const end = async () => {
    if (await stop.run({ path: { guid }, body: { status: 'Aborted' } })) done(t('runs.stopped'))
  }
  return (
    <div className="page-actions">
      {status === 'Running' && can('PATCH /automatic-process-runs/{guid}') ? (
        <Button kind="danger" isBusy={stop.isRunning} onClick={() => void end()}>
          {t('runs.stop')}
        </Button>
      ) : null}
      {status !== 'Running' && can('POST /automatic-process-runs') ? (
        <>
          <Button icon="reload" onClick={() => setStarts('again')}>
            {t('runs.again')}
          </Button>
          {isDryRun ? (
            <Button kind="main" onClick={() => setStarts('real')}>
              {t('runs.forReal')}
            </Button>
          ) : null}
        </>
      ) : null}
      <FaultSummary error={stop.error} />
      {starts ? (
        <StartDialog
          first={{ type: processType, asOfDate: dayOf(parameters), isTrial: isDryRun && starts === 'again' }}
          onClose={() => setStarts(undefined)}
          onStarted={(started) => go(`/developers/runs/${started.guid}`)}
        />
      ) : null}
    </div>
  )
}
