import { useState } from 'react'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useToday } from '../../api/session.ts'
import { DateField, TextAreaField } from '../../ui/fields/field.tsx'
import { useText } from '../text.ts'
import type { ActionProps } from './action-props.ts'

/** Puts a contract in force. The rows that would open are shown first. */
export function FinalizeDialog({ contract, etag, onClose }: ActionProps) {
  const t = useText()
  const today = useToday()
  const [finalizeDate, setDate] = useState(today)
  const [note, setNote] = useState('')
  const body = finalizeDate === '' ? undefined : { finalizeDate, note: note || null }
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('finalize.title', { number: contract.number ?? '' })}
      operation="POST /contracts/{contractId}/finalize"
      options={body && { path: { contractId: contract.id }, ifMatch: etag, body }}
      fields={
        <>
          <DateField
            {...{ label: t('finalize.date'), name: '/finalizeDate', value: finalizeDate, onChange: setDate }}
            min={contract.saleDate}
            max={today}
            isRequired
          />
          <TextAreaField {...{ label: t('field.note'), name: '/note', value: note, onChange: setNote }} />
        </>
      }
      mainTitle={() => t('finalize.do')}
      doneText={t('finalize.done', { number: contract.number ?? '' })}
    />
  )
}
