import { z } from 'zod'
import { seesContract } from '../../access/scope.ts'
import { cents, date, flag, instant, int, ints, oneOf, orNull, text, texts } from '../../db/columns.ts'
import { sql } from '../../db/sql.ts'
import { latePenalties, nextPenalty } from '../../domain/cancellation/late-penalty.ts'
import type { CancelCalculation } from '../../domain/cancellation/results.ts'
import { daysBetween } from '../../domain/dates.ts'
import { amountOf, ZERO } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { CalendarDate, Id, Instant, Money } from '../../http/schemas.ts'
import { type Filters, type ListQuery, listOf, type OwnOrder, type Sort } from '../../http/search.ts'
import { requesters } from '../../reference/cancel-reasons.ts'
import { waitingFields } from '../decide/models.ts'
import { waitingAnswer } from '../decide/payment-answer.ts'
import { missingNow } from './answer.ts'
import { requestTable } from './rows.ts'

/** The states of a request on the desk. A quote asks nothing of it. */
export const deskStatuses = ['Requested', 'NeedsInfo', 'Approved', 'Executed', 'Denied', 'Withdrawn'] as const
/** Those in which it waits for the desk. */
export const OPEN_REQUEST = `r.status in ('Requested', 'NeedsInfo', 'Approved')`

const name = z.string().nullable()

/** A cancel request in the queue of the cancel desk. */
export const QueuedCancelRequest = z
  .object({
    id: Id,
    number: z.string(),
    status: z.enum(deskStatuses),
    contractId: Id,
    contractNumber: name,
    customerName: name,
    dealerNumber: z.string(),
    dealerName: z.string(),
    state: name,
    reasonCode: z.string(),
    reasonName: z.string(),
    requestedBy: z.enum(requesters),
    requestedAt: Instant,
    createdBy: z.string(),
    noticeReceivedDate: CalendarDate,
    cancelDate: CalendarDate,
    totalRefund: Money.nullable().describe('As last calculated. Null while a required input is missing.'),
    refundDueDate: CalendarDate.describe('The day by which the law wants the refund.'),
    daysLeft: z
      .int()
      .nullable()
      .describe(
        'Days until the refund is due. Negative when it is late. Null once the desk is done with it.',
      ),
    missing: z.array(z.string()).describe('E.g. `cancelOdometer`, `document:CancelForm`.'),
    latePenalty: Money.describe('The penalty so far, if the refund is late.'),
    ...waitingFields,
    cancelId: Id.nullable(),
  })
  .meta({ id: 'QueuedCancelRequest' })
type QueuedCancelRequest = z.input<typeof QueuedCancelRequest>

/** Every filter has an index of the requests that are no quotes. */
const filters = {
  number: { match: 'whole', column: 'r.number' },
  status: { match: 'oneOf', column: 'r.status', values: deskStatuses, otherwise: OPEN_REQUEST },
  contractId: { match: 'id', column: 'r.contract_id' },
  contractNumber: { match: 'whole', column: 'c.number' },
  customerName: { match: 'contains', column: 'h.name', folded: 'h.name_folded' },
  dealerId: { match: 'id', column: 'c.dealer_id' },
  dealerNumber: {
    match: 'text where',
    where: `c.dealer_id = (select id from account_holder where type = 'Dealer' and lower(number) = lower(?))`,
  },
  state: { match: 'whole', column: 'c.state_of_sale' },
  reasonCode: {
    match: 'text where',
    where: `r.reason_id = (select id from reference_value where list = 'CancelReason' and lower(code) = lower(?))`,
  },
  requestedBy: { match: 'oneOf', column: 'r.requested_by', values: requesters },
  requestedFrom: { match: 'from', column: 'r.requested_date' },
  requestedTo: { match: 'to', column: 'r.requested_date' },
  cancelDateFrom: { match: 'from', column: 'r.cancel_date' },
  cancelDateTo: { match: 'to', column: 'r.cancel_date' },
  dueFrom: { match: 'from', column: 'r.refund_due_date' },
  dueTo: { match: 'to', column: 'r.refund_due_date' },
  dueBefore: { match: 'before', column: 'r.refund_due_date' },
  // The list itself applies it, because it depends on the day.
  overdue: { match: 'flag where', where: '?::boolean is not null' },
} as const satisfies Filters

