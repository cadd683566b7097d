import { type Db, run } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Cents } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import type { Filters, ListQuery } from '../../http/search.ts'
import {
  type HeldContract,
  holdShown,
  type ReadHold,
  resolveShown,
  type ShownHold,
  type ShownResolve,
} from '../record/hold-answer.ts'

export const holdSearch = {
  filters: { status: { match: 'oneOf', column: 'o.status', values: ['Open', 'Resolved'] } },
  sort: { holdDate: { column: 'o.hold_date' } },
} as const satisfies { filters: Filters; sort: ListQuery<unknown>['sort'] }

/** What a hold `o` of a contract `c` is shown with. */
const SHOWN = `o.id, c.dealer_cost, to_jsonb(o) as hold,
  (select to_jsonb(v) from reference_value v where v.id = o.reason_id) as reason,
  (select jsonb_agg(to_jsonb(z) order by z.id) from contract_resolve z where z.hold_id = o.id) as resolves,
  (select jsonb_agg(jsonb_build_object('code', l.code, 'amount', l.amount, 'inDealerCost', l.in_dealer_cost,
      'accountHolder', jsonb_build_object('id', l.account_holder_id)) order by l.sequence, l.code)
   from contract_line l where l.contract_id = c.id) as lines`
const FROM = 'contract_hold o join contract c on c.id = o.contract_id'

interface Read extends ReadHold {
  readonly dealer_cost: Cents
  readonly lines: HeldContract['lines']
}

/** The holds of a contract that the caller sees. */
export const holdList = (caller: Caller, contractId: number): ListQuery<ShownHold> => ({
  ...holdSearch,
  select: SHOWN,
  from: FROM,
  id: 'o.id',
  where: [sql`o.contract_id = ${contractId}`],
  row: ({ dealer_cost, lines, ...hold }: Read) =>
    holdShown({ id: contractId, dealer_cost, lines }, hold, caller),
})

/** How a hold of a contract was resolved: at most once. */
export async function resolvesOf(
  db: Db,
  caller: Caller,
  { contractId, holdId }: { readonly contractId: number; readonly holdId: number },
): Promise<ShownResolve[]> {
  const rows = await run<Read>(db, `select ${SHOWN} from ${FROM} where o.contract_id = $1 and o.id = $2`, [
    contractId,
    holdId,
  ])
  const { dealer_cost, lines, resolves } = found(rows[0], `hold ${holdId} of contract ${contractId}`)
  return (resolves ?? []).map((one) => resolveShown({ id: contractId, dealer_cost, lines }, one, caller))
}
