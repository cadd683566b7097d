import { flag, int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import { addDays } from '../../domain/dates.ts'
import { planVoid } from '../../domain/ledger/contract-plans.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { loadStanding, lockContractLedger } from '../../ledger/load-ledger.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { loadSettings } from '../../reference/settings.ts'
import { recordAndPost } from '../earnings/post-earnings.ts'
import { endHolds } from '../holds/rows.ts'
import { type ContractServices, nextState, stateColumns } from '../record/change-state.ts'
import { type ContractRow, updateContract } from '../record/rows.ts'

/** Voids a contract. Everything it has posted to the ledger is reversed, dated on the day of the void. */
export async function voidContract(
  tx: Tx,
  services: Pick<ContractServices, 'denyClaims'>,
  acting: Acting,
  row: ContractRow,
  reason: string | null,
): Promise<void> {
  const state = nextState(row, 'void')
  if (row.status === 'Active') await requireWindow(tx, acting, row)
  if (await hasClaims(tx, row)) throw notVoidable('HasClaims')
  const [rows, postingDates] = await Promise.all([lockContractLedger(tx, row.id), accountingDates(tx)])
  const plan = planVoid(row.id, rows, await loadStanding(tx, rows), postingDates(acting.today))
  if ('refused' in plan) throw notVoidable(plan.refused)
  await applyPlan(tx, plan, acting)
  await endHolds(tx, acting, row)
  await withdrawRequests(tx, acting, row)
  await reverseEarnings(tx, acting, row)
  await updateContract(tx, acting, row.id, {
    ...stateColumns(state),
    status_reason: reason,
    pending_changes: null,
    open_holds: 0,
  })
  await services.denyClaims?.(tx, acting, row.id)
}

const FIND_CLAIMS = statement(
  { stands: flag, pays: flag },
  `select coalesce(bool_or(m.status not in ('Denied', 'Voided')), false) as stands,
     coalesce(bool_or(exists (select from claim_payment_request r where r.claim_id = m.id and r.status <> 'Voided')), false) as pays
   from claim m where m.contract_id = $1`,
)

/** A contract in force with a claim was used. Before that, claims are denied with the void, unless they are being paid. */
async function hasClaims(tx: Tx, { id, status }: ContractRow): Promise<boolean> {
  const claims = await FIND_CLAIMS.first(tx, [id])
  return (status === 'Active' && claims?.stands === true) || claims?.pays === true
}

const WITHDRAW_REQUESTS = statement(
  { id: int },
  `update cancel_request set status = 'Withdrawn', updated_at = $2, updated_by = $3, row_version = row_version + 1
   where contract_id = $1 and status in ('Requested', 'NeedsInfo', 'Approved') returning id`,
)

/** A voided contract needs no cancel anymore. */
async function withdrawRequests(tx: Tx, { now, caller }: Acting, { id, number }: ContractRow): Promise<void> {
  for (const { id: cancelRequestId } of await WITHDRAW_REQUESTS.rows(tx, [id, now, caller.name]))
    emit(tx, {
      ...{ subject: `contracts/${id}`, type: 'contract.cancelRequestClosed' },
      data: { id, number, status: 'Voided', cancelRequestId, requestStatus: 'Withdrawn' },
    })
}

const REFUND_LINES = command('update contract_line set refunded = amount where contract_id = $1')

/** Reverses what was earned, if the contract was ever finalized, and marks every line as refunded in full. */
async function reverseEarnings(tx: Tx, acting: Acting, row: ContractRow): Promise<void> {
  await recordAndPost(tx, acting, row, { kind: 'Void', date: acting.today, subjectId: null, details: {} })
  await REFUND_LINES.run(tx, [row.id])
}

/** A contract in force can be voided only within some days of its sale, and only with contracts:finalize. */
async function requireWindow(tx: Tx, { caller, today }: Acting, { sale_date }: ContractRow): Promise<void> {
  if (!caller.permissions.has('contracts:finalize'))
    throw new Problem('Forbidden', 'Voiding an active contract requires the permission contracts:finalize.', {
      members: { permission: 'contracts:finalize' },
    })
  const { voidWindowDays } = await loadSettings(tx, ['voidWindowDays'])
  if (today > addDays(sale_date, voidWindowDays)) throw notVoidable('WindowPassed')
}

const reasons: Readonly<Record<string, string>> = {
  WindowPassed: 'The period for voiding after the sale has passed.',
  HasClaims: 'The contract has claims.',
  Paid: 'The dealer has already paid for the contract.',
  PaidOut: 'Money for the contract has already been paid out.',
  InProcess: 'A payment for the contract is being processed.',
}

const notVoidable = (reason: string) =>
  new Problem('NotVoidable', reasons[reason] ?? 'The contract cannot be voided.', { members: { reason } })
