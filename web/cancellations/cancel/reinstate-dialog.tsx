import { useState } from 'react'
import type { Cancel } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useToday } from '../../api/session.ts'
import { DateField, NumberField, SelectField, TextAreaField } from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

/** Takes a cancel back: the contract is in force again, and every holder's net is what it was. */
export function ReinstateDialog({
  cancel,
  onClose,
}: {
  readonly cancel: Cancel
  readonly onClose: () => void
}) {
  const t = useText()
  const format = useFormat()
  const today = useToday()
  const [reinstateDate, setDate] = useState(today)
  const [reason, setReason] = useState('')
  const [gapDays, setGapDays] = useState<number | undefined>(undefined)
  const [recovery, setRecovery] = useState('')
  const isPaid = cancel.payments.some(({ status }) => status === 'Paid')
  const holders = new Map(cancel.payments.map(({ payee }) => [payee.id, payee.name ?? payee.number ?? '']))
  const body = {
    ...{ action: 'Reinstate' as const, reason: reason.trim(), reinstateDate },
    ...(gapDays === undefined ? {} : { gapDays }),
    ...(recovery === '' ? {} : { recoveryAccountId: Number(recovery) }),
  }
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="large"
      title={t('reinstate.title', { number: cancel.number })}
      operation="POST /cancels/{cancelId}"
      options={
        reason.trim() === '' || reinstateDate === '' ? undefined : { path: { cancelId: cancel.id }, body }
      }
      fields={
        <div className="cancellations-fields">
          <TextAreaField
            label={t('reinstate.reason')}
            name="/reason"
            value={reason}
            onChange={setReason}
            rows={2}
            isRequired
            autoFocus
          />
          <DateField
            label={t('reinstate.date')}
            name="/reinstateDate"
            value={reinstateDate}
            onChange={setDate}
            min={cancel.cancelDate}
            max={today}
            isRequired
          />
          <NumberField
            label={t('reinstate.gapDays')}
            name="/gapDays"
            value={gapDays}
            onChange={setGapDays}
            hint={t('reinstate.gapHint')}
          />
          {isPaid && (
            <SelectField
              label={t('reinstate.recovery')}
              name="/recoveryAccountId"
              value={recovery}
              onChange={setRecovery}
              options={[...holders].map(([id, name]) => ({ value: String(id), title: name }))}
              hint={t('reinstate.recoveryHint')}
            />
          )}
        </div>
      }
      summary={() => <p>{t('reinstate.effect', { contract: cancel.contractNumber ?? cancel.contractId })}</p>}
      mainTitle={() => t('reinstate.main', { amount: format.money(cancel.calculation.totalRefund) })}
      doneText={t('reinstate.done', { contract: cancel.contractNumber ?? cancel.contractId })}
    />
  )
}
