import { useState } from 'react'
import type { Claim, ClaimPatch } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { DateField, NumberField, type Option, SelectField, TextField } from '../../ui/fields/field.tsx'
import { LookupField } from '../../ui/fields/lookup.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useAdjusters } from '../adjusters.ts'
import { InForce } from '../entry/in-force.tsx'
import { findFacilities } from '../lookups.ts'
import { useRights } from '../rights.ts'
import { useText } from '../text.ts'

interface LossDialogProps {
  readonly claim: Claim
  readonly etag: string | undefined
  readonly hasOdometer: boolean
  readonly onClose: () => void
}

interface Draft {
  readonly lossDate: string
  readonly lossOdometer: number | undefined
  readonly reportedDate: string
  readonly facility: Option | null
  readonly adjusterId: string
  readonly advisorName: string
  readonly repairOrderNumber: string
  readonly customerContact: string
}

const draftOf = (claim: Claim): Draft => ({
  lossDate: claim.lossDate,
  lossOdometer: claim.lossOdometer ?? undefined,
  reportedDate: claim.reportedDate,
  facility: claim.repairFacility && {
    value: String(claim.repairFacility.id),
    title: claim.repairFacility.name ?? claim.repairFacility.number ?? '',
  },
  adjusterId: String(claim.adjusterId ?? ''),
  advisorName: claim.advisorName ?? '',
  repairOrderNumber: claim.repairOrderNumber ?? '',
  customerContact: claim.customerContact ?? '',
})

/** Only what was changed. Undefined: nothing was. */
function changesOf(claim: Claim, draft: Draft): ClaimPatch | undefined {
  const before = draftOf(claim)
  const text = (name: 'advisorName' | 'repairOrderNumber' | 'customerContact') =>
    draft[name] === before[name] ? {} : { [name]: draft[name].trim() || null }
  const changes: ClaimPatch = {
    ...(draft.lossDate === before.lossDate || draft.lossDate === '' ? {} : { lossDate: draft.lossDate }),
    ...(draft.lossOdometer === before.lossOdometer ? {} : { lossOdometer: draft.lossOdometer ?? null }),
    ...(draft.reportedDate === before.reportedDate || draft.reportedDate === ''
      ? {}
      : { reportedDate: draft.reportedDate }),
    ...(draft.facility?.value === before.facility?.value
      ? {}
      : { repairFacilityId: draft.facility ? Number(draft.facility.value) : null }),
    ...(draft.adjusterId === before.adjusterId
      ? {}
      : { adjusterId: draft.adjusterId === '' ? null : Number(draft.adjusterId) }),
    ...text('advisorName'),
    ...text('repairOrderNumber'),
    ...text('customerContact'),
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

/** Corrects the loss, the shop and how to reach people. What follows for coverage and figures is shown first. */
export function LossDialog({ claim, etag, hasOdometer, onClose }: LossDialogProps) {
  const t = useText()
  const format = useFormat()
  const rights = useRights()
  const adjusters = useAdjusters()
  const [draft, setDraft] = useState(() => draftOf(claim))
  const set = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
  const body = changesOf(claim, draft)
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('loss.edit')}
      size="large"
      operation="PATCH /claims/{claimId}"
      options={body && { path: { claimId: claim.id }, body, ifMatch: etag }}
      doneText={t('loss.saved')}
      hidesEffects
      mainTitle={() => t('save')}
      summary={(data) => (
        <>
          <InForce coverage={data.coverage} />
          <p>
            {t('loss.pays', {
              before: format.money(claim.costs.payable),
              after: format.money(data.costs.payable),
            })}
          </p>
        </>
      )}
      fields={
        <div className="form-grid">
          <DateField
            label={t('field.lossDate')}
            name="/lossDate"
            value={draft.lossDate}
            onChange={(lossDate) => set({ lossDate })}
            isRequired
          />
          {hasOdometer && (
            <NumberField
              label={t('field.lossOdometer')}
              name="/lossOdometer"
              value={draft.lossOdometer}
              onChange={(lossOdometer) => set({ lossOdometer })}
            />
          )}
          <DateField
            label={t('field.reported')}
            name="/reportedDate"
            value={draft.reportedDate}
            onChange={(reportedDate) => set({ reportedDate })}
          />
          {!rights.isShop && (
            <LookupField
              label={t('field.facility')}
              name="/repairFacilityId"
              value={draft.facility}
              onChange={(facility) => set({ facility })}
              search={findFacilities}
            />
          )}
          {rights.adjudicate && (
            <SelectField
              label={t('field.adjuster')}
              name="/adjusterId"
              value={draft.adjusterId}
              emptyTitle={t('adjuster.none')}
              options={adjusters.map(({ id, name }) => ({ value: String(id), title: name }))}
              onChange={(adjusterId) => set({ adjusterId })}
            />
          )}
          {(['advisorName', 'repairOrderNumber', 'customerContact'] as const).map((name) => (
            <TextField
              key={name}
              label={t(
                name === 'advisorName'
                  ? 'field.advisor'
                  : name === 'repairOrderNumber'
                    ? 'field.repairOrder'
                    : 'field.contact',
              )}
              name={`/${name}`}
              value={draft[name]}
              onChange={(value) => set({ [name]: value })}
            />
          ))}
        </div>
      }
    />
  )
}
