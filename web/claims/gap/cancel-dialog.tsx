import { useState } from 'react'
import type { Claim, Reference } from '../../../sdk/src/types.gen.ts'
import { useDryRun } from '../../actions/dry-run.ts'
import { useExecute } from '../../actions/execute.ts'
import { ApiError } from '../../api/client.ts'
import { practice } from '../../api/practice.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

const OPERATION = 'POST /v2/contracts/{identifier}/cancelrequests'
const TOTAL_LOSS = 'TOTALLOSS'

interface CancelDialogProps {
  readonly claim: Claim
  readonly onClose: () => void
}

/** Requests the cancellation of the other contracts on the vehicle. Each refund is tried out and shown first. */
export function CancelDialog({ claim, onClose }: CancelDialogProps) {
  const t = useText()
  return (
    <Dialog
      title={t('related.cancel')}
      description={t('related.cancelWhy')}
      open
      onClose={onClose}
      size="large"
    >
      <ul className="claims-related">
        {claim.relatedContracts.map((contract) => (
          <RelatedContract key={contract.id} claim={claim} contract={contract} />
        ))}
      </ul>
      <DialogFooter>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogFooter>
    </Dialog>
  )
}

interface RelatedContractProps {
  readonly claim: Claim
  readonly contract: Reference
}

/** One contract: what it would refund, and the button that requests it. */
function RelatedContract({ claim, contract }: RelatedContractProps) {
  const t = useText()
  const format = useFormat()
  const [requested, setRequested] = useState<string | undefined>(undefined)
  const identifier = contract.number ?? String(contract.id)
  const options = {
    path: { identifier },
    body: {
      ...{ cancelDate: claim.lossDate, cancelReasonCode: TOTAL_LOSS, requestedBy: 'Customer' as const },
      ...(claim.lossOdometer === null ? {} : { cancelOdometer: claim.lossOdometer }),
    },
  }
  const tried = useDryRun(OPERATION, requested === undefined ? options : undefined)
  const { run, isRunning, error } = useExecute(OPERATION)
  const request = async () => {
    const answer = await run(options)
    if (answer) setRequested(practice.get() ? '' : answer.data.number)
  }
  const refusal = error ?? (tried.state === 'refused' ? tried.error : undefined)
  return (
    <li>
      <span className="row">
        <Link to={`/contracts/${identifier}`}>{identifier}</Link>
        {tried.state === 'ready' && tried.data?.calculation && (
          <strong>{t('related.refund', { amount: format.money(tried.data.calculation.totalRefund) })}</strong>
        )}
        {tried.state === 'running' && <span className="muted">{t('dialog.checking')}</span>}
        {requested !== undefined && (
          <>
            <Status value="Requested" title={t(requested === '' ? 'practised' : 'related.requested')} />
            {requested !== '' && <Link to={`/cancellations/${requested}`}>{requested}</Link>}
          </>
        )}
      </span>
      {refusal ? (
        <p className="claims-not-covered" role="alert">
          {refusal instanceof ApiError ? refusal.message : t('refused.unknown')}
        </p>
      ) : null}
      {requested === undefined && (
        <Button
          isBusy={isRunning}
          disabledReason={
            tried.state === 'ready'
              ? undefined
              : t(tried.state === 'refused' ? 'dialog.refused' : 'dialog.wait')
          }
          onClick={() => void request()}
        >
          {t('related.request', { number: identifier })}
        </Button>
      )}
    </li>
  )
}
