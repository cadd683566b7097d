import { useEffect, useRef } from 'react'
import type { AutomaticProcessRun, AutomaticProcessRunItem } from '../../../sdk/src/types.gen.ts'
import { queryClient } from '../../api/queries.ts'
import { type ListColumn, ListScreen } from '../../lists/list-screen.tsx'
import { Status } from '../../ui/badge.tsx'
import { useText } from '../text.ts'
import { isCounted } from './processes.ts'
import { Candidate, RetryButton } from './retry.tsx'

const outcomes = ['Succeeded', 'Skipped', 'Failed'] as const
const tones = { Succeeded: 'good', Skipped: 'off', Failed: 'bad' } as const

const ITEMS = 'GET /automatic-process-runs/{guid}/items'

/** Reads the list again whenever the run has got further. */
function useFreshItems({ status, succeeded, skipped, failed }: AutomaticProcessRun): void {
  const progress = [status, succeeded, skipped, failed].join(' ')
  const last = useRef(progress)
  useEffect(() => {
    if (last.current === progress) return
    last.current = progress
    void queryClient.invalidateQueries({ queryKey: [ITEMS] })
  }, [progress])
}

function whyEmpty({ isDryRun, processType }: AutomaticProcessRun) {
  if (!isDryRun) return 'items.emptyWhy'
  return isCounted(processType) ? 'items.emptyCounted' : 'items.emptyTrial'
}

/** What happened to the candidates; in a dry run, what would have happened to each. */
export function RunItems({ run }: { readonly run: AutomaticProcessRun }) {
  const t = useText()
  useFreshItems(run)
  return (
    <ListScreen
      list="run-items"
      title={t('items.title')}
      headingLevel={2}
      operation={ITEMS}
      path={{ guid: run.guid }}
      columns={useColumns(run)}
      filters={[
        {
          name: 'outcome',
          label: t('items.outcome'),
          kind: 'choices',
          choices: outcomes.map((outcome) => ({ value: outcome, title: t(`outcome.${outcome}`) })),
        },
      ]}
      rowKey={({ entityId }) => entityId}
      empty={{
        title: t('items.empty'),
        why: t(whyEmpty(run)),
      }}
    />
  )
}

function useColumns(run: AutomaticProcessRun): readonly ListColumn<AutomaticProcessRunItem>[] {
  const t = useText()
  return [
    {
      key: 'entityId',
      title: t('runs.candidate'),
      cell: ({ entityId }) => <Candidate run={run} entityId={entityId} />,
    },
    {
      key: 'outcome',
      title: t('items.outcome'),
      cell: ({ outcome }) => <Status value={outcome} tone={tones[outcome]} title={t(`outcome.${outcome}`)} />,
    },
    { key: 'code', title: t('runs.code'), cell: ({ code }) => (code ? <code>{code}</code> : '—') },
    { key: 'message', title: t('runs.message'), isWrapping: true, cell: ({ message }) => message ?? '—' },
    {
      key: 'result',
      title: t('items.result'),
      isWrapping: true,
      cell: ({ result }) =>
        result ? (
          <details>
            <summary>{t('items.show')}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled with the keyboard */}
            <pre tabIndex={0} className="developers-json">
              {JSON.stringify(result, null, 2)}
            </pre>
          </details>
        ) : (
          '—'
        ),
    },
    {
      key: 'retry',
      title: t('runs.retry'),
      isTitleHidden: true,
      cell: ({ entityId, outcome }) =>
        outcome === 'Failed' && !run.isDryRun ? <RetryButton run={run} entityId={entityId} /> : null,
    },
  ]
}
