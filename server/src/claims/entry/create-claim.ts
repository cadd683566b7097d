import { seesContract } from '../../access/scope.ts'
import { saveReading } from '../../contracts/record/odometer.ts'
import { type ContractRow, findAndLockContract, updateContract } from '../../contracts/record/rows.ts'
import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { ClaimType } from '../../domain/claims/claim.ts'
import { ZERO } from '../../domain/money.ts'
import { comparableOrNull, readingUnit } from '../../domain/odometer-unit.ts'
import type { Acting } from '../../http/caller.ts'
import { type Fault, found, Problem } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import { type ClaimDraft, openDraft } from '../record/draft.ts'
import type { ClaimModel } from '../record/models.ts'
import { type ClaimServices, readClaim } from '../record/read-claim.ts'
import { insertClaim } from '../record/save-claim.ts'
import type { ClaimHoldRow, ClaimRow } from '../record/tables.ts'
import { ownShops } from '../record/visibility.ts'
import { applyContent } from './content.ts'
import { claimWarnings, lossFaults } from './faults.ts'
import type { NewClaim } from './inputs.ts'
import { takeIds } from './new-ids.ts'
import { findPeopleFaults, refusedClaim } from './references.ts'
import { requireOverride } from './rights.ts'

/** Enters a claim. One that is not covered is entered as well: it has to be recorded to be denied. */
export async function createClaim(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  body: NewClaim,
): Promise<ClaimModel> {
  const contract = await lockNamedContract(tx, acting, body)
  const shops = ownShops(acting.caller)
  // A shop enters its own claims.
  const input = { ...body, repairFacilityId: body.repairFacilityId ?? (shops.length === 1 ? shops[0] : null) }
  const claimType = claimTypeFor(contract, input)
  refuseAll(lossFaults(contract, acting, input))
  const people = await findPeopleFaults(tx, input, shops)
  if (people.length > 0) throw refusedClaim(people)
  const [id = 0] = await takeIds(tx, 'claim', 1)
  const empty = await openDraft(tx, services, acting, {
    ...{ contract, claim: newClaim(acting, contract, { ...input, claimType }, id) },
    ...{ details: [], holds: [], requests: [], events: [], inspections: [] },
  })
  const draft = await applyContent(tx, services, acting, empty, input)
  requireOverride(acting.caller, empty, draft)
  const warnings = claimWarnings(draft)
  const holds = empty.surroundings.hasOpenRequest ? [await cancelHold(tx, acting, id)] : []
  await insertClaim(tx, acting, { ...draft, claim: { ...draft.claim, warnings }, holds })
  await recordReading(tx, acting, draft)
  const answer = await readClaim(tx, services, acting, id)
  const data = { id, number: answer.number, status: answer.status, contractId: contract.id }
  emit(tx, { subject: `claims/${id}`, type: 'claim.opened', data })
  return answer
}

export function refuseAll(faults: readonly Fault[]): void {
  if (faults.length > 0) throw refuse(faults)
}

/**
 * The contract that is named, locked. A dealer names contracts that it sees. A shop sees no contracts, and enters claims on
 * the one that its customer shows.
 */
async function lockNamedContract(
  tx: Tx,
  { caller }: Acting,
  { contractId, contractNumber }: NewClaim,
): Promise<ContractRow> {
  if (contractId === undefined && contractNumber === undefined)
    throw refuse([
      { pointer: '/contractId', code: 'Required', message: 'Send contractId or contractNumber.' },
    ])
  const sees = ownShops(caller).length > 0 ? undefined : seesContract(caller)
  const row = await query({ id: int })`
    select c.id from contract c
    where ${contractId === undefined ? sql`true` : sql`c.id = ${contractId}`}
      and ${contractNumber === undefined ? sql`true` : sql`lower(c.number) = lower(${contractNumber})`}
      ${sees ? sql`and ${sees}` : sql``}`.first(tx)
  const what = `contract ${contractNumber ?? contractId}`
  return found(await findAndLockContract(tx, found(row, what).id), what)
}

const TYPES: Readonly<Record<string, ClaimType>> = {
  ...{ VSC: 'Repair', GAP: 'GAP', PPM: 'PPM', TW: 'TireWheel', KEY: 'Key' },
}

