import { Fragment } from 'react'
import type { AuditChain, AuditPage, AuditRecord } from '../../sdk/src/types.gen.ts'
import { useQuery, useSetQuery } from '../api/address.ts'
import { useAnswer } from '../api/queries.ts'
import { useIsPartner } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import type { Screen } from '../ui/screen.ts'
import { Await, Empty, Forbidden, Notice } from '../ui/states.tsx'
import { Table } from '../ui/tables/table.tsx'
import { useFormat } from '../ui/words/format.ts'
import './audit.css'
import { Changes } from './changes.tsx'
import { AuditFilters, filterNames } from './filters.tsx'
import { Subject } from './subject.tsx'
import { useText } from './text.ts'

/** Who changed what, newest first. The page is a cursor in the address, because records are only added. */
function Audit() {
  // The audit is about everyone, so the service refuses it to callers with scopes.
  return useIsPartner() ? <Forbidden permission="audit:read" /> : <AuditList />
}

function AuditList() {
  const t = useText()
  const address = useQuery()
  const asked = Object.fromEntries(
    [...filterNames, 'after'].flatMap((name) => (address[name] ? [[name, address[name]]] : [])),
  )
  const query = useAnswer('GET /audit', { query: asked }, { keepPrevious: true })
  return (
    <div className="audit-page">
      <h1>{t('title')}</h1>
      <AuditFilters />
      <Await query={query}>
        {(page) => (
          <>
            <Chain chain={page.chain} />
            <Records page={page} />
          </>
        )}
      </Await>
    </div>
  )
}

function Chain({ chain }: { readonly chain: AuditChain }) {
  const t = useText()
  const format = useFormat()
  const { state, records, anchoredAt, anchoredRecords, faults } = chain
  const anchored = anchoredAt && {
    when: format.instant(anchoredAt),
    count: format.count(anchoredRecords),
  }
  return (
    <Notice tone={state === 'Sound' ? 'good' : 'bad'} title={t(`chain.${state}`)}>
      {t(records === 1 ? 'chain.records.one' : 'chain.records', { count: format.count(records) })}{' '}
      {anchored && t('chain.anchored', anchored)}
      {faults.map(({ lane, reason }) => (
        <p key={`${lane} ${reason}`}>{t('chain.fault', { lane: lane ?? '—', reason })}</p>
      ))}
    </Notice>
  )
}

function Records({ page }: { readonly page: AuditPage }) {
  const t = useText()
  const format = useFormat()
  const setQuery = useSetQuery()
  const { after } = useQuery()
  const columns = useColumns()
  const { items, next } = page
  const clear = Object.fromEntries([...filterNames, 'after'].map((name) => [name, undefined]))
  if (items.length === 0)
    return (
      <Empty
        title={t('empty.title')}
        why={t('empty.why')}
        action={<Button onClick={() => setQuery(clear, 'push')}>{t('filter.clear')}</Button>}
      />
    )
  return (
    <>
      <Table label={t('title')} columns={columns} rows={items} rowKey={({ id }) => id} />
      <div className="audit-paging">
        <span role="status">
          {t(items.length === 1 ? 'shown.one' : 'shown', { count: format.count(items.length) })}
        </span>
        {after && <Button onClick={() => setQuery({ after: undefined }, 'push')}>{t('newest')}</Button>}
        {next && <Button onClick={() => setQuery({ after: next }, 'push')}>{t('next')}</Button>}
      </div>
    </>
  )
}

function useColumns() {
  const t = useText()
  const format = useFormat()
  return [
    { key: 'at', title: t('column.at'), isWrapping: true, cell: ({ at }: AuditRecord) => format.instant(at) },
    {
      key: 'by',
      title: t('column.by'),
      isWrapping: true,
      cell: (record: AuditRecord) => <Who record={record} />,
    },
    {
      key: 'what',
      title: t('column.what'),
      isWrapping: true,
      cell: ({ operation, subject, reason }: AuditRecord) => (
        <>
          <Operation operation={operation} />
          <small className="audit-small">
            <Subject subject={subject} />
          </small>
          {reason && <small className="audit-small">{t('reason', { reason })}</small>}
        </>
      ),
    },
    {
      key: 'changes',
      width: '45%',
      title: t('column.changes'),
      isWrapping: true,
      cell: ({ changes }: AuditRecord) => <Changes changes={changes} />,
    },
  ]
}

/** A long path breaks before its slashes. */
const Operation = ({ operation }: { readonly operation: string }) => (
  <code className="audit-operation">
    {operation.split(/(?=\/)/).map((part) => (
      <Fragment key={part}>
        <wbr />
        {part}
      </Fragment>
    ))}
  </code>
)

function Who({ record }: { readonly record: AuditRecord }) {
  const t = useText()
  const { by, byKind, address } = record
  const kinds: Readonly<Record<string, string>> = {
    User: t('kind.User'),
    Client: t('kind.Client'),
    ApiKey: t('kind.ApiKey'),
    System: t('kind.System'),
    Anonymous: t('kind.Anonymous'),
  }
  return (
    <>
      <span>{by}</span>
      <small className="audit-small">{[kinds[byKind] ?? byKind, address].filter(Boolean).join(' · ')}</small>
    </>
  )
}

export const screens: readonly Screen[] = [{ path: '/audit', needs: 'GET /audit', component: Audit }]
