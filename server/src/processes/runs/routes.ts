import { z } from 'zod'
import { findRun, lockRun, runTable } from '../../contracts/earnings/run-rows.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { lockedOnce } from '../../db/unit-of-work.ts'
import { processTypes } from '../../domain/process-types.ts'
import { runStatuses } from '../../domain/processes/run-rules.ts'
import type { Caller } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import { type Route, route } from '../../http/route.ts'
import { type Filters, type ListQuery, listOf, type OwnOrder, type Sort } from '../../http/search.ts'
import { itemList, itemSearch } from './items.ts'
import { openRequestedRun } from './open-run.ts'
import { reportRun } from './report-run.ts'
import { ItemModel, NewRun, RunModel, RunPatch, runAnswer } from './run-model.ts'
import type { ProcessServices } from './services.ts'
import { requireStaff } from './staff.ts'

const tag = 'AutomaticProcessRuns'
const params = { guid: z.uuid() }

const search = {
  filters: {
    processType: { match: 'oneOf', column: 'r.process_type', values: processTypes },
    status: { match: 'oneOf', column: 'r.status', values: runStatuses },
    startedFrom: { match: 'date where', where: '?::date is not null' },
    startedTo: { match: 'date where', where: '?::date is not null' },
  },
  sort: { startedAt: { column: 'r.started_at' } },
  order: { by: 'r.id desc', words: 'newest first' },
} as const satisfies { filters: Filters; sort: Sort; order: OwnOrder }

/** Dates are days in the administrator's time zone, both inclusive. */
export function runList({ tenant: { timeZone } }: Caller): ListQuery<z.input<typeof RunModel>> {
  return listOf({
    ...search,
    filters: {
      ...search.filters,
      startedFrom: {
        match: 'date where',
        where: (day) => sql`r.started_at >= ${day}::date::timestamp at time zone ${timeZone}`,
      },
      startedTo: {
        match: 'date where',
        where: (day) => sql`r.started_at < (${day}::date + 1)::timestamp at time zone ${timeZone}`,
      },
    },
    columns: runTable.columns,
    select: runTable.list('r'),
    from: 'automatic_process_run r',
    id: 'r.id',
    row: runAnswer,
  })
}

const lockNamed = (tx: Tx, guid: string) =>
  lockedOnce(tx, `run ${guid}`, async () => found(await lockRun(tx, guid), `run ${guid}`))

/** Runs of automatic processes: open, follow, report, stop. */
export const runRoutes = ({ runs }: ProcessServices): readonly Route[] => [
  route.write({
    method: 'POST',
    path: '/automatic-process-runs',
    tag,
    summary: 'Open a run of an automatic process',
    description:
      'With `execute` the service does the steps. Otherwise the caller lists the candidates, asks for the step of each one, ' +
      'and reports with PATCH. One run of each type can be active.',
    permission: 'processes:run',
    body: NewRun,
    ownDryRun: true,
    answer: RunModel,
    status: 201,
    subject: 'automatic-process-runs/{guid}',
    location: '/automatic-process-runs/{guid}',
    problems: ['RunAlreadyActive', 'ExecuteRequired', 'ParametersInvalid'],
    async handler({ tx, body, ...acting }) {
      requireStaff(acting.caller, 'processes:run')
      return runAnswer(await openRequestedRun(tx, runs, acting, body))
    },
  }),
  route.list({
    path: '/automatic-process-runs',
    tag,
    summary: 'List runs of automatic processes, newest first',
    permission: 'processes:read',
    form: 'array',
    row: RunModel,
    search,
    list({ caller }) {
      requireStaff(caller, 'processes:read')
      return runList(caller)
    },
  }),
  route.read({
    path: '/automatic-process-runs/{guid}',
    tag,
    summary: 'Read a run of an automatic process',
    permission: 'processes:read',
    params,
    answer: RunModel,
    async handler({ db, caller, params: { guid } }) {
      requireStaff(caller, 'processes:read')
      return runAnswer(found(await findRun(db, guid), `run ${guid}`))
    },
  }),
  route.write({
    method: 'PATCH',
    path: '/automatic-process-runs/{guid}',
    tag,
    summary: 'Report the progress or the end of a run',
    description:
      'Counters are totals since the beginning. Errors are added. Each report, even an empty one, is a sign of life. A run that ' +
      'the service works on can only be stopped: status Aborted.',
    permission: 'processes:run',
    params,
    body: RunPatch,
    answer: RunModel,
    subject: 'automatic-process-runs/{guid}',
    problems: ['RunFinished', 'RunOfService', 'CountersNotMonotone', 'CountersInconsistent'],
    async current({ tx, caller, params: { guid } }) {
      requireStaff(caller, 'processes:run')
      return runAnswer(await lockNamed(tx, guid))
    },
    handler: async ({ tx, params: { guid }, body, ...acting }) =>
      runAnswer(await reportRun(tx, acting, await lockNamed(tx, guid), body)),
  }),
  route.list({
    path: '/automatic-process-runs/{guid}/items',
    tag,
    summary: 'List what happened to the candidates of a run',
    description:
      'A run of the service lists the candidates that were skipped or failed. A dry run lists every candidate, with what would have happened.',
    permission: 'processes:read',
    params,
    form: 'wrapped',
    row: ItemModel,
    search: itemSearch,
    async list({ db, caller, params: { guid } }) {
      requireStaff(caller, 'processes:read')
      return itemList(found(await findRun(db, guid), `run ${guid}`).guid)
    },
  }),
]
