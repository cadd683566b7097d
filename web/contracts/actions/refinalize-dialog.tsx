import { useState } from 'react'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { useText } from '../text.ts'
import type { ActionProps } from './contract-actions.tsx'

/** Applies the pending change to a contract in force. */
export default function RefinalizeDialog({ contract, etag, onClose }: ActionProps) {
  const t = useText()
  const [note, setNote] = useState('')
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('pending.applyTitle')}
      operation="POST /contracts/{contractId}/refinalize"
      options={{ path: { contractId: contract.id }, ifMatch: etag, body: { note: note || null } }}
      fields={
        <TextAreaField {...{ label: t('field.note'), name: '/note', value: note, onChange: setNote }} />
      }
      mainTitle={() => t('pending.applyDo')}
      doneText={t('pending.applied')}
    />
  )
}
