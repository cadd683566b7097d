import { z } from 'zod'
import { seesContract } from '../../access/scope.ts'
import { findAndLockContract } from '../../contracts/record/rows.ts'
import { date, int, oneOf, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { query, statement } from '../../db/statement.ts'
import { emit, lockedOnce } from '../../db/unit-of-work.ts'
import { claimStatuses } from '../../domain/claims/claim.ts'
import { nextDetailStatus } from '../../domain/claims/status.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { Acting } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import { CalendarDate as DateModel, Id, optionalText, text as wireText } from '../../http/schemas.ts'
import { refusedClaim, unknown } from '../entry/references.ts'
import { cancelInspections } from '../inspections/cancel-inspections.ts'
import { type ClaimDraft, openDraft } from '../record/draft.ts'
import { lockClaimOf } from '../record/load-claim.ts'
import type { ClaimServices } from '../record/read-claim.ts'
import { saveClaim } from '../record/save-claim.ts'
import type { DetailRow } from '../record/tables.ts'
import { withStatus } from './choose-details.ts'
import { findReason } from './reasons.ts'

// Denies all claims of contracts at once: by hand, or because a contract was voided or cancelled.

export const DenyClaims = z
  .strictObject({
    contractIds: z.array(Id).min(1).max(200),
    deniedReasonId: Id.optional(),
    deniedReasonCode: wireText(40).optional(),
    note: optionalText(2_000).optional(),
    lossDateAfter: DateModel.optional().describe('Keeps claims with a loss on or before this day.'),
  })
  .meta({ id: 'DenyClaimsRequest', example: { contractIds: [1204], deniedReasonCode: 'NOINFORCE' } })

export const DeniedClaims = z
  .object({
    results: z.array(
      z.object({
        claimId: Id,
        number: z.string(),
        contractId: Id,
        result: z.enum(['Denied', 'Skipped']),
        reason: z.enum(['PaymentRequested', 'LossBefore']).nullable(),
      }),
    ),
  })
  .meta({ id: 'DenyClaimsResult' })
type DeniedClaim = z.input<typeof DeniedClaims>['results'][number]

/** Why claims are denied. */
export interface Denial {
  readonly reasonId: number
  readonly reasonCode: string
  readonly note: string | null
  /** Claims with a loss on or before this day are kept. Null: none. */
  readonly lossDateAfter: CalendarDate | null
}

/** Denies the claims of contracts, and answers what became of each. */
export async function denyClaimsByHand(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  input: z.output<typeof DenyClaims>,
): Promise<z.input<typeof DeniedClaims>> {
  const { deniedReasonId: id, deniedReasonCode: code } = input
  const reason = await findReason(tx, { id, code }, { list: 'DeniedReason', field: 'deniedReason' })
  const denial: Denial = {
    ...{ reasonId: reason.id, reasonCode: reason.code, note: input.note ?? null },
    lossDateAfter: input.lossDateAfter ?? null,
  }
  const results: DeniedClaim[] = []
  await requireSeen(tx, acting, input.contractIds)
  // In the order of their ids, as every change of several contracts locks them.
  for (const contractId of [...new Set(input.contractIds)].toSorted((first, second) => first - second)) {
    await findAndLockContract(tx, contractId)
    results.push(...(await denyClaims(tx, services, acting, contractId, denial)))
  }
  return { results }
}

/** Refuses contracts that do not exist or that the caller does not see, all at once. */
async function requireSeen(tx: Tx, { caller }: Acting, ids: readonly number[]): Promise<void> {
  const sees = seesContract(caller)
  const rows = await query({ id: int })`
    select c.id from contract c where c.id = any(${ids}::bigint[]) ${sees ? sql`and ${sees}` : sql``}`.rows(
    tx,
  )
  const seen = new Set(rows.map(({ id }) => id))
  const faults = ids.flatMap((id, at) =>
    seen.has(id) ? [] : [unknown(`/contractIds/${at}`, `contract ${id}`)],
  )
  if (faults.length > 0) throw refusedClaim(faults)
}

const NOT_IN_FORCE = 'NOINFORCE'
const FIND_REASON = statement(
  { id: int },
  `select id from reference_value where list = 'DeniedReason' and code = $1`,
)

/** Denies the claims of a contract that ended, except those with a loss on a day that was covered. Null: none was. */
export async function denyUncovered(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  contractId: number,
  lossDateAfter: CalendarDate | null,
): Promise<void> {
  if ((await loadOpenClaims(tx, contractId)).length === 0) return
  const reason = found(await FIND_REASON.first(tx, [NOT_IN_FORCE]), `denied reason ${NOT_IN_FORCE}`)
  await denyClaims(tx, services, acting, contractId, {
    ...{ reasonId: reason.id, reasonCode: NOT_IN_FORCE, note: null, lossDateAfter },
  })
}

const CLAIMS = statement(
  { id: int, number: text, status: oneOf(claimStatuses), lossDate: date },
  `select id, number, status, loss_date as "lossDate" from claim
   where contract_id = $1 and status not in ('Closed', 'Denied', 'Voided', 'Paid') order by id`,
)

/** The open claims of a locked contract, as they were when they were first asked for. */
export const loadOpenClaims = (tx: Tx, contractId: number) =>
  lockedOnce(tx, `open claims of contract ${contractId}`, () => CLAIMS.rows(tx, [contractId]))

async function denyClaims(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  contractId: number,
  denial: Denial,
): Promise<DeniedClaim[]> {
  const results: DeniedClaim[] = []
  for (const { id, number, lossDate } of await CLAIMS.rows(tx, [contractId])) {
    const isBefore = denial.lossDateAfter !== null && lossDate <= denial.lossDateAfter
    const isDenied = !isBefore && (await denyClaim(tx, services, acting, { contractId, id, denial }))
    const reason = isBefore ? 'LossBefore' : isDenied ? null : 'PaymentRequested'
    results.push({ claimId: id, number, contractId, result: isDenied ? 'Denied' : 'Skipped', reason })
  }
  return results
}

interface ToDeny {
  readonly contractId: number
  readonly id: number
  readonly denial: Denial
}

/** Denies what can be denied of a claim. False: nothing can, because all of it is being paid. */
async function denyClaim(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  { contractId, id, denial }: ToDeny,
): Promise<boolean> {
  const before = await openDraft(tx, services, acting, await lockClaimOf(tx, contractId, id))
  const deniable = before.details.filter(isDeniable)
  const isEmpty = before.details.every(({ status }) => status === 'Voided')
  const isPaying = before.requests.some(({ status }) => status !== 'Voided')
  if (deniable.length === 0 && (!isEmpty || isPaying)) return false
  const draft = await cancelInspections(tx, acting, deniedDraft(before, deniable, denial))
  const after = await saveClaim(tx, acting, before, draft)
  const { number, status } = after.claim
  const data = { id, number, status, deniedReasonCode: denial.reasonCode }
  emit(tx, { subject: `claims/${id}`, type: 'claim.denied', data })
  return true
}

const isDeniable = ({ status, requested_payments, paid }: DetailRow): boolean =>
  !('refused' in nextDetailStatus({ status, requestedPayments: requested_payments, paid }, 'Deny'))

/** The draft with these details denied. Nothing of what was authorized for them stands. */
export function deniedDraft(
  before: ClaimDraft,
  details: readonly DetailRow[],
  { reasonId, reasonCode, note }: Denial,
): ClaimDraft {
  const denied = withStatus(before, details, 'Denied', {
    ...{ denied_reason_id: reasonId, denied_note: note, hold_reason_id: null },
    ...{ authorized_amount: null, authorized_by: null, authorized_at: null },
  })
  return { ...denied, claim: { ...denied.claim, denied_reason: reasonCode, denied_reason_id: reasonId } }
}
