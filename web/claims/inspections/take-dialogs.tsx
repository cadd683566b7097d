import { useState } from 'react'
import type { Inspection, TakeRejectInspection } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { DateField, SelectField, TextField } from '../../ui/fields/field.tsx'
import { useRejectReasons } from '../reasons.ts'
import { useText } from '../text.ts'

interface TakeDialogProps {
  readonly inspection: Inspection
  readonly onClose: () => void
}

const optionsFor = ({ claimId, id }: Inspection, body: TakeRejectInspection | undefined) =>
  body && { path: { claimId, claimInspectionId: id }, body }

/** The company accepts the order, under its own number and with a day if it knows one. */
export function TakeDialog({ inspection, onClose }: TakeDialogProps) {
  const t = useText()
  const [reference, setReference] = useState(inspection.externalReference ?? inspection.number)
  const [scheduledDate, setDate] = useState('')
  const externalReference = reference.trim()
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('inspect.takeTitle', { number: inspection.number })}
      operation="POST /claims/{claimId}/inspections/takereject/{claimInspectionId}"
      options={optionsFor(
        inspection,
        externalReference === ''
          ? undefined
          : { action: 'Take', externalReference, ...(scheduledDate === '' ? {} : { scheduledDate }) },
      )}
      doneText={t('inspect.taken')}
      hidesEffects
      mainTitle={() => t('inspect.Take')}
      fields={
        <div className="form-grid">
          <TextField
            label={t('inspect.reference')}
            name="/externalReference"
            hint={t('inspect.referenceHint')}
            isRequired
            maxLength={100}
            value={reference}
            onChange={setReference}
          />
          <DateField
            label={t('inspect.date')}
            name="/scheduledDate"
            value={scheduledDate}
            onChange={setDate}
          />
        </div>
      }
    />
  )
}

/** The company gives the order back, with a reason. */
export function RejectDialog({ inspection, onClose }: TakeDialogProps) {
  const t = useText()
  const { options } = useRejectReasons()
  const [rejectReasonCode, setReason] = useState('')
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('inspect.rejectTitle', { number: inspection.number })}
      operation="POST /claims/{claimId}/inspections/takereject/{claimInspectionId}"
      options={optionsFor(
        inspection,
        rejectReasonCode === '' ? undefined : { action: 'Reject', rejectReasonCode },
      )}
      doneText={t('inspect.rejected')}
      kind="danger"
      hidesEffects
      mainTitle={() => t('inspect.Reject')}
      fields={
        <SelectField
          label={t('field.reason')}
          name="/rejectReasonCode"
          isRequired
          value={rejectReasonCode}
          options={options}
          onChange={setReason}
        />
      }
    />
  )
}
