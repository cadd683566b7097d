import { useState } from 'react'
import type { Claim, ClaimPaymentRequest } from '../../../sdk/src/types.gen.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { TextAreaField } from '../../ui/fields/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { DecisionDialog } from '../decide/decision-dialog.tsx'
import { useRights } from '../rights.ts'
import { useText, wordOf } from '../text.ts'
import { claimTone } from '../tones.ts'

interface PaymentsPanelProps {
  readonly claim: Claim
  readonly etag: string | undefined
}

/** What was authorized, requested and paid. */
export function PaymentsPanel({ claim, etag }: PaymentsPanelProps) {
  const t = useText()
  const format = useFormat()
  const rights = useRights()
  const [voiding, setVoiding] = useState<ClaimPaymentRequest | undefined>(undefined)
  const { costs, payments, miscPayments } = claim
  return (
    <Panel title={t('payments.title')} id="payments">
      <div className="stack">
        <Facts
          layout="rows"
          items={[
            {
              label: t('figure.authorized'),
              value: format.money(costs.authorized),
              testid: 'claim-authorized',
            },
            { label: t('figure.paid'), value: format.money(costs.paid), testid: 'claim-paid' },
            { label: t('figure.outstanding'), value: format.money(costs.outstanding) },
          ]}
        />
        {payments.length > 0 && (
          <Table
            label={t('payments.requests')}
            rows={payments}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'payee',
                title: t('pay.payee'),
                isWrapping: true,
                cell: ({ payee, requestedAt, requestedBy }) => (
                  <span>
                    {payee.name ?? payee.number ?? (payee.type && wordOf(t, 'payee', payee.type))}
                    <small className="muted">
                      {' '}
                      {t('payments.by', { at: format.instant(requestedAt), who: requestedBy })}
                    </small>
                  </span>
                ),
              },
              { key: 'invoice', title: t('pay.invoiceNumber'), cell: (row) => row.invoiceNumber ?? '—' },
              {
                key: 'status',
                title: t('field.status'),
                cell: ({ status }) => (
                  <Status value={status} tone={claimTone(status)} title={wordOf(t, 'payment', status)} />
                ),
              },
              {
                key: 'amount',
                title: t('pay.amount'),
                isNumeric: true,
                cell: (row) => format.money(row.amount),
              },
              {
                key: 'void',
                title: t('payments.void'),
                isTitleHidden: true,
                cell: (row) =>
                  rights.pay && row.status === 'Requested' ? (
                    <Button size="small" kind="quiet" onClick={() => setVoiding(row)}>
                      {t('payments.void')}
                      <span className="visually-hidden"> {row.invoiceNumber}</span>
                    </Button>
                  ) : null,
              },
            ]}
          />
        )}
        {miscPayments.length > 0 && (
          <Table
            label={t('payments.misc')}
            rows={miscPayments}
            rowKey={({ id }) => id}
            columns={[
              { key: 'payee', title: t('pay.payee'), cell: (row) => row.payee },
              { key: 'reason', title: t('field.reason'), isWrapping: true, cell: (row) => row.reason },
              {
                key: 'amount',
                title: t('pay.amount'),
                isNumeric: true,
                cell: (row) => format.money(row.amount),
              },
            ]}
          />
        )}
        {payments.length === 0 && miscPayments.length === 0 && <p className="muted">{t('payments.none')}</p>}
      </div>
      {voiding && (
        <VoidPaymentDialog
          claim={claim}
          etag={etag}
          payment={voiding}
          onClose={() => setVoiding(undefined)}
        />
      )}
    </Panel>
  )
}

interface VoidPaymentDialogProps extends PaymentsPanelProps {
  readonly payment: ClaimPaymentRequest
  readonly onClose: () => void
}

function VoidPaymentDialog({ claim, etag, payment, onClose }: VoidPaymentDialogProps) {
  const t = useText()
  const format = useFormat()
  const [reason, setReason] = useState('')
  return (
    <DecisionDialog
      {...{ claim, etag, onClose }}
      title={t('payments.voidTitle', { number: payment.invoiceNumber ?? payment.id })}
      body={
        reason.trim() === ''
          ? undefined
          : { action: 'VoidPayment', paymentRequestId: payment.id, reason: reason.trim() }
      }
      kind="danger"
      doneText={t('payments.voided')}
      main={() => t('payments.voidMain', { amount: format.money(payment.amount) })}
      fields={
        <TextAreaField
          label={t('field.reason')}
          name="/reason"
          rows={2}
          isRequired
          value={reason}
          onChange={setReason}
        />
      }
    />
  )
}
