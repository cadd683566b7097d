import { run, type Tx } from '../../db/database.ts'
import type { RefundMethod } from '../../domain/cancellation/facts.ts'
import type { PaymentLine, PlannedPayment } from '../../domain/cancellation/payments.ts'
import type { CancelCalculation } from '../../domain/cancellation/results.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { Cents } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import type { CancelPaymentDetails } from './models.ts'

export type MailTo = CancelPaymentDetails['mailTo']

/** A payment of a refund with what is shown of it. How it stands is what its row of the ledger says. */
export interface ReadPayment {
  readonly id: number
  readonly cancel_id: number
  readonly ledger_id: number
  readonly payee: CancelPaymentDetails['payee']
  readonly payee_name: string
  readonly for_payee_name: string | null
  readonly amount: Cents
  readonly method: RefundMethod
  readonly is_lien_holder: boolean
  readonly lines: readonly PaymentLine[]
  readonly mail_to: MailTo
  readonly memo: string | null
  readonly refund_due_date: CalendarDate
  readonly is_voided: boolean
  readonly confirmed_date: CalendarDate | null
  readonly status: CancelPaymentDetails['status']
  /** What of it went out and did not come back, the oldest first. */
  readonly cash: readonly PaidCash[] | null
}

export interface PaidCash {
  readonly id: number
  readonly date: CalendarDate
  readonly amount: Cents
  readonly checkNumber: string | null
}

/** What of a cancellation its payments are shown with. */
export interface RefundRead {
  readonly late: Pick<CancelCalculation, 'penalty' | 'retail' | 'isFreeLook'>
  readonly payments: readonly ReadPayment[] | null
}

/** How a payment stands, by its own row and that of the ledger. */
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

/** Payments of a cancel `x`, the oldest first, and what a delay of them costs. */
const refundRead = (which: string) => `
  jsonb_build_object('penalty', x.calculation -> 'penalty', 'retail', x.calculation -> 'retail',
    'isFreeLook', x.calculation -> 'isFreeLook') as late,
  (select jsonb_agg(to_jsonb(s) || jsonb_build_object('status', ${paymentStatusSql('s', 'sg')}, 'cash', ${CASH},
      'payee', (select jsonb_build_object('type', h.type, 'id', h.id, 'number', h.number) from account_holder h
        where h.id = s.payee_id)) order by s.id)
   from cancel_payment s join ledger sg on sg.id = s.ledger_id where s.cancel_id = x.id ${which}) as payments`

/** All of them. */
export const REFUND_READ = refundRead('')

/** The payment `p` of a cancel `x`, and others only where they share a penalty, which is one on the price. */
export const PAYMENT_READ = refundRead(`and (s.id = p.id or x.calculation -> 'penalty' ->> 'base' = 'Price')`)

const INSERT = `
  insert into cancel_payment (cancel_id, contract_id, ledger_id, payee_id, payee_name, for_payee_name, amount, method,
    is_lien_holder, lines, mail_to, memo, refund_due_date, created_at, created_by, updated_at, updated_by)
  select $1, $2, new.*, $3, $4, $5, $6, $5, $6
  from unnest($7::bigint[], $8::bigint[], $9::text[], $10::text[], $11::bigint[], $12::text[], $13::boolean[],
    $14::jsonb[], $15::jsonb[]) as new`

/** A payment that is to be made, with its row of the ledger and where it is sent. */
export interface NewPayment extends PlannedPayment {
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
  if (payments.length === 0) return
  await run(tx, INSERT, [
    ...[cancel.id, cancel.contractId, cancel.memo, cancel.refundDueDate, now, caller.name],
    payments.map(({ ledgerId }) => ledgerId),
    payments.map(({ payee }) => payee.id),
    payments.map(({ payeeName }) => payeeName),
    payments.map(({ forPayeeName }) => forPayeeName),
    payments.map(({ amount }) => amount),
    payments.map(({ method }) => method),
    payments.map(({ isLienHolder }) => isLienHolder),
    payments.map(({ lines }) => JSON.stringify(lines)),
    payments.map(({ mailTo }) => mailTo && JSON.stringify(mailTo)),
  ])
}

const VOID = `update cancel_payment set is_voided = true, updated_at = $2, updated_by = $3
  where id = any($1::bigint[])`

/** Payments that will not be made. */
export const voidPayments = (tx: Tx, { now, caller }: Acting, ids: readonly number[]) =>
  run(tx, VOID, [ids, now, caller.name])

const ADDRESSES = `
  select h.id, coalesce(l.refund_address, h.mailing_address, case when h.line1 is null then null else
    jsonb_build_object('line1', h.line1, 'line2', h.line2, 'city', h.city, 'state', h.state, 'zip', h.zip,
      'county', h.county, 'country', h.country, 'type', h.address_type) end) as address
  from account_holder h left join lien_holder l on l.id = h.id where h.id = any($1::bigint[])`

/** Where money is sent to: a lien holder says where refunds go, others where their mail does. */
export async function loadAddresses(
  tx: Tx,
  accountHolderIds: readonly number[],
): Promise<ReadonlyMap<number, MailTo>> {
  const rows = await run<{ id: number; address: MailTo }>(tx, ADDRESSES, [accountHolderIds])
  return new Map(rows.map(({ id, address }) => [id, address]))
}
