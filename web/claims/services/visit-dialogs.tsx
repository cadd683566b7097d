import { useState } from 'react'
import type { Claim, ClaimUpdateData, PPMClaimEvent } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useAnswer } from '../../api/queries.ts'
import { useFormat } from '../../ui/words/format.ts'
import { headerBody } from '../lines/use-lines.ts'
import { useText } from '../text.ts'
import { emptyVisit, isVisitReady, type VisitDraft, visitBody } from './visit.ts'
import { VisitFields } from './visit-fields.tsx'

interface VisitDialogProps {
  readonly claim: Claim
  readonly etag: string | undefined
  readonly onClose: () => void
}

type Visits = NonNullable<ClaimUpdateData['ppmEvents']>

/** Visits that are left out are voided, so all that stay are sent. */
const kept = ({ ppmEvents }: Claim): Visits =>
  ppmEvents
    .filter(({ status }) => status !== 'Voided')
    .map(({ id, serviceCode, serviceDate, odometer, facilityId, invoiceNumber }) => ({
      ...{ id, serviceCode, serviceDate, odometer, facilityId, invoiceNumber },
    }))

/** Adds a visit to the claim. */
export function VisitDialog({ claim, etag, onClose }: VisitDialogProps) {
  const t = useText()
  const format = useFormat()
  const [draft, setDraft] = useState<VisitDraft>(() => ({ ...emptyVisit, serviceDate: claim.lossDate }))
  const services = useAnswer('GET /claims/{claimId}/ppmservices', { path: { claimId: claim.id } })
  const body = isVisitReady(draft)
    ? { ...headerBody(claim), ppmEvents: [...kept(claim), visitBody(draft)] }
    : undefined
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('visits.add')}
      operation="PUT /claims/{claimId}"
      options={body && { path: { claimId: claim.id }, body, ifMatch: etag }}
      hidesEffects
      doneText={t('visits.added')}
      mainTitle={() => t('visits.add')}
      summary={(data) => <p>{t('visits.pays', { amount: format.money(data.costs.payable) })}</p>}
      fields={
        <VisitFields
          services={services.data?.data ?? []}
          visit={draft}
          onChange={setDraft}
          pointer={`/ppmEvents/${kept(claim).length}`}
        />
      }
    />
  )
}

/** Takes a visit out of the claim that nobody has decided yet. */
export function RemoveVisitDialog({
  claim,
  etag,
  visit,
  onClose,
}: VisitDialogProps & { readonly visit: PPMClaimEvent }) {
  const t = useText()
  const format = useFormat()
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="small"
      title={t('visits.removeOf', { service: visit.serviceCode })}
      operation="PUT /claims/{claimId}"
      options={{
        path: { claimId: claim.id },
        body: { ...headerBody(claim), ppmEvents: kept(claim).filter(({ id }) => id !== visit.id) },
        ifMatch: etag,
      }}
      hidesEffects
      kind="danger"
      doneText={t('visits.removed')}
      mainTitle={() => t('visits.remove')}
      summary={(data) => <p>{t('visits.pays', { amount: format.money(data.costs.payable) })}</p>}
    />
  )
}
