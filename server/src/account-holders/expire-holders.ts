import type { Tx } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { emit } from '../db/unit-of-work.ts'
import type { Acting, Caller } from '../http/caller.ts'
import type { ExpireInput, ExpireResult } from './expire-shapes.ts'
import { seesAnyHolder } from './scope.ts'

interface Candidate {
  id: number
  number: string
  name: string
}

/** An account holder is to expire when it is active and its last day has passed. */
function isDue(caller: Caller, asOf: string, types: readonly string[] | undefined): Sql {
  const sees = seesAnyHolder(caller)
  return sql`h.status = 'Active' and h.expiration_date < ${asOf}
    ${types ? sql`and h.type = any(${types})` : sql``} ${sees ? sql`and ${sees}` : sql``}`
}

/** Expires those whose time is over. Those that somebody is working on are left, and named. */
export async function expireHolders(
  tx: Tx,
  acting: Acting,
  { asOfDate, types }: ExpireInput,
): Promise<ExpireResult> {
  const { caller, now, today } = acting
  const asOf = asOfDate ?? today
  const due = isDue(caller, asOf, types)
  const { rows: candidates } = await sql<Candidate>`
    select h.id, h.number, h.name from account_holder h where ${due} order by h.id`.execute(tx)
  const ids = candidates.map(({ id }) => id)
  // In order of id, as everyone locks them; one that somebody holds is not waited for.
  const { rows: expired } = await sql<Candidate>`
    update account_holder set status = 'Expired', updated_at = ${now}, updated_by = ${caller.name},
      row_version = row_version + 1
    where id in (select h.id from account_holder h where h.id = any(${ids}::bigint[]) and ${due}
      order by h.id for update skip locked)
    returning id, number, name`.execute(tx)
  const done = new Set(expired.map(({ id }) => id))
  for (const { id, number } of expired.toSorted((one, two) => one.id - two.id))
    emit(tx, {
      subject: `accountholders/${id}`,
      type: 'accountHolder.expired',
      data: { id, number, status: 'Expired' },
    })
  const failures = candidates.filter(({ id }) => !done.has(id)).map(failureOf)
  return { asOfDate: asOf, processed: candidates.length, expired: expired.length, failures }
}

const failureOf = ({ id, number, name }: Candidate) => ({
  accountHolderId: id,
  number,
  name,
  reasonCode: 'RecordInUse' as const,
  message: 'Somebody is changing this account holder at the moment; it can be expired by the next run.',
})
