import type { AutomaticProcessRun, AutomaticProcessRunError } from '../../../sdk/src/types.gen.ts'
import { Panel } from '../../ui/panel.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { useText } from '../text.ts'
import { Candidate, RetryButton } from './retry.tsx'

/** A run keeps about a thousand. The page shows the first; the list below has all of them. */
const SHOWN = 50

/** The first failures, each with the way to try it again. */
export function RunErrors({ run }: { readonly run: AutomaticProcessRun }) {
  const t = useText()
  const columns: readonly Column<AutomaticProcessRunError>[] = [
    {
      key: 'entityId',
      title: t('runs.candidate'),
      cell: ({ entityId }) =>
        entityId === null ? t('runs.processItself') : <Candidate run={run} entityId={entityId} />,
    },
    { key: 'code', title: t('runs.code'), cell: ({ code }) => <code>{code}</code> },
    { key: 'message', title: t('runs.message'), isWrapping: true, cell: ({ message }) => message },
    {
      key: 'retry',
      title: t('runs.retry'),
      isTitleHidden: true,
      cell: ({ entityId }) => (entityId === null ? null : <RetryButton run={run} entityId={entityId} />),
    },
  ]
  const rows = run.errors.slice(0, SHOWN)
  return (
    <Panel title={t('runs.failures')} id="failures" isFlush>
      <Table
        label={t('runs.failures')}
        columns={columns}
        rows={rows}
        rowKey={(row) => `${row.entityId} ${row.code} ${rows.indexOf(row)}`}
      />
    </Panel>
  )
}
