import { followClaims } from '../../claims/payments/follow-cash.ts'
import { holdContract } from '../../contracts/holds/hold-contract.ts'
import type { ContractServices } from '../../contracts/record/change-state.ts'
import { cents, int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { statement } from '../../db/statement.ts'
import { updateIn } from '../../db/table.ts'
import { emit } from '../../db/unit-of-work.ts'
import { methodThatPaid } from '../../domain/cash/ach.ts'
import { type Application, type CashStatus, mayBecome } from '../../domain/cash/cash.ts'
import { planApplicationsBack, planMoneyBack } from '../../domain/cash/cash-plans.ts'
import type { PostingDates } from '../../domain/ledger/periods.ts'
import { mergePlans, rowsAfter } from '../../domain/ledger/plan.ts'
import { planNsfFee, planOverShortBack } from '../../domain/ledger/single.ts'
import { ZERO } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { loadStanding, lockLedgerRow } from '../../ledger/load-ledger.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { loadSettings } from '../../reference/settings.ts'
import { deactivateMethod, findMethodsOfType, findUsableMethod, lockOwner } from '../methods/find-method.ts'
import { type CashRow, cashTable, lockCash } from './cash-table.ts'
import { followFunding, followHolds, followRefunds, unlessRefused } from './follow-contracts.ts'
import { priceOrder } from './price-order.ts'
import { lockRows, settleRows } from './settle-rows.ts'

export interface CashEnd {
  readonly status: 'Voided' | 'Returned'
  readonly reason: string
  readonly returnCode?: string | null | undefined
  /** For a returned receipt. Default: true. */
  readonly chargeNsfFee?: boolean | undefined
  readonly placeHold?: boolean | undefined
}

/**
 * Takes cash back: our own mistake (Voided), or the bank sent it back (Returned). The rows that it paid are open again, and
 * everything that followed from the payment is undone as far as no other money has left. It counts on the day of the void.
 */
export async function reverseCash(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  end: CashEnd,
): Promise<void> {
  const cash = await lockCash(tx, id)
  if (!mayBecome(cash.status, end.status)) throw refuseTransition(cash.status, end.status)
  const applied = await APPLIED.rows(tx, [id])
  const locked = await lockRows(
    tx,
    applied.map(({ ledgerId }) => ledgerId),
  )
  const applications = applied.map(
    ({ ledgerId, amount }): Application => ({
      row: found(locked.rows.get(ledgerId), `ledger row ${ledgerId}`),
      amount,
    }),
  )
  const datesOf = await accountingDates(tx)
  const dates = datesOf(acting.today)
  const facts = { ...cash, cashTransactionId: id }
  const priceOf = await priceOrder(tx, applications, locked.ofContracts)
  const plan = mergePlans(
    planApplicationsBack(facts, applications, locked.ofContracts, { dates, priceOf }),
    planMoneyBack(facts, dates),
  )
  const { accountingDate } = dates
  await settleRows(tx, acting, plan, {
    cashTransactionId: id,
    applications,
    isReversal: true,
    accountingDate,
  })
  await saveEnd(tx, acting, cash, end, dates)
  await voidOverShort(tx, acting, applications, dates)
  if (end.status === 'Returned' && cash.type === 'Receipt' && end.chargeNsfFee !== false)
    await chargeFee(tx, acting, cash, dates)
  await followFunding(tx, services, acting, rowsAfter(locked.ofContracts, plan))
  await followClaims(
    tx,
    services,
    acting,
    applications.map(({ row }) => row.id),
  )
  await followRefunds(tx, acting, applications, dates.effectiveDate)
  await followHolds(tx, acting, locked.contractIds)
  if (end.status === 'Returned' && cash.type === 'Payment') await endMethod(tx, cash, end.returnCode)
  if (end.placeHold) await placeHolds(tx, services, acting, locked.contractIds, end.reason)
}

/** What each row has of the cash. */
const APPLIED = statement(
  { ledgerId: int, amount: cents },
  `select ledger_id as "ledgerId", sum(case when is_reversal then -applied_amount else applied_amount end)::bigint as amount
   from ledger_detail where cash_transaction_id = $1 group by 1
   having sum(case when is_reversal then -applied_amount else applied_amount end) > 0 order by 1`,
)

export const refuseTransition = (from: CashStatus, to: CashStatus) =>
  new Problem('InvalidTransition', `Cash that is ${from} cannot become ${to}.`, { members: { from, to } })

async function saveEnd(
  tx: Tx,
  { now, caller }: Acting,
  { id, number }: CashRow,
  { status, reason, returnCode }: CashEnd,
  { accountingDate }: PostingDates,
): Promise<void> {
  await updateIn(tx, cashTable, id, {
    ...{ status, voidReason: reason, returnCode: returnCode ?? null, applied: ZERO },
    ...{ voidedAt: now, voidedDate: accountingDate },
    ...{ updated_at: now, updated_by: caller.name, row_version: sql`row_version + 1` },
  })
  const type = status === 'Voided' ? 'cashTransaction.voided' : 'cashTransaction.returned'
  const data = { id, number, status, returnCode: returnCode ?? null }
  emit(tx, { subject: `cashtransactions/${id}`, type, data })
}

/** The difference that was written off with this cash no longer exists. */
async function voidOverShort(
  tx: Tx,
  acting: Acting,
  applications: readonly Application[],
  dates: PostingDates,
): Promise<void> {
  for (const { row } of applications.filter((paid) => paid.row.ledgerType === 'CashOverShort')) {
    const [open, standing] = await Promise.all([lockLedgerRow(tx, row.id), loadStanding(tx, [row])])
    await applyPlan(tx, planOverShortBack(found(open, `ledger row ${row.id}`), standing, dates), acting)
  }
}

async function chargeFee(
  tx: Tx,
  acting: Acting,
  { accountHolderId, number }: CashRow,
  dates: PostingDates,
): Promise<void> {
  const { nsfFee: amount } = await loadSettings(tx, ['nsfFee'])
  if (amount === 0) return
  await applyPlan(tx, planNsfFee({ accountHolderId, amount, reason: `Returned: ${number}` }, dates), acting)
}

/** The bank says that the account is closed (R02), does not exist (R03), or has an invalid number (R04). */
const ACCOUNT_IS_WRONG: readonly string[] = ['R02', 'R03', 'R04']

/** Nothing more is paid to an account that is closed or wrong. */
async function endMethod(tx: Tx, cash: CashRow, returnCode: string | null | undefined): Promise<void> {
  if (!returnCode || !ACCOUNT_IS_WRONG.includes(returnCode)) return
  const { accountHolderId, paymentMethodId: id, method: type } = cash
  await lockOwner(tx, accountHolderId)
  const used =
    id === null
      ? methodThatPaid(await findMethodsOfType(tx, { accountHolderId, direction: 'Pay', type }))
      : await findUsableMethod(tx, { accountHolderId, direction: 'Pay', id, type })
  if (used) await deactivateMethod(tx, used.id)
}

const HOLD_REASON = statement(
  { id: int },
  `select id from reference_value where list = 'ContractHoldReason' and code = $1 and is_active`,
)

/** Holds the contracts that are no longer paid. Those that cannot be held, or are held for this already, stay as they are. */
async function placeHolds(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  contractIds: readonly number[],
  note: string,
): Promise<void> {
  const reason = await HOLD_REASON.first(tx, ['PAYRETURN'])
  if (!reason) return
  for (const id of contractIds)
    await unlessRefused(() => holdContract(tx, services, acting, id, { holdReasonId: reason.id, note }))
}
