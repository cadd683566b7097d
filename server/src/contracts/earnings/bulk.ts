import { cents, date, int, oneOf, orNull, type RowOf, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { statement } from '../../db/statement.ts'
import { contractStatuses } from '../../domain/contract/states.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { Acting } from '../../http/caller.ts'
import type { PlainContract } from './bulk-parts.ts'
import { postPlainEarnings } from './bulk-plain.ts'
import { type ContractAsOf, type EarnedLine, postManyEarnings } from './post-earnings.ts'

/** The maximum number of contracts in one transaction. */
export const CHUNK = 10_000

export const LOCKED_MESSAGE = 'Another user is working on the contract. Try again later.'

/** The outcome for the contracts of a chunk. */
export interface Chunk {
  readonly done: readonly number[]
  /** The contract has not been finalized yet, so it has no earnings. A voided one has ended, and is done. */
  readonly notInForce: readonly { readonly id: number; readonly status: string }[]
  /** Another transaction has locked the contract, or another user has a lease on it. */
  readonly locked: readonly number[]
}

/** A chunk with the posted amounts of each line before and after, by contract. */
export interface ChunkWithLines extends Chunk {
  readonly lines: ReadonlyMap<number, readonly EarnedLine[]>
}

/**
 * Posts the missing earnings of many contracts, each up to its date. Contracts without events are posted by one statement,
 * the others one by one. Locked contracts are skipped.
 */
export async function postChunk(tx: Tx, acting: Acting, contracts: readonly ContractAsOf[]): Promise<Chunk> {
  const { plain, changed, ...chunk } = await lockChunk(tx, acting, contracts)
  await postPlainEarnings(tx, acting, plain, 'run')
  await postManyEarnings(tx, acting, changed)
  return chunk
}

/** Like `postChunk`, with the posted amounts of each line in the result. */
export async function postChunkWithLines(
  tx: Tx,
  acting: Acting,
  contracts: readonly ContractAsOf[],
): Promise<ChunkWithLines> {
  const { plain, changed, ...chunk } = await lockChunk(tx, acting, contracts)
  const before = await postedLines(tx, plain)
  await postPlainEarnings(tx, acting, plain, 'request')
  const after = await postedLines(tx, plain)
  const lines = await postManyEarnings(tx, acting, changed)
  for (const { id } of plain) lines.set(id, linesBeforeAndAfter(before.get(id) ?? [], after.get(id) ?? []))
  return { ...chunk, lines }
}

const linesBeforeAndAfter = (before: readonly PostedLine[], after: readonly PostedLine[]): EarnedLine[] =>
  after.map(({ code, accountHolderId, amount }, index) => ({
    ...{ code, accountHolderId, after: amount },
    before: before[index]?.amount ?? amount,
  }))

interface LockedChunk extends Chunk {
  readonly plain: readonly PlainContract[]
  readonly changed: readonly ContractAsOf[]
}

const LOCK = statement(
  { id: int },
  'select id from contract where id = any($1::bigint[]) order by id for update skip locked',
)

const foundColumns = {
  id: int,
  kind: oneOf(['Plain', 'Changed', 'Leased', ...contractStatuses]),
  effective_date: date,
  expiration_date: date,
  /** Null for a contract that was never finalized. */
  through: orNull(date),
}
type FoundRow = RowOf<typeof foundColumns>
const FIND = statement(
  foundColumns,
  `select c.id, c.effective_date, c.expiration_date,
     coalesce((select e.earned_date from earning e where e.contract_id = c.id order by e.id desc limit 1),
       c.finalize_date - 1) as through,
     case when exists (select from contract_lock lease where lease.contract_id = c.id and lease.expires_at > $2
         and lease.holder_key <> $3) then 'Leased'
       when c.finalize_date is null and c.status <> 'Voided' then c.status
       when c.status = 'Active' and not exists (select from contract_event e where e.contract_id = c.id) then 'Plain'
       else 'Changed' end as kind
   from contract c where c.id = any($1::bigint[])`,
)

/** Contracts are read after they are locked, so that changes committed just before the lock count. */
async function lockChunk(
  tx: Tx,
  { caller, now }: Acting,
  contracts: readonly ContractAsOf[],
): Promise<LockedChunk> {
  const locked = await LOCK.rows(tx, [contracts.map(({ id }) => id)])
  const rows = await FIND.rows(tx, [locked.map(({ id }) => id), now, caller.key])
  return sortChunk(contracts, new Map(rows.map((row) => [row.id, row])))
}

function sortChunk(contracts: readonly ContractAsOf[], rows: ReadonlyMap<number, FoundRow>): LockedChunk {
  const plain: PlainContract[] = []
  const changed: ContractAsOf[] = []
  const notInForce: { id: number; status: string }[] = []
  const locked: number[] = []
  for (const { id, asOf } of contracts) {
    const row = rows.get(id)
    if (!row || row.kind === 'Leased') locked.push(id)
    else if (row.kind === 'Plain') plain.push(plainContract(row, asOf))
    else if (row.kind === 'Changed') changed.push({ id, asOf })
    else notInForce.push({ id, status: row.kind })
  }
  return {
    ...{ plain, changed, notInForce, locked },
    done: [...plain, ...changed].map(({ id }) => id),
  }
}

/** Most lines need only the dates. The other terms are read where a line needs them. */
function plainContract(row: FoundRow, asOf: CalendarDate): PlainContract {
  const { id, effective_date: effectiveDate, expiration_date: expirationDate, through } = row
  if (through === null) throw new Error(`Contract ${id} is active and has no finalize date.`)
  const noUsage = {
    effectiveOdometer: null,
    expirationOdometer: null,
    annualMileage: null,
    warrantyMonths: null,
  }
  return { id, terms: { effectiveDate, expirationDate, ...noUsage }, through, asOf }
}

const postedColumns = { contract_id: int, code: text, accountHolderId: int, amount: cents }
/** The amount posted for a line up to a date. */
type PostedLine = RowOf<typeof postedColumns>

const LINES = statement(
  postedColumns,
  `select line.contract_id, line.code, line.account_holder_id as "accountHolderId", line.earned_to_date as amount
   from contract_line line where line.contract_id = any($1::bigint[])
   order by line.contract_id, line.sequence, line.code`,
)

/** For contracts that are posted beyond the date: the sum of the rows up to it. */
const LINES_ON = statement(
  postedColumns,
  `select line.contract_id, line.code, line.account_holder_id as "accountHolderId", (
     select coalesce(sum(e.amount), 0)::bigint from earning e where e.contract_id = line.contract_id
       and e.code = line.code and e.earned_date <= requested.as_of) as amount
   from unnest($1::bigint[], $2::date[]) as requested (contract_id, as_of)
   join contract_line line on line.contract_id = requested.contract_id
   order by line.contract_id, line.sequence, line.code`,
)

const SUMMED_AT_ONCE = 1_000

/** The amounts posted for each line of these contracts up to their dates, by contract. */
async function postedLines(
  tx: Tx,
  contracts: readonly PlainContract[],
): Promise<ReadonlyMap<number, PostedLine[]>> {
  const postedBeyond = contracts.filter(({ through, asOf }) => asOf < through)
  const others = contracts.filter(({ through, asOf }) => asOf >= through)
  const results = [LINES.rows(tx, [others.map(({ id }) => id)])]
  for (let from = 0; from < postedBeyond.length; from += SUMMED_AT_ONCE) {
    const slice = postedBeyond.slice(from, from + SUMMED_AT_ONCE)
    results.push(LINES_ON.rows(tx, [slice.map(({ id }) => id), slice.map(({ asOf }) => asOf)]))
  }
  const lines = new Map<number, PostedLine[]>(contracts.map(({ id }) => [id, []]))
  for (const row of (await runAll(results)).flat()) lines.get(row.contract_id)?.push(row)
  return lines
}
