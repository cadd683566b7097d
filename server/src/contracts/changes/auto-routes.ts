import { z } from 'zod'
import { seesContract } from '../../access/scope.ts'
import { int } from '../../db/columns.ts'
import type { Sql } from '../../db/sql.ts'
import type { Caller } from '../../http/caller.ts'
import { type Route, route } from '../../http/route.ts'
import { CalendarDate, Id } from '../../http/schemas.ts'
import { type Filters, type ListQuery, listOf } from '../../http/search.ts'
import { requireRunning } from '../earnings/run-rows.ts'
import type { ContractServices } from '../record/change-state.ts'
import {
  autoVoidContract,
  expireContract,
  isAbandoned,
  isExpirable,
  loadExpiresOnHold,
  loadVoidPeriods,
} from './auto-end.ts'

const tag = 'Contracts'
const subject = 'contracts/{contractId}'

const CandidateRow = z.object({ contractId: Id })
type CandidateRow = z.input<typeof CandidateRow>

/** The filters of every list of candidates. */
export const candidateSearch = {
  filters: {
    // The condition of the list itself depends on this date.
    asOfDate: { match: 'date where', where: '?::date is not null' },
    productTypeCode: { match: 'whole', column: 'c.product_type_code' },
    dealerId: { match: 'id', column: 'c.dealer_id' },
    adminCompanyId: {
      match: 'id where',
      where: `exists (select from account_holder a where a.type = 'AdminCompany' and a.id = ?)`,
    },
  },
  sort: {},
} as const satisfies { filters: Filters; sort: ListQuery<unknown>['sort'] }

const candidates = (caller: Caller, where: Sql): ListQuery<CandidateRow> =>
  listOf({
    ...candidateSearch,
    columns: { contractId: int },
    select: 'c.id as "contractId"',
    from: 'contract c',
    id: 'c.id',
    where: [where, seesContract(caller)],
    row: (row) => row,
  })

export const StepInput = z
  .strictObject({
    asOfDate: CalendarDate.optional().describe('Default: today.'),
    runGuid: z.uuid().optional().describe('The process run that this step is part of.'),
  })
  .meta({ id: 'AutomaticStepData', example: {} })

const stepResult = <Result extends string>(result: Result) =>
  z.object({ contractId: Id, result: z.literal(result) }).meta({ id: `Auto${result}Result` })

/** Automatic steps: a scheduler lists the candidates, then asks for the step of each one. */
export const autoRoutes = (services: ContractServices): readonly Route[] => [
  route.list({
    path: '/contracts/autoexpire',
    tag,
    summary: 'List contracts that are due to expire',
    permission: 'processes:read',
    form: 'ids',
    row: CandidateRow,
    search: candidateSearch,
    list: async ({ db, caller, today, query }) =>
      candidates(caller, isExpirable(query.asOfDate ?? today, await loadExpiresOnHold(db))),
  }),
  route.write({
    method: 'POST',
    path: '/contracts/autoexpire/{contractId}',
    tag,
    summary: 'Expire a contract that is due',
    permission: 'processes:run',
    body: StepInput,
    answer: stepResult('Expired'),
    subject,
    problems: ['NotEligible', 'Locked', 'UnknownReference', 'RunFinished'],
    async handler({ tx, params: { contractId }, body: { asOfDate, runGuid }, ...acting }) {
      await requireRunning(tx, 'AutoExpire', runGuid)
      return expireContract(tx, acting, contractId, asOfDate ?? acting.today)
    },
  }),
  route.list({
    path: '/contracts/autovoidable',
    tag,
    summary: 'List abandoned contracts and quotes that can be voided',
    permission: 'processes:read',
    form: 'ids',
    row: CandidateRow,
    search: candidateSearch,
    list: async ({ db, caller, today, query }) =>
      candidates(caller, isAbandoned(query.asOfDate ?? today, await loadVoidPeriods(db, { caller }))),
  }),
  route.write({
    method: 'POST',
    path: '/contracts/autovoidable/{contractId}',
    tag,
    summary: 'Void an abandoned contract or quote',
    permission: 'processes:run',
    body: StepInput,
    answer: stepResult('Voided'),
    subject,
    problems: ['NotEligible', 'NotVoidable', 'Locked', 'UnknownReference', 'RunFinished'],
    async handler({ tx, params: { contractId }, body: { asOfDate, runGuid }, ...acting }) {
      await requireRunning(tx, 'AutoVoid', runGuid)
      return autoVoidContract(tx, services, acting, contractId, asOfDate ?? acting.today)
    },
  }),
]
