import type { Tx } from '../../db/database.ts'
import { emit } from '../../db/unit-of-work.ts'
import {
  type AuthorizeRefusal,
  authorizedStatus,
  authorizedUntil,
  refuseApprove,
  refuseAuthorize,
} from '../../domain/claims/authorize.ts'
import type { Reason } from '../../domain/claims/claim.ts'
import { openInspectionStatuses } from '../../domain/claims/inspection.ts'
import type { ServiceRefusal } from '../../domain/claims/ppm.ts'
import { amountOf, sumCents } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import type { ClaimPatch } from '../entry/inputs.ts'
import { forbidden } from '../entry/rights.ts'
import { adjudicateDraft, causeOf, missingChecklist } from '../record/adjudicate-draft.ts'
import type { ClaimDraft } from '../record/draft.ts'
import type { ClaimModel } from '../record/models.ts'
import { type ClaimServices, readClaim } from '../record/read-claim.ts'
import { saveClaim } from '../record/save-claim.ts'
import type { ClaimRow, DetailRow } from '../record/tables.ts'
import { refuseServices } from './authorize-services.ts'
import { openClaim, requireDetails, withStatus } from './choose-details.ts'

/** Promises to pay details. Their figures do not change any more. Above the caller's authority, a second person approves. */
export async function authorizeDetails(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  id: number,
  { detailIds, inspectionWaiver }: ClaimPatch,
): Promise<ClaimModel> {
  const { permissions } = acting.caller
  if (inspectionWaiver !== undefined && !permissions.has('claims:waive'))
    throw forbidden('claims:waive', 'waive an inspection')
  const opened = await openClaim(tx, services, acting, id)
  const waiver = inspectionWaiver === undefined ? {} : waivedBy(acting, inspectionWaiver)
  const before = { ...opened, claim: { ...opened.claim, ...waiver } }
  const chosen = requireDetails(before, detailIds, {
    ...{ action: 'Authorize', to: 'Authorized', none: 'No detail of the claim can be authorized.' },
  })
  const fresh = withFreshFigures(before, acting)
  const details = fresh.details.filter((detail) => chosen.some((each) => each.id === detail.id))
  await refuseUnlessReady(tx, acting, fresh, details)
  const standing = fresh.details.filter(({ status }) => status !== 'Denied' && status !== 'Voided')
  const status = authorizedStatus({
    payable: sumCents(standing.map(({ payable }) => payable)),
    adjusterAuthority: fresh.surroundings.settings.adjusterAuthority,
    mayApprove: permissions.has('claims:approve'),
  })
  const decided = withStatus(fresh, details, status, {
    ...{ authorized_by: acting.caller.key, authorized_at: acting.now, hold_reason_id: null },
  })
  const draft = status === 'Authorized' ? authorized(acting, decided, details) : decided
  const after = await saveClaim(tx, acting, opened, draft)
  emitDecision(tx, after.claim, status, details)
  return readClaim(tx, services, acting, id)
}

/** A second person authorizes what was above the authority of the first. */
export async function approveDetails(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  id: number,
  { detailIds }: ClaimPatch,
): Promise<ClaimModel> {
  const before = await openClaim(tx, services, acting, id)
  const chosen = requireDetails(before, detailIds, {
    ...{ action: 'Approve', to: 'Authorized', none: 'No detail of the claim waits for approval.' },
  })
  const people = chosen.map(({ authorized_by }) => ({ authorizedBy: authorized_by }))
  if (refuseApprove(people, acting.caller.key))
    throw new Problem('FourEyes', 'You authorized this claim. Another person must approve it.')
  await refuseUnlessInForce(tx, acting, before, chosen)
  const approved = authorized(acting, withStatus(before, chosen, 'Authorized'), chosen)
  const after = await saveClaim(tx, acting, before, approved)
  emitDecision(tx, after.claim, 'Authorized', chosen)
  return readClaim(tx, services, acting, id)
}

const waivedBy = ({ caller }: Acting, reason: string) => ({ inspection_waiver: { reason, by: caller.name } })