export const queueSearch = {
  filters,
  sort: {
    refundDueDate: { column: 'r.refund_due_date' },
    requestedAt: { column: 'r.requested_at' },
    cancelDate: { column: 'r.cancel_date' },
    totalRefund: { column: 'r.total_refund' },
    number: { column: 'r.number', text: true },
  },
  order: { by: 'r.refund_due_date, r.id', words: 'refundDueDate, the most urgent first' },
} as const satisfies { filters: Filters; sort: Sort; order: OwnOrder }

const columns = {
  ...{ id: int, number: text, status: oneOf(deskStatuses), contractId: int, contractNumber: orNull(text) },
  ...{ customerName: orNull(text), dealerNumber: text, dealerName: text, state: orNull(text) },
  ...{
    reasonCode: text,
    reasonName: text,
    requestedBy: oneOf(requesters),
    requestedAt: instant,
    createdBy: text,
  },
  ...{ noticeReceivedDate: date, cancelDate: date, totalRefund: orNull(cents), refundDueDate: date },
  ...{ missing: texts, document_types: ints, isOpen: flag, cancelId: orNull(int) },
  calculation: requestTable.columns.calculation,
}

const SELECT = `r.id, r.number, r.status, r.contract_id as "contractId", c.number as "contractNumber",
  h.name as "customerName", d.number as "dealerNumber", d.name as "dealerName", c.state_of_sale as state,
  v.code as "reasonCode", v.name as "reasonName", r.requested_by as "requestedBy", r.requested_at as "requestedAt",
  r.created_by as "createdBy", r.notice_received_date as "noticeReceivedDate", r.cancel_date as "cancelDate",
  r.total_refund as "totalRefund", r.refund_due_date as "refundDueDate", r.missing, ${OPEN_REQUEST} as "isOpen",
  r.cancel_id as "cancelId",
  array(select distinct f.document_type_id from document f
    where f.entity_type = 'Contract' and f.entity_id = r.contract_id and f.versions > 0) as document_types,
  case when ${OPEN_REQUEST} then r.calculation end as calculation`

const CUSTOMER = 'left join account_holder h on h.id = c.customer_id'
const SHOWN = 'join account_holder d on d.id = c.dealer_id join reference_value v on v.id = r.reason_id'

/** The requests on the desk: without a status, those that wait for it; by the day that the refund is due. */
export function queueList(
  { caller, today }: Pick<Acting, 'caller' | 'today'>,
  asked: Readonly<Partial<Record<keyof typeof filters, unknown>>>,
): ListQuery<QueuedCancelRequest> {
  const isOverdue = sql`(r.refund_due_date < ${today} and ${sql.raw(OPEN_REQUEST)})`
  const isByCustomer = asked.customerName !== undefined
  return listOf({
    ...queueSearch,
    filters: {
      ...filters,
      overdue: {
        match: 'flag where',
        where: (value) => (value === true ? isOverdue : sql`not ${isOverdue}`),
      },
    },
    columns,
    select: SELECT,
    from: `cancel_request r join contract c on c.id = r.contract_id ${isByCustomer ? CUSTOMER : ''}`,
    joined: isByCustomer ? SHOWN : `${CUSTOMER} ${SHOWN}`,
    id: 'r.id',
    where: [sql`r.status <> 'Quote'`, seesContract(caller)],
    row: ({ document_types, isOpen, calculation, totalRefund, ...shown }) => ({
      ...shown,
      requestedAt: shown.requestedAt.toISOString(),
      totalRefund: totalRefund === null ? null : amountOf(totalRefund),
      daysLeft: isOpen ? daysBetween(today, shown.refundDueDate) : null,
      missing: missingNow({ missing: shown.missing, document_types }),
      ...(calculation
        ? priceOfWaiting(calculation, shown.refundDueDate, today)
        : { latePenalty: 0, nextPenalty: null, nextPenaltyDate: null, costOfWaiting: 0 }),
    }),
  })
}

/** A refund that is not paid yet, as one payment. */
function priceOfWaiting(
  { penalty, retail, isFreeLook, totalRefund }: CancelCalculation,
  refundDueDate: string,
  today: string,
) {
  const refund = {
    ...{ penalty, retail, isFreeLook, refundDueDate },
    payments: [{ amount: totalRefund, paid: [] }],
  }
  return {
    latePenalty: amountOf(latePenalties(refund, today)[0] ?? ZERO),
    ...waitingAnswer(nextPenalty(refund, today), 0, today),
  }
}
