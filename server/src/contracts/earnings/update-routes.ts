import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { unitOf } from '../../db/unit-of-work.ts'
import { type Route, route } from '../../http/route.ts'
import { EarningResult } from './models.ts'
import { updateEarnings } from './update-earnings.ts'
import { UpdateEarnings } from './update-models.ts'

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
