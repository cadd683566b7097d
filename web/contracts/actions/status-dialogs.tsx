import { useState } from 'react'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { TextAreaField } from '../../ui/fields/field.tsx'
import { useText } from '../text.ts'
import type { ActionProps } from './action-props.ts'

/** Makes a quote a pending contract. It then gets its number. */
export function SubmitDialog({ contract, etag, onClose }: ActionProps) {
  const t = useText()
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('submit.title')}
      operation="PATCH /contracts/{contractId}"
      options={{ path: { contractId: contract.id }, ifMatch: etag, body: { status: 'Pending' } }}
      fields={<p>{t('submit.explain')}</p>}
      mainTitle={() => t('submit.do')}
      doneText={t('submit.done')}
    />
  )
}

/** Takes a contract back as if it had not been sold. */
export function VoidDialog({ contract, etag, onClose }: ActionProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const voidReason = reason.trim()
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('void.title', { number: contract.number ?? '' })}
      operation="PATCH /contracts/{contractId}"
      options={
        voidReason === ''
          ? undefined
          : { path: { contractId: contract.id }, ifMatch: etag, body: { status: 'Voided', voidReason } }
      }
      kind="danger"
      fields={
        <>
          <p>{t('void.explain')}</p>
          <TextAreaField
            {...{ label: t('void.reason'), name: '/voidReason', value: reason, onChange: setReason }}
            isRequired
          />
        </>
      }
      mainTitle={() => t('void.do')}
      doneText={t('void.done')}
    />
  )
}
