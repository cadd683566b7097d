import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { StatementRequest } from '../../../sdk/src/types.gen.ts'
import { blobOfBase64 } from '../../api/base64.ts'
import { call } from '../../api/client.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { nameOf } from '../../lists/holder-field.tsx'
import { SaveButton } from '../../lists/save-button.tsx'
import { Status } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PdfFrame } from '../../ui/pdf.tsx'
import { Await, ErrorPanel, Loading, Notice } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { Balances } from './balances.tsx'

const AGAIN_AFTER = 1_000

/** A statement that was asked for. Its document is made in the background, so how far it is is asked again and again. */
export function MadeStatement({ id }: { readonly id: number }) {
  const query = useAnswer('GET /statementrequests/{statementRequestId}', { path: { statementRequestId: id } })
  const { refetch, dataUpdatedAt } = query
  const status = query.data?.data.status
  const isWaiting = status === 'Queued' || status === 'Running'
  // biome-ignore lint/correctness/useExhaustiveDependencies: again after each answer
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => void refetch(), AGAIN_AFTER)
    return () => clearTimeout(timer)
  }, [isWaiting, dataUpdatedAt, refetch])
  return <Await query={query}>{(request) => <Shown request={request} />}</Await>
}

function Shown({ request }: { readonly request: StatementRequest }) {
  const t = useText()
  const format = useFormat()
  const can = useCan()
  const { status, linesDone, linesTotal, accountHolder, fromDate, toDate } = request
  const range = { name: nameOf(accountHolder), from: format.date(fromDate), to: format.date(toDate) }
  const isWaiting = status === 'Queued' || status === 'Running'
  return (
    <Panel
      title={t('statements.made', range)}
      actions={<Status value={status} title={t(`statements.${status}`)} testid="statement-status" />}
    >
      {isWaiting && (
        <label className="cash-progress">
          <span role="status">
            {t('statements.progress', { done: format.count(linesDone), total: format.count(linesTotal) })}
          </span>
          <progress max={Math.max(1, linesTotal)} value={linesDone} />
        </label>
      )}
      {request.error !== null && (
        <Notice tone="bad" title={t('statements.Failed')}>
          {request.error}
        </Notice>
      )}
      <Balances result={request} />
      {status === 'Completed' && can('GET /documents/{documentId}') && <Document request={request} />}
    </Panel>
  )
}

/** A PDF is shown; CSV is saved. */
function Document({ request }: { readonly request: StatementRequest }) {
  const t = useText()
  const { documentId, format, fromDate, toDate, accountHolder } = request
  const fileName = `statement-${accountHolder.number ?? accountHolder.id}-${fromDate}-${toDate}.${format.toLowerCase()}`
  const query = useQuery({
    queryKey: ['statement', documentId],
    queryFn: async ({ signal }) => {
      const { data } = await call('GET /documents/{documentId}', { path: { documentId }, signal })
      return blobOfBase64(data.documentData, data.contentType)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (query.error) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
  const blob = query.data
  if (!blob) return <Loading rows={4} />
  if (format === 'Pdf') return <PdfFrame title={fileName} blob={blob} />
  return (
    <div className="form-actions">
      <SaveButton kind="main" fileName={fileName} read={() => Promise.resolve(blob)}>
        {t('statements.save')}
      </SaveButton>
    </div>
  )
}
