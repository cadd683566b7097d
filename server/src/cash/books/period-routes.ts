import { z } from 'zod'
import { requireCostLines } from '../../access/cost-visibility.ts'
import { attachmentHeader } from '../../domain/file-names.ts'
import { isPeriod } from '../../domain/ledger/periods.ts'
import { CSV_TYPE } from '../../http/csv.ts'
import { found } from '../../http/problems.ts'
import { type Route, route } from '../../http/route.ts'
import { AccountingPeriod, AccountingPeriodPatch } from '../../ledger/models.ts'
import { listPeriods, lockPeriod } from '../../ledger/periods.ts'
import { changePeriod } from './change-period.ts'
import { exportPeriod } from './export-journal.ts'

const tag = 'Accounting'

/** The accounting months. */
export const periodRoutes: readonly Route[] = [
  route.read({
    path: '/accountingperiods',
    tag,
    summary: 'List the accounting periods',
    description: 'Every month from the first posting to the current month.',
    permission: 'accounting:read',
    answer: z.array(AccountingPeriod),
    pages: ['period', 'status', 'closedAt'],
    handler: ({ db, today }) => listPeriods(db, today),
  }),
  route.write({
    method: 'PATCH',
    path: '/accountingperiods/{period}',
    tag,
    summary: 'Close or reopen an accounting period',
    description:
      'A month is closed when its books agree, no batch of it waits, and earnings are posted to its last day. A posting for a closed month gets the first day of the first open month as its accounting date.',
    permission: 'accounting:close',
    params: { period: z.string().refine(isPeriod) },
    body: AccountingPeriodPatch,
    answer: AccountingPeriod,
    subject: 'accountingperiods/{period}',
    problems: ['PeriodNotOver', 'EarlierPeriodOpen', 'LaterPeriodClosed', 'PeriodNotReady'],
    current: ({ tx, caller, today, params: { period } }) => {
      requireCostLines(caller, 'accounting:close')
      return lockPeriod(tx, period, today)
    },
    handler: ({ tx, params: { period }, body, ...acting }) => changePeriod(tx, acting, period, body.status),
  }),
  route.plain({
    method: 'GET',
    path: '/accountingperiods/{period}/journal',
    tag,
    summary: 'Export the journal of an accounting period for a general ledger',
    description:
      'CSV with what each account was debited and credited in the month. `glAccount` is that of the disbursement account, or what the setting `glAccounts` has for the account or its kind.',
    permission: 'accounting:read',
    params: { period: z.string().describe('The month, such as 2024-03.') },
    answersFile: true,
    async handler({ request, reply, acting }) {
      const { caller, today } = found(acting, 'caller')
      requireCostLines(caller, 'accounting:read')
      const { period } = request.params as { period: string }
      const csv = await exportPeriod(caller.db, period, today)
      await reply
        .header('Content-Disposition', attachmentHeader(`journal-${period}.csv`))
        .type(CSV_TYPE)
        .send(csv)
      return undefined
    },
  }),
]
