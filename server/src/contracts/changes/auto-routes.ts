import { z } from 'zod'
import { seesContract } from '../../access/scope.ts'
import type { Sql } from '../../db/sql.ts'
import type { Caller } from '../../http/caller.ts'
import { type Route, route } from '../../http/route.ts'
import { CalendarDate, Id } from '../../http/schemas.ts'
import type { Filters, ListQuery } from '../../http/search.ts'
import type { ContractServices } from '../record/services.ts'
import { expirable, expireContract, expiresOnHold } from './auto-expire.ts'
import { autoVoidContract, patienceOf, voidable } from './auto-void.ts'

const tag = 'Contracts'
const subject = 'contracts/{contractId}'

const CandidateRow = z.object({ contractId: Id })
type CandidateRow = z.input<typeof CandidateRow>

export const candidateSearch = {
  filters: {
    // The day decides who is a candidate at all.
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

const candidates = (caller: Caller, where: Sql): ListQuery<CandidateRow> => ({
  ...candidateSearch,
  select: 'c.id as "contractId"',
  from: 'contract c',
  id: 'c.id',
  where: [where, seesContract(caller)],
  row: (row: CandidateRow) => row,
})

const StepInput = z
  .strictObject({
    asOfDate: CalendarDate.optional().describe('Today where it is not given.'),
    runGuid: z.uuid().optional().describe('The run that the step belongs to.'),
  })
  .meta({ id: 'AutomaticStepData', example: {} })

const stepOf = <Result extends string>(result: Result) =>
  z.object({ contractId: Id, result: z.literal(result) }).meta({ id: `Auto${result}Result` })

/** What a scheduler does one by one: it asks for candidates, then for each step. */
export const autoRoutes = (services: ContractServices): readonly Route[] => [
  route.list({
    path: '/contracts/autoexpire',
    tag,
    summary: 'List contracts that have run out',
    permission: 'processes:read',
    form: 'ids',
    row: CandidateRow,
    search: candidateSearch,
    list: async ({ db, caller, today, query }) =>
      candidates(caller, expirable(query.asOfDate ?? today, await expiresOnHold(db))),
  }),
  route.write({
    method: 'POST',
    path: '/contracts/autoexpire/{contractId}',
    tag,
    summary: 'Expire a contract that has run out',
    permission: 'processes:run',
    body: StepInput,
    answer: stepOf('Expired'),
    subject,
    problems: ['NotEligible', 'Locked'],
    handler: ({ tx, params: { contractId }, body: { asOfDate }, ...acting }) =>
      expireContract(tx, services, acting, contractId, asOfDate ?? acting.today),
  }),
  route.list({
    path: '/contracts/autovoidable',
    tag,
    summary: 'List contracts that nobody has paid for or come back to',
    permission: 'processes:read',
    form: 'ids',
    row: CandidateRow,
    search: candidateSearch,
    list: async ({ db, caller, today, query }) =>
      candidates(caller, voidable(query.asOfDate ?? today, await patienceOf(db, { caller }))),
  }),
  route.write({
    method: 'POST',
    path: '/contracts/autovoidable/{contractId}',
    tag,
    summary: 'Void a contract that nobody has paid for or come back to',
    permission: 'processes:run',
    body: StepInput,
    answer: stepOf('Voided'),
    subject,
    problems: ['NotEligible', 'NotVoidable', 'Locked'],
    handler: ({ tx, params: { contractId }, body: { asOfDate }, ...acting }) =>
      autoVoidContract(tx, services, acting, contractId, asOfDate ?? acting.today),
  }),
]
