import { useMemo, useState } from 'react'
import type { Claim, ClaimUpdateData } from '../../../sdk/src/types.gen.ts'
import { useDryRun } from '../../actions/dry-run.ts'
import { useExecute } from '../../actions/execute.ts'
import { ApiError } from '../../api/client.ts'
import { refreshAll } from '../../api/queries.ts'
import { usePageGuard } from '../guard.ts'
import { type DetailDraft, detailBodies, draftOf, isComplete } from './draft.ts'
import { type DetailConflict, mergeDetails, settleDetails } from './merge.ts'

/** The header of a claim as it is sent with its details: what is left out would be cleared. */
export const headerBody = (claim: Claim): ClaimUpdateData => ({
  ...{ lossDate: claim.lossDate, lossOdometer: claim.lossOdometer, reportedDate: claim.reportedDate },
  repairFacilityId: claim.repairFacility?.id ?? null,
  ...{ advisorName: claim.advisorName, repairOrderNumber: claim.repairOrderNumber },
  ...{ customerContact: claim.customerContact, adjusterId: claim.adjusterId },
})

export interface LinesEditor {
  readonly details: readonly DetailDraft[]
  /** The details as they are saved. */
  readonly saved: readonly DetailDraft[]
  /** Details that somebody else changed too. Nothing is saved until it is chosen whose version stays. */
  readonly conflicts: readonly DetailConflict[]
  /** Somebody else changed the claim. It has to be read again. */
  readonly isStale: boolean
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
  /** Keeps the own version of these details, and the others' of the rest. */
  settle(kept: ReadonlySet<string>): void
  /** Reads the claim again, and keeps what is typed. */
  reload(): void
  /** Undefined: it was not saved. */
  save(): Promise<Claim | undefined>
}

/** What is typed, and the details from which it began. */
interface Edited {
  readonly base: readonly DetailDraft[]
  readonly details: readonly DetailDraft[]
}

const isOld = (error: unknown): boolean => error instanceof ApiError && error.status === 412

/** The lines of a claim while they are edited. Each change is tried out, and the figures are those of the service. */
export function useLines(claim: Claim, etag: string | undefined): LinesEditor {
  const [edited, setEdited] = useState<Edited | undefined>(undefined)
  const [isSaving, setSaving] = useState(false)
  const saved = useMemo(() => draftOf(claim.details, claim.steps), [claim.details, claim.steps])
  // What was just saved comes back as a change, but it is one's own.
  const merged =
    edited && !isSaving
      ? mergeDetails(edited.base, saved, edited.details)
      : { details: edited?.details ?? saved, conflicts: [] }
  const { details, conflicts } = merged
  const isDirty =
    edited !== undefined && (conflicts.length > 0 || JSON.stringify(details) !== JSON.stringify(saved))
  const isReady = isDirty && conflicts.length === 0 && isComplete(details)
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
  const refusal = tried.state === 'refused' ? tried.error : undefined
  const isStale = isOld(execution.error) || isOld(refusal)
  return {
    ...{ details, saved, conflicts, isStale },
    shown: (isDirty ? tried.data : undefined) ?? claim,
    isDirty,
    isComplete: isComplete(details),
    isComputing: tried.state === 'running',
    refusal: isStale ? undefined : refusal,
    error: isStale ? undefined : execution.error,
    isSaving,
    change(next) {
      execution.clear()
      setEdited({ base: saved, details: next })
    },
    discard() {
      execution.clear()
      setEdited(undefined)
    },
    settle(kept) {
      setEdited({ base: saved, details: settleDetails(merged, kept) })
    },
    reload() {
      execution.clear()
      void refreshAll()
    },
    async save() {
      if (!options || refusal !== undefined) return undefined
      setSaving(true)
      const answer = await execution.run(options)
      if (answer) setEdited(undefined)
      setSaving(false)
      return answer?.data
    },
  }
}
