import { z } from 'zod'
import { requireCostLines } from '../access/cost-visibility.ts'
import { type Route, route } from '../http/route.ts'
import { CalendarDate } from '../http/schemas.ts'
import { addManualRow } from './add-manual-row.ts'
import { correctRow, lockLedger } from './correct-row.ts'
import { type ContractHooks, noContracts } from './hooks.ts'
import { journalList, journalSearch } from './journal-table.ts'
import { ledgerList, ledgerSearch } from './ledger-list.ts'
import { readLedger } from './ledger-view.ts'
import { dateFields, JournalRow, Ledger, LedgerPatch, NewLedger, TrialBalance } from './models.ts'
import { readTrialBalance } from './trial-balance.ts'

const tag = 'Ledgers'
const books = 'Accounting'

/** Ledger rows, the journal and the trial balance. */
export const ledgerRoutes = (hooks: ContractHooks = noContracts): readonly Route[] => [
  route.list({
    path: '/ledgers',
    tag,
    summary: 'List ledger rows',
    description:
      'A limited caller sees the rows of its own accounts. The rows of dealer cost are one row, `DEALERCOST`.',
    permission: 'ledgers:read',
    form: 'array',
    row: Ledger,
    search: ledgerSearch,
    list: ({ caller }) => ledgerList(caller),
  }),
  route.write({
    method: 'POST',
    path: '/ledgers',
    tag,
    summary: 'Add a ledger row by hand',
    permission: 'accounting:adjust',
    body: NewLedger,
    answer: Ledger,
    status: 201,
    subject: 'ledgers/{id}',
    location: '/ledgers/{id}',
    problems: ['UnknownReference', 'Locked'],
    handler: ({ tx, body, ...acting }) => addManualRow(tx, acting, hooks, body),
  }),
  route.read({
    path: '/ledgers/{ledgerId}',
    tag,
    summary: 'Read a ledger row',
    permission: 'ledgers:read',
    answer: Ledger,
    handler: ({ db, caller, params: { ledgerId } }) => readLedger(db, caller, ledgerId),
  }),
  route.write({
    method: 'PATCH',
    path: '/ledgers/{ledgerId}',
    tag,
    summary: 'Correct or void a ledger row',
    description:
      'Only for a row with nothing paid. What the dealer owes for a line of a contract and what is paid out for it belong together: both amounts are corrected, and both rows are voided.',
    permission: 'accounting:adjust',
    body: LedgerPatch,
    answer: Ledger,
    subject: 'ledgers/{ledgerId}',
    problems: ['LedgerNotEditable', 'Locked'],
    current: ({ tx, params: { ledgerId }, ...acting }) => lockLedger(tx, acting, hooks, ledgerId),
    handler: ({ tx, params: { ledgerId }, body, ...acting }) =>
      correctRow(tx, acting, hooks, { id: ledgerId, patch: body }),
  }),
  route.list({
    path: '/journal',
    tag: books,
    summary: 'List journal rows',
    description: '`from` and `to` limit the accounting date, or the date that `dateField` names.',
    permission: 'accounting:read',
    form: 'wrapped',
    row: JournalRow,
    search: journalSearch,
    list: ({ caller }) => {
      requireCostLines(caller, 'accounting:read')
      return journalList
    },
  }),
  route.read({
    path: '/trialBalance',
    tag: books,
    summary: 'Read the trial balance',
    permission: 'accounting:read',
    query: z.strictObject({
      asOfDate: CalendarDate.optional().describe('Today by default.'),
      dateField: z.enum(dateFields).default('Accounting'),
    }),
    answer: TrialBalance,
    handler: ({ db, caller, today, query: { asOfDate = today, dateField } }) => {
      requireCostLines(caller, 'accounting:read')
      return readTrialBalance(db, asOfDate, dateField)
    },
  }),
]