/** Only a waiver has GAP claims, and only prepaid maintenance has PPM claims: these types decide how it is settled. */
function claimTypeFor({ product_type_code }: ContractRow, { claimType }: NewClaim): ClaimType {
  const usual = TYPES[product_type_code] ?? 'Repair'
  if (claimType === undefined) return usual
  const isSpecial = (type: ClaimType) => type === 'GAP' || type === 'PPM'
  if (claimType !== usual && (isSpecial(claimType) || isSpecial(usual)))
    throw new Problem(
      'InvalidCombination',
      `A claim on a ${product_type_code} contract is ${usual}, not ${claimType}.`,
    )
  return claimType
}

function newClaim(
  { now, today, caller }: Acting,
  contract: ContractRow,
  input: NewClaim & { readonly claimType: ClaimType },
  id: number,
): ClaimRow {
  return {
    id,
    number: `CLM-${String(id).padStart(6, '0')}`,
    contract_id: contract.id,
    claim_type: input.claimType,
    status: 'Open',
    dealer_id: contract.dealer_id,
    // They follow the contract when it gets others (contracts/record/rows.ts).
    contract_number: contract.number,
    vin: contract.vin,
    repair_facility_id: input.repairFacilityId ?? null,
    adjuster_id: input.adjusterId ?? null,
    loss_date: input.lossDate,
    loss_odometer: input.lossOdometer ?? null,
    reported_date: input.reportedDate ?? today,
    advisor_name: input.advisorName ?? null,
    repair_order_number: input.repairOrderNumber ?? null,
    customer_contact: input.customerContact ?? null,
    ...{ ended: null, end_reason: null, denied_reason: null, denied_reason_id: null },
    ...{ authorization_number: null, authorized_date: null, authorized_until: null, paid_date: null },
    ...{ inspection_required: false, inspection_waiver: null, case_reserve: null, gap: input.gap ?? null },
    adjudication: {
      coverage: { inForce: true, reasons: [] },
      steps: [],
      gapSettlement: null,
      gapMissing: [],
    },
    warnings: [],
    ...{ requested: ZERO, authorized: ZERO, authorized_amount: ZERO, paid: ZERO, reserve: ZERO },
    notes_count: 0,
    ...{ created_at: now, created_by: caller.name, updated_at: now, updated_by: caller.name, row_version: 1 },
  }
}

/** The reason of a hold while a cancel request is open. */
export const CANCEL_PENDING = 'CXLPEND'

/** While a cancel request is open, a claim waits for its end. */
const cancelHold = async (tx: Tx, acting: Acting, claimId: number): Promise<ClaimHoldRow> =>
  newHold(acting, claimId, await holdReasonId(tx, CANCEL_PENDING))

export async function holdReasonId(tx: Tx, code: string): Promise<number> {
  const row = await query({ id: int })`
    select id from reference_value where list = 'ClaimHoldReason' and code = ${code}`.first(tx)
  return found(row, `claim hold reason ${code}`).id
}

/** A hold that is not stored yet. */
export const newHold = ({ now, today, caller }: Acting, claimId: number, reasonId: number): ClaimHoldRow => ({
  ...{ id: 0, claim_id: claimId, reason_id: reasonId, from_date: today, to_date: null },
  ...{ created_at: now, created_by: caller.name },
})

/** The odometer at the loss is a reading of the contract, unless it contradicts what is known. */
export async function recordReading(tx: Tx, acting: Acting, { claim, contract }: ClaimDraft): Promise<void> {
  const { loss_date: date } = claim
  const value = comparableOrNull(claim.loss_odometer, readingUnit(contract.item))
  if (value === null || !contract.item.isVehicle || date < contract.sale_date) return
  const isLater = date >= (contract.last_odometer_date ?? contract.sale_date)
  if (isLater && contract.last_odometer !== null && value < contract.last_odometer) return
  const reason = `Claim ${claim.number}`
  await saveReading(tx, acting, contract.id, { value, date, reason, source: 'Claim' })
  if (isLater)
    await updateContract(tx, acting, contract.id, {
      ...{ last_odometer: value, last_odometer_date: date, last_odometer_source: 'Claim' },
    })
}
