import { cents, int, json, orNull, storedList } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { statement } from '../../db/statement.ts'
import type { Caller } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../../http/search.ts'
import {
  type HeldContract,
  type HoldAnswer,
  holdAnswer,
  holdPartColumns,
  holdParts,
  type ResolveAnswer,
  resolveAnswer,
} from '../record/hold-answer.ts'

export const holdSearch = {
  filters: { status: { match: 'oneOf', column: 'o.status', values: ['Open', 'Resolved'] } },
  sort: { holdDate: { column: 'o.hold_date' } },
} as const satisfies { filters: Filters; sort: Sort }

const columns = {
  ...{ id: int, dealer_cost: cents },
  ...holdPartColumns,
  lines: orNull(json(storedList<NonNullable<HeldContract['lines']>[number]>())),
}

/** What the answer shows of a hold `o` of a contract `c`. */
const SHOWN = `o.id, c.dealer_cost, ${holdParts.hold} as hold, ${holdParts.reason} as reason,
  ${holdParts.resolves} as resolves,
  (select jsonb_agg(jsonb_build_object('code', l.code, 'amount', l.amount, 'inDealerCost', l.in_dealer_cost,
      'accountHolder', jsonb_build_object('id', l.account_holder_id)) order by l.sequence, l.code)
   from contract_line l where l.contract_id = c.id) as lines`
const FROM = 'contract_hold o join contract c on c.id = o.contract_id'

/** The holds of a contract that the caller may see. */
export const holdList = (caller: Caller, contractId: number): ListQuery<HoldAnswer> =>
  listOf({
    ...holdSearch,
    columns,
    select: SHOWN,
    from: FROM,
    id: 'o.id',
    where: [sql`o.contract_id = ${contractId}`],
    row: ({ dealer_cost, lines, ...hold }) =>
      holdAnswer({ id: contractId, dealer_cost, lines }, hold, caller),
  })

const HOLD = statement(columns, `select ${SHOWN} from ${FROM} where o.contract_id = $1 and o.id = $2`)

/** The resolves of a hold: none or one, and more after a reinstatement. */
export async function readResolves(
  db: Db,
  caller: Caller,
  { contractId, holdId }: { readonly contractId: number; readonly holdId: number },
): Promise<ResolveAnswer[]> {
  const { dealer_cost, lines, resolves } = found(
    await HOLD.first(db, [contractId, holdId]),
    `hold ${holdId} of contract ${contractId}`,
  )
  return (resolves ?? []).map((resolve) =>
    resolveAnswer({ id: contractId, dealer_cost, lines }, resolve, caller),
  )
}
