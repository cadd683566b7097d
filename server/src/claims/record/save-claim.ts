import { updateContract } from '../../contracts/record/rows.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { sql } from '../../db/sql.ts'
import { command } from '../../db/statement.ts'
import { insertAllWithIds, insertInto, updateIn } from '../../db/table.ts'
import type { ClaimStatus, DetailFigures } from '../../domain/claims/claim.ts'
import { claimCosts, claimReserve } from '../../domain/claims/costs.ts'
import { claimStatus, isOpenClaim } from '../../domain/claims/status.ts'
import { minus, sumCents, ZERO } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { adjudicateDraft } from './adjudicate-draft.ts'
import { costedDetail } from './answer.ts'
import type { ClaimDraft } from './draft.ts'
import {
  type ClaimHoldRow,
  type ClaimRow,
  claimTable,
  type DetailRow,
  detailTable,
  holdTable,
  type ServiceEventRow,
  serviceEventTable,
} from './tables.ts'

// Every change of a claim ends here: undecided details are computed again, the status and the sums follow, and what differs
// from before is written.

/** The draft with figures, sums and status computed again. */
export function settleDraft(draft: ClaimDraft, acting: Pick<Acting, 'today'>): ClaimDraft {
  const adjudicated = adjudicateDraft(draft, acting.today)
  const details = draft.details.map((detail) => {
    const figures = adjudicated.details.get(detail.id)
    return figures ? { ...detail, ...figureColumns(figures) } : detail
  })
  const status = statusOf({ ...draft, details })
  const events = draft.events.map((event) => followDetail(event, details, status))
  const costs = claimCosts(details.map(costedDetail))
  const { coverage, inspectionRequired, steps, gap } = adjudicated
  const authorized = details.filter((detail) => detail.status === 'Authorized')
  const claim: ClaimRow = {
    ...draft.claim,
    status,
    inspection_required: inspectionRequired,
    adjudication: { coverage, steps, gapSettlement: gap.settlement, gapMissing: gap.missing },
    requested: costs.requested,
    authorized: costs.authorized,
    // Closing releases what was authorized.
    authorized_amount:
      draft.claim.ended !== null
        ? ZERO
        : sumCents(
            authorized.map((detail) =>
              minus(detail.authorized_amount ?? detail.payable, detail.requested_payments),
            ),
          ),
    paid: costs.paid,
    reserve: claimReserve(status, draft.claim.case_reserve, costs),
  }
  return { ...draft, claim, details, events }
}

const figureColumns = (figures: DetailFigures) => ({
  figures,
  requested: figures.requested,
  adjusted: figures.adjusted,
  tax: figures.tax,
  deductible_applied: figures.deductibleApplied,
  over_limit: figures.overLimit,
  not_covered: figures.notCovered,
  payable: figures.payable,
  customer_pay: figures.customerPay,
})

function statusOf({ claim, details, holds, requests }: ClaimDraft): ClaimStatus {
  const status = claimStatus({
    ended: claim.ended,
    hasOpenHold: holds.some(({ to_date }) => to_date === null),
    hasAdjuster: claim.adjuster_id !== null,
    details: details.map((detail) => detail.status),
    hasOpenRequest: requests.some((request) => ['Requested', 'InProcess'].includes(request.status)),
  })
  // A claim without details was denied as a whole.
  const isEmpty = details.every((detail) => detail.status === 'Voided')
  return status === 'Open' && isEmpty && claim.denied_reason_id !== null ? 'Denied' : status
}

/**
 * A service is reserved while its detail is authorized, used when a payment is requested, and free again when voided or when
 * its claim is closed without a request.
 */
function followDetail(
  event: ServiceEventRow,
  details: readonly DetailRow[],
  claim: ClaimStatus,
): ServiceEventRow {
  const detail = details.find(({ id }) => id === event.detail_id)
  if (!detail) return claim === 'Denied' && event.status !== 'Paid' ? { ...event, status: 'Voided' } : event
  const isUsed = detail.requested_payments > 0
  const isReleased = claim === 'Closed' && !isUsed
  const isEnded = isReleased || detail.status === 'Denied' || detail.status === 'Voided'
  const status = isEnded ? 'Voided' : detail.status === 'Paid' ? 'Paid' : isUsed ? 'Approved' : 'Requested'
  const is_authorized = !isReleased && ['PendingApproval', 'Authorized', 'Paid'].includes(detail.status)
  return { ...event, status, is_authorized }
}

