import {
  cents,
  date,
  flag,
  instant,
  int,
  oneOf,
  orNull,
  type RowOf,
  text,
  withDefault,
} from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { insertAll, table } from '../../db/table.ts'
import type { PaymentLine, PlannedPayment } from '../../domain/cancellation/payments.ts'
import type { CancelCalculation } from '../../domain/cancellation/results.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { Cents } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { documentsWith, documentWith } from './columns.ts'
import { type CancelPaymentDetails, refundMethods } from './models.ts'

export type MailTo = CancelPaymentDetails['mailTo']

const mailToColumn = orNull(documentWith<NonNullable<MailTo>>())

/** A refund payment as it is stored. */
const paymentTable = table('cancel_payment', {
  ...{ id: withDefault(int), cancel_id: int, contract_id: int, ledger_id: int, payee_id: int },
  ...{ payee_name: text, for_payee_name: orNull(text), amount: cents, method: oneOf(refundMethods) },
  ...{ is_lien_holder: flag, lines: documentsWith<PaymentLine>('disbursementCode', 'amount') },
  ...{ mail_to: mailToColumn, memo: orNull(text), refund_due_date: date, is_voided: withDefault(flag) },
  confirmed_date: orNull(date),
  ...{ created_at: instant, created_by: text, updated_at: instant, updated_by: text },
})

/** A refund payment with everything that an answer needs. Its status follows from its ledger row. */
export interface ReadPayment
  extends Omit<
    RowOf<typeof paymentTable.columns>,
    'created_at' | 'created_by' | 'updated_at' | 'updated_by'
  > {
  readonly payee: CancelPaymentDetails['payee']
  readonly status: CancelPaymentDetails['status']
  /** The cash that was paid and not reversed, the oldest first. */
  readonly cash: readonly PaidCash[] | null
}

interface PaidCash {
  readonly id: number
  readonly date: CalendarDate
  readonly amount: Cents
  readonly checkNumber: string | null
}

/** The columns of `REFUND_READ`. */
export const refundColumns = {
  late: documentWith<Pick<CancelCalculation, 'penalty' | 'retail' | 'isFreeLook'>>(
    'penalty',
    'retail',
    'isFreeLook',
  ),
  payments: orNull(documentsWith<ReadPayment>('id', 'ledger_id', 'amount', 'status', 'payee', 'cash')),
}

export type RefundRead = RowOf<typeof refundColumns>

/** SQL for the status of a payment, from its own row and its ledger row. */
export const paymentStatusSql = (
  payment: string,
  ledger: string,
) => `case when ${payment}.is_voided then 'Voided'
  when ${ledger}.status in ('InProcess', 'Paid') then ${ledger}.status else 'Pending' end`

const CASH = `(
  select jsonb_agg(jsonb_build_object('id', k.id, 'date', k.cash_date, 'amount', a.amount, 'checkNumber', k.check_number)
    order by k.cash_date, k.id)
  from (select d.cash_transaction_id, sum(case when d.is_reversal then -d.applied_amount else d.applied_amount end)::bigint
      as amount from ledger_detail d where d.ledger_id = s.ledger_id group by 1) a
  join cash_transaction k on k.id = a.cash_transaction_id where a.amount > 0)`

/** SQL for the payments of a cancel `x`, the oldest first, and for the terms of a late penalty. */
const refundRead = (payments: string, which = '') => `
  jsonb_build_object('penalty', x.calculation -> 'penalty', 'retail', x.calculation -> 'retail',
    'isFreeLook', x.calculation -> 'isFreeLook') as late,
  (select jsonb_agg(to_jsonb(s) || jsonb_build_object('status', ${paymentStatusSql('s', 'sg')}, 'cash', ${CASH},
      'payee', (select jsonb_build_object('type', h.type, 'id', h.id, 'number', h.number,
        'name', h.name) from account_holder h
        where h.id = s.payee_id)) order by s.id)
   from ${payments} join ledger sg on sg.id = s.ledger_id where s.cancel_id = x.id ${which}) as payments`

/** All payments of the cancel. */
export const REFUND_READ = refundRead('cancel_payment s')

/**
 * The payment `p` of a cancel `x`. A penalty on the price is shared, so then the other payments are read as well. The
 * calculation is a long document: `offset 0` has it read once, not once for each payment of the cancel.
 */
export const PAYMENT_READ = refundRead(
  `(select x.calculation -> 'penalty' ->> 'base' = 'Price' as is_shared offset 0) penalty cross join cancel_payment s`,
  'and (s.id = p.id or penalty.is_shared)',
)

/** A new payment, with its ledger row and its mailing address. */
interface NewPayment extends PlannedPayment {
  readonly ledgerId: number
  readonly mailTo: MailTo
}

export async function insertPayments(
  tx: Tx,
  { now, caller }: Acting,
  cancel: {
    readonly id: number
    readonly contractId: number
    readonly memo: string
    readonly refundDueDate: CalendarDate
  },
  payments: readonly NewPayment[],
): Promise<void> {
  const audit = { created_at: now, created_by: caller.name, updated_at: now, updated_by: caller.name }
  await insertAll(
    tx,
    paymentTable,
    payments.map((payment) => ({
      ...{ cancel_id: cancel.id, contract_id: cancel.contractId, ledger_id: payment.ledgerId },
      ...{ payee_id: payment.payee.id, payee_name: payment.payeeName, for_payee_name: payment.forPayeeName },
      ...{ amount: payment.amount, method: payment.method, is_lien_holder: payment.isLienHolder },
      ...{ lines: payment.lines, mail_to: payment.mailTo, memo: cancel.memo },
      ...{ refund_due_date: cancel.refundDueDate, ...audit },
    })),
  )
}

const VOID = command(`update cancel_payment set is_voided = true, updated_at = $2, updated_by = $3
  where id = any($1::bigint[])`)

/** Voids payments that will not be made. */
export const voidPayments = (tx: Tx, { now, caller }: Acting, ids: readonly number[]) =>
  VOID.run(tx, [ids, now, caller.name])

const ADDRESSES = statement(
  { id: int, address: mailToColumn },
  `
  select h.id, coalesce(l.refund_address, h.mailing_address, case when h.line1 is null then null else
    jsonb_build_object('line1', h.line1, 'line2', h.line2, 'city', h.city, 'state', h.state, 'zip', h.zip,
      'county', h.county, 'country', h.country, 'type', h.address_type) end) as address
  from account_holder h left join lien_holder l on l.id = h.id where h.id = any($1::bigint[])`,
)

/** Mailing addresses by account holder: the refund address of a lien holder, the mailing address of others. */
export async function loadAddresses(
  db: Db,
  accountHolderIds: readonly number[],
): Promise<ReadonlyMap<number, MailTo>> {
  const rows = await ADDRESSES.rows(db, [accountHolderIds])
  return new Map(rows.map(({ id, address }) => [id, address]))
}
