import { useState } from 'react'
import type { CancelPaymentDetails } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useToday } from '../../api/session.ts'
import { DateField, SelectField, TextField } from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { useWords } from '../words.ts'

interface RefundDialogProps {
  readonly payment: CancelPaymentDetails
  readonly onClose: () => void
}

const CANCEL_ACTION = 'POST /cancels/{cancelId}'

/** Records the day on which the customer got the money from the dealer. It stops the late penalty. */
export function ConfirmRefundDialog({ payment, onClose }: RefundDialogProps) {
  const t = useText()
  const format = useFormat()
  const today = useToday()
  const [paidDate, setPaidDate] = useState(today)
  const [reference, setReference] = useState('')
  const { id: paymentId, cancelId } = payment
  const amount = format.money(payment.amount)
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('confirm.title')}
      description={t('confirm.what', { amount, payee: payment.forPayeeName ?? payment.payeeName })}
      operation={CANCEL_ACTION}
      options={
        paidDate === '' || paymentId === null || cancelId === null
          ? undefined
          : {
              path: { cancelId },
              body: {
                ...{ action: 'ConfirmRefund', paymentId, paidDate },
                ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
              },
            }
      }
      fields={
        <>
          <DateField
            label={t('confirm.date')}
            name="/paidDate"
            value={paidDate}
            onChange={setPaidDate}
            max={today}
            isRequired
          />
          <TextField
            label={t('confirm.reference')}
            name="/reference"
            value={reference}
            onChange={setReference}
          />
        </>
      }
      mainTitle={() => t('confirm.main', { amount, date: format.date(paidDate) })}
      doneText={t('confirm.done')}
      hidesEffects
    />
  )
}

const payees = ['Customer', 'LienHolder', 'Dealer'] as const

/** Sends a refund that is not paid yet to another payee, as the rules allow: a payoff letter has come. */
export function ChangePayeeDialog({ payment, onClose }: RefundDialogProps) {
  const t = useText()
  const words = useWords()
  const format = useFormat()
  const [type, setType] = useState<(typeof payees)[number] | undefined>(undefined)
  const [name, setName] = useState('')
  const [paidOff, setPaidOff] = useState<string>('')
  const { id: paymentId, cancelId, amount, method } = payment
  const payee = type && { type, ...(name.trim() === '' ? {} : { name: name.trim() }) }
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('payee.title')}
      description={t('payee.now', {
        amount: format.money(amount),
        payee: payment.forPayeeName ?? payment.payeeName,
      })}
      operation={CANCEL_ACTION}
      options={
        paymentId === null || cancelId === null || !payee
          ? undefined
          : {
              path: { cancelId },
              body: {
                ...{ action: 'ChangePayee', paymentId, payments: [{ payee, method, amount }] },
                ...(paidOff === '' ? {} : { lienPaidOff: paidOff === 'yes' }),
              },
            }
      }
      fields={
        <>
          <SelectField
            label={t('payee.new')}
            name="/payments/0/payee"
            value={type ?? ''}
            onChange={(value) => setType(payees.find((one) => one === value))}
            options={payees.map((one) => ({ value: one, title: words.requester(one) }))}
            isRequired
          />
          <SelectField
            label={t('terms.lienPaidOff')}
            name="/lienPaidOff"
            value={paidOff}
            onChange={setPaidOff}
            emptyTitle={t('payee.lienByPapers')}
            options={[
              { value: 'yes', title: t('yes') },
              { value: 'no', title: t('no') },
            ]}
          />
          <TextField
            label={t('payee.name')}
            name="/payments/0/payee/name"
            value={name}
            onChange={setName}
            hint={t('payee.nameHint')}
          />
        </>
      }
      mainTitle={() =>
        type
          ? t('payee.main', { amount: format.money(amount), payee: words.requester(type) })
          : t('payee.button')
      }
      doneText={t('payee.done')}
    />
  )
}
