import { loadContract } from '../../contracts/record/rows.ts'
import { date, int, oneOf, orNull, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import { groupBy } from '../../domain/group-by.ts'
import { amountOf, sumCents } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { type ClaimDraft, openDraft } from '../record/draft.ts'
import { loadRecord } from '../record/load-claim.ts'
import type { ClaimServices } from '../record/read-claim.ts'
import { saveClaim } from '../record/save-claim.ts'
import { type DetailRow, type RequestRow, requestStatuses } from '../record/tables.ts'
import { followTotalLoss } from './follow-total-loss.ts'

// What follows for claims when the rows of their payments are put into a batch, paid, or no longer paid.

/** The cash of a payment is the last that still pays it. Cash that was voided or returned pays nothing. */
const FIND = statement(
  {
    ...{ id: int, claim_id: int, contract_id: int, status: oneOf(requestStatuses) },
    ...{ ledger_status: text, cash_id: orNull(int) },
  },
  `select r.id, r.claim_id, m.contract_id, r.status, l.status as ledger_status,
     (select d.cash_transaction_id from ledger_detail d where d.ledger_id = l.id group by 1
      having sum(case when d.is_reversal then -d.applied_amount else d.applied_amount end) > 0
      order by max(d.id) desc limit 1) as cash_id
   from claim_payment_request r join claim m on m.id = r.claim_id join ledger l on l.id = r.ledger_id
   where r.ledger_id = any($1::bigint[]) and r.status <> 'Voided' order by r.id`,
)
const SAVE = command('update claim_payment_request set status = $2, cash_transaction_id = $3 where id = $1')

/** The day of the last money that paid a claim. */
const PAID = statement(
  { paidDate: orNull(date) },
  `select max(k.posted_date) as "paidDate" from claim_payment_request r join cash_transaction k on k.id = r.cash_transaction_id
   where r.claim_id = $1 and r.status = 'Paid'`,
)

const STATUS_OF: Readonly<Record<string, RequestRow['status']>> = { Paid: 'Paid', InProcess: 'InProcess' }

/** Lets claims follow the ledger rows of their payments. The contracts of the rows are locked. */
export async function followClaims(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  ledgerIds: readonly number[],
): Promise<void> {
  if (ledgerIds.length === 0) return
  const requests = (await FIND.rows(tx, [ledgerIds])).map((row) => ({
    ...row,
    next: STATUS_OF[row.ledger_status] ?? 'Requested',
  }))
  const changed = requests.filter(({ status, next }) => status !== next)
  for (const { id, next, cash_id } of changed)
    await SAVE.run(tx, [id, next, next === 'Paid' ? cash_id : null])
  for (const [claimId, own] of groupBy(changed, ({ claim_id }) => claim_id))
    await followPayments(tx, services, acting, {
      claimId,
      contractId: own[0]?.contract_id ?? 0,
      changed: own,
    })
}

interface Following {
  readonly claimId: number
  readonly contractId: number
  readonly changed: readonly { readonly id: number; readonly status: string; readonly next: string }[]
}

async function followPayments(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  { claimId, contractId, changed }: Following,
): Promise<void> {
  const contract = await loadContract(tx, contractId)
  const before = await openDraft(tx, services, acting, { contract, ...(await loadRecord(tx, claimId)) })
  const details = before.details.map((detail) => paidDetail(detail, before.requests))
  const claim = { ...before.claim, paid_date: (await PAID.first(tx, [claimId]))?.paidDate ?? null }
  const after = await saveClaim(tx, acting, before, { ...before, claim, details })
  for (const { id, next } of changed) {
    const request = before.requests.find((each) => each.id === id)
    if (next === 'Paid' && request) emitPaid(tx, after, request)
  }
  if (changed.every(({ next }) => next !== 'Paid')) emitUpdated(tx, after)
  await followTotalLoss(tx, acting, before, after)
}

/** A payment was put in a batch or taken out, or its money came back. */
function emitUpdated(tx: Tx, { claim: { id, number, status } }: ClaimDraft): void {
  emit(tx, { subject: `claims/${id}`, type: 'claim.updated', data: { id, number, status } })
}

/** A detail is paid when its paid requests add up to what was authorized. */
export function paidDetail(detail: DetailRow, requests: readonly RequestRow[]): DetailRow {
  const shareOf = (isCounted: (request: RequestRow) => boolean) =>
    sumCents(
      requests
        .filter(isCounted)
        .flatMap(({ shares }) =>
          shares.flatMap(({ detailId, amount }) => (detailId === detail.id ? amount : [])),
        ),
    )
  const paid = shareOf(({ status }) => status === 'Paid')
  const requested_payments = shareOf(({ status }) => status !== 'Voided')
  const isWhole = detail.authorized_amount !== null && paid >= detail.authorized_amount && paid > 0
  const status = isWhole ? 'Paid' : detail.status === 'Paid' ? 'Authorized' : detail.status
  return { ...detail, paid, requested_payments, status }
}

function emitPaid(tx: Tx, { claim }: ClaimDraft, { id, amount, cash_transaction_id }: RequestRow): void {
  const data = {
    ...{ id: claim.id, number: claim.number, status: claim.status },
    ...{ paymentRequestId: id, amount: amountOf(amount) },
    cashTransactionId: cash_transaction_id,
  }
  emit(tx, { subject: `claims/${claim.id}`, type: 'claim.paid', data })
}
