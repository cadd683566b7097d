import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { unitOf } from '../../db/unit-of-work.ts'
import { type Route, route } from '../../http/route.ts'
import { readEarningDetails } from './details.ts'
import { EarningDetails, EarningQuery, EarningResult, SyncEarnings } from './models.ts'
import { syncEarnings } from './sync-earnings.ts'
import { updateEarnings } from './update-earnings.ts'
import { UpdateEarnings } from './update-models.ts'

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

/** Earnings of many contracts. */
export const updateEarningsRoutes: readonly Route[] = [
  route.write({
    method: 'POST',
    path: '/contracts/updateEarnings',
    tag: 'Contracts',
    summary: 'Post the earnings of many contracts',
    description:
      'Posts up to 10,000 contracts: each with its own date, or all with one date, given by ids or by a filter. Answers one result for each contract, in the order of the request, or by id for a filter. A contract that cannot be posted is `Failed` with `code` NotFound, InvalidTransition (it was never finalized) or Locked, and does not stop the others.',
    permission: 'earnings:write',
    body: UpdateEarnings,
    answer: z.array(EarningResult),
    subject: 'contracts',
    problems: ['AsOfDateOutOfRange'],
    // The audit record contains the run. Ten thousand contracts would be too much for one record.
    recorded: ({ tx }) => Promise.resolve(runIn(tx)),
    handler: ({ tx, body, ...acting }) => updateEarnings(tx, acting, body),
  }),
]

const runIn = (tx: Tx): unknown => unitOf(tx).events.find(({ type }) => type === 'run.completed')?.data
