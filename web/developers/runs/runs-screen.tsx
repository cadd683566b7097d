import { useState } from 'react'
import type { AutomaticProcessRun } from '../../../sdk/src/types.gen.ts'
import { useGo } from '../../api/address.ts'
import { useCan, useIsPartner } from '../../api/session.ts'
import { type ListColumn, ListScreen } from '../../lists/list-screen.tsx'
import { Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Forbidden } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { processTypes } from './processes.ts'
import { RunStatus, runStatuses } from './run-status.tsx'
import { StartDialog } from './start-dialog.tsx'

/** What runs at night, and what somebody has started. */
export function RunsScreen() {
  // Runs are about everyone, so the service refuses them to callers with scopes.
  return useIsPartner() ? <Forbidden permission="processes:read" /> : <RunsList />
}

function RunsList() {
  const t = useText()
  const can = useCan()
  const go = useGo()
  const columns = useColumns()
  const [isStarting, setStarting] = useState(false)
  return (
    <div className="page">
      <ListScreen
        list="runs"
        title={t('runs.title')}
        operation="GET /automatic-process-runs"
        columns={columns}
        filters={[
          {
            name: 'processType',
            label: t('runs.type'),
            kind: 'choice',
            choices: processTypes.map((type) => ({ value: type, title: t(`process.${type}`) })),
          },
          { name: 'startedFrom', label: t('runs.from'), kind: 'date' },
          { name: 'startedTo', label: t('runs.to'), kind: 'date' },
          {
            name: 'status',
            label: t('runs.status'),
            kind: 'choices',
            choices: runStatuses.map((status) => ({ value: status, title: t(`run.${status}`) })),
          },
        ]}
        rowKey={({ guid }) => guid}
        rowLink={({ guid }) => `/developers/runs/${guid}`}
        rowTone={({ status }) => (status === 'Failed' ? 'bad' : undefined)}
        actions={
          can('POST /automatic-process-runs') ? (
            <Button kind="main" onClick={() => setStarting(true)}>
              {t('runs.start')}
            </Button>
          ) : undefined
        }
        empty={{ title: t('runs.empty'), why: t('runs.emptyWhy') }}
      />
      {isStarting ? (
        <StartDialog
          onClose={() => setStarting(false)}
          onStarted={({ guid }) => go(`/developers/runs/${guid}`)}
        />
      ) : null}
    </div>
  )
}

function useColumns(): readonly ListColumn<AutomaticProcessRun>[] {
  const t = useText()
  const format = useFormat()
  const counter = (name: 'candidates' | 'succeeded' | 'skipped' | 'failed') => ({
    key: name,
    title: t(`runs.${name}`),
    isNumeric: true,
    cell: (run: AutomaticProcessRun) => format.count(run[name]),
  })
  return [
    { key: 'type', title: t('runs.type'), cell: ({ processType }) => t(`process.${processType}`) },
    {
      key: 'status',
      title: t('runs.status'),
      cell: ({ status, isDryRun }) => (
        <>
          <RunStatus status={status} /> {isDryRun ? <Tag>{t('runs.isDryRun')}</Tag> : null}
        </>
      ),
    },
    {
      key: 'startedAt',
      title: t('runs.startedAt'),
      sort: 'startedAt',
      cell: ({ startedAt }) => format.instant(startedAt),
    },
    counter('candidates'),
    counter('succeeded'),
    counter('skipped'),
    counter('failed'),
    { key: 'startedBy', title: t('runs.startedBy'), cell: ({ startedBy }) => startedBy },
    {
      key: 'finishedAt',
      title: t('runs.finishedAt'),
      isHidden: true,
      cell: ({ finishedAt }) => format.instant(finishedAt),
    },
    {
      key: 'executor',
      title: t('runs.executor'),
      isHidden: true,
      cell: ({ executor }) => t(`executor.${executor}`),
    },
  ]
}
