import { z } from 'zod'
import { seesContract } from '../../access/scope.ts'
import { findContractId } from '../../contracts/record/read-contract.ts'
import { seeContract } from '../../contracts/record/rows.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { addDays, daysBetween } from '../../domain/dates.ts'
import { type Route, route } from '../../http/route.ts'
import type { Filters, ListQuery, OwnOrder, Sort } from '../../http/search.ts'
import { findRequestId } from '../decide/find-request.ts'
import { CancelPaymentDetails, OverdueCancelPayment, paymentStatuses } from '../decide/models.ts'
import { paymentAnswer } from '../decide/payment-answer.ts'
import { PAYMENT_READ, paymentStatusSql, type RefundRead } from '../decide/payment-rows.ts'
import type { CancelShowing } from './answer.ts'
import { findContractIdOfCancel } from './rows.ts'

const FROM = `cancel_payment p join ledger g on g.id = p.ledger_id join cancel x on x.id = p.cancel_id
  join contract c on c.id = p.contract_id`
const STATUS = paymentStatusSql('p', 'g')

export const paymentSearch = {
  filters: {
    status: { match: 'oneOf', column: STATUS, values: paymentStatuses },
    from: { match: 'from', column: 'p.refund_due_date' },
    to: { match: 'to', column: 'p.refund_due_date' },
  },
  sort: { refundDueDate: { column: 'p.refund_due_date' }, amount: { column: 'p.amount' } },
} as const satisfies { filters: Filters; sort: Sort }

interface PaymentRecord extends RefundRead {
  readonly id: number
}

/** What is paid, or to be paid, of the refunds of a contract, a request or a cancel. */
export const paymentList = (showing: CancelShowing, of: Sql): ListQuery<CancelPaymentDetails> => ({
  ...paymentSearch,
  select: `p.id, ${PAYMENT_READ}`,
  from: FROM,
  id: 'p.id',
  where: [of, seesContract(showing.caller)],
  row: (read: PaymentRecord) => paymentAnswer(read, read.id, showing),
})

const overdueSearch = {
  filters: {
    // Who is late is decided by it, sent or not.
    withinDays: { match: 'id where', where: '?::bigint is not null' },
  },
  sort: { refundDueDate: { column: 'p.refund_due_date' }, amount: { column: 'p.amount' } },
  order: { by: 'p.refund_due_date, p.id', words: 'the most urgent first' },
} as const satisfies { filters: Filters; sort: Sort; order: OwnOrder }

/** Beyond any date that there is. */
const DAYS_AT_MOST = 1_000_000

/**
 * Refunds that the law wants paid soon, or wanted before: those that are not paid, and those that a dealer has not said to
 * have passed on. The most urgent first.
 */
export const overdueList = (showing: CancelShowing, withinDays: number): ListQuery<OverdueCancelPayment> => ({
  ...overdueSearch,
  select: `p.id, c.number as contract_number, ${PAYMENT_READ}`,
  from: FROM,
  id: 'p.id',
  where: [
    sql`not p.is_voided and p.confirmed_date is null and x.status = 'Active'`,
    sql`(g.status <> 'Paid' or p.for_payee_name is not null)`,
    sql`p.refund_due_date <= ${addDays(showing.today, Math.min(withinDays, DAYS_AT_MOST))}`,
    seesContract(showing.caller),
  ],
  row(read: PaymentRecord & { readonly contract_number: string | null }) {
    const payment = paymentAnswer(read, read.id, showing)
    return {
      ...payment,
      contractNumber: read.contract_number,
      daysLeft: daysBetween(showing.today, payment.refundDueDate),
    }
  },
})

const shared = { permission: 'contracts:read', row: CancelPaymentDetails, search: paymentSearch } as const
const ofContract = { ...shared, tag: 'Contracts', summary: 'List the refund payments of a contract' } as const
const ofRequest = {
  ...{ ...shared, tag: 'CancelRequests', summary: 'List the refund payments of a cancel request' },
  description: 'None before it is executed.',
} as const
const identifier = { identifier: z.string() }

/** What of a refund is paid to whom, and what is late. */
export const paymentRoutes = (): readonly Route[] => [
  route.list({
    ...ofContract,
    path: '/contracts/{contractId}/cancelpayments',
    successor: '/v2/contracts/{contractId}/cancelpayments',
    form: 'array',
    async list({ db, params: { contractId }, ...acting }) {
      await seeContract(db, acting.caller, contractId)
      return paymentList(acting, sql`p.contract_id = ${contractId}`)
    },
  }),
  route.list({
    ...ofContract,
    path: '/v2/contracts/{identifier}/cancelpayments',
    params: identifier,
    form: 'wrapped',
    async list({ db, params, ...acting }) {
      const id = await findContractId(db, acting.caller, params.identifier)
      return paymentList(acting, sql`p.contract_id = ${id}`)
    },
  }),
  route.list({
    ...ofRequest,
    path: '/cancelrequests/{cancelRequestId}/cancelpayments',
    successor: '/v2/cancelrequests/{cancelRequestId}/cancelpayments',
    form: 'array',
    async list({ db, params: { cancelRequestId }, ...acting }) {
      const id = await findRequestId(db, acting.caller, String(cancelRequestId), 'id')
      return paymentList(acting, sql`x.cancel_request_id = ${id}`)
    },
  }),
  route.list({
    ...ofRequest,
    path: '/v2/cancelrequests/{identifier}/cancelpayments',
    params: identifier,
    form: 'wrapped',
    async list({ db, params, ...acting }) {
      const id = await findRequestId(db, acting.caller, params.identifier)
      return paymentList(acting, sql`x.cancel_request_id = ${id}`)
    },
  }),
  route.list({
    ...shared,
    tag: 'Cancels',
    summary: 'List the refund payments of a cancel',
    path: '/cancels/{cancelId}/cancelpayments',
    form: 'array',
    async list({ db, params: { cancelId }, ...acting }) {
      await findContractIdOfCancel(db, acting.caller, cancelId)
      return paymentList(acting, sql`p.cancel_id = ${cancelId}`)
    },
  }),
  route.list({
    path: '/cancelpayments/overdue',
    tag: 'Cancels',
    summary: 'List refunds that are late or nearly so',
    description:
      'By their due date: those that are not paid, and those that a dealer passes on and has not confirmed. `withinDays` (10) looks ahead.',
    permission: 'contracts:read',
    form: 'wrapped',
    row: OverdueCancelPayment,
    search: overdueSearch,
    list: ({ db: _, params: __, query, ...acting }) => overdueList(acting, query.withinDays ?? 10),
  }),
]
