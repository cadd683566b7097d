import { useState } from 'react'
import type { Event } from '../../../sdk/src/types.gen.ts'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { Button } from '../../ui/button.tsx'
import { SwitchField } from '../../ui/fields/field.tsx'
import { Empty, ErrorPanel, Loading, Notice } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { EventData } from './event-data.tsx'
import { EventFilters } from './event-filters.tsx'
import { Subject } from './subject.tsx'
import { type Tail, useTail } from './use-tail.ts'

/** The event log: its end, newest first, and what happens while one looks. */
export function EventsScreen() {
  const t = useText()
  const { types, subject, after, follow } = useQuery()
  const setQuery = useSetQuery()
  const [again, setAgain] = useState(0)
  const isLive = follow !== 'false'
  const tail = useTail({ types: types?.split(','), subject, after }, isLive, again)
  return (
    <div className="page">
      <header className="page-head">
        <h1>{t('events.title')}</h1>
        <div className="page-actions">
          <SwitchField
            label={t('events.follow')}
            value={isLive}
            onChange={(isOn) => setQuery({ follow: isOn ? undefined : 'false' })}
          />
          <TailState tail={tail} />
        </div>
      </header>
      <EventFilters />
      <Log tail={tail} onAgain={() => setAgain(again + 1)} />
    </div>
  )
}

function TailState({ tail }: { readonly tail: Tail }) {
  const t = useText()
  const format = useFormat()
  return (
    <p role="status" className="muted" data-testid="events-state" data-state={tail.state}>
      {tail.state === 'failed' ? '' : t(`events.${tail.state}`, { count: format.count(tail.events.length) })}
    </p>
  )
}

function Log({ tail, onAgain }: { readonly tail: Tail; readonly onAgain: () => void }) {
  const t = useText()
  const setQuery = useSetQuery()
  const columns = useColumns()
  const { after } = useQuery()
  if (tail.state === 'failed') return <ErrorPanel error={tail.error} onRetry={onAgain} />
  if (tail.state === 'reading') return <Loading rows={8} />
  return (
    <>
      {tail.hasMore ? (
        <Notice
          tone="wait"
          actions={
            <Button onClick={() => setQuery({ after: tail.next }, 'push')}>{t('events.readOn')}</Button>
          }
        >
          {t('events.hasMore')}
        </Notice>
      ) : null}
      {after ? (
        <Notice
          actions={
            <Button onClick={() => setQuery({ after: undefined }, 'push')}>{t('events.fromStart')}</Button>
          }
        >
          {t('events.after', { cursor: after })}
        </Notice>
      ) : null}
      {tail.events.length === 0 ? (
        <Empty title={t('events.empty')} why={t('events.emptyWhy')} />
      ) : (
        <Table label={t('events.title')} columns={columns} rows={tail.events} rowKey={({ id }) => id} />
      )}
      {tail.next ? (
        <p className="muted small">
          {t('events.cursor')} <code>{tail.next}</code>
        </p>
      ) : null}
    </>
  )
}

function useColumns(): readonly Column<Event>[] {
  const t = useText()
  const format = useFormat()
  return [
    { key: 'time', title: t('events.time'), cell: ({ time }) => format.instant(time) },
    { key: 'type', title: t('events.type'), cell: ({ type }) => <code>{type}</code> },
    {
      key: 'subject',
      title: t('events.subject'),
      isWrapping: true,
      cell: ({ subject }) => <Subject subject={subject} />,
    },
    { key: 'sequence', title: t('events.sequence'), isNumeric: true, cell: ({ sequence }) => sequence },
    { key: 'data', title: t('events.data'), isWrapping: true, cell: (event) => <EventData event={event} /> },
  ]
}
