import { seesCostLines } from '../../access/cost-visibility.ts'
import { customFieldsColumn } from '../../custom-fields/fields.ts'
import type { SetField } from '../../custom-fields/schemas.ts'
import { flag, json, orNull, type RowOf, storedList, text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import { DEALER_COST } from '../../domain/ledger/cost-visibility.ts'
import type { Direction } from '../../domain/ledger/rows.ts'
import { amountOf, type Cents, minus } from '../../domain/money.ts'
import { type Caller, isLimited } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import { auditFieldsFromRow } from '../../http/schemas.ts'
import { ownAccounts } from '../../ledger/ledger-view.ts'
import { cashTable, lockCash } from './cash-table.ts'
import type { CashModel } from './models.ts'

// Cash transactions as they are answered.

interface StoredDetail {
  readonly id: number
  readonly ledgerId: number
  readonly amount: number
  readonly at: string
  readonly isReversal: boolean
  readonly direction: Direction
  readonly code: string | null
  readonly contractNumber: string | null
}

export const cashColumns = {
  ...cashTable.columns,
  holderType: text,
  holderNumber: orNull(text),
  holderName: text,
  is1099: flag,
  details: json(storedList<StoredDetail>()),
  customFields: json(storedList<SetField>()),
}

const DETAIL = `'direction', l.direction, 'contractNumber', c.number, 'isReversal', d.is_reversal, 'at', `

/** Every application, one by one. */
const EACH_DETAIL = `coalesce((select json_agg(json_build_object('id', d.id, 'ledgerId', d.ledger_id, 'amount', d.applied_amount,
    'code', l.disbursement_code, ${DETAIL} d.applied_at) order by d.id)
  from ledger_detail d join ledger l on l.id = d.ledger_id left join contract c on c.id = l.contract_id
  where d.cash_transaction_id = k.id), '[]')`

/** Applications to the dealer cost of one contract are one, under the id that the caller knows the merged row by. */
const MERGED_DETAILS = `coalesce((select json_agg(m.detail order by m.id) from (
    select min(d.id) as id, json_build_object('id', min(d.id), 'amount', sum(d.applied_amount),
      'ledgerId', coalesce(case when l.is_dealer_cost then (select min(o.id) from ledger o where o.contract_id = c.id
        and o.is_dealer_cost and o.ledger_type = l.ledger_type and o.direction = l.direction
        and o.account_holder_id = k.account_holder_id and (o.status = 'Voided') = bool_and(l.status = 'Voided')) end,
        min(l.id)),
      'code', case when l.is_dealer_cost then '${DEALER_COST}' else min(l.disbursement_code) end,
      ${DETAIL} min(d.applied_at)) as detail
    from ledger_detail d join ledger l on l.id = d.ledger_id left join contract c on c.id = l.contract_id
    where d.cash_transaction_id = k.id
    group by case when l.is_dealer_cost then 0 else d.id end, l.is_dealer_cost, c.id, c.number, l.ledger_type, l.direction,
      d.is_reversal) m), '[]')`

/** What to select of cash transactions called `k`. Limited callers do not see what dealer cost is made of. */
export const selectCash = (caller: Pick<Caller, 'scopes'>): string => `${cashTable.list('k')},
  h.type as "holderType", h.number as "holderNumber", h.name as "holderName",
  (k.type = 'Payment' and coalesce((select p.is_1099 from claim_payee p where p.id = k.account_holder_id), false)) as "is1099",
  ${seesCostLines(caller) ? EACH_DETAIL : MERGED_DETAILS} as details,
  ${customFieldsColumn(`'CashTransaction'`, 'k.id')} as "customFields"`

export const CASH_FROM = 'cash_transaction k join account_holder h on h.id = k.account_holder_id'

/** The condition that a caller sees cash transactions `k`: staff see all, others those of their own accounts. */
export const seesCash = (caller: Caller): Sql | undefined =>
  isLimited(caller) ? ownAccounts(caller, 'k.account_holder_id') : undefined

export async function readCash(db: Db, caller: Caller, id: number): Promise<CashModel> {
  const sees = seesCash(caller)
  const row = await query(cashColumns)`select ${sql.raw(selectCash(caller))} from ${sql.raw(CASH_FROM)}
    where k.id = ${id} ${sees ? sql`and ${sees}` : sql``}`.first(db)
  return cashModel(found(row, `cash transaction ${id}`))
}

/** Locks the cash transaction and gives it as the caller sees it. */
export async function lockAndReadCash(tx: Tx, caller: Caller, id: number): Promise<CashModel> {
  await readCash(tx, caller, id)
  await lockCash(tx, id)
  return readCash(tx, caller, id)
}

export function cashModel(row: RowOf<typeof cashColumns>): CashModel {
  return {
    ...{ id: row.id, number: row.number, type: row.type, method: row.method, status: row.status },
    accountHolder: {
      type: row.holderType,
      id: row.accountHolderId,
      number: row.holderNumber,
      name: row.holderName,
    },
    ...{ date: row.cashDate, postedDate: row.postedDate },
    amount: amountOf(row.amount),
    applied: amountOf(row.applied),
    unapplied: amountOf(minus(row.amount, row.applied)),
    ...{ checkNumber: row.checkNumber, achFileId: row.achFileId, achTrace: row.achTrace },
    ...{ reference: row.reference, memo: row.memo, bankAccountId: null, clearedDate: row.clearedDate },
    ledgers: row.details.map(({ id, ledgerId, amount, at, isReversal, direction, code, contractNumber }) => ({
      ...{ id, cashTransactionId: row.id, ledgerId, appliedAmount: amountOf(amount as Cents) },
      ...{ appliedAt: new Date(at).toISOString(), isReversal, direction },
      ...{ disbursementCode: code, contractNumber },
    })),
    customFields: [...row.customFields],
    ...{ voidReason: row.voidReason, returnCode: row.returnCode },
    voidedAt: row.voidedAt?.toISOString() ?? null,
    replacesCashTransactionId: row.replacesCashTransactionId,
    inProcessCashTransactionId: row.inProcessCashTransactionId,
    is1099: row.is1099,
    ...auditFieldsFromRow(row),
  }
}
