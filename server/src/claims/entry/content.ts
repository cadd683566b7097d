import type { Tx } from '../../db/database.ts'
import type { DetailStatus } from '../../domain/claims/claim.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import { type ClaimDraft, openDraft } from '../record/draft.ts'
import type { ClaimServices } from '../record/read-claim.ts'
import type { DetailRow, ServiceEventRow } from '../record/tables.ts'
import { ownShops } from '../record/visibility.ts'
import { countLines, newDetail, resolveDetail } from './details.ts'
import type { DetailInput, ServiceEventInput } from './inputs.ts'
import { takeIds } from './new-ids.ts'
import { findComplaints, findFacilityFaults, refusedClaim, unknown } from './references.ts'
import { requireEntryRights } from './rights.ts'

// What a claim consists of: details with lines, services of prepaid maintenance, or the one detail of a waiver.

interface Content {
  readonly details?: readonly DetailInput[] | undefined
  readonly ppmEvents?: readonly (ServiceEventInput & { readonly id?: number | undefined })[] | undefined
}

/** The draft with the content that was sent. What is left out is voided; what is decided must not change. */
export async function applyContent(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  before: ClaimDraft,
  content: Content,
): Promise<ClaimDraft> {
  refuseForeign(before, content)
  const changed =
    before.claim.claim_type === 'GAP'
      ? await withGapDetail(tx, before)
      : before.claim.claim_type === 'PPM'
        ? await withServices(tx, acting, before, content.ppmEvents ?? [])
        : await withDetails(tx, acting, before, content.details ?? [])
  // Causes may be new, and with them what is excluded.
  return openDraft(tx, services, acting, changed)
}

/** Refuses what a claim of this type does not have. */
function refuseForeign({ claim }: ClaimDraft, { details, ppmEvents }: Content): void {
  const isSpecial = claim.claim_type === 'GAP' || claim.claim_type === 'PPM'
  const faults = [
    ...(isSpecial && details && details.length > 0
      ? [
          [
            '/details',
            `The service makes the details of a ${claim.claim_type} claim. Leave details out.`,
          ] as const,
        ]
      : []),
    ...(claim.claim_type !== 'PPM' && ppmEvents && ppmEvents.length > 0
      ? [['/ppmEvents', 'Only a claim on prepaid maintenance has services. Leave ppmEvents out.'] as const]
      : []),
  ]
  if (faults.length > 0)
    throw refuse(faults.map(([pointer, message]) => ({ pointer, code: 'Unknown' as const, message })))
}

const DECIDED: readonly DetailStatus[] = ['PendingApproval', 'Authorized', 'Denied', 'Paid']
const isDecided = ({ status }: DetailRow) => DECIDED.includes(status)

const decided = (ids: readonly number[]): Problem =>
  new Problem(
    'DetailDecided',
    `Details ${ids.join(', ')} are decided and cannot be changed or left out. Reopen them first, or send them as they are.`,
    { members: { detailIds: ids } },
  )

async function withDetails(
  tx: Tx,
  { caller }: Acting,
  before: ClaimDraft,
  inputs: readonly DetailInput[],
): Promise<ClaimDraft> {
  const { claim, contract, surroundings } = before
  const standing = before.details.filter(({ status }) => status !== 'Voided')
  const [complaints, detailIds, lineIds] = await Promise.all([
    findComplaints(tx, contract.product_type_code, inputs),
    takeIds(tx, 'detail', inputs.filter(({ id }) => id === undefined).length),
    takeIds(tx, 'line', countLines(inputs)),
  ])
  const newIds = detailIds.values()
  const newLines = lineIds.values()
  let sequence = before.details.length
  const faults = [...complaints.faults]
  const sent = inputs.map((input, at): DetailRow => {
    const old = standing.find(({ id }) => id === input.id)
    if (input.id !== undefined && !old)
      faults.push(unknown(`/details/${at}/id`, `detail ${input.id} in the claim`))
    const { content, faults: own } = resolveDetail(input, {
      ...{ terms: surroundings.terms, complaint: complaints.named[at], lineIds: newLines, old },
      pointer: `/details/${at}`,
    })
    faults.push(...own)
    if (old) return { ...old, ...content }
    sequence += 1
    const place = { id: newIds.next().value ?? 0, claim_id: claim.id, contract_id: contract.id, sequence }
    return { ...newDetail(place), ...content }
  })
  const changed = sent.filter((detail) => {
    const old = standing.find(({ id }) => id === detail.id)
    return !old || !isDecided(old) || !isSameContent(old, detail)
  })
  requireEntryRights(caller, standing, changed)
  if (faults.length > 0) throw refusedClaim(faults)
  return { ...before, details: mergeDetails(before.details, sent) }
}

/** Details that were left out are voided. A decided one must be sent as it is. */
function mergeDetails(before: readonly DetailRow[], sent: readonly DetailRow[]): DetailRow[] {
  const byId = new Map(sent.map((detail) => [detail.id, detail]))
  const changed = before.filter((old) => {
    if (!isDecided(old)) return false
    const after = byId.get(old.id)
    return !after || !isSameContent(old, after)
  })
  if (changed.length > 0) throw decided(changed.map(({ id }) => id))
  refuseInspectedLeftOut(before, (id) => byId.has(id))
  return [
    ...before.map((old) => {
      const after = byId.get(old.id)
      if (after) return isDecided(old) ? old : after
      return old.status === 'Voided' ? old : { ...old, status: 'Voided' as const }
    }),
    ...sent.filter(({ id }) => !before.some((old) => old.id === id)),
  ]
}

