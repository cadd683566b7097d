import { useState } from 'react'
import type { ClaimInspectionPut, Inspection } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { useRights } from '../rights.ts'
import { useText } from '../text.ts'
import { ReportDialog } from './report-dialog.tsx'
import { RejectDialog, TakeDialog } from './take-dialogs.tsx'

type Open = 'Take' | 'Reject' | 'Report' | 'Reviewed' | 'Cancelled'

const notDone = ['Ordered', 'Assigned', 'Scheduled']

/** What can be done with an inspection now: by its company, and by the administrator. */
export function InspectionActions({ inspection }: { readonly inspection: Inspection }) {
  const t = useText()
  const rights = useRights()
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const close = () => setOpen(undefined)
  const { status, externalReference } = inspection
  const isOpen = notDone.includes(status)
  const isCompany = rights.report && rights.isPartner
  const actions: readonly Open[] = [
    ...(isCompany && (status === 'Ordered' || (isOpen && externalReference === null))
      ? (['Take'] as const)
      : []),
    ...(isCompany && (status === 'Ordered' || status === 'Assigned') ? (['Reject'] as const) : []),
    ...(isCompany && isOpen && externalReference !== null ? (['Report'] as const) : []),
    ...(rights.inspect && status === 'Completed' ? (['Reviewed'] as const) : []),
    ...(rights.inspect && isOpen ? (['Cancelled'] as const) : []),
  ]
  if (actions.length === 0) return null
  return (
    <div className="row">
      {actions.map((action) => (
        <Button
          key={action}
          kind={action === 'Take' || action === 'Report' || action === 'Reviewed' ? 'main' : 'plain'}
          onClick={() => setOpen(action)}
        >
          {t(`inspect.${action}`)}
          <span className="visually-hidden"> {inspection.number}</span>
        </Button>
      ))}
      {open === 'Take' && <TakeDialog inspection={inspection} onClose={close} />}
      {open === 'Reject' && <RejectDialog inspection={inspection} onClose={close} />}
      {open === 'Report' && <ReportDialog inspection={inspection} onClose={close} />}
      {(open === 'Reviewed' || open === 'Cancelled') && (
        <MoveDialog inspection={inspection} to={open} onClose={close} />
      )}
    </div>
  )
}

interface MoveDialogProps {
  readonly inspection: Inspection
  readonly to: 'Reviewed' | 'Cancelled'
  readonly onClose: () => void
}

/** Everything that was reported goes with the new status, because what is absent is cleared. */
const reported = (inspection: Inspection): Omit<ClaimInspectionPut, 'status'> => ({
  ...{ id: inspection.id, scheduledAt: inspection.scheduledAt, completedAt: inspection.completedAt },
  ...{ odometerSeen: inspection.odometerSeen, findings: inspection.findings },
  ...{ recommendation: inspection.recommendation, fields: inspection.fields },
  holdReasonId: inspection.holdReason?.id ?? null,
})

function MoveDialog({ inspection, to, onClose }: MoveDialogProps) {
  const t = useText()
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="small"
      title={t(`inspect.${to}`)}
      description={t(to === 'Reviewed' ? 'inspect.reviewWhy' : 'inspect.cancelWhy')}
      operation="PUT /claims/{claimId}/inspections"
      options={{ path: { claimId: inspection.claimId }, body: { ...reported(inspection), status: to } }}
      doneText={t('inspect.done')}
      kind={to === 'Cancelled' ? 'danger' : 'main'}
      mainTitle={() => t(`inspect.${to}`)}
    />
  )
}
