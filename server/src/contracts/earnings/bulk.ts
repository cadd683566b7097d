import { run, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { Acting } from '../../http/caller.ts'
import { type ContractAsOf, postChangedEarnings } from './bulk-changed.ts'
import { type Posted, postedLines } from './bulk-lines.ts'
import type { PlainContract } from './bulk-parts.ts'
import { postPlainEarnings } from './bulk-plain.ts'
import type { EarnedLine } from './post-earnings.ts'

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
  await postChangedEarnings(tx, acting, changed)
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
  const lines = await postChangedEarnings(tx, acting, changed)
  for (const { id } of plain) lines.set(id, compared(before.get(id) ?? [], after.get(id) ?? []))
  return { ...chunk, lines }
}

const compared = (before: readonly Posted[], after: readonly Posted[]): EarnedLine[] =>
  after.map(({ code, accountHolderId, amount }, at) => ({
    ...{ code, accountHolderId, after: amount },
    before: before[at]?.amount ?? amount,
  }))

interface LockedChunk extends Chunk {
  readonly plain: readonly PlainContract[]
  readonly changed: readonly ContractAsOf[]
}

const LOCK = 'select id from contract where id = any($1::bigint[]) order by id for update skip locked'

interface FoundRow {
  readonly id: number
  readonly kind: 'Plain' | 'Changed' | 'Leased' | 'Quote' | 'Pending' | 'OnHold' | 'Voided'
  readonly effective_date: CalendarDate
  readonly expiration_date: CalendarDate
  readonly through: CalendarDate
}

/** Read behind the lock: what was committed just before it counts. */
async function lockChunk(
  tx: Tx,
  { caller, now }: Acting,
  asked: readonly ContractAsOf[],
): Promise<LockedChunk> {
  const locked = await run<{ id: number }>(tx, LOCK, [asked.map(({ id }) => id)])
  const { rows } = await sql<FoundRow>`
    select c.id, c.effective_date, c.expiration_date,
      coalesce((select e.earned_date from earning e where e.contract_id = c.id order by e.id desc limit 1),
        c.finalize_date - 1) as through,
      case when exists (select from contract_lock lease where lease.contract_id = c.id and lease.expires_at > ${now}
          and lease.holder_key <> ${caller.key}) then 'Leased'
        when c.finalize_date is null then c.status
        when c.status = 'Active' and not exists (select from contract_event e where e.contract_id = c.id) then 'Plain'
        else 'Changed' end as kind
    from contract c where c.id = any(${locked.map(({ id }) => id)}::bigint[])`.execute(tx)
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

/** Its days alone: most lines are earned by nothing else. */
const plainOf = (row: FoundRow, asOf: CalendarDate): PlainContract => ({
  id: row.id,
  terms: {
    effectiveDate: row.effective_date,
    expirationDate: row.expiration_date,
    effectiveOdometer: null,
    expirationOdometer: null,
    annualMileage: null,
    warrantyMonths: null,
  },
  through: row.through,
  asOf,
})
