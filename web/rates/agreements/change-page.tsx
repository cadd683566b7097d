import { useEffect } from 'react'
import type { AuditLogResponse } from '../../../sdk/src/types.gen.ts'
import { queryClient, useAnswer } from '../../api/queries.ts'
import { useIsPartner } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Forbidden, Notice } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../setup-text.ts'

const LIST = 'GET /Rates/Disbursements/AccountHolder/{id}'
const LOOK_EVERY = 1_000
const tones = { Queued: 'wait', Processing: 'wait', Completed: 'good', Failed: 'bad' } as const

/** A change of a line: whether it has taken effect, and what it changed. Asked again until it is decided. */
export function ChangePage({ params }: { readonly params: Record<string, string> }) {
  const t = useText()
  const isPartner = useIsPartner()
  const query = useAnswer(
    'GET /Rates/Disbursements/AuditLog/{auditLogId}',
    { path: { auditLogId: Number(params.log) } },
    { enabled: !isPartner },
  )
  const status = query.data?.data.status
  const isWaiting = status === 'Queued' || status === 'Processing'
  const { refetch } = query
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => void refetch(), LOOK_EVERY)
    return () => clearInterval(timer)
  }, [isWaiting, refetch])
  // What was agreed on is another list now.
  useEffect(() => {
    if (status === 'Completed') void queryClient.invalidateQueries({ queryKey: [LIST] })
  }, [status])
  if (isPartner) return <Forbidden permission="rates:costs" />
  return (
    <div className="page">
      <Await query={query}>{(log) => <Change log={log} />}</Await>
      <p>
        <Link to={`/rates/agreements/${params.id}`}>{t('agreements.back')}</Link>
      </p>
    </div>
  )
}

function Change({ log }: { readonly log: AuditLogResponse }) {
  const t = useText()
  const format = useFormat()
  const { id, action, status, changes, errors } = log
  return (
    <>
      <header className="page-head">
        <div className="page-title">
          <h1>{t('log.title', { id })}</h1>
          <Status value={status} tone={tones[status]} title={t(`log.${status}`)} testid="change-status" />
        </div>
      </header>
      <p role="status" className="visually-hidden">
        {t(`log.${status}`)}
      </p>
      {errors.map(({ code, message }) => (
        <Notice key={`${code} ${message}`} tone="bad" title={message}>
          <code>{code}</code>
        </Notice>
      ))}
      <Panel title={t('log.facts')} id="facts">
        <Facts
          items={[
            { label: t('log.action'), value: t(`log.${action}`) },
            { label: t('log.affected'), value: format.count(log.affectedRates), testid: 'affected-rates' },
            { label: t('log.requestedBy'), value: log.requestedBy },
            { label: t('log.requestedAt'), value: format.instant(log.requestedAt) },
            { label: t('log.completedAt'), value: format.instant(log.completedAt) },
            { label: t('agreements.reason'), value: log.reason, isWide: true },
          ]}
        />
      </Panel>
      {changes.length === 0 ? null : (
        <Panel title={t('log.changes')} id="changes" isFlush>
          <Table
            label={t('log.changes')}
            rows={changes}
            rowKey={(row) => `${row.disbursementId} ${row.field} ${changes.indexOf(row)}`}
            columns={[
              { key: 'line', title: t('log.line'), isNumeric: true, cell: (row) => row.disbursementId },
              { key: 'field', title: t('log.field'), cell: ({ field }) => <code>{field}</code> },
              {
                key: 'values',
                title: t('change.values'),
                isWrapping: true,
                cell: ({ oldValue, newValue }) => `${shown(oldValue)} → ${shown(newValue)}`,
              },
            ]}
          />
        </Panel>
      )}
    </>
  )
}

const shown = (value: AuditLogResponse['changes'][number]['oldValue']): string =>
  value === null ? '—' : [value].flat().join(', ')
