import { useState } from 'react'
import type { Ledger } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { DateField, MoneyField, TextAreaField } from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

interface Props {
  readonly row: Ledger
  readonly etag: string | undefined
  readonly onClose: () => void
}

/** Corrects the amount or the due date. Both rows of a line are corrected together, as the effects show. */
export function EditRowDialog({ row, etag, onClose }: Props) {
  const t = useText()
  const format = useFormat()
  const [amount, setAmount] = useState<number | undefined>(row.amount)
  const [dueDate, setDue] = useState(row.dueDate)
  const [reason, setReason] = useState('')
  const changes = {
    ...(amount === undefined || amount === row.amount ? {} : { amount }),
    ...(dueDate === '' || dueDate === row.dueDate ? {} : { dueDate }),
  }
  const isReady = Object.keys(changes).length > 0 && reason.trim() !== ''
  const body = { ...changes, reason: reason.trim() }
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="large"
      title={t('editRow.title', { id: row.id })}
      operation="PATCH /ledgers/{ledgerId}"
      options={isReady ? { path: { ledgerId: row.id }, body, ifMatch: etag } : undefined}
      fields={
        <div className="form-grid">
          <MoneyField label={t('column.amount')} name="/amount" value={amount} onChange={setAmount} />
          <DateField label={t('column.due')} name="/dueDate" value={dueDate} onChange={setDue} />
          <Reason value={reason} onChange={setReason} />
        </div>
      }
      mainTitle={(corrected) =>
        corrected ? t('editRow.mainOf', { amount: format.money(corrected.amount) }) : t('editRow.main')
      }
      doneText={t('editRow.done', { id: row.id })}
    />
  )
}

/** Takes a row back that should not be there. */
export function VoidRowDialog({ row, etag, onClose }: Props) {
  const t = useText()
  const format = useFormat()
  const [reason, setReason] = useState('')
  const body = { status: 'Voided' as const, reason: reason.trim() }
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="large"
      title={t('voidRow.title', { id: row.id })}
      description={t('voidRow.why')}
      operation="PATCH /ledgers/{ledgerId}"
      options={reason.trim() === '' ? undefined : { path: { ledgerId: row.id }, body, ifMatch: etag }}
      fields={<Reason value={reason} onChange={setReason} />}
      mainTitle={() => t('voidRow.main', { amount: format.money(row.amount) })}
      kind="danger"
      doneText={t('voidRow.done', { id: row.id })}
    />
  )
}

interface ReasonProps {
  readonly value: string
  readonly onChange: (reason: string) => void
}

function Reason({ value, onChange }: ReasonProps) {
  const t = useText()
  return (
    <TextAreaField
      label={t('field.reason')}
      name="/reason"
      isRequired
      rows={2}
      className="field-wide"
      value={value}
      onChange={onChange}
    />
  )
}
