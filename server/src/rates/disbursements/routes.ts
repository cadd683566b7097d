import { requireCostLines, seesRateCosts } from '../../access/cost-visibility.ts'
import { int } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import { found } from '../../http/problems.ts'
import { type Route, route } from '../../http/route.ts'
import type { Filters, Sort } from '../../http/search.ts'
import { type ListEntry, listFromEntries, loadLiveBook } from '../lists/book-lists.ts'
import { findDisbursement, overrideModels } from './answer.ts'
import {
  AcceptedChange,
  AuditLogModel,
  DisbursementInput,
  DisbursementPatch,
  RateDisbursementModel,
} from './models.ts'
import { type ChangeServices, lockLiveBook, requestAgreement, requestChange } from './requests.ts'
import { findAuditLog, findHolderOverrides } from './store.ts'

const tag = 'Rates'

const search = {
  filters: {
    productId: { match: 'id', column: 'r.product_id' },
    programId: { match: 'id', column: 'r.program_id' },
    disbursementCode: { match: 'whole', column: 'r.code' },
    effectiveOn: {
      match: 'date where',
      where: '(r.effective_from <= ?::date and (r.effective_to is null or r.effective_to >= ?::date))',
    },
    status: { match: 'oneOf', column: 'r.status', values: ['Active', 'Scheduled', 'Expired'] },
  },
  sort: {
    programId: { column: 'r.program_id' },
    disbursementCode: { column: 'r.code', text: true },
  },
} as const satisfies { filters: Filters; sort: Sort }

const COLUMNS =
  'product_id bigint, program_id bigint, code text, effective_from date, effective_to date, status text'

const listEntry = (book: Book, row: RateDisbursementModel): ListEntry<RateDisbursementModel> => ({
  id: row.disbursement.id,
  row,
  columns: {
    product_id: book.products.find(({ programs }) => programs.some(({ id }) => id === row.programId))?.id,
    program_id: row.programId,
    code: row.disbursement.code,
    effective_from: row.disbursement.effectiveFrom,
    effective_to: row.disbursement.effectiveTo,
    status: row.status,
  },
})

const FIND_HOLDER = statement({ id: int }, 'select id from account_holder where id = $1')

async function requireHolder(db: Db, id: number): Promise<void> {
  found(await FIND_HOLDER.first(db, [id]), `account holder ${id}`)
}

/** A change for a caller who may read rates, but not what they cost. */
const withoutFigures = (change: AuditLogModel): AuditLogModel => ({
  ...change,
  changes: change.changes.map((changed) => ({ ...changed, oldValue: null, newValue: null })),
})

/** Single lines of dealer cost, and the overrides that replace figures of the rate book. */
export const disbursementChangeRoutes = (services: ChangeServices): readonly Route[] => [
  route.read({
    path: '/Rates/Disbursements/{disbursementId}',
    tag,
    summary: 'Read a line of dealer cost',
    description:
      'Either a line of a program, with the figures that apply today to dealers without an agreement of their own, or an override: one agreed with an account holder, or one for the whole program.',
    permission: 'rates:costs',
    answer: RateDisbursementModel,
    async handler({ db, caller, today, params: { disbursementId } }) {
      requireCostLines(caller, 'rates:costs')
      const { book } = await loadLiveBook(services.books, caller)
      return found(await findDisbursement(db, book, disbursementId, today), `disbursement ${disbursementId}`)
    },
  }),
  route.write({
    method: 'PATCH',
    path: '/Rates/Disbursements/{disbursementId}',
    tag,
    summary: 'Change a line of dealer cost from a date on',
    description:
      'With the id of a line of a program, the change applies to every dealer without an agreement of its own, in this rate book and later ones. With the id of an override, the figures before the first date stay, those after it are replaced, and after `effectiveTo` the rate book applies again. Without `effectiveTo` the change ends when the old override did. It is applied within seconds. Sold contracts keep their lines.',
    permission: 'rates:write',
    body: DisbursementPatch,
    answer: AcceptedChange,
    status: 202,
    subject: 'disbursements/{disbursementId}',
    problems: ['OverlappingRange', 'CalculationInvalid', 'DateRangeInvalid'],
    async current({ tx, caller, today, params: { disbursementId } }) {
      requireCostLines(caller, 'rates:write')
      const book = await lockLiveBook(tx, services.books, caller)
      const shown = book && (await findDisbursement(tx, book, disbursementId, today))
      // The ETag is that of GET, whose answer has more members than the answer to a change.
      return found(shown, `disbursement ${disbursementId}`) as { auditLogId: number }
    },
    model: RateDisbursementModel,
    handler: ({ tx, params, body, ...acting }) =>
      requestChange(tx, { ...acting, ...services }, params.disbursementId, body),
  }),
  route.list({
    path: '/Rates/Disbursements/AccountHolder/{id}',
    tag,
    summary: 'List the lines agreed with an account holder',
    description:
      'Past agreements are included. Agreements on lines that the rate book no longer has are left out.',
    permission: 'rates:costs',
    problems: ['NotFound'],
    form: 'array',
    row: RateDisbursementModel,
    search,
    async list({ db, caller, today, params: { id } }) {
      requireCostLines(caller, 'rates:costs')
      await requireHolder(db, id)
      const { book } = await loadLiveBook(services.books, caller)
      const models = await overrideModels(db, book, await findHolderOverrides(db, id), today)
      return {
        ...search,
        ...listFromEntries(
          COLUMNS,
          models.map((model) => listEntry(book, model)),
        ),
      }
    },
  }),
  route.write({
    method: 'POST',
    path: '/Rates/Disbursements/AccountHolder/{id}',
    tag,
    summary: 'Agree on a line with a dealer, a dealer group or an agent',
    description:
      'The agreement replaces the figure of the rate book for sales of the dealer, or of the dealers whose primary agent or group it is. A dealer’s agreement takes precedence over the agent’s, then the group’s, then a change for the whole program. Among the agreements of one account holder, the one that names the most of plan, term, deductible and class is used. The agreement is applied within seconds.',
    permission: 'rates:write',
    body: DisbursementInput,
    answer: AcceptedChange,
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
    summary: 'Read the result of a change of a line',
    description:
      'Callers without rates:costs and rates:write see which fields were changed, and null instead of their values.',
    permission: ['rates:read', 'rates:costs', 'rates:write'],
    answer: AuditLogModel,
    async handler({ db, caller, params: { auditLogId } }) {
      requireCostLines(caller, 'rates:costs')
      const change = found(await findAuditLog(db, auditLogId), `change ${auditLogId}`)
      // After this answer the next quote uses the change, whichever instance applied it.
      if (change.status === 'Completed') services.overrides.invalidate(caller.tenant.id)
      return seesRateCosts(caller) || caller.permissions.has('rates:write') ? change : withoutFigures(change)
    },
  }),
]
