import { run, type Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { earningsToPost } from '../../domain/earning/postings.ts'
import type { NewEarning, PostedEarning } from '../../domain/earning/tallies.ts'
import { buildTimeline } from '../../domain/earning/timeline.ts'
import type { NewEntry } from '../../domain/ledger/journal.ts'
import { ledgerPlan } from '../../domain/ledger/plan.ts'
import { applyPlan, type Writing } from '../../ledger/apply-plan.ts'
import { holdMonthsOpen } from '../../ledger/periods.ts'
import { type EarningRow, loadManyEarningFacts } from './facts.ts'
import { type EarnedLine, earnedLines, earningEntries } from './post-earnings.ts'

// Contracts to which something has happened are posted as any contract is, by the pure function; only what is read and
// written is read and written for many of them at once.

/** Their rows are read whole, month by month: more would be too much for one statement, and for the memory. */
const AT_ONCE = 500

/** What of a contract its earnings follow from, without the bulk of the documents that it is in. */
export const EARNING_COLUMNS = `c.id, c.finalize_date, c.effective_date, c.expiration_date, c.effective_odometer,
  c.expiration_odometer,
  jsonb_build_object('vehicle', case jsonb_typeof(c.item -> 'vehicle') when 'object' then jsonb_build_object(
    'warranties', c.item -> 'vehicle' -> 'warranties', 'inServiceDate', c.item -> 'vehicle' -> 'inServiceDate') end) as item,
  jsonb_build_object('query', jsonb_build_object('annualMileage', c.inputs -> 'query' -> 'annualMileage')) as inputs`

const ROWS = `select ${EARNING_COLUMNS} from contract c where c.id = any($1::bigint[]) order by c.id`
const POSTED = `select contract_id, code, earned_date as date, amount, cancel_id as "cancelId" from earning
  where contract_id = any($1::bigint[]) order by contract_id, id`

export interface ContractAsOf {
  readonly id: number
  readonly asOf: CalendarDate
}

/** Posts what is missing; the contracts are locked. What each line has then, by contract. */
export async function postChangedEarnings(
  tx: Tx,
  writing: Writing,
  contracts: readonly ContractAsOf[],
): Promise<Map<number, EarnedLine[]>> {
  const lines = new Map<number, EarnedLine[]>()
  for (let from = 0; from < contracts.length; from += AT_ONCE)
    await postSome(tx, writing, contracts.slice(from, from + AT_ONCE), lines)
  return lines
}

async function postSome(
  tx: Tx,
  writing: Writing,
  contracts: readonly ContractAsOf[],
  lines: Map<number, EarnedLine[]>,
): Promise<void> {
  const ids = contracts.map(({ id }) => id)
  const days = new Map(contracts.map(({ id, asOf }) => [id, asOf]))
  const [rows, posted, closedThrough] = await runAll([
    run<EarningRow>(tx, ROWS, [ids]),
    run<PostedEarning & { contract_id: number }>(tx, POSTED, [ids]),
    holdMonthsOpen(tx),
  ])
  const postedOf = new Map(ids.map((id) => [id, [] as PostedEarning[]]))
  for (const row of posted) postedOf.get(row.contract_id)?.push(row)
  const all: { id: number; earning: NewEarning }[] = []
  const journal: NewEntry[] = []
  for (const [at, facts] of (await loadManyEarningFacts(tx, rows)).entries()) {
    const row = rows[at] as EarningRow // There are facts for each row.
    const asOf = days.get(row.id) ?? ''
    const books = { posted: postedOf.get(row.id) ?? [], closedThrough }
    const added = earningsToPost(buildTimeline(facts.contract, facts.events), books, asOf)
    all.push(...added.map((earning) => ({ id: row.id, earning })))
    journal.push(...earningEntries(row, { facts, books, added }))
    lines.set(row.id, earnedLines(facts, books, added, asOf))
  }
  if (all.length === 0) return
  await runAll([save(tx, writing, all), applyPlan(tx, ledgerPlan({ journal }), writing)])
}

const INSERT = `
  with new as (
    insert into earning (contract_id, code, earned_date, accounting_date, amount, cancel_id, created_at)
    select contract_id, code, earned_date, accounting_date, amount, cancel_id, $1
    from unnest($2::bigint[], $3::text[], $4::date[], $5::date[], $6::bigint[], $7::bigint[]) with ordinality
      as given (contract_id, code, earned_date, accounting_date, amount, cancel_id, position)
    order by position
    returning contract_id, code, amount)
  update contract_line set earned_to_date = earned_to_date + sums.amount
  from (select contract_id, code, sum(amount) as amount from new group by contract_id, code) as sums
  where contract_line.contract_id = sums.contract_id and contract_line.code = sums.code`

const save = (tx: Tx, { now }: Writing, all: readonly { id: number; earning: NewEarning }[]) =>
  run(tx, INSERT, [
    now,
    all.map(({ id }) => id),
    all.map(({ earning }) => earning.code),
    all.map(({ earning }) => earning.dates.effectiveDate),
    all.map(({ earning }) => earning.dates.accountingDate),
    all.map(({ earning }) => earning.amount),
    all.map(({ earning }) => earning.cancelId),
  ])
