import { run, type Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import type { Cents } from '../../domain/money.ts'
import type { PlainContract } from './bulk-parts.ts'

/** What is posted of a line up to a day. */
export interface Posted {
  readonly contract_id: number
  readonly code: string
  readonly accountHolderId: number
  readonly amount: Cents
}

const LINES = `select line.contract_id, line.code, line.account_holder_id as "accountHolderId",
    line.earned_to_date as amount
  from contract_line line where line.contract_id = any($1::bigint[])
  order by line.contract_id, line.sequence, line.code`

/** Where more is posted than is asked about, the rows up to the day say it. */
const LINES_ON = `
  select line.contract_id, line.code, line.account_holder_id as "accountHolderId", (
    select coalesce(sum(e.amount), 0)::bigint from earning e where e.contract_id = line.contract_id
      and e.code = line.code and e.earned_date <= asked.as_of) as amount
  from unnest($1::bigint[], $2::date[]) as asked (contract_id, as_of)
  join contract_line line on line.contract_id = asked.contract_id
  order by line.contract_id, line.sequence, line.code`

const AT_ONCE = 1_000

/** What is posted of every line of these contracts up to their days. */
export async function postedLines(
  tx: Tx,
  contracts: readonly PlainContract[],
): Promise<ReadonlyMap<number, Posted[]>> {
  const covered = contracts.filter(({ through, asOf }) => asOf < through)
  const others = contracts.filter(({ through, asOf }) => asOf >= through)
  const asked = [run<Posted>(tx, LINES, [others.map(({ id }) => id)])]
  for (let from = 0; from < covered.length; from += AT_ONCE) {
    const some = covered.slice(from, from + AT_ONCE)
    asked.push(run<Posted>(tx, LINES_ON, [some.map(({ id }) => id), some.map(({ asOf }) => asOf)]))
  }
  const lines = new Map<number, Posted[]>(contracts.map(({ id }) => [id, []]))
  for (const row of (await runAll(asked)).flat()) lines.get(row.contract_id)?.push(row)
  return lines
}
