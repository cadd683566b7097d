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

/** So many contracts are posted in one transaction at most. */
export const CHUNK = 10_000

/** What has become of the contracts of a chunk. */
export interface Chunk {
  readonly done: readonly number[]
  /** Never finalized: it has earned nothing. */
  readonly notInForce: readonly { readonly id: number; readonly status: string }[]
  /** Somebody works on it: its row is locked, or its lease is somebody else's. */
  readonly locked: readonly number[]
}

/** The same with what is posted of each line, before and after, by contract. */
export interface ShownChunk extends Chunk {
  readonly lines: ReadonlyMap<number, readonly EarnedLine[]>
}

/**
 * Posts what is missing of the earnings of many contracts, each up to its day: those to which nothing has happened by one
 * statement, the others by the function that everything earns by. Nobody is waited for.
 */
export async function postChunk(tx: Tx, acting: Acting, asked: readonly ContractAsOf[]): Promise<Chunk> {
  const { plain, changed, ...chunk } = await lockChunk(tx, acting, asked)
  await postPlainEarnings(tx, acting, plain, 'run')
  await postManyEarnings(tx, acting, changed)
  return chunk
}

/** The same for a caller who is told of each line. */
export async function postShownChunk(
  tx: Tx,
  acting: Acting,
  asked: readonly ContractAsOf[],
): Promise<ShownChunk> {
  const { plain, changed, ...chunk } = await lockChunk(tx, acting, asked)
  const before = await postedLines(tx, plain)
  await postPlainEarnings(tx, acting, plain, 'request')
  const after = await postedLines(tx, plain)
  const lines = await postManyEarnings(tx, acting, changed)
  for (const { id } of plain) lines.set(id, compared(before.get(id) ?? [], after.get(id) ?? []))
  return { ...chunk, lines }
}

const compared = (before: readonly PostedLine[], after: readonly PostedLine[]): EarnedLine[] =>
  after.map(({ code, accountHolderId, amount }, at) => ({
    ...{ code, accountHolderId, after: amount },
    before: before[at]?.amount ?? amount,
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
       when c.finalize_date is null then c.status
       when c.status = 'Active' and not exists (select from contract_event e where e.contract_id = c.id) then 'Plain'
       else 'Changed' end as kind
   from contract c where c.id = any($1::bigint[])`,
)

/** Contracts are read after they are locked, so that changes committed just before the lock count. */
async function lockChunk(
  tx: Tx,
  { caller, now }: Acting,
  asked: readonly ContractAsOf[],
): Promise<LockedChunk> {
  const locked = await LOCK.rows(tx, [asked.map(({ id }) => id)])
  const rows = await FIND.rows(tx, [locked.map(({ id }) => id), now, caller.key])
  return sorted(asked, new Map(rows.map((row) => [row.id, row])))
}

function sorted(asked: readonly ContractAsOf[], rows: ReadonlyMap<number, FoundRow>): LockedChunk {
  const plain: PlainContract[] = []
  const changed: ContractAsOf[] = []
  const notInForce: { id: number; status: string }[] = []
  const locked: number[] = []
  for (const { id, asOf } of asked) {
    const row = rows.get(id)
    if (!row || row.kind === 'Leased') locked.push(id)
    else if (row.kind === 'Plain') plain.push(plainOf(row, asOf))
    else if (row.kind === 'Changed') changed.push({ id, asOf })
    else notInForce.push({ id, status: row.kind })
  }
  return {
    ...{ plain, changed, notInForce, locked },
    done: [...plain, ...changed].map(({ id }) => id),
  }
}

/** Most lines need only the dates. The other terms are read where a line needs them. */
function plainOf(row: FoundRow, asOf: CalendarDate): PlainContract {
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
       and e.code = line.code and e.earned_date <= asked.as_of) as amount
   from unnest($1::bigint[], $2::date[]) as asked (contract_id, as_of)
   join contract_line line on line.contract_id = asked.contract_id
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
