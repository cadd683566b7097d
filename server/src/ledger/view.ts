import type { Db } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { LedgerRow } from '../domain/ledger/rows.ts'
import { amountOf, type Cents } from '../domain/money.ts'
import type { Caller } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import { auditOf } from '../http/schemas.ts'
import type { LedgerModel } from './models.ts'
import { mergedLedger } from './scope.ts'

/** The columns of a row that is shown or decided on. */
export const COLUMNS = [
  ...['id', 'ledger_type', 'status', 'waits_for', 'direction', 'account_holder_id', 'contract_id'],
  ...[
    'claim_id',
    'cancel_id',
    'product_id',
    'disbursement_code',
    'disbursement_group',
    'amount',
    'paid_amount',
  ],
  ...['open_amount', 'effective_date', 'accounting_date', 'due_date', 'is_memo', 'reason', 'hold_id'],
  ...['in_process_cash_transaction_id', 'offset_of_ledger_id', 'created_at', 'created_by', 'updated_at'],
  ...['updated_by', 'row_version', 'is_dealer_cost', 'pay_when', 'line_id'],
] as const

export interface StoredRow {
  id: number
  ledger_type: LedgerRow['ledgerType']
  status: LedgerRow['status']
  waits_for: LedgerRow['waitsFor']
  direction: LedgerRow['direction']
  account_holder_id: number
  contract_id: number | null
  claim_id: number | null
  cancel_id: number | null
  product_id: number | null
  disbursement_code: string | null
  disbursement_group: string | null
  amount: Cents
  paid_amount: Cents
  open_amount: Cents
  effective_date: string
  accounting_date: string
  due_date: string
  is_memo: boolean
  reason: string | null
  hold_id: number | null
  in_process_cash_transaction_id: number | null
  offset_of_ledger_id: number | null
  created_at: Date
  created_by: string
  updated_at: Date
  updated_by: string
  row_version: number
  is_dealer_cost: boolean
  pay_when: LedgerRow['payWhen']
  line_id: number
}

/** A row with those that it names. */
export interface ShownRow extends StoredRow {
  holder_type: string
  holder_number: string
  contract_number: string | null
  gl_account: string | null
  details: { id: number; cash: number; amount: Cents; at: string; reversal: boolean }[]
}

const detailsOf = (isRow: string) => `coalesce((select json_agg(json_build_object('id', d.id,
  'cash', d.cash_transaction_id, 'amount', d.applied_amount, 'at', d.applied_at, 'reversal', d.is_reversal) order by d.id)
  from ledger_detail d where ${isRow}), '[]')`

const named = `h.type as holder_type, h.number as holder_number, c.number as contract_number, g.gl_account`

/** What `SHOWN` is selected from, behind rows of the ledger that are called `l`. */
export const NAMED = `left join account_holder h on h.id = l.account_holder_id
  left join contract c on c.id = l.contract_id
  left join disbursement_account g on g.id = l.account_holder_id`

const all = COLUMNS.map((name) => `l.${name}`).join(', ')
export const SHOWN = `${all}, ${named}, ${detailsOf('d.ledger_id = l.id')} as details`
const SHOWN_MERGED = `${all}, ${named}, ${detailsOf('d.ledger_id = any(l.members)')} as details`

/** The ledger as a caller may see it: whole, or its own rows without the split of dealer cost. */
export function viewFor(caller: Pick<Caller, 'scopes'>): { readonly select: string; readonly from: Sql } {
  const merged = mergedLedger(caller)
  return {
    select: merged ? SHOWN_MERGED : SHOWN,
    from: sql`${merged ?? sql.raw('ledger')} l ${sql.raw(NAMED)}`,
  }
}

/** The row that has this id for the caller; 404 where there is none. */
export async function readLedger(db: Db, caller: Caller, id: number): Promise<LedgerModel> {
  const { select, from } = viewFor(caller)
  const { rows } = await sql<ShownRow>`select ${sql.raw(select)} from ${from} where l.id = ${id}`.execute(db)
  return modelOf(found(rows[0], `ledger ${id}`))
}

/** Of rows that were written, those that a limited caller may see, as it sees them. */
export async function seenOf(
  db: Db,
  caller: Pick<Caller, 'scopes'>,
  ids: readonly number[],
): Promise<LedgerModel[]> {
  if (ids.length === 0) return []
  const { select, from } = viewFor(caller)
  const { rows } = await sql<ShownRow>`
    select ${sql.raw(select)} from ${from} where l.members && ${ids}::bigint[] order by l.id`.execute(db)
  return rows.map(modelOf)
}

const reference = (type: string, id: number | null, number: string | null = null) =>
  id === null ? null : { type, id, number }

export function modelOf(row: ShownRow): LedgerModel {
  return {
    id: row.id,
    ledgerType: row.ledger_type,
    ledgerStatus: row.status,
    waitsFor: row.waits_for,
    direction: row.direction,
    accountHolder: { type: row.holder_type, id: row.account_holder_id, number: row.holder_number },
    contract: reference('Contract', row.contract_id, row.contract_number),
    claim: reference('Claim', row.claim_id),
    cancel: reference('Cancel', row.cancel_id),
    productId: row.product_id,
    disbursementCode: row.disbursement_code,
    disbursementGroup: row.disbursement_group,
    amount: amountOf(row.amount),
    paidAmount: amountOf(row.paid_amount),
    openAmount: amountOf(row.open_amount),
    effectiveDate: row.effective_date,
    accountingDate: row.accounting_date,
    dueDate: row.due_date,
    isMemo: row.is_memo,
    reason: row.reason,
    holdId: row.hold_id,
    inProcessCashTransactionId: row.in_process_cash_transaction_id,
    offsetOfLedgerId: row.offset_of_ledger_id,
    glAccount: row.gl_account,
    details: row.details.map(({ id, cash, amount, at, reversal }) => ({
      ...{ id, cashTransactionId: cash, appliedAmount: amountOf(amount) },
      ...{ appliedAt: new Date(at).toISOString(), isReversal: reversal },
    })),
    ...auditOf(row),
  }
}

/** The row as the core decides on it. */
export const rowOf = (row: StoredRow): LedgerRow => ({
  id: row.id,
  lineId: row.line_id,
  ledgerType: row.ledger_type,
  status: row.status,
  waitsFor: row.waits_for,
  direction: row.direction,
  accountHolderId: row.account_holder_id,
  contractId: row.contract_id,
  claimId: row.claim_id,
  cancelId: row.cancel_id,
  productId: row.product_id,
  disbursementCode: row.disbursement_code,
  disbursementGroup: row.disbursement_group,
  amount: row.amount,
  paidAmount: row.paid_amount,
  effectiveDate: row.effective_date,
  accountingDate: row.accounting_date,
  dueDate: row.due_date,
  isMemo: row.is_memo,
  isDealerCost: row.is_dealer_cost,
  payWhen: row.pay_when,
  reason: row.reason,
  holdId: row.hold_id,
  inProcessCashTransactionId: row.in_process_cash_transaction_id,
  offsetOfLedgerId: row.offset_of_ledger_id,
})
