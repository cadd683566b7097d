import { z } from 'zod'
import { auditColumns, cents, date, flag, int, json, oneOf, orNull, type RowOf, text } from '../db/columns.ts'
import { listColumns, table } from '../db/table.ts'
import { directions, ledgerStatuses, ledgerTypes, ledgerWaits, payWhens } from '../domain/ledger/rows.ts'
import { amountOf, type Cents } from '../domain/money.ts'
import { auditFieldsFromRow } from '../http/schemas.ts'
import type { LedgerModel } from './models.ts'

// A row of the ledger: as it is stored and decided on, and as it is answered.

/** The columns that decisions are made on. A row of them is a `LedgerRow`. */
export const ledgerTable = table('ledger', {
  id: int,
  lineId: int,
  ledgerType: oneOf(ledgerTypes),
  status: oneOf(ledgerStatuses),
  waitsFor: orNull(oneOf(ledgerWaits)),
  direction: oneOf(directions),
  accountHolderId: int,
  contractId: orNull(int),
  claimId: orNull(int),
  cancelId: orNull(int),
  productId: orNull(int),
  disbursementCode: orNull(text),
  disbursementGroup: orNull(text),
  amount: cents,
  paidAmount: cents,
  effectiveDate: date,
  accountingDate: date,
  dueDate: date,
  isMemo: flag,
  isDealerCost: flag,
  payWhen: orNull(oneOf(payWhens)),
  reason: orNull(text),
  holdId: orNull(int),
  inProcessCashTransactionId: orNull(int),
  offsetOfLedgerId: orNull(int),
})

/** What the database computes or stamps; it is only answered. */
const answeredOnly = {
  openAmount: cents,
  ...auditColumns,
}
/** Every column that is answered. */
export const storedColumns = { ...ledgerTable.columns, ...answeredOnly }

const Details = z.array(
  z.object({ id: z.int(), cash: z.int(), amount: z.int(), at: z.string(), reversal: z.boolean() }),
)

/** A row as it is answered, with those that it names. */
export const answeredColumns = {
  ...storedColumns,
  holderType: text,
  holderNumber: text,
  holderName: text,
  contractNumber: orNull(text),
  glAccount: orNull(text),
  details: json((value) => Details.parse(value)),
}
export type AnsweredRow = RowOf<typeof answeredColumns>

/** The cash `d` that was applied to a row `l`, and what it gave back. */
const OF_ROW = 'ledger_detail d where d.ledger_id = l.id'

/**
 * The same of a row that stands for several, its `members`: what one transaction paid of all of them is one amount. Their
 * single amounts would be those of the lines of dealer cost.
 */
const OF_MEMBERS = `(
    select min(a.id) as id, a.cash_transaction_id, sum(a.applied_amount) as applied_amount, min(a.applied_at) as applied_at,
      a.is_reversal
    from ledger_detail a where a.ledger_id = any(l.members)
    group by case when l.is_dealer_cost then 0 else a.id end, a.cash_transaction_id, a.is_reversal) d`

/** The answered columns of ledger rows called `l`. */
export const selectAnswered = (isMerged = false): string => `${listColumns(storedColumns, 'l')},
  h.type as "holderType", h.number as "holderNumber", h.name as "holderName", c.number as "contractNumber", g.gl_account as "glAccount",
  coalesce((select json_agg(json_build_object('id', d.id, 'cash', d.cash_transaction_id, 'amount', d.applied_amount,
    'at', d.applied_at, 'reversal', d.is_reversal) order by d.id) from ${isMerged ? OF_MEMBERS : OF_ROW}), '[]') as details`

/** What `selectAnswered` needs behind ledger rows called `l`. */
export const NAMED = `left join account_holder h on h.id = l.account_holder_id
  left join contract c on c.id = l.contract_id
  left join disbursement_account g on g.id = l.account_holder_id`

/** The row as it is answered. */
export const ledgerModel = (row: AnsweredRow): LedgerModel => ({
  id: row.id,
  ledgerType: row.ledgerType,
  ledgerStatus: row.status,
  waitsFor: row.waitsFor,
  direction: row.direction,
  accountHolder: {
    ...{ type: row.holderType, id: row.accountHolderId, number: row.holderNumber, name: row.holderName },
  },
  contract: reference('Contract', row.contractId, row.contractNumber),
  claim: reference('Claim', row.claimId),
  cancel: reference('Cancel', row.cancelId),
  productId: row.productId,
  disbursementCode: row.disbursementCode,
  disbursementGroup: row.disbursementGroup,
  amount: amountOf(row.amount),
  paidAmount: amountOf(row.paidAmount),
  openAmount: amountOf(row.openAmount),
  effectiveDate: row.effectiveDate,
  accountingDate: row.accountingDate,
  dueDate: row.dueDate,
  isMemo: row.isMemo,
  reason: row.reason,
  holdId: row.holdId,
  inProcessCashTransactionId: row.inProcessCashTransactionId,
  offsetOfLedgerId: row.offsetOfLedgerId,
  glAccount: row.glAccount,
  details: row.details.map(({ id, cash, amount, at, reversal }) => ({
    ...{ id, cashTransactionId: cash, appliedAmount: amountOf(amount as Cents) },
    ...{ appliedAt: new Date(at).toISOString(), isReversal: reversal },
  })),
  ...auditFieldsFromRow(row),
})

/** A contract, a claim and a cancel have a number and no name. */
const reference = (type: string, id: number | null, number: string | null = null) =>
  id === null ? null : { type, id, number, name: null }
