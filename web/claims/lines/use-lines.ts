import { useMemo, useState } from 'react'
import type { Claim, ClaimUpdateData } from '../../../sdk/src/types.gen.ts'
import { useDryRun } from '../../actions/dry-run.ts'
import { useExecute } from '../../actions/execute.ts'
import { usePageGuard } from '../guard.ts'
import { type DetailDraft, detailBodies, draftOf, isComplete } from './draft.ts'

/** The header of a claim as it is sent with its details: what is left out would be cleared. */
export const headerBody = (claim: Claim): ClaimUpdateData => ({
  ...{ lossDate: claim.lossDate, lossOdometer: claim.lossOdometer, reportedDate: claim.reportedDate },
  repairFacilityId: claim.repairFacility?.id ?? null,
  ...{ advisorName: claim.advisorName, repairOrderNumber: claim.repairOrderNumber },
  ...{ customerContact: claim.customerContact, adjusterId: claim.adjusterId },
})

export interface LinesEditor {
  readonly details: readonly DetailDraft[]
  /** The claim as it would be with what is typed, or as it is. */
  readonly shown: Claim
  readonly isDirty: boolean
  readonly isComplete: boolean
  /** The service is computing what is typed. */
  readonly isComputing: boolean
  /** Why what is typed cannot be saved. */
  readonly refusal: unknown
  /** Why saving was refused. */
  readonly error: unknown
  readonly isSaving: boolean
  change(details: readonly DetailDraft[]): void
  discard(): void
  /** Undefined: it was not saved. */
  save(): Promise<Claim | undefined>
}

/** The lines of a claim while they are edited. Each change is tried out, and the figures are those of the service. */
export function useLines(claim: Claim, etag: string | undefined): LinesEditor {
  const [edited, setEdited] = useState<readonly DetailDraft[] | undefined>(undefined)
  const saved = useMemo(() => draftOf(claim.details, claim.steps), [claim.details, claim.steps])
  const details = edited ?? saved
  const isDirty = edited !== undefined && JSON.stringify(edited) !== JSON.stringify(saved)
  const isReady = isDirty && isComplete(details)
  const options = isReady
    ? {
        path: { claimId: claim.id },
        body: { ...headerBody(claim), details: detailBodies(details) },
        ifMatch: etag,
      }
    : undefined
  const tried = useDryRun('PUT /claims/{claimId}', options)
  const execution = useExecute('PUT /claims/{claimId}')
  usePageGuard(isDirty)
  return {
    details,
    shown: (isDirty ? tried.data : undefined) ?? claim,
    isDirty,
    isComplete: isComplete(details),
    isComputing: tried.state === 'running',
    refusal: tried.state === 'refused' ? tried.error : undefined,
    error: execution.error,
    isSaving: execution.isRunning,
    change(next) {
      execution.clear()
      setEdited(next)
    },
    discard() {
      execution.clear()
      setEdited(undefined)
    },
    async save() {
      if (!options) return undefined
      const answer = await execution.run(options)
      if (!answer) return undefined
      setEdited(undefined)
      return answer.data
    },
  }
}
