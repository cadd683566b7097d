import { useState } from 'react'
import type { CancelPaymentDetails } from '../../../sdk/src/types.gen.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useRights } from '../rights.ts'
import { useText } from '../text.ts'
import { useWords } from '../words.ts'
import { ChangePayeeDialog, ConfirmRefundDialog } from './refund-dialogs.tsx'

/** The refund payments of a cancel. */
export function Payments({ payments }: { readonly payments: readonly CancelPaymentDetails[] }) {
  const t = useText()
  const words = useWords()
  const format = useFormat()
  if (payments.length === 0) return <p>{t('payments.none')}</p>
  return (
    <Table
      label={t('payments.title')}
      rows={payments}
      rowKey={(payment) => payment.id ?? payment.payeeName}
      columns={[
        { key: 'payee', title: t('payments.payee'), cell: payeeCell(t) },
        {
          key: 'amount',
          title: t('payments.amount'),
          isNumeric: true,
          cell: (row) => format.money(row.amount),
        },
        { key: 'method', title: t('payments.method'), cell: (row) => words.paymentMethod(row.method) },
        {
          key: 'status',
          title: t('queue.status'),
          cell: (row) => <Status value={row.status} title={words.paymentStatus(row.status)} />,
        },
        { key: 'due', title: t('figure.refundDueDate'), cell: (row) => format.date(row.refundDueDate) },
        {
          key: 'paid',
          title: t('payments.paid'),
          cell: (row) => format.date(row.confirmedDate ?? row.paidDate),
        },
        {
          key: 'penalty',
          title: t('payments.penalty'),
          isNumeric: true,
          cell: (row) => format.money(row.latePenalty),
        },
        { key: 'actions', title: t('payments.actions'), cell: (row) => <PaymentActions payment={row} /> },
      ]}
    />
  )
}

/** The name on the check, and for whom the dealer passes it on. */
export const payeeCell =
  (t: ReturnType<typeof useText>) =>
  ({ payeeName, forPayeeName }: CancelPaymentDetails): string =>
    forPayeeName === null ? payeeName : t('payee.for', { payee: payeeName, final: forPayeeName })

/** What can be done with a payment: say that the customer has the money, or send it to somebody else. */
export function PaymentActions({ payment }: { readonly payment: CancelPaymentDetails }) {
  const t = useText()
  const rights = useRights()
  const [dialog, setDialog] = useState<'confirm' | 'payee' | undefined>(undefined)
  const close = () => setDialog(undefined)
  const canConfirm =
    rights.confirm &&
    payment.forPayeeName !== null &&
    payment.confirmedDate === null &&
    payment.status !== 'Voided'
  const canChange = rights.changePayee && payment.status === 'Pending' && payment.confirmedDate === null
  const named = <span className="visually-hidden"> {payment.forPayeeName ?? payment.payeeName}</span>
  return (
    <span className="cancellations-buttons">
      {canConfirm && (
        <Button size="small" onClick={() => setDialog('confirm')}>
          {t('confirm.button')}
          {named}
        </Button>
      )}
      {canChange && (
        <Button size="small" onClick={() => setDialog('payee')}>
          {t('payee.button')}
          {named}
        </Button>
      )}
      {dialog === 'confirm' && <ConfirmRefundDialog payment={payment} onClose={close} />}
      {dialog === 'payee' && <ChangePayeeDialog payment={payment} onClose={close} />}
    </span>
  )
}
