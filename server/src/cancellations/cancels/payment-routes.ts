import { seesContract } from '../../access/scope.ts'
import { int, orNull, text } from '../../db/columns.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { addDays, daysBetween } from '../../domain/dates.ts'
import { type Route, route } from '../../http/route.ts'
import { type Filters, type ListQuery, listOf, type OwnOrder, type Sort } from '../../http/search.ts'
import { below, twins } from '../../http/twins.ts'
import { CancelPaymentDetails, OverdueCancelPayment, paymentStatuses } from '../decide/models.ts'
import { visibleContractPath, visibleRequestPath } from '../decide/paths.ts'
import { paymentAnswer, waitingOfPayment } from '../decide/payment-answer.ts'
import { PAYMENT_READ, paymentStatusSql, refundColumns } from '../decide/payment-rows.ts'
import type { CancelShowing } from './answer.ts'
import { loadContractIdOfCancel } from './rows.ts'

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

const paymentColumns = { id: int, ...refundColumns }

/** The refund payments of a contract, a request or a cancel. */
const paymentList = (showing: CancelShowing, of: Sql): ListQuery<CancelPaymentDetails> =>
  listOf({
    ...paymentSearch,
    columns: paymentColumns,
    select: `p.id, ${PAYMENT_READ}`,
    from: FROM,
    id: 'p.id',
    where: [of, seesContract(showing.caller)],
    row: (read) => paymentAnswer(read, read.id, showing),
  })

const overdueSearch = {
  filters: {
    // The list itself applies it, with a default.
    withinDays: { match: 'id where', where: '?::bigint is not null' },
    dueFrom: { match: 'from', column: 'p.refund_due_date' },
    dueBefore: { match: 'before', column: 'p.refund_due_date' },
  },
  sort: { refundDueDate: { column: 'p.refund_due_date' }, amount: { column: 'p.amount' } },
  order: { by: 'p.refund_due_date, p.id', words: 'the most urgent first' },
} as const satisfies { filters: Filters; sort: Sort; order: OwnOrder }

/** Keeps the date within the range of PostgreSQL. */
const DAYS_AT_MOST = 1_000_000

/** Refunds that are not paid, or that a dealer has not confirmed, with a due date up to `withinDays` from today. */
export const overdueList = (showing: CancelShowing, withinDays = 10): ListQuery<OverdueCancelPayment> =>
  listOf({
    ...overdueSearch,
    columns: { contract_number: orNull(text), ...paymentColumns },
    select: `p.id, c.number as contract_number, ${PAYMENT_READ}`,
    from: FROM,
    id: 'p.id',
    where: [
      sql`not p.is_voided and p.confirmed_date is null and x.status = 'Active'`,
      sql`(g.status <> 'Paid' or p.for_payee_name is not null)`,
      sql`p.refund_due_date <= ${addDays(showing.today, Math.min(withinDays, DAYS_AT_MOST))}`,
      seesContract(showing.caller),
    ],
    row(read) {
      const payment = paymentAnswer(read, read.id, showing)
      return {
        ...payment,
        contractNumber: read.contract_number,
        daysLeft: daysBetween(showing.today, payment.refundDueDate),
        ...waitingOfPayment(read, read.id, showing.today),
      }
    },
  })

const shared = { permission: 'contracts:read', row: CancelPaymentDetails, search: paymentSearch } as const

/** Refund payments: who is paid what, and what is late. */
export const paymentRoutes = (): readonly Route[] => [
  ...twins.list(below(visibleContractPath, '/cancelpayments'), {
    ...shared,
    tag: 'Contracts',
    summary: 'List the refund payments of a contract',
    list: (acting, contractId) => paymentList(acting, sql`p.contract_id = ${contractId}`),
  }),
  ...twins.list(below(visibleRequestPath, '/cancelpayments'), {
    ...shared,
    tag: 'CancelRequests',
    summary: 'List the refund payments of a cancel request',
    description: 'Empty until the request is executed.',
    list: (acting, requestId) => paymentList(acting, sql`x.cancel_request_id = ${requestId}`),
  }),
  route.list({
    ...shared,
    tag: 'Cancels',
    summary: 'List the refund payments of a cancel',
    path: '/cancels/{cancelId}/cancelpayments',
    form: 'array',
    async list({ db, params: { cancelId }, ...acting }) {
      await loadContractIdOfCancel(db, acting.caller, cancelId)
      return paymentList(acting, sql`p.cancel_id = ${cancelId}`)
    },
  }),
  route.list({
    path: '/cancelpayments/overdue',
    tag: 'Cancels',
    summary: 'List refunds that are overdue or due soon',
    description:
      'Unpaid refunds, and refunds that a dealer passes on and has not confirmed, by due date. `withinDays` (default 10) includes refunds due in that many days.',
    permission: 'contracts:read',
    form: 'wrapped',
    row: OverdueCancelPayment,
    search: overdueSearch,
    list: ({ db: _, params: __, query, ...acting }) => overdueList(acting, query.withinDays),
  }),
]