function refuseInspectedLeftOut(before: readonly DetailRow[], isKept: (id: number) => boolean): void {
  const inspected = before.find(({ id, status }) => status === 'Inspection' && !isKept(id))
  if (inspected)
    throw new Problem('InvalidTransition', 'A detail that is being inspected cannot be left out.', {
      members: { from: 'Inspection', to: 'Voided' },
    })
}

const contentNames = [
  ...(['complaint_id', 'cause_id', 'correction_id', 'complaint_text', 'cause_text'] as const),
  ...(['correction_text', 'components', 'labor', 'parts', 'misc', 'adjustments'] as const),
]

/** Lines that are sent without their ids are the same if everything else is. */
const isSameContent = (old: DetailRow, after: DetailRow): boolean =>
  contentNames.every((name) => comparable(old[name]) === comparable(after[name]))

/** A document as text, whatever the order of its members. Ids do not count. */
export const comparable = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    const { id: _id, ...rest } = part as Record<string, unknown>
    return Object.fromEntries(Object.entries(rest).toSorted(([first], [second]) => (first < second ? -1 : 1)))
  })

/** A GAP claim has one detail. */
async function withGapDetail(tx: Tx, before: ClaimDraft): Promise<ClaimDraft> {
  if (before.details.length > 0) return before
  const [id = 0] = await takeIds(tx, 'detail', 1)
  const { claim, contract } = before
  return {
    ...before,
    details: [newDetail({ id, claim_id: claim.id, contract_id: contract.id, sequence: 1 })],
  }
}

/** One detail for each service. Services that are left out are voided with their details. */
async function withServices(
  tx: Tx,
  { caller }: Acting,
  before: ClaimDraft,
  inputs: NonNullable<Content['ppmEvents']>,
): Promise<ClaimDraft> {
  const { claim, contract } = before
  const fresh = inputs.filter(({ id }) => id === undefined)
  // A shop that is stored with the service may be sent again, whoever sends it.
  const facilities = inputs.flatMap(({ facilityId, id }, at) =>
    facilityId && before.events.find((event) => event.id === id)?.facility_id !== facilityId
      ? [{ id: facilityId, pointer: `/ppmEvents/${at}/facilityId` }]
      : [],
  )
  const [eventIds, detailIds, unknownFacilities] = await Promise.all([
    takeIds(tx, 'event', fresh.length),
    takeIds(tx, 'detail', fresh.length),
    findFacilityFaults(tx, facilities, ownShops(caller)),
  ])
  const [newEvents, newDetails] = [eventIds.values(), detailIds.values()]
  const ofServices = inputs.flatMap(({ serviceCode, id }, at) => [
    ...(findService(before, serviceCode)
      ? []
      : [unknown(`/ppmEvents/${at}/serviceCode`, `service ${serviceCode} in the contract`)]),
    ...(id === undefined || before.events.some((event) => event.id === id)
      ? []
      : [unknown(`/ppmEvents/${at}/id`, `service ${id} in the claim`)]),
  ])
  const faults = [...ofServices, ...unknownFacilities]
  if (faults.length > 0) throw refusedClaim(faults)
  let sequence = before.details.length
  const added: DetailRow[] = []
  const sent = inputs.map((input): ServiceEventRow => {
    const service = findService(before, input.serviceCode)
    const old = before.events.find(({ id }) => id === input.id)
    const facts = {
      service_id: service?.id ?? null,
      service_code: service?.code ?? input.serviceCode,
      service_date: input.serviceDate,
      odometer: input.odometer ?? claim.loss_odometer,
      facility_id: input.facilityId ?? claim.repair_facility_id,
      invoice_number: input.invoiceNumber ?? null,
      price: service?.price ?? 0,
    }
    if (old) return { ...old, ...facts } as ServiceEventRow
    sequence += 1
    const [id, detailId] = [newEvents.next().value ?? 0, newDetails.next().value ?? 0]
    const place = { id: detailId, claim_id: claim.id, contract_id: contract.id, sequence }
    added.push({ ...newDetail(place), ppm_event_id: id })
    return {
      ...{ id, claim_id: claim.id, contract_id: contract.id, detail_id: detailId, ...facts },
      ...{ is_authorized: false, status: 'Requested' },
    } as ServiceEventRow
  })
  const kept = new Set(sent.map(({ detail_id }) => detail_id))
  const events = [
    ...before.events.map((old) => sent.find(({ id }) => id === old.id) ?? old),
    ...sent.filter(({ id }) => !before.events.some((old) => old.id === id)),
  ]
  const changed = before.details.filter((detail) => {
    if (!isDecided(detail)) return false
    const [old, after] = [before.events, events].map((list) =>
      list.find(({ detail_id }) => detail_id === detail.id),
    )
    return !kept.has(detail.id) || comparable(old) !== comparable(after)
  })
  if (changed.length > 0) throw decided(changed.map(({ id }) => id))
  refuseInspectedLeftOut(before.details, (id) => kept.has(id))
  const details = before.details.map((old) =>
    kept.has(old.id) ? old : { ...old, status: 'Voided' as const },
  )
  return { ...before, events, details: [...details, ...added] }
}

const findService = ({ contract }: ClaimDraft, code: string) =>
  contract.sold.services.find((service) => service.code.toLowerCase() === code.toLowerCase())
