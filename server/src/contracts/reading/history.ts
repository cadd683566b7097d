import { costVisibility, seesCostLines } from '../../access/cost-visibility.ts'
import { sql } from '../../db/sql.ts'
import { changesShown, type HistoryChange } from '../../domain/contract/history.ts'
import type { Caller } from '../../http/caller.ts'
import type { AnyWrite, Route, WriteContext } from '../../http/route.ts'
import type { Filters, ListQuery, OwnOrder, Sort } from '../../http/search.ts'
import { ContractModel, SoldContractModel } from '../record/models.ts'
import { readContract } from '../record/read-contract.ts'
import { lockRow } from '../record/rows.ts'
import type { ContractServices } from '../record/services.ts'
import type { HistoryModel } from './history-models.ts'

export const historySearch = {
  ...{ filters: {}, sort: {} },
  order: { by: 'a.position desc', words: 'the newest first' },
} as const satisfies { filters: Filters; sort: Sort; order: OwnOrder }

/** A document that comes through its upload link: a record without changes, which are with the one that asked for the link. */
const ARRIVAL = 'PUT /uploads/{link}'

interface RecordRow {
  readonly id: number
  readonly at: Date
  readonly by: string
  readonly operation: string
  readonly subject: string
  readonly reason: string | null
  readonly changes: readonly HistoryChange[]
  readonly requestId: string
}

/**
 * What was done to a contract and to what belongs to it, by the audit records. What changed nothing of the contract, such
 * as a look at another rate or somebody's taking it for a while, is no part of its history.
 */
export function historyList(caller: Caller, contractId: number): ListQuery<HistoryModel> {
  const visibility = costVisibility(caller)
  return {
    ...historySearch,
    select: `a.position as id, a.at, a.actor_name as by, a.operation, a.subject, a.reason, a.changes,
      a.request_id as "requestId"`,
    from: 'audit_record a',
    id: 'a.position',
    where: [
      sql`a.subject in (${subjectsOf(caller, contractId)})`,
      sql`(json_array_length(a.changes) > 0 or a.operation = ${ARRIVAL})`,
      // Before there was a place there were no contracts.
      sql`a.position is not null`,
    ],
    row: ({ subject, changes, at, ...shown }: RecordRow) => ({
      ...shown,
      at: at.toISOString(),
      changes: changesShown({ subject, operation: shown.operation, changes }, visibility),
    }),
  }
}

/** The contract, its documents and files and, for those who may see them all, its rows of the ledger. */
function subjectsOf(caller: Caller, id: number) {
  const seesLedger = seesCostLines(caller) && caller.permissions.has('ledgers:read')
  return sql`
    select ${`contracts/${id}`}::text
    union all select 'documents/' || d.id from document d where d.entity_type = 'Contract' and d.entity_id = ${id}
    union all select 'files/' || f.id from file f where f.entity_type = 'Contract' and f.entity_id = ${id}
    ${seesLedger ? sql`union all select 'ledgers/' || l.id from ledger l where l.contract_id = ${id}` : sql``}`
}

/**
 * Whatever a write on a contract answers (a hold, a transfer, nothing), the audit says what has become of the contract:
 * its history would otherwise have holes. A file that is brought changes nothing of the contract itself.
 */
export const recordedAsContracts = (services: ContractServices, routes: readonly Route[]): readonly Route[] =>
  routes.map((one) =>
    one.kind === 'write' && isOnContract(one) ? { ...one, recorded: recordedBy(services) } : one,
  )

const isOnContract = ({ subject, answer, receive }: AnyWrite) =>
  subject === 'contracts/{contractId}' &&
  answer !== ContractModel &&
  answer !== SoldContractModel &&
  receive === undefined

const recordedBy =
  (services: ContractServices): NonNullable<AnyWrite['recorded']> =>
  async (context) => {
    const { tx, params, ...acting } = context as OnContract
    // Whether somebody else has taken it for a while is for the write itself to say.
    await lockRow(tx, acting.caller, params.contractId)
    return readContract(tx, { ...acting, seals: services.seals }, params.contractId)
  }

/** What every write whose path names a contract is given. */
type OnContract = WriteContext<'/contracts/{contractId}', Record<never, never>, unknown, unknown>
