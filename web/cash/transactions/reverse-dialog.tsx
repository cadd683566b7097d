import { useState } from 'react'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { CheckField, SelectField, TextAreaField } from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import type { CashProps } from './cash-props.ts'

const returnCodes = ['R01', 'R02', 'R03', 'R04', 'R29'] as const

interface Props extends CashProps {
  readonly status: 'Voided' | 'Returned'
  readonly onClose: () => void
}

/** Takes cash back: our mistake, or the bank sent it back. The rows that it paid open again, and are shown before. */
export function ReverseDialog({ cash, etag, status, onClose }: Props) {
  const t = useText()
  const format = useFormat()
  const [reason, setReason] = useState('')
  const [returnCode, setCode] = useState('')
  const [chargeNsfFee, setFee] = useState(true)
  const [placeHold, setHold] = useState(false)
  const isReturn = status === 'Returned'
  const isReceipt = cash.type === 'Receipt'
  const kind = isReturn ? 'return' : 'void'
  const body = {
    ...{ status, reason: reason.trim() },
    ...(isReturn && returnCode !== '' ? { returnCode } : {}),
    ...(isReturn && isReceipt ? { chargeNsfFee } : {}),
    ...(isReceipt && placeHold ? { placeHold } : {}),
  }
  const path = { cashTransactionId: cash.id }
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="large"
      title={t(`${kind}.title`, { number: cash.number })}
      description={t(`${kind}.why`)}
      operation="PATCH /cashtransactions/{cashTransactionId}"
      options={reason.trim() === '' ? undefined : { path, body, ifMatch: etag }}
      fields={
        <div className="form-grid">
          <TextAreaField
            label={t('field.reason')}
            name="/reason"
            isRequired
            rows={2}
            className="field-wide"
            value={reason}
            onChange={setReason}
            autoFocus
          />
          {isReturn && (
            <SelectField
              label={t('field.returnCode')}
              name="/returnCode"
              value={returnCode}
              options={returnCodes.map((value) => ({ value, title: t(`returnCode.${value}`) }))}
              onChange={setCode}
            />
          )}
          {isReturn && isReceipt && (
            <CheckField label={t('return.fee')} name="/chargeNsfFee" value={chargeNsfFee} onChange={setFee} />
          )}
          {isReceipt && (
            <CheckField
              label={t('return.hold')}
              name="/placeHold"
              value={placeHold}
              onChange={setHold}
              hint={t('return.holdHint')}
            />
          )}
        </div>
      }
      summary={() => <p>{t('reverse.reopens')}</p>}
      mainTitle={() => t(`${kind}.main`, { amount: format.money(cash.amount) })}
      kind="danger"
      doneText={t(`${kind}.done`, { number: cash.number })}
    />
  )
}
