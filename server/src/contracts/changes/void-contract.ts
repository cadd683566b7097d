import { run, type Tx } from '../../db/database.ts'
import { addDays } from '../../domain/dates.ts'
import { voidContract as planVoid } from '../../domain/ledger/void.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { loadStanding, lockContractLedger } from '../../ledger/load-ledger.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { happens } from '../earnings/post-earnings.ts'
import { endHolds } from '../holds/end-holds.ts'
import { columnsOfState, nextState } from '../record/change-state.ts'
import { type ContractRow, updateContract } from '../record/rows.ts'
import { settingOf } from '../record/settings.ts'

/** Takes a contract back: everything that it has put into the ledger is undone, on the day of the void. */
export async function voidContract(
  tx: Tx,
  acting: Acting,
  row: ContractRow,
  reason: string | null,
): Promise<void> {
  const state = nextState(row, 'void')
  if (row.status === 'Active') await requireWindow(tx, acting, row)
  if (row.open_claims > 0) throw notVoidable('HasClaims')
  const [rows, on] = await Promise.all([lockContractLedger(tx, row.id), accountingDates(tx)])
  const plan = planVoid(row.id, rows, await loadStanding(tx, rows), on(acting.today))
  if ('refused' in plan) throw notVoidable(plan.refused)
  await applyPlan(tx, plan, acting)
  await endHolds(tx, acting, row)
  await run(tx, WITHDRAW, [row.id, acting.now, acting.caller.name])
  if (row.finalize_date !== null) await takeBackEarnings(tx, acting, row)
  await updateContract(tx, acting, row.id, {
    ...columnsOfState(state),
    status_reason: reason,
    pending_changes: null,
    open_holds: 0,
  })
}

/** Nobody has to cancel what was voided. */
const WITHDRAW = `update cancel_request set status = 'Withdrawn', updated_at = $2, updated_by = $3, row_version = row_version + 1
  where contract_id = $1 and status in ('Requested', 'NeedsInfo', 'Approved')`

/** What was earned is taken back, and every line is given back whole. */
async function takeBackEarnings(tx: Tx, acting: Acting, row: ContractRow): Promise<void> {
  await happens(tx, acting, row, { kind: 'Void', date: acting.today, subjectId: null, details: {} })
  await run(tx, 'update contract_line set refunded = amount where contract_id = $1', [row.id])
}

/** One in force is voided for some days after its sale, by those who put contracts in force. */
async function requireWindow(tx: Tx, { caller, today }: Acting, { sale_date }: ContractRow): Promise<void> {
  if (!caller.permissions.has('contracts:finalize'))
    throw new Problem('Forbidden', 'A contract in force is voided by those who finalize.', {
      members: { permission: 'contracts:finalize' },
    })
  const days = Number(await settingOf(tx, 'voidWindowDays'))
  if (today > addDays(sale_date, days)) throw notVoidable('WindowPassed')
}

const reasons: Readonly<Record<string, string>> = {
  WindowPassed: 'Too many days have passed since the sale.',
  HasClaims: 'The contract has claims.',
  Paid: 'The dealer has paid for it.',
  PaidOut: 'Money of the contract has been paid out.',
  InProcess: 'A payment of the contract is being processed.',
}

const notVoidable = (reason: string) =>
  new Problem('NotVoidable', reasons[reason] ?? 'The contract cannot be voided.', { members: { reason } })
