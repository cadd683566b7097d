import type { OverdueCancelPayment } from '../../../sdk/src/types.gen.ts'
import { useToday } from '../../api/session.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import { Status } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { PaymentActions, payeeCell } from '../cancel/payments.tsx'
import { useText } from '../text.ts'
import { useWords } from '../words.ts'
import { useTabs } from './queue-tabs.ts'
import { DaysLeft, NextPenalty } from './waiting.tsx'

/** Refunds of executed cancels that are late: what that costs, and what ends it. */
export function RefundsScreen() {
  const t = useText()
  const words = useWords()
  const format = useFormat()
  const today = useToday()
  const tabs = useTabs()
  return (
    <div className="cancellations-desk">
      <ListScreen
        list="overdue-refunds"
        title={t('refunds.title')}
        operation="GET /cancelpayments/overdue"
        rowKey={(row) => row.id ?? 0}
        rowLink={cancelLink}
        initial={{ dueBefore: today }}
        tabs={tabs}
        mainFilters={2}
        filters={[
          { name: 'dueBefore', label: t('refunds.dueBefore'), kind: 'date' },
          { name: 'withinDays', label: t('refunds.withinDays'), kind: 'number' },
        ]}
        columns={[
          {
            key: 'daysLeft',
            title: t('queue.daysLeft'),
            sort: 'refundDueDate',
            cell: (row) => <DaysLeft days={row.daysLeft} due={row.refundDueDate} />,
          },
          {
            key: 'contractNumber',
            title: t('contract.number'),
            cell: (row) =>
              row.contractNumber === null ? null : (
                <Link to={`/contracts/${row.contractNumber}`}>{row.contractNumber}</Link>
              ),
          },
          { key: 'payee', title: t('payments.payee'), isWrapping: true, cell: payeeCell(t) },
          {
            key: 'amount',
            title: t('payments.amount'),
            sort: 'amount',
            isNumeric: true,
            cell: (row) => format.money(row.amount),
          },
          {
            key: 'status',
            title: t('queue.status'),
            isHidden: true,
            cell: (row) => <Status value={row.status} title={words.paymentStatus(row.status)} />,
          },
          {
            key: 'latePenalty',
            title: t('payments.penalty'),
            isNumeric: true,
            cell: (row) => format.money(row.latePenalty),
          },
          {
            key: 'nextPenalty',
            title: t('refunds.next'),
            isWrapping: true,
            cell: (row) => <NextPenalty row={row} />,
          },
          {
            key: 'actions',
            title: t('payments.actions'),
            isWrapping: true,
            cell: (row) => <PaymentActions payment={row} />,
          },
          {
            key: 'refundDueDate',
            title: t('figure.refundDueDate'),
            isHidden: true,
            cell: (row) => format.date(row.refundDueDate),
          },
          {
            key: 'method',
            title: t('payments.method'),
            isHidden: true,
            cell: (row) => words.paymentMethod(row.method),
          },
        ]}
        empty={{ title: t('refunds.empty'), why: t('refunds.emptyWhy') }}
      />
    </div>
  )
}

/** The screen of the cancel that a refund belongs to. */
const cancelLink = ({ cancelId }: OverdueCancelPayment): string | undefined =>
  cancelId === null ? undefined : `/cancellations/cancel-${cancelId}`
