import { z } from 'zod'
import { overdueList } from '../cancellations/cancels/payment-routes.ts'
import { queueList } from '../cancellations/requests/desk-queue.ts'
import { cashList } from '../cash/transactions/search.ts'
import { claimList } from '../claims/record/search.ts'
import { contractList } from '../contracts/reading/search.ts'
import { int, text } from '../db/columns.ts'
import { PLANNED_EACH_TIME } from '../db/connection.ts'
import { sql } from '../db/sql.ts'
import { query } from '../db/statement.ts'
import { addDays } from '../domain/dates.ts'
import type { Permission } from '../domain/permissions.ts'
import { webhookList } from '../events/webhooks/webhooks.ts'
import { type Acting, isLimited, lacking } from '../http/caller.ts'
import { type Route, route } from '../http/route.ts'
import type { ListQuery } from '../http/search.ts'
import { COUNTED_AT_MOST, countSelect } from '../http/search-rows.ts'
import { runList } from '../processes/runs/routes.ts'

// The counts of the home screen. A queue is a list with its filters, so its count is always that of the list that it opens.

/** A value of a filter, as the list takes it. */
type FilterGiven = string | boolean | readonly string[]

interface Queue {
  /** All of them. */
  readonly permissions: readonly Permission[]
  /** Not for callers that are limited to account holders. */
  readonly isForStaff?: true
  readonly path: string
  filters(today: string): Readonly<Record<string, FilterGiven>>
  list(
    acting: Pick<Acting, 'caller' | 'today'>,
    filters: Readonly<Record<string, FilterGiven>>,
  ): ListQuery<unknown>
}

/** Within so many days a cancel request is about to be late. */
const SOON = 10
/** Runs that failed longer ago are no longer shown. */
const RECENT = 7

const contracts = {
  permissions: ['contracts:read'],
  path: '/v2/contracts',
  list: ({ caller }, filters) => contractList(caller, filters),
} as const satisfies Partial<Queue>

/** Claims that nobody has decided yet, by the day on which they were reported. */
const undecided = ['Open', 'InReview', 'OnHold', 'PendingApproval']
const claims = {
  permissions: ['claims:read'],
  path: '/claims',
  list: ({ caller }, filters) => claimList(caller, filters),
} as const satisfies Partial<Queue>

const queues = {
  pendingContracts: { ...contracts, filters: () => ({ status: ['Pending'] }) },
  heldContracts: { ...contracts, filters: () => ({ hasOpenHold: true }) },
  cancelsDue: {
    permissions: ['contracts:read'],
    path: '/v2/cancelrequests',
    filters: (today) => ({ dueTo: addDays(today, SOON) }),
    list: (acting, filters) => queueList(acting, filters),
  },
  overdueRefunds: {
    permissions: ['contracts:read'],
    path: '/cancelpayments/overdue',
    filters: (today) => ({ dueBefore: today }),
    list: (acting) => overdueList(acting),
  },
  claimsThisWeek: {
    ...claims,
    filters: (today) => ({ status: undecided, reportedFrom: addDays(today, -7) }),
  },
  claimsThisMonth: {
    ...claims,
    filters: (today) => ({
      ...{ status: undecided, reportedFrom: addDays(today, -30), reportedTo: addDays(today, -8) },
    }),
  },
  claimsOlder: { ...claims, filters: (today) => ({ status: undecided, reportedTo: addDays(today, -31) }) },
  claimApprovals: {
    ...claims,
    permissions: ['claims:read', 'claims:approve'],
    filters: () => ({ status: ['PendingApproval'] }),
  },
  unappliedCash: {
    permissions: ['cash:read'],
    path: '/v2/cashtransactions',
    filters: () => ({ hasUnapplied: true }),
    list: ({ caller }) => cashList(caller),
  },
  failedRuns: {
    permissions: ['processes:read'],
    isForStaff: true,
    path: '/automatic-process-runs',
    filters: (today) => ({
      ...{ status: ['Failed', 'CompletedWithErrors'], startedFrom: addDays(today, -RECENT) },
    }),
    list: ({ caller }) => runList(caller),
  },
  failingWebhooks: {
    permissions: ['webhooks:manage'],
    path: '/webhooks',
    filters: () => ({ isFailing: true }),
    list: ({ caller }) => webhookList(caller),
  },
} as const satisfies Readonly<Record<string, Queue>>
type QueueName = keyof typeof queues
const queueNames = Object.keys(queues) as [QueueName, ...QueueName[]]

const QueueModel = z
  .object({
    name: z.enum(queueNames),
    count: z.int(),
    isExact: z.boolean(),
    path: z.string().meta({ example: '/v2/contracts' }),
    query: z.record(z.string(), z.string()).meta({ example: { status: 'Pending' } }),
  })
  .meta({ id: 'Queue' })

const maySee = ({ caller }: Pick<Acting, 'caller'>, { permissions, isForStaff }: Queue) =>
  permissions.every((permission) => !lacking(caller, permission)) && !(isForStaff && isLimited(caller))

/** The filters as the query string has them. */
const queryOf = (filters: Readonly<Record<string, FilterGiven>>): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]))

/** The counts of the home screen, in one statement. */
export const queueRoutes: readonly Route[] = [
  route.read({
    path: '/queues',
    tag: 'Desk',
    summary: 'Count what waits for the caller',
    description:
      'Each queue says how many records wait, and the list that shows them: `path` with `query`. A caller gets the queues whose lists it may read, with the records that it sees. A count stops above 10,000.',
    permission: 'signed-in',
    answer: z.object({ items: z.array(QueueModel) }).meta({ id: 'Queues' }),
    async handler({ db, ...acting }) {
      const open = queueNames.flatMap((name) => {
        const queue: Queue = queues[name]
        return maySee(acting, queue) ? [{ name, queue, filters: queue.filters(acting.today) }] : []
      })
      if (open.length === 0) return { items: [] }
      const counts = open.map(
        ({ name, queue, filters }) =>
          sql`select ${name}::text as name, n.count from (${countSelect(queue.list(acting, filters), { filters, exactCount: false })}) n`,
      )
      const rows = await query({ name: text, count: int })`${sql.raw(PLANNED_EACH_TIME)}
        ${sql.join(counts, sql` union all `)}`.rows(db)
      return {
        items: open.map(({ name, queue, filters }) => {
          const count = rows.find((row) => row.name === name)?.count ?? 0
          return {
            name,
            count: Math.min(count, COUNTED_AT_MOST),
            isExact: count <= COUNTED_AT_MOST,
            path: queue.path,
            query: queryOf(filters),
          }
        }),
      }
    },
  }),
]
