import { z } from 'zod'
import { csvColumns } from '../../http/csv.ts'
import { type Route, route } from '../../http/route.ts'
import { agingList, agingSearch } from './aging.ts'
import { pastDay } from './items.ts'
import { AgingRow, LedgerSummary, PayReceive, UnpaidProduct } from './models.ts'
import { PayReceiveQuery, payAndReceive } from './pay-receive.ts'
import { SummaryQuery, summarizeLedger } from './summary.ts'
import { unpaidProductList, unpaidSearch } from './unpaid-products.ts'

const tag = 'Ledgers'

/** What is open, with whom, for what, and since when. */
export const openItemRoutes: readonly Route[] = [
  route.read({
    path: '/ledgers/payReceiveLedgers',
    tag,
    summary: 'List what can be paid and received now',
    description:
      'The open rows that are due, for one account holder or for each that is paid automatically. `reasons` says why they cannot be settled: BelowMinimum, NettingNotAllowed, NoPaymentMethod.',
    permission: 'ledgers:read',
    query: PayReceiveQuery,
    answer: z.array(PayReceive),
    pages: ['accountHolder.id', 'accountHolder.number', 'totalReceive', 'totalPay', 'net'],
    handler: ({ db, caller, query, today }) => payAndReceive(db, caller, query, today),
  }),
  route.list({
    path: '/ledgers/unpaidLedgersProducts',
    tag,
    summary: 'List what is unpaid, by product',
    description:
      'The open rows of an account holder that are in no batch. `includeCancels` is true by default and adds the rows of cancels.',
    permission: 'ledgers:read',
    form: 'wrapped',
    row: UnpaidProduct,
    search: unpaidSearch,
    list: ({ caller, query }) => unpaidProductList(caller, query),
  }),
  route.read({
    path: '/ledgerSummary',
    tag,
    summary: 'Summarize the ledger',
    description:
      'Rows in the books: no memo rows, no voided rows, and none that wait for the finalize. What account holders owe is positive, what the administrator owes is negative.',
    permission: 'ledgers:read',
    query: SummaryQuery,
    answer: z.array(LedgerSummary),
    pages: csvColumns(LedgerSummary),
    handler: ({ db, caller, query, today }) =>
      summarizeLedger(db, caller, query, pastDay(query.asOfDate, today)),
  }),
  route.list({
    path: '/aging',
    tag,
    summary: 'List open amounts by how long they are past due',
    description:
      'Open rows and rows in a batch. `direction` is Receive by default, and `asOfDate` today. A past date counts what was booked by that day.',
    permission: 'ledgers:read',
    form: 'wrapped',
    row: AgingRow,
    search: agingSearch,
    list: ({ caller, query, today }) => agingList(caller, query, today),
  }),
]
