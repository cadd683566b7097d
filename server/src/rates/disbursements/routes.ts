import { requireCostLines } from '../../access/cost-visibility.ts'
import type { Db } from '../../db/database.ts'
import { run } from '../../db/database.ts'
import { found } from '../../http/problems.ts'
import { type Route, route } from '../../http/route.ts'
import type { Filters, Sort } from '../../http/search.ts'
import { bookFor, type Entry, listIn } from '../lists/book-lists.ts'
import { findDisbursement, overrideModels } from './answer.ts'
import {
  Accepted,
  AuditLogModel,
  DisbursementInput,
  DisbursementPatch,
  RateDisbursementModel,
} from './models.ts'
import { type ChangeServices, lockLiveBook, requestAgreement, requestChange } from './requests.ts'
import { findAuditLog, overridesOfHolder } from './store.ts'

const tag = 'Rates'

const search = {
  filters: {
    programId: { match: 'id', column: 'r.program_id' },
    disbursementCode: { match: 'whole', column: 'r.code' },
    effectiveOn: {
      match: 'date where',
      where: '(r.effective_from <= ?::date and (r.effective_to is null or r.effective_to >= ?::date))',
    },
  },
  sort: {
    programId: { column: 'r.program_id' },
    disbursementCode: { column: 'r.code', text: true },
  },
} as const satisfies { filters: Filters; sort: Sort }

const COLUMNS = 'program_id bigint, code text, effective_from date, effective_to date'

const entryOf = (shown: RateDisbursementModel): Entry<RateDisbursementModel> => ({
  id: shown.disbursement.id,
  shown,
  by: {
    program_id: shown.programId,
    code: shown.disbursement.code,
    effective_from: shown.disbursement.effectiveFrom,
    effective_to: shown.disbursement.effectiveTo,
  },
})

async function requireHolder(db: Db, id: number): Promise<void> {
  const [holder] = await run(db, 'select 1 from account_holder where id = $1', [id])
  found(holder, `account holder ${id}`)
}

/** The lines of prices one by one, and what is agreed of them on top of the rate book. */
export const disbursementChangeRoutes = (services: ChangeServices): readonly Route[] => [
  route.read({
    path: '/Rates/Disbursements/{disbursementId}',
    tag,
    summary: 'Read a line that prices are made of',
    description:
      'A line of a program, as it counts today for everybody who has agreed nothing else; or one that is agreed with an account holder or was changed for the whole program.',
    permission: 'rates:costs',
    answer: RateDisbursementModel,
    async handler({ db, caller, today, params: { disbursementId } }) {
      requireCostLines(caller, 'rates:costs')
      const { book } = await bookFor(services.books, caller)
      return found(await findDisbursement(db, book, disbursementId, today), `disbursement ${disbursementId}`)
    },
  }),
  route.write({
    method: 'PATCH',
    path: '/Rates/Disbursements/{disbursementId}',
    tag,
    summary: 'Change a line from a day on',
    description:
      'Of a line of a program: for everybody who has agreed nothing else, on top of this rate book and later ones. Of one that was agreed or changed before: what counted before the day stays, what counted after it is replaced, and behind `effectiveTo` the rate book counts again; absent, it ends when the old one did. The change is applied within seconds; contracts that were sold keep their lines.',
    permission: 'rates:write',
    body: DisbursementPatch,
    answer: Accepted,
    status: 202,
    subject: 'disbursements/{disbursementId}',
    problems: ['OverlappingRange', 'CalculationInvalid', 'DateRangeInvalid'],
    async current({ tx, caller, today, params: { disbursementId } }) {
      requireCostLines(caller, 'rates:write')
      const book = await lockLiveBook(tx, services.books, caller)
      const shown = book && (await findDisbursement(tx, book, disbursementId, today))
      // As GET answers it, which has more than the answer to a change.
      return found(shown, `disbursement ${disbursementId}`) as { auditLogId: number }
    },
    model: RateDisbursementModel,
    handler: ({ tx, params, body, ...acting }) =>
      requestChange(tx, { ...acting, ...services }, params.disbursementId, body),
  }),
  route.list({
    path: '/Rates/Disbursements/AccountHolder/{id}',
    tag,
    summary: 'List the lines that are agreed with an account holder',
    description: 'With their history. Those of lines that the rate book no longer has are left out.',
    permission: 'rates:costs',
    problems: ['NotFound'],
    form: 'array',
    row: RateDisbursementModel,
    search,
    async list({ db, caller, today, params: { id } }) {
      requireCostLines(caller, 'rates:costs')
      await requireHolder(db, id)
      const { book } = await bookFor(services.books, caller)
      const models = await overrideModels(db, book, await overridesOfHolder(db, id), today)
      return { ...search, ...listIn(COLUMNS, models.map(entryOf)) }
    },
  }),
  route.write({
    method: 'POST',
    path: '/Rates/Disbursements/AccountHolder/{id}',
    tag,
    summary: 'Agree a line with a dealer, a dealer group or an agent',
    description:
      'It counts for sales of that dealer, of the dealers whose first agent or group it is, in the place of what the rate book says. Of several, the dealer’s counts before the agent’s, that before the group’s, and that before the program’s; of one holder, the one that names most of plan, term, deductible and class. It is applied within seconds.',
    permission: 'rates:write',
    body: DisbursementInput,
    answer: Accepted,
    status: 202,
    subject: 'accountholders/{id}/disbursements',
    problems: [
      ...(['NotFound', 'OverlappingRange', 'AccountHolderKindInvalid', 'UnknownReference'] as const),
      ...(['CalculationInvalid', 'DateRangeInvalid'] as const),
    ],
    async handler({ tx, params, body, ...acting }) {
      requireCostLines(acting.caller, 'rates:write')
      return requestAgreement(tx, { ...acting, ...services }, params.id, body)
    },
  }),
  route.read({
    path: '/Rates/Disbursements/AuditLog/{auditLogId}',
    tag,
    summary: 'What came of a change of a line',
    permission: ['rates:costs', 'rates:write'],
    answer: AuditLogModel,
    async handler({ db, caller, params: { auditLogId } }) {
      requireCostLines(caller, 'rates:costs')
      const change = found(await findAuditLog(db, auditLogId), `change ${auditLogId}`)
      // Whoever has seen that it counts finds it in the next quote, whichever instance has applied it.
      if (change.status === 'Completed') services.overrides.changed(caller.tenant.id)
      return change
    },
  }),
]
