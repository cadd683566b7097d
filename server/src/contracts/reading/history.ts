import { z } from 'zod'
import { costVisibility } from '../../access/cost-visibility.ts'
import { instant, int, json, orNull, storedList, text } from '../../db/columns.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { changesShown, type HistoryChange } from '../../domain/contract/history.ts'
import type { Caller } from '../../http/caller.ts'
import { type AnyWrite, type Route, route } from '../../http/route.ts'
import type { WriteContext } from '../../http/route-specs.ts'
import { Id, Instant } from '../../http/schemas.ts'
import { type Filters, type ListQuery, listOf, type OwnOrder, type Sort } from '../../http/search.ts'
import type { ContractServices } from '../record/change-state.ts'
import { ContractModel, SoldContractModel } from '../record/models.ts'
import { readContract } from '../record/read-contract.ts'
import { lockRow, seeContract } from '../record/rows.ts'
import { changesOfOwn, FIRST_ID, ownEntries, seesLedgerRows } from './own-records.ts'

/** One entry of a contract's history. */
const HistoryModel = z
  .object({
    id: Id,
    at: Instant,
    by: z.string(),
    operation: z.string().meta({ example: 'POST /contracts/{contractId}/finalize' }),
    reason: z.string().nullable().describe('The reason the caller gave, if any.'),
    changes: z.array(
      z.object({
        pointer: z.string().describe('A JSON pointer into the contract; empty: the whole contract.'),
        before: z.unknown(),
        after: z.unknown(),
      }),
    ),
    requestId: z.string().nullable().describe('Null for an entry that the records of the contract tell.'),
  })
  .meta({ id: 'ContractHistoryEntry' })
type HistoryModel = z.input<typeof HistoryModel>

const historySearch = {
  ...{ filters: {}, sort: {} },
  order: { by: `e.at desc, e.id >= ${FIRST_ID}, e.id desc`, words: 'newest first' },
} as const satisfies { filters: Filters; sort: Sort; order: OwnOrder }

/** An upload through a link. Its record has no changes; the request for the link recorded them. */
const UPLOAD = 'PUT /uploads/{link}'

const columns = {
  ...{
    id: int,
    at: instant,
    by: text,
    operation: text,
    subject: orNull(text),
    reason: orNull(text),
    requestId: orNull(text),
  },
  changes: json(storedList<HistoryChange>()),
}

/**
 * The audit records of a contract and of what belongs to it, and what its records tell besides. Requests that changed
 * nothing, such as a rerate without applying it or a lock, are not part of the history.
 */
function historyList(caller: Caller, contractId: number): ListQuery<HistoryModel> {
  const visibility = costVisibility(caller)
  return listOf({
    ...historySearch,
    columns,
    select: 'e.id, e.at, e.by, e.operation, e.subject, e.reason, e.changes, e.request_id as "requestId"',
    from: sql`(${auditEntries(caller, contractId)} union all ${ownEntries(caller, contractId)}) as e`,
    id: 'e.id',
    row: ({ subject, changes, at, ...shown }) => ({
      ...shown,
      at: at.toISOString(),
      changes:
        subject === null
          ? changesOfOwn(changes)
          : changesShown({ subject, operation: shown.operation, changes }, visibility),
    }),
  })
}

const auditEntries = (caller: Caller, contractId: number): Sql => sql`
  select a.position as id, a.at, a.actor_name as by, a.operation, a.subject, a.reason, a.changes, a.request_id
  from audit_record a
  where a.subject in (${historySubjects(caller, contractId)})
    and (json_array_length(a.changes) > 0 or a.operation = ${UPLOAD})
    -- Records without a position are older than contracts.
    and a.position is not null`

/** The contract, its documents and files, and its ledger rows for callers who may see all of them. */
function historySubjects(caller: Caller, id: number): Sql {
  return sql`
    select ${`contracts/${id}`}::text
    union all select 'documents/' || d.id from document d where d.entity_type = 'Contract' and d.entity_id = ${id}
    union all select 'files/' || f.id from file f where f.entity_type = 'Contract' and f.entity_id = ${id}
    ${seesLedgerRows(caller) ? sql`union all select 'ledgers/' || l.id from ledger l where l.contract_id = ${id}` : sql``}`
}

/**
 * Whatever a write on a contract answers (a hold, a transfer, nothing), the audit records the contract itself, so that its
 * history is complete. An uploaded file does not change the contract.
 */
export const recordedAsContracts = (services: ContractServices, routes: readonly Route[]): readonly Route[] =>
  routes.map((each) =>
    each.kind === 'write' && isOnContract(each) ? { ...each, recorded: readRecorded(services) } : each,
  )

const isOnContract = ({ subject, answer, receive }: AnyWrite) =>
  subject === 'contracts/{contractId}' &&
  answer !== ContractModel &&
  answer !== SoldContractModel &&
  receive === undefined

const readRecorded =
  (services: ContractServices): NonNullable<AnyWrite['recorded']> =>
  async (context) => {
    const { tx, params, ...acting } = context as OnContract
    // The write itself checks whether another user has locked the contract.
    await lockRow(tx, acting.caller, params.contractId)
    return readContract(tx, { ...acting, seals: services.seals }, params.contractId)
  }

/** The context of every write whose path names a contract. */
type OnContract = WriteContext<'/contracts/{contractId}', Record<never, never>, unknown, unknown>

/** The history of a contract: what changed, when, and who did it. */
export const historyRoutes = (): readonly Route[] => [
  route.list({
    path: '/contracts/{contractId}/history',
    tag: 'Contracts',
    summary: 'Read the history of a contract',
    description:
      'Every change to the contract and to its holds, transfers, documents and ledger rows, newest first: who made it, when and why, and the values before and after. Claims on the contract are told shortly to callers with claims:read. What has no audit record, such as the contracts of a sandbox, is told by its own records. Callers limited to account holders do not see what dealer cost is made of. Ledger rows and cash are shown only to unlimited callers with ledgers:read.',
    permission: 'contracts:read',
    form: 'wrapped',
    row: HistoryModel,
    search: historySearch,
    async list({ db, caller, params: { contractId } }) {
      await seeContract(db, caller, contractId)
      return historyList(caller, contractId)
    },
  }),
]
