import { type Route, route } from '../../http/route.ts'
import { readEarningDetails } from './details.ts'
import { EarningDetails, EarningQuery, EarningResult, SyncEarnings } from './models.ts'
import { syncEarnings } from './sync-earnings.ts'

const tag = 'Contracts'

/** The earnings of one contract. */
export const earningRoutes: readonly Route[] = [
  route.read({
    path: '/contracts/{contractId}/earningdetails',
    tag,
    summary: 'Read the earnings of a contract on a date',
    description:
      'Computed for any past or future date, regardless of postings: every line, and the effect of each event up to that date.',
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
    summary: 'Post the earnings of a contract',
    description:
      'Computes the schedule from all events of the contract and posts the missing earnings. Calling it again posts nothing more.',
    permission: 'earnings:write',
    body: SyncEarnings,
    answer: EarningResult,
    subject: 'contracts/{contractId}',
    problems: ['InvalidTransition', 'AsOfDateOutOfRange', 'Locked'],
    handler: ({ tx, params: { contractId }, body, ...acting }) => syncEarnings(tx, acting, contractId, body),
  }),
]
