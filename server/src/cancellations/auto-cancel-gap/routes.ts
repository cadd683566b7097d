import { z } from 'zod'
import { seesContract } from '../../access/scope.ts'
import { candidateSearch, StepInput } from '../../contracts/changes/auto-routes.ts'
import { requireRunning } from '../../contracts/earnings/run-rows.ts'
import type { FormServices } from '../../contracts/form/write-form.ts'
import { int } from '../../db/columns.ts'
import { type Route, route } from '../../http/route.ts'
import { Id } from '../../http/schemas.ts'
import { completedListOf, type Filters, listOf, type Sort } from '../../http/search.ts'
import { recordedCancels } from '../cancels/record-cancels.ts'
import { cancelGap, describeGaps } from './cancel-gap.ts'
import { isSuperseded } from './gap-facts.ts'
import { AutoCancelResult, DuplicateGAPContracts_Result } from './models.ts'

const search = {
  filters: {
    ...candidateSearch.filters,
    // It chooses how a candidate is answered.
    detail: { match: 'flag where', where: '?::boolean is not null' },
  },
  sort: {},
} as const satisfies { filters: Filters; sort: Sort }

const gapList = { ...search, columns: { id: int }, select: 'c.id', from: 'contract c', id: 'c.id' }

/** GAP contracts that nobody needs any more: a scheduler lists them, then has each one cancelled. */
export const autoCancelGapRoutes = (services: FormServices): readonly Route[] => [
  route.list({
    path: '/contracts/autocancelgap',
    tag: 'Contracts',
    summary: 'List GAP contracts that a newer one or a payoff has ended',
    description:
      'A GAP contract is listed if another one was sold later on the same vehicle, or if its loan is paid off in a state that then demands the refund. With `detail=true`, each candidate comes with the contract that replaces it, the cancel date and the refund.',
    permission: 'processes:read',
    form: 'ids',
    row: z.object({ contractId: Id }),
    search,
    list: ({ caller, today, query }) =>
      listOf({
        ...gapList,
        where: [isSuperseded(query.asOfDate ?? today), seesContract(caller)],
        row: ({ id }) => ({ contractId: id }),
      }),
    detail: {
      row: DuplicateGAPContracts_Result,
      list: ({ caller, today, now, query }) => {
        const asOf = query.asOfDate ?? today
        return completedListOf({
          ...gapList,
          where: [isSuperseded(asOf), seesContract(caller)],
          complete: (db, rows) =>
            describeGaps(
              db,
              { caller, today, now },
              rows.map(({ id }) => id),
              asOf,
            ),
          row: (gap) => gap,
        })
      },
    },
  }),
  route.write({
    method: 'POST',
    path: '/contracts/autocancelgap/{contractId}',
    tag: 'Contracts',
    summary: 'Cancel a GAP contract that a newer one or a payoff has ended',
    permission: 'processes:run',
    body: StepInput,
    answer: AutoCancelResult,
    subject: 'contracts/{contractId}',
    problems: [
      ...(['NotEligible', 'CancelDateOutOfRange', 'OdometerRequired', 'Locked'] as const),
      ...(['UnknownReference', 'RunFinished'] as const),
    ],
    recorded: ({ tx, params: { contractId }, ...acting }) =>
      recordedCancels(tx, services, acting, contractId),
    async handler({ tx, params: { contractId }, body: { asOfDate, runGuid }, ...acting }) {
      await requireRunning(tx, 'AutoCancelGap', runGuid)
      return cancelGap(tx, services, acting, contractId, asOfDate ?? acting.today)
    },
  }),
]
