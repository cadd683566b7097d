import { z } from 'zod'
import { seesContract } from '../../access/scope.ts'
import { cents, date, int, oneOf, orNull, text } from '../../db/columns.ts'
import { amountOf } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import { type Route, route } from '../../http/route.ts'
import { CalendarDate, Id, Money } from '../../http/schemas.ts'
import { type Filters, type ListQuery, listOf, type OwnOrder, type Sort } from '../../http/search.ts'
import { requesters } from '../../reference/cancel-reasons.ts'
import { cancelStatuses } from '../decide/models.ts'

const name = z.string().nullable()

/** An executed cancel in a list. */
const CancelSearchResult = z
  .object({
    id: Id,
    number: z.string(),
    status: z.enum(cancelStatuses),
    contractId: Id,
    contractNumber: name,
    customerName: name,
    dealerNumber: z.string(),
    dealerName: z.string(),
    productName: z.string(),
    planName: z.string(),
    reasonCode: z.string(),
    reasonName: z.string(),
    requestedBy: z.enum(requesters),
    cancelDate: CalendarDate,
    executionDate: CalendarDate,
    grossRefund: Money,
    claimsDeduction: Money,
    cancelFee: Money,
    netRefund: Money,
    salesTaxRefund: Money,
    totalRefund: Money,
  })
  .meta({ id: 'CancelSearchResult' })
type CancelSearchResult = z.input<typeof CancelSearchResult>

/** The figures of a cancel. A report adds them up. */
export const cancelFigures = [
  'grossRefund',
  'claimsDeduction',
  'cancelFee',
  'netRefund',
  'salesTaxRefund',
  'totalRefund',
] as const
/** A figure of a cancel `x`, in cents. */
export const figureOf = (figure: (typeof cancelFigures)[number]) => `(x.calculation ->> '${figure}')::bigint`

const search = {
  filters: {
    status: { match: 'oneOf', column: 'x.status', values: cancelStatuses },
    reasonCode: {
      match: 'text where',
      where: `x.reason_id = (select id from reference_value where list = 'CancelReason' and lower(code) = lower(?))`,
    },
    productId: { match: 'id', column: 'c.product_id' },
    dealerId: { match: 'id', column: 'c.dealer_id' },
    cancelDateFrom: { match: 'from', column: 'x.cancel_date' },
    cancelDateTo: { match: 'to', column: 'x.cancel_date' },
    executionFrom: { match: 'from', column: 'x.execution_date' },
    executionTo: { match: 'to', column: 'x.execution_date' },
  },
  sort: {
    cancelDate: { column: 'x.cancel_date' },
    executionDate: { column: 'x.execution_date' },
  },
  order: { by: 'x.execution_date desc, x.id desc', words: 'executionDate, the newest first' },
} as const satisfies { filters: Filters; sort: Sort; order: OwnOrder }

const columns = {
  ...{ id: int, number: text, status: oneOf(cancelStatuses), contractId: int, contractNumber: orNull(text) },
  ...{ customerName: orNull(text), dealerNumber: text, dealerName: text, productName: text, planName: text },
  ...{ reasonCode: text, reasonName: text, requestedBy: oneOf(requesters) },
  ...{ cancelDate: date, executionDate: date, grossRefund: cents, claimsDeduction: cents },
  ...{ cancelFee: cents, netRefund: cents, salesTaxRefund: cents, totalRefund: cents },
}

/** The cancels of the contracts that the caller sees. */
const cancelIndex = (caller: Caller): ListQuery<CancelSearchResult> =>
  listOf({
    ...search,
    columns,
    select: `x.id, x.number, x.status, x.contract_id as "contractId", c.number as "contractNumber",
      h.name as "customerName", d.number as "dealerNumber", d.name as "dealerName", c.product_name as "productName",
      c.plan_name as "planName", v.code as "reasonCode", v.name as "reasonName", x.requested_by as "requestedBy",
      x.cancel_date as "cancelDate", x.execution_date as "executionDate",
      ${cancelFigures.map((figure) => `${figureOf(figure)} as "${figure}"`).join(', ')}`,
    from: 'cancel x join contract c on c.id = x.contract_id',
    joined: `left join account_holder h on h.id = c.customer_id join account_holder d on d.id = c.dealer_id
      join reference_value v on v.id = x.reason_id`,
    id: 'x.id',
    where: [seesContract(caller)],
    row: (row) => ({
      ...row,
      grossRefund: amountOf(row.grossRefund),
      claimsDeduction: amountOf(row.claimsDeduction),
      cancelFee: amountOf(row.cancelFee),
      netRefund: amountOf(row.netRefund),
      salesTaxRefund: amountOf(row.salesTaxRefund),
      totalRefund: amountOf(row.totalRefund),
    }),
  })

/** The list of executed cancels. */
export const cancelIndexRoutes: readonly Route[] = [
  route.list({
    path: '/cancels',
    tag: 'Cancels',
    summary: 'List executed cancels',
    description: 'The newest execution first. A cancel that was taken back has the status Reversed.',
    permission: 'contracts:read',
    form: 'wrapped',
    row: CancelSearchResult,
    search,
    list: ({ caller }) => cancelIndex(caller),
  }),
]
