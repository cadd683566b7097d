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
    summary: 'Post what many contracts have earned',
    description:
      'Up to 10,000 contracts: each with its day, or all with one, by their ids or by a filter. Answers one result for each, in the order asked (by id for a filter). A contract that cannot be done is `Failed` with `code` NotFound, InvalidTransition (never put in force) or Locked, and stops no other.',
    permission: 'earnings:write',
    body: UpdateEarnings,
    answer: z.array(EarningResult),
    subject: 'contracts',
    problems: ['AsOfDateOutOfRange'],
    // The run says what was done: ten thousand contracts would be too much for one record.
    recorded: ({ tx }) => Promise.resolve(runIn(tx)),
    handler: ({ tx, body, ...acting }) => updateEarnings(tx, acting, body),
  }),
]

const runIn = (tx: Tx): unknown => unitOf(tx).events.find(({ type }) => type === 'run.completed')?.data
