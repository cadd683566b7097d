import { z } from 'zod'
import { idOf } from '../../contracts/record/read-contract.ts'
import { seeContract } from '../../contracts/record/see-contract.ts'
import { sql } from '../../db/sql.ts'
import { type Route, route } from '../../http/route.ts'
import { findRequestId } from '../decide/find-request.ts'
import { CancelPaymentDetails, OverdueCancelPayment } from '../decide/models.ts'
import { overdueList, overdueSearch, paymentList, paymentSearch } from './payment-lists.ts'
import { findContractIdOfCancel } from './rows.ts'

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
      const id = await idOf(db, acting.caller, params.identifier)
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
