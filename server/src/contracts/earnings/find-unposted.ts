import { int } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { statement } from '../../db/statement.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { earningsToPost } from '../../domain/earning/postings.ts'
import type { PostedEarning } from '../../domain/earning/tallies.ts'
import { buildTimeline } from '../../domain/earning/timeline.ts'
import type { Period } from '../../domain/ledger/periods.ts'
import { type EarningRow, earningColumns, loadManyEarningFacts, SELECT_EARNING_COLUMNS } from './facts.ts'
import { POSTED } from './post-earnings.ts'

const CONTRACTS_AT_ONCE = 500

/**
 * Contracts in force with something unearned and nothing posted on the day or later. After a run up to the day these are
 * only contracts that earned nothing since, so that there are few to look at.
 */
const CANDIDATES = statement(
  { id: int },
  `select c.id from contract c
   cross join lateral (select from contract_line line where line.contract_id = c.id
     and line.amount <> line.earned_to_date + line.refunded limit 1) as unearned
   left join lateral (select e.earned_date as through from earning e where e.contract_id = c.id
     order by e.id desc limit 1) as posted on true
   where c.id > $1 and c.finalize_date <= $2 and c.status <> 'Voided'
     and coalesce(posted.through, c.finalize_date - 1) < $2
   order by c.id limit ${CONTRACTS_AT_ONCE}`,
)
const CONTRACTS = statement(
  earningColumns,
  `${SELECT_EARNING_COLUMNS} where c.id = any($1::bigint[]) order by c.id`,
)
/** The first contracts for which earnings up to a day are not posted. */
export async function findUnpostedContracts(
  db: Db,
  asOf: CalendarDate,
  closedThrough: Period | null,
): Promise<number[]> {
  for (let after = 0; ; ) {
    const ids = (await CANDIDATES.rows(db, [after, asOf])).map(({ id }) => id)
    const unposted = ids.length === 0 ? [] : await unpostedAmong(db, ids, asOf, closedThrough)
    if (unposted.length > 0 || ids.length < CONTRACTS_AT_ONCE) return unposted
    after = ids.at(-1) ?? after
  }
}

async function unpostedAmong(
  db: Db,
  ids: readonly number[],
  asOf: CalendarDate,
  closedThrough: Period | null,
): Promise<number[]> {
  const [rows, posted] = await runAll([CONTRACTS.rows(db, [ids]), POSTED.rows(db, [ids])])
  const byContract = new Map(ids.map((id) => [id, [] as PostedEarning[]]))
  for (const row of posted) byContract.get(row.contract_id)?.push(row)
  const facts = await loadManyEarningFacts(db, rows)
  return facts.flatMap(({ contract, events }, at) => {
    const { id } = rows[at] as EarningRow // There are facts for each row.
    const books = { posted: byContract.get(id) ?? [], closedThrough }
    return earningsToPost(buildTimeline(contract, events), books, asOf).length > 0 ? [id] : []
  })
}
