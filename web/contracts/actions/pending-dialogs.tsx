import { useState } from 'react'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { TextAreaField } from '../../ui/fields/field.tsx'
import { useText } from '../text.ts'
import type { ActionProps } from './action-props.ts'

/** Applies the pending change of a contract in force, or drops it. */
export default function PendingDialog({ open, ...props }: ActionProps & { readonly open: 'apply' | 'drop' }) {
  return open === 'apply' ? <RefinalizeDialog {...props} /> : <DropDialog {...props} />
}

function RefinalizeDialog({ contract, etag, onClose }: ActionProps) {
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

function DropDialog({ contract, etag, onClose }: ActionProps) {
  const t = useText()
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('pending.dropTitle')}
      description={t('pending.dropText')}
      operation="PATCH /contracts/{contractId}"
      options={{ path: { contractId: contract.id }, ifMatch: etag, body: { pendingChanges: null } }}
      mainTitle={() => t('pending.dropDo')}
      kind="danger"
      doneText={t('pending.dropped')}
    />
  )
}
