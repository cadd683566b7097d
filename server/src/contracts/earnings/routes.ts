import { type Route, route } from '../../http/route.ts'
import { readEarningDetails } from './details.ts'
import { EarningDetails, EarningQuery, EarningResult, SyncEarnings } from './models.ts'
import { syncEarnings } from './sync-earnings.ts'

const tag = 'Contracts'

/** What a contract has earned. */
export const earningRoutes: readonly Route[] = [
  route.read({
    path: '/contracts/{contractId}/earningdetails',
    tag,
    summary: 'What a contract has earned by a day',
    description:
      'Computed for any day, past or future, whatever was posted: every line, and what each event up to that day did to it.',
    permission: 'earnings:read',
    query: EarningQuery,
    answer: EarningDetails,
    handler: ({ db, params: { contractId }, query, ...acting }) =>
      readEarningDetails(db, acting, contractId, query),
  }),
  route.write({
    method: 'POST',
    path: '/contracts/{contractId}/syncEarnings',
    tag,
    summary: 'Post what a contract has earned',
    description:
      'The schedule is made anew from everything that happened to the contract, and what is missing is posted. A second time nothing is missing.',
    permission: 'earnings:write',
    body: SyncEarnings,
    answer: EarningResult,
    subject: 'contracts/{contractId}',
    problems: ['InvalidTransition', 'AsOfDateOutOfRange', 'Locked'],
    handler: ({ tx, params: { contractId }, body, ...acting }) => syncEarnings(tx, acting, contractId, body),
  }),
]
