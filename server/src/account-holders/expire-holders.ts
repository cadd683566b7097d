import { z } from 'zod'
import { date, int, orNull, type RowOf, text } from '../db/columns.ts'
import type { Db, Tx } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { command, query, statement } from '../db/statement.ts'
import { emit } from '../db/unit-of-work.ts'
import type { Acting, Caller } from '../http/caller.ts'
import { notEligible } from '../http/not-eligible.ts'
import { found, Problem } from '../http/problems.ts'
import { CalendarDate, Id } from '../http/schemas.ts'
import { accountHolderTypes } from './kinds.ts'
import { seesAnyHolder } from './scope.ts'

export const ExpireRequest = z
  .strictObject({
    asOfDate: CalendarDate.optional().describe('Without it, today.'),
    types: z.array(z.enum(accountHolderTypes)).max(20).optional().describe('Without it, all types.'),
    dryRun: z.boolean().optional(),
  })
  .default({})
  .meta({ id: 'AccountHolderAutoExpireRequest', example: { asOfDate: '2024-03-15', types: ['Dealer'] } })
type ExpireInput = z.output<typeof ExpireRequest>

const Failure = z
  .object({
    accountHolderId: Id,
    number: z.string(),
    name: z.string(),
    reasonCode: z.enum(['RecordInUse', 'InProcessCash']),
    message: z.string(),
  })
  .meta({ id: 'AccountHolderAutoExpireFailureResponse' })

export const ExpireResponse = z
  .object({
    asOfDate: CalendarDate,
    processed: z.int(),
    expired: z.int(),
    failures: z.array(Failure),
  })
  .meta({ id: 'AccountHolderAutoExpireResponse' })
type ExpireResult = z.input<typeof ExpireResponse>

const candidateColumns = { id: int, number: text, name: text }
type Candidate = RowOf<typeof candidateColumns>

/** An active account holder expires when its expiration date has passed. */
function isDue(caller: Caller, asOf: string, types: readonly string[] | undefined): Sql {
  const sees = seesAnyHolder(caller)
  return sql`h.status = 'Active' and h.expiration_date < ${asOf}
    ${types ? sql`and h.type = any(${types})` : sql``} ${sees ? sql`and ${sees}` : sql``}`
}

/** Expires the account holders that are due. Those that another transaction has locked are listed as failures. */
export async function expireHolders(
  tx: Tx,
  acting: Acting,
  { asOfDate, types }: ExpireInput,
): Promise<ExpireResult> {
  const { caller, now, today } = acting
  const asOf = asOfDate ?? today
  const due = isDue(caller, asOf, types)
  const candidates = await query(candidateColumns)`
    select h.id, h.number, h.name from account_holder h where ${due} order by h.id`.rows(tx)
  const paying = await findPaying(
    tx,
    candidates.map(({ id }) => id),
  )
  const ids = candidates.map(({ id }) => id).filter((id) => !paying.has(id))
  // Locked in order of id, as everywhere. A row that another transaction holds is skipped.
  const expired = await query(candidateColumns)`
    update account_holder set status = 'Expired', updated_at = ${now}, updated_by = ${caller.name},
      row_version = row_version + 1
    where id in (select h.id from account_holder h where h.id = any(${ids}::bigint[]) and ${due}
      order by h.id for update skip locked)
    returning id, number, name`.rows(tx)
  const expiredIds = new Set(expired.map(({ id }) => id))
  for (const holder of expired.toSorted((first, second) => first.id - second.id)) emitExpired(tx, holder)
  const failures = candidates
    .filter(({ id }) => !expiredIds.has(id))
    .map((holder) => (paying.has(holder.id) ? inProcessFailure(holder) : inUseFailure(holder)))
  return { asOfDate: asOf, processed: candidates.length, expired: expired.length, failures }
}

/** The ids of the next account holders that are due. */
export async function dueHolders(
  db: Db,
  caller: Caller,
  asOf: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly number[]> {
  const rows = await query({ id: int })`
    select h.id from account_holder h where h.id > ${after} and ${isDue(caller, asOf, undefined)}
    order by h.id limit ${limit}`.rows(db)
  return rows.map(({ id }) => id)
}

const LOCK = statement(
  { number: text, status: text, expirationDate: orNull(date) },
  `select number, status, expiration_date as "expirationDate" from account_holder where id = $1 for update`,
)
const EXPIRE = command(`update account_holder set status = 'Expired', updated_at = $2, updated_by = $3,
  row_version = row_version + 1 where id = $1`)

/** Expires one account holder that is due. */
export async function expireHolder(
  tx: Tx,
  { caller, now }: Acting,
  id: number,
  asOf: string,
): Promise<{ accountHolderId: number; result: 'Expired' }> {
  const holder = found(await LOCK.first(tx, [id]), `account holder ${id}`)
  const { number, status, expirationDate } = holder
  const reasons = [
    ...(status === 'Active' ? [] : [{ code: 'NotActive', message: `The account holder is ${status}.` }]),
    ...(expirationDate !== null && expirationDate < asOf
      ? []
      : [{ code: 'NotExpired', message: 'The expiration date has not passed.' }]),
  ]
  if (reasons.length > 0) throw notEligible(reasons)
  if ((await findPaying(tx, [id])).has(id)) throw new Problem('InProcessCash', IN_PROCESS)
  await EXPIRE.run(tx, [id, now, caller.name])
  emitExpired(tx, { id, number })
  return { accountHolderId: id, result: 'Expired' }
}

const emitExpired = (tx: Tx, { id, number }: Pick<Candidate, 'id' | 'number'>) =>
  emit(tx, {
    ...{ subject: `accountholders/${id}`, type: 'accountHolder.expired' },
    data: { id, number, status: 'Expired' },
  })

const inUseFailure = ({ id, number, name }: Candidate) => ({
  accountHolderId: id,
  number,
  name,
  reasonCode: 'RecordInUse' as const,
  message:
    'This account holder is being changed by someone else right now. Run the request again to expire it.',
})

const inProcessFailure = ({ id, number, name }: Candidate) => ({
  accountHolderId: id,
  number,
  name,
  reasonCode: 'InProcessCash' as const,
  message: IN_PROCESS,
})

const IN_PROCESS =
  'A batch of this account holder is not processed yet. Process or delete the batch, then expire it.'

const PAYING = statement(
  { id: int },
  `select distinct account_holder_id as id from in_process_cash_transaction
   where account_holder_id = any($1::bigint[]) and status = 'Ready'`,
)

/** Those with money on its way: a batch that is not processed yet. */
async function findPaying(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  return new Set((await PAYING.rows(tx, [ids])).map(({ id }) => id))
}
