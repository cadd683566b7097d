import { type Sql, sql } from '../../db/sql.ts'

/** Which open rows of an account holder are wanted, for a register of them and for a batch. */
export interface UnpaidFilter {
  readonly direction?: string | undefined
  readonly productId?: number | undefined
  readonly saleDateFrom?: string | undefined
  readonly saleDateTo?: string | undefined
  readonly contractNumber?: string | undefined
  /** True if absent. */
  readonly includeCancels?: boolean | undefined
  readonly dueBefore?: string | undefined
}

/** The condition that a ledger row `l` of an account holder, with its contract `c`, is open and wanted. */
export function isUnpaid(accountHolderId: number, filter: UnpaidFilter): Sql {
  const { direction, productId, saleDateFrom, saleDateTo, contractNumber, dueBefore } = filter
  const conditions = [
    sql`l.account_holder_id = ${accountHolderId} and l.status = 'Open' and not l.is_memo`,
    ...(direction === undefined ? [] : [sql`l.direction = ${direction}`]),
    ...(productId === undefined ? [] : [sql`l.product_id = ${productId}`]),
    ...(saleDateFrom === undefined ? [] : [sql`c.sale_date >= ${saleDateFrom}::date`]),
    ...(saleDateTo === undefined ? [] : [sql`c.sale_date <= ${saleDateTo}::date`]),
    ...(contractNumber === undefined ? [] : [sql`lower(c.number) = lower(${contractNumber})`]),
    ...(filter.includeCancels === false ? [sql`l.cancel_id is null`] : []),
    ...(dueBefore === undefined ? [] : [sql`l.due_date < ${dueBefore}::date`]),
  ]
  return sql.join(conditions, sql` and `)
}
