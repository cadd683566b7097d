import { cents, date, int, json, orNull, storedObject, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { insertInto } from '../../db/table.ts'
import { type DetailRefusal, detailsToInspect } from '../../domain/claims/inspection.ts'
import type { Cents } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { type Fault, found, Problem } from '../../http/problems.ts'
import { loadInspections } from '../record/inspection-answer.ts'
import type { InspectionModel } from '../record/inspection-models.ts'
import { inspectionTable, type StoredAddress } from '../record/inspection-table.ts'
import { type LockedClaim, lockClaim } from '../record/load-claim.ts'
import type { ClaimServices } from '../record/read-claim.ts'
import { readInspection } from './find-inspection.ts'
import { findReason, reasonFault, refuseUnknown } from './find-reason.ts'
import { followInspections } from './follow-claim.ts'
import type { InspectionOrderInput } from './inputs.ts'
import { emitInspection } from './save-inspection.ts'

const company = { id: int, status: text, fee: cents, effectiveDate: date, expirationDate: orNull(date) }
export interface InspectionCompany {
  readonly id: number
  readonly status: string
  readonly fee: Cents
  readonly effectiveDate: string
  readonly expirationDate: string | null
}

const companyWhere = (condition: string) =>
  statement(
    company,
    `select h.id, h.status, k.fee, h.effective_date as "effectiveDate", h.expiration_date as "expirationDate"
     from account_holder h join inspection_company k on k.id = h.id where ${condition}`,
  )
const COMPANY = companyWhere('h.id = $1')
export const COMPANY_NUMBERED = companyWhere(`h.type = 'InspectionCompany' and lower(h.number) = lower($1)`)

export const findCompany = (tx: Tx, id: number): Promise<InspectionCompany | undefined> =>
  COMPANY.first(tx, [id])

/** Orders an inspection of a claim. Its details and the claim wait until it is done. */
export async function orderInspection(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  claimId: number,
  order: InspectionOrderInput,
): Promise<InspectionModel> {
  const locked = await lockClaim(tx, acting.caller, claimId)
  const { inspectionCompanyId, reasonId, reasonCode, detailIds, dueDate, location, ...rest } = order
  const named = { id: reasonId, code: reasonCode }
  const [company, reason] = [
    await findCompany(tx, inspectionCompanyId),
    await findReason(tx, 'InspectionReason', named),
  ]
  requireOpen(locked)
  const details = detailsToInspect(locked.details, detailIds)
  const faults: Fault[] = []
  if (!company) {
    const message = `There is no inspection company ${inspectionCompanyId}.`
    faults.push({ pointer: '/inspectionCompanyId', code: 'UnknownReference', message })
  }
  if (!reason) faults.push(reasonFault('reason', named))
  if ('refused' in details) faults.push(...unknownDetails(details, detailIds ?? []))
  refuseUnknown(faults)
  const ordered = detailsOf(details)
  const id = await insertOrder(tx, services, acting, locked, {
    ...{
      company: found(company, 'inspection company'),
      reasonId: found(reason, 'reason').id,
      detailIds: ordered,
    },
    ...{
      dueDate: dueDate ?? null,
      contactName: rest.contactName ?? null,
      contactPhone: rest.contactPhone ?? null,
    },
    ...{ questions: rest.questions ?? [], externalReference: null },
    location: location === undefined ? await facilityAddress(tx, locked) : location,
  })
  return readInspection(tx, acting.caller, id)
}

/** Nothing is left to find out about a claim that has ended. */
export function requireOpen({ claim }: LockedClaim): void {
  if (claim.status === 'Closed' || claim.status === 'Denied' || claim.status === 'Voided')
    throw new Problem(
      'ClaimClosed',
      `Claim ${claim.number} is ${claim.status}, so it cannot be inspected. Reopen it first.`,
      { members: { claimStatus: claim.status } },
    )
}

const unknownDetails = (refusal: DetailRefusal, sent: readonly number[]): Fault[] =>
  refusal.refused === 'UnknownDetail'
    ? refusal.ids.map((id) => ({
        pointer: `/detailIds/${sent.indexOf(id)}`,
        ...{ code: 'UnknownReference' as const, message: `The claim has no detail ${id}.` },
      }))
    : []

function detailsOf(details: ReturnType<typeof detailsToInspect>): readonly number[] {
  if (!('refused' in details)) return details.detailIds
  if (details.refused === 'UnknownDetail') throw new Error('Unknown details have been refused.')
  const { from, to } = details
  throw new Problem('InvalidTransition', `A detail that is ${from} cannot be inspected.`, {
    members: { from, to },
  })
}

const FACILITY_ADDRESS = statement(
  { location: json(storedObject<StoredAddress>('country')) },
  `select jsonb_build_object('line1', h.line1, 'line2', h.line2, 'city', h.city, 'state', h.state, 'zip', h.zip,
     'county', h.county, 'country', h.country, 'type', h.address_type) as location
   from account_holder h where h.id = $1`,
)

/** The vehicle is where it is repaired, unless the order says otherwise. */
export async function facilityAddress(tx: Tx, { claim }: LockedClaim): Promise<StoredAddress | null> {
  if (claim.repair_facility_id === null) return null
  return (await FACILITY_ADDRESS.first(tx, [claim.repair_facility_id]))?.location ?? null
}

export interface NewOrder {
  readonly company: InspectionCompany
  readonly reasonId: number
  readonly detailIds: readonly number[]
  readonly dueDate: string | null
  readonly location: StoredAddress | null
  readonly contactName: string | null
  readonly contactPhone: string | null
  readonly questions: readonly string[]
  readonly externalReference: string | null
}

/** Writes an order, and lets the claim wait for it. The fee is the one of this day. */
export async function insertOrder(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  locked: LockedClaim,
  { company, ...order }: NewOrder,
): Promise<number> {
  const { now, today, caller } = acting
  requireActive(company, today)
  const id = await insertInto(tx, inspectionTable, {
    ...order,
    ...{ claimId: locked.claim.id, companyId: company.id, status: 'Ordered', fee: company.fee },
    ...{ orderedAt: now, orderedDate: today },
    ...{ created_at: now, created_by: caller.name, updated_at: now, updated_by: caller.name },
  })
  const inspections = await loadInspections(tx, locked.claim.id)
  await followInspections(tx, services, acting, locked, { inspections, ordered: order.detailIds })
  const made = found(
    inspections.find((one) => one.id === id),
    `inspection ${id}`,
  )
  emitInspection(tx, made, 'ordered')
  return id
}

function requireActive({ status, effectiveDate, expirationDate }: InspectionCompany, today: string): void {
  const isInTime = effectiveDate <= today && (expirationDate === null || today <= expirationDate)
  if (status === 'Active' && isInTime) return
  const why = status === 'Active' ? `active from ${effectiveDate} to ${expirationDate ?? 'now'}` : status
  throw new Problem('CompanyInactive', `The inspection company is ${why}. Choose one that is active today.`)
}