/** The details with the figures of today, which the authorization freezes. */
function withFreshFigures(draft: ClaimDraft, { today }: Acting): ClaimDraft {
  const { details: figures, coverage, inspectionRequired } = adjudicateDraft(draft, today)
  return {
    ...draft,
    claim: {
      ...draft.claim,
      inspection_required: inspectionRequired,
      adjudication: { ...draft.claim.adjudication, coverage },
    },
    details: draft.details.map((detail) => {
      const fresh = figures.get(detail.id)
      return fresh ? { ...detail, figures: fresh, payable: fresh.payable } : detail
    }),
  }
}

/** Refuses with everything that stands against the authorization. The first reason gives the problem its code. */
async function refuseUnlessReady(
  tx: Tx,
  acting: Acting,
  draft: ClaimDraft,
  details: readonly DetailRow[],
): Promise<void> {
  const { claim, inspections, causes } = draft
  const missing = missingChecklist(draft)
  const refusal = refuseAuthorize({
    claimType: claim.claim_type,
    coverage: claim.adjudication.coverage,
    details: details.map(({ id, sequence, figures, ...detail }) => ({
      ...{ id, sequence, figures, ...causeOf(detail, causes) },
    })),
    inspectionRequired: claim.inspection_required,
    hasOpenInspection: inspections.some(({ status }) =>
      openInspectionStatuses.some((open) => open === status),
    ),
    hasFinishedInspection: inspections.some(({ status }) => status === 'Completed' || status === 'Reviewed'),
    isInspectionWaived: claim.inspection_waiver !== null,
    missingDocuments: missing,
  })
  const ofServices = await refuseServices(tx, acting, draft, details)
  if (!refusal && ofServices.length === 0) return
  const reasons = [...(refusal?.reasons ?? []), ...ofServices]
  const [first] = ofServices
  throw refusedFor(refusal?.refused ?? first?.code ?? 'NothingPayable', reasons, missing)
}

/** The contract may have changed while the details waited. Their figures are decided, so nothing else is asked again. */
async function refuseUnlessInForce(
  tx: Tx,
  acting: Acting,
  draft: ClaimDraft,
  details: readonly DetailRow[],
): Promise<void> {
  const { coverage } = adjudicateDraft(draft, acting.today)
  const ofServices = await refuseServices(tx, acting, draft, details)
  const reasons = [...coverage.reasons, ...ofServices.filter(({ code }) => code === 'NotInForce')]
  if (reasons.length > 0) throw refusedFor('NotInForce', reasons)
}

const refusedFor = (
  code: AuthorizeRefusal | ServiceRefusal['code'],
  reasons: readonly Reason[],
  missing: readonly string[] = [],
): Problem =>
  new Problem(code, reasons.map(({ message }) => message).join(' '), {
    members: { reasons, ...(missing.length > 0 ? { missing } : {}) },
  })

/** The claim with its authorization: one number for the whole claim, valid for some days from now. */
function authorized(acting: Acting, draft: ClaimDraft, details: readonly DetailRow[]): ClaimDraft {
  const { claim, surroundings } = draft
  const ids = new Set(details.map(({ id }) => id))
  return {
    ...draft,
    claim: {
      ...claim,
      authorization_number: claim.authorization_number ?? claim.number.replace(/^CLM/, 'A'),
      authorized_date: acting.today,
      authorized_until: authorizedUntil(acting.today, surroundings.settings.authExpireDays),
    },
    details: draft.details.map((detail) =>
      ids.has(detail.id) ? { ...detail, authorized_amount: detail.payable } : detail,
    ),
  }
}

function emitDecision(
  tx: Tx,
  { id, number, status }: ClaimRow,
  decision: 'Authorized' | 'PendingApproval',
  details: readonly DetailRow[],
): void {
  const type = decision === 'Authorized' ? 'claim.authorized' : 'claim.approvalNeeded'
  const amount = amountOf(sumCents(details.map(({ payable }) => payable)))
  emit(tx, { subject: `claims/${id}`, type, data: { id, number, status, amount } })
}
