import { useState } from 'react'
import type { QueuedCancelRequest } from '../../../sdk/src/types.gen.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { AskForPapers } from '../letters/ask-for-papers.tsx'
import { useRights } from '../rights.ts'
import { useAllReasons } from '../terms/terms-form.tsx'
import { requesters } from '../terms.ts'
import { useText } from '../text.ts'
import { useWords } from '../words.ts'
import { useTabs } from './queue-tabs.ts'
import { DaysLeft, PriceOfWaiting } from './waiting.tsx'

/** The queue of the cancel desk, by the day that the law wants the refund. */
export function QueueScreen() {
  const t = useText()
  const words = useWords()
  const format = useFormat()
  const rights = useRights()
  const reasons = useAllReasons()
  const tabs = useTabs()
  const [asked, setAsked] = useState<QueuedCancelRequest | undefined>(undefined)
  return (
    <div className="cancellations-desk">
      <ListScreen
        list="cancelrequests"
        title={t('queue.title')}
        operation="GET /v2/cancelrequests"
        rowKey={(row) => row.id}
        rowLink={(row) => `/cancellations/${row.number}`}
        initial={{}}
        tabs={tabs}
        mainFilters={3}
        filters={[
          { name: 'customerName', label: t('contract.customer'), kind: 'text' },
          { name: 'contractNumber', label: t('contract.number'), kind: 'text' },
          { name: 'number', label: t('queue.number'), kind: 'text' },
          { name: 'dealerNumber', label: t('queue.dealerNumber'), kind: 'text' },
          { name: 'state', label: t('queue.state'), kind: 'text' },
          {
            name: 'reasonCode',
            label: t('terms.reason'),
            kind: 'choice',
            choices: reasons.map(({ code, name }) => ({ value: code, title: name })),
          },
          { name: 'dueFrom', label: t('queue.dueFrom'), kind: 'date' },
          { name: 'dueTo', label: t('queue.dueTo'), kind: 'date' },
          { name: 'cancelDateFrom', label: t('queue.cancelFrom'), kind: 'date' },
          { name: 'cancelDateTo', label: t('queue.cancelTo'), kind: 'date' },
          { name: 'requestedFrom', label: t('queue.requestedFrom'), kind: 'date' },
          { name: 'requestedTo', label: t('queue.requestedTo'), kind: 'date' },
          {
            name: 'requestedBy',
            label: t('terms.requestedBy'),
            kind: 'choices',
            choices: requesters.map((one) => ({ value: one, title: words.requester(one) })),
          },
        ]}
        columns={[
          {
            key: 'daysLeft',
            title: t('queue.daysLeft'),
            sort: 'refundDueDate',
            cell: (row) => <DaysLeft days={row.daysLeft} due={row.refundDueDate} />,
          },
          {
            key: 'number',
            title: t('queue.number'),
            sort: 'number',
            cell: (row) => (
              <span className="cancellations-stack">
                {row.number}
                <Status value={row.status} title={words.status(row.status)} />
              </span>
            ),
          },
          {
            key: 'contractNumber',
            title: t('contract.number'),
            cell: (row) => (
              <Link to={`/contracts/${row.contractNumber ?? row.contractId}`}>
                {row.contractNumber ?? t('contract.noNumber')}
              </Link>
            ),
          },
          {
            key: 'customerName',
            title: t('contract.customer'),
            isWrapping: true,
            cell: (row) => row.customerName,
          },
          {
            key: 'reasonName',
            title: t('queue.reason'),
            isWrapping: true,
            cell: (row) => (
              <span className="cancellations-stack">
                {row.reasonName}
                <small>{t('queue.by', { who: words.requester(row.requestedBy) })}</small>
              </span>
            ),
          },
          {
            key: 'totalRefund',
            title: t('queue.refund'),
            sort: 'totalRefund',
            isNumeric: true,
            cell: (row) => format.money(row.totalRefund),
          },
          {
            key: 'missing',
            title: t('queue.missing'),
            isWrapping: true,
            cell: (row) => (
              <span className="cancellations-stack">
                {row.missing.map(words.missing).join(', ')}
                {rights.desk && row.daysLeft !== null && row.missing.length > 0 && (
                  <Button kind="quiet" size="small" onClick={() => setAsked(row)}>
                    {t('ask.draft')}
                    <span className="visually-hidden"> {row.number}</span>
                  </Button>
                )}
              </span>
            ),
          },
          {
            key: 'costOfWaiting',
            title: t('queue.waiting'),
            isWrapping: true,
            cell: (row) => (row.daysLeft === null ? null : <PriceOfWaiting row={row} />),
          },
          { key: 'dealerName', title: t('queue.dealer'), isHidden: true, cell: (row) => row.dealerName },
          { key: 'state', title: t('queue.state'), isHidden: true, cell: (row) => row.state },
          {
            key: 'refundDueDate',
            title: t('figure.refundDueDate'),
            isHidden: true,
            cell: (row) => format.date(row.refundDueDate),
          },
          {
            key: 'cancelDate',
            title: t('terms.cancelDate'),
            sort: 'cancelDate',
            isHidden: true,
            cell: (row) => format.date(row.cancelDate),
          },
          {
            key: 'requestedAt',
            title: t('queue.requestedAt'),
            sort: 'requestedAt',
            isHidden: true,
            cell: (row) => format.instant(row.requestedAt),
          },
        ]}
        empty={{ title: t('queue.empty'), why: t('queue.emptyWhy') }}
      />
      {asked && <AskForPapers request={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}