/** Writes a claim that exists, and answers it as written. */
export async function saveClaim(
  tx: Tx,
  acting: Acting,
  before: ClaimDraft,
  draft: ClaimDraft,
): Promise<ClaimDraft> {
  const after = settleDraft(draft, acting)
  const { claim } = after
  await runAll([
    ...after.details.map((detail) => saveDetail(tx, detail, before.details)),
    ...after.holds.map((hold) => saveHold(tx, hold, before.holds)),
    ...after.events.map((event) => saveEvent(tx, event, before.events)),
    updateIn(tx, claimTable, claim.id, {
      ...changedColumns(before.claim, claim),
      ...{ updated_at: acting.now, updated_by: acting.caller.name, row_version: sql`row_version + 1` },
    }),
    countOpen(tx, acting, after, isOpenClaim(before.claim.status)),
    claim.reserve === before.claim.reserve ? undefined : saveReserve(tx, acting, claim),
  ])
  return after
}

/** Writes a new claim, whose ids have been taken, and answers it as written. */
export async function insertClaim(tx: Tx, acting: Acting, draft: ClaimDraft): Promise<ClaimDraft> {
  const after = settleDraft(draft, acting)
  await insertInto(tx, claimTable, after.claim)
  await runAll([
    insertAllWithIds(tx, detailTable, after.details),
    ...after.holds.map((hold) => saveHold(tx, hold, [])),
    insertAllWithIds(tx, serviceEventTable, after.events),
    countOpen(tx, acting, after, false),
    after.claim.reserve === 0 ? undefined : saveReserve(tx, acting, after.claim),
  ])
  return after
}

async function saveDetail(tx: Tx, detail: DetailRow, before: readonly DetailRow[]): Promise<void> {
  const old = before.find(({ id }) => id === detail.id)
  if (!old) await insertInto(tx, detailTable, detail)
  else await updateChanged(tx, detailTable, old, detail)
}

async function saveEvent(tx: Tx, event: ServiceEventRow, before: readonly ServiceEventRow[]): Promise<void> {
  const old = before.find(({ id }) => id === event.id)
  if (!old) await insertInto(tx, serviceEventTable, event)
  else await updateChanged(tx, serviceEventTable, old, event)
}

/** A new hold has no id yet. */
async function saveHold(tx: Tx, hold: ClaimHoldRow, before: readonly ClaimHoldRow[]): Promise<void> {
  if (hold.id === 0) {
    const { id: _, ...row } = hold
    await insertInto(tx, holdTable, row)
    return
  }
  const old = before.find(({ id }) => id === hold.id)
  if (old && old.to_date !== hold.to_date) await updateIn(tx, holdTable, hold.id, { to_date: hold.to_date })
}

type AnyTable = Parameters<typeof updateIn>[1]

async function updateChanged<Row extends { readonly id: number }>(
  tx: Tx,
  table: AnyTable,
  old: Row,
  row: Row,
): Promise<void> {
  const changed = changedColumns(old, row)
  if (Object.keys(changed).length > 0) await updateIn(tx, table, row.id, changed)
}

/** The columns with another value than before. Documents are compared as text. */
const changedColumns = <Row extends object>(old: Row, row: Row): Partial<Row> =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => {
      const before = (old as Record<string, unknown>)[name]
      return before !== value && JSON.stringify(before) !== JSON.stringify(value)
    }),
  ) as Partial<Row>

/** Keeps the number of open claims of the contract. */
async function countOpen(
  tx: Tx,
  acting: Acting,
  { claim, contract }: ClaimDraft,
  wasOpen: boolean,
): Promise<void> {
  const change = Number(isOpenClaim(claim.status)) - Number(wasOpen)
  if (change === 0) return
  await updateContract(tx, acting, contract.id, {
    open_claims: sql`greatest(open_claims + ${change}::integer, 0)`,
  })
}

const RESERVE = command(`insert into claim_reserve (claim_id, from_date, amount) values ($1, $2, $3)
  on conflict (claim_id, from_date) do update set amount = excluded.amount`)

const saveReserve = (tx: Tx, { today }: Acting, { id, reserve }: ClaimRow): Promise<unknown> =>
  RESERVE.run(tx, [id, today, reserve])
