import { flag, int, orNull, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { command, query, statement } from '../../db/statement.ts'
import { detailsToInspect } from '../../domain/claims/inspection.ts'
import { receiveEvent, type SyncEvent } from '../../domain/claims/inspection-sync.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { found, Problem, unknownReference } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import { inspectionAnswer } from '../record/inspection-answer.ts'
import type { InspectionModel } from '../record/inspection-models.ts'
import type { ClaimServices } from '../record/read-claim.ts'
import { seesClaim } from '../record/visibility.ts'
import { requireHoldReason } from './change-inspection.ts'
import {
  findByReference,
  type LockedInspection,
  lockInspection,
  lockInspections,
  ownCompanies,
  type ReferencedInspection,
} from './find-inspection.ts'
import { findReason, reasonFault, refuseUnknown } from './find-reason.ts'
import { type ClaimInspectionInput, type ClaimInspectionPatch, reportSent, wholeReport } from './inputs.ts'
import {
  COMPANY_NUMBERED,
  facilityAddress,
  findCompany,
  type InspectionCompany,
  insertOrder,
  requireOpen,
} from './order-inspection.ts'
import { inspectionProblem } from './refusals.ts'
import { saveInspection } from './save-inspection.ts'

export interface SyncAnswer {
  readonly applied: boolean
  readonly reason: 'Duplicate' | 'Stale' | null
  readonly inspection: InspectionModel
}

/** The system of a company reports a change of an inspection. */
export async function syncInspection(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  { externalReference, externalEventId, sequence, inspection = {}, notes = [] }: ClaimInspectionPatch,
): Promise<SyncAnswer> {
  const found = onlyOne(await findByReference(tx, acting.caller, { externalReference }), externalReference)
  const open = await lockInspection(tx, acting.caller, found.id)
  await requireHoldReason(tx, inspection.holdReasonId, '/inspection/holdReasonId')
  return applyEvent(tx, services, acting, open, {
    ...{ externalEventId, sequence, report: reportSent(inspection), repeatsNotes: false },
    notes: notes.map((note) => ({ ...noteBy(acting, note), at: acting.now.toISOString() })),
  })
}

const noteBy = (
  { caller }: Acting,
  { text, author }: { readonly text: string; readonly author?: string | undefined },
) => ({
  text,
  author: author ?? caller.name,
})

/** References are unique in a company only. A caller who sees several companies may mean any of them. */
function onlyOne(found: readonly ReferencedInspection[], externalReference: string): ReferencedInspection {
  const [first, second] = found
  if (!first)
    throw new Problem('NotFound', `There is no inspection with the externalReference ${externalReference}.`)
  if (second)
    throw new Problem(
      'DuplicateReference',
      `Several companies have an inspection with the externalReference ${externalReference}. Sign in as the company that means it.`,
    )
  return first
}

const IS_KNOWN = statement(
  { isKnown: flag },
  `select exists (select from claim_inspection_event where inspection_id = $1 and external_event_id = $2) as "isKnown"`,
)
const REMEMBER = command(
  'insert into claim_inspection_event (inspection_id, external_event_id, received_at) values ($1, $2, $3)',
)

/** Applies an event to a locked inspection, once and in order. */
async function applyEvent(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  open: LockedInspection,
  event: SyncEvent,
): Promise<SyncAnswer> {
  const { id } = open.inspection
  const { externalEventId } = event
  const known = externalEventId === null ? undefined : await IS_KNOWN.first(tx, [id, externalEventId])
  const result = receiveEvent(open.inspection, event, { isKnown: known?.isKnown ?? false, now: acting.now })
  if ('refused' in result) throw inspectionProblem(result)
  if (!result.applied)
    return {
      applied: false,
      reason: result.reason,
      inspection: inspectionAnswer(open.inspection, acting.caller),
    }
  if (externalEventId !== null) await REMEMBER.run(tx, [id, externalEventId, acting.now])
  const inspection = await saveInspection(tx, services, acting, open, result.inspection)
  return { applied: true, reason: null, inspection }
}

/** The same with what a new inspection needs. `isNew` is not answered: it decides the status. */
export interface PutSyncAnswer extends SyncAnswer {
  readonly id: number
  readonly isNew: boolean
}

/** The system of a company reports an inspection as a whole: one that we know by its reference, or one that it began itself. */
export async function syncWholeInspection(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  sent: ClaimInspectionInput,
): Promise<PutSyncAnswer> {
  const { caller } = acting
  const company = await companyOf(tx, caller, sent.companyNumber ?? undefined)
  const claim = await claimNumbered(tx, caller, sent)
  const { inspections, locked } = await lockInspections(tx, claim.id)
  // Under the lock, so that the same report twice at once makes one inspection.
  const place = { externalReference: sent.externalReference, companyId: company.id }
  const [standing] = await findByReference(tx, caller, place)
  if (standing && standing.claimId !== claim.id)
    throw new Problem(
      'DuplicateReference',
      `The externalReference ${sent.externalReference} belongs to an inspection of claim ${standing.claimNumber}.`,
    )
  const known = inspections.find(({ id }) => id === standing?.id)
  const open = known
    ? { locked, inspections, inspection: known }
    : await beginInspection(tx, services, acting, company, claim.id, sent)
  const answer = await applyEvent(tx, services, acting, open, wholeEvent(acting, open, sent))
  return { ...answer, id: answer.inspection.id, isNew: !known }
}

function wholeEvent(acting: Acting, { inspection }: LockedInspection, sent: ClaimInspectionInput): SyncEvent {
  const { status, scheduledAt, completedAt, odometerSeen, findings, recommendation, fields } = sent
  const report = reportSent({
    status,
    scheduledAt,
    completedAt,
    odometerSeen,
    findings,
    recommendation,
    fields,
  })
  return {
    ...{ externalEventId: sent.externalEventId ?? null, sequence: sent.sequence ?? null, repeatsNotes: true },
    // A company does not know why we let an inspection wait.
    report: { ...wholeReport(report), holdReasonId: inspection.holdReasonId },
    notes: (sent.notes ?? []).map(({ at, ...note }) => ({
      ...noteBy(acting, note),
      at: at === undefined ? acting.now.toISOString() : new Date(at).toISOString(),
    })),
  }
}

/** The company that reports: the only one of the caller, or the one that it names among its own. */
async function companyOf(tx: Tx, caller: Caller, number: string | undefined): Promise<InspectionCompany> {
  const own = ownCompanies(caller)
  const [only, ...others] = own
  if (number === undefined) {
    const isClear = only !== undefined && others.length === 0
    const company = isClear ? await findCompany(tx, only) : undefined
    if (company) return company
    throw refuse([
      { pointer: '/companyNumber', code: 'Required', message: 'Send the number of the company.' },
    ])
  }
  const named = await COMPANY_NUMBERED.first(tx, [number])
  if (!named || (own.length > 0 && !own.includes(named.id)))
    throw unknownReference('/companyNumber', `inspection company ${number}`)
  return named
}

/** The claim that is inspected. A company knows a claim by its number only, and sees nothing of it. */
async function claimNumbered(
  tx: Tx,
  caller: Caller,
  { claimNumber, contractNumber }: ClaimInspectionInput,
): Promise<{ readonly id: number }> {
  const sees = ownCompanies(caller).length > 0 ? undefined : seesClaim(caller)
  const row = await query({ id: int, contractNumber: orNull(text) })`
    select m.id, c.number as "contractNumber" from claim m join contract c on c.id = m.contract_id
    where lower(m.number) = lower(${claimNumber}) ${sees ? sql`and ${sees}` : sql``}`.first(tx)
  const claim = found(row, `claim ${claimNumber}`)
  const isOther =
    contractNumber && contractNumber.toLowerCase() !== (claim.contractNumber ?? '').toLowerCase()
  if (isOther) throw unknownReference('/contractNumber', `claim ${claimNumber} of contract ${contractNumber}`)
  return claim
}

/** Orders the inspection that a company has begun by itself. */
async function beginInspection(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  company: InspectionCompany,
  claimId: number,
  { externalReference, reasonCode }: ClaimInspectionInput,
): Promise<LockedInspection> {
  const { locked } = await lockInspections(tx, claimId)
  requireOpen(locked)
  const named = { code: reasonCode ?? 'VERIFY' }
  const reason = await findReason(tx, 'InspectionReason', named)
  refuseUnknown(reason ? [] : [reasonFault('reason', named)])
  const details = detailsToInspect(locked.details, undefined)
  const id = await insertOrder(tx, services, acting, locked, {
    ...{ company, reasonId: found(reason, 'reason').id, externalReference, questions: [], dueDate: null },
    ...{ detailIds: 'refused' in details ? [] : details.detailIds, contactName: null, contactPhone: null },
    location: await facilityAddress(tx, locked),
  })
  return lockInspection(tx, acting.caller, id)
}
