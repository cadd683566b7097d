import { cents } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { EarningEvent } from '../../domain/earning/events.ts'
import { amountOf, amountOrNull, type Cents, centsOf, minus, smaller, ZERO } from '../../domain/money.ts'
import { limitsOfLiability } from '../record/limits.ts'
import type { ContractRow } from '../record/rows.ts'
import type { EarningDetailsModel } from './models.ts'

/** What claims have been paid, are about to be paid and may still ask for, for losses up to a day. */
const USED = statement(
  { used: cents },
  `select (coalesce((select sum(m.authorized_amount) from claim m where m.contract_id = $1 and m.loss_date <= $2), 0)
     + coalesce((select sum(p.amount) from claim_payment_request p join claim m on m.id = p.claim_id
       where m.contract_id = $1 and m.loss_date <= $2 and p.status in ('Paid', 'Requested', 'InProcess')), 0))::bigint as used`,
)

export const loadUsedLiability = async (db: Db, contractId: number, day: CalendarDate): Promise<Cents> =>
  (await USED.rows(db, [contractId, day]))[0]?.used ?? ZERO

/** What claims for losses on a day could still cost. On a day without coverage, that is nothing. */
export function liabilityOn(
  row: ContractRow,
  events: readonly EarningEvent[],
  used: Cents,
  day: CalendarDate,
): EarningDetailsModel['liability'] {
  const aggregate = limitsOfLiability(row).limits.find(({ scope }) => scope === 'Aggregate')
  const limit = aggregate ? centsOf(aggregate.amount) : null
  const isInForce = isInForceOn(row, events, day)
  const remaining = limit === null ? null : minus(limit, smaller(used, limit))
  return {
    isInForce,
    limit: amountOrNull(limit),
    used: amountOf(used),
    remaining: amountOrNull(isInForce ? remaining : ZERO),
  }
}

const ENDS: readonly string[] = ['Cancel', 'Expire', 'Void']
const BEGINNINGS: readonly string[] = ['Reinstatement', 'ReinstatementHold', 'Reopen']

/** Within the dates of a contract that was finalized and had not ended by that day. */
function isInForceOn(row: ContractRow, events: readonly EarningEvent[], day: CalendarDate): boolean {
  if (row.finalize_date === null) return false
  if (day < row.effective_date || day > row.expiration_date) return false
  const last = events.findLast(({ kind, date }) => date <= day && [...ENDS, ...BEGINNINGS].includes(kind))
  return !last || !ENDS.includes(last.kind)
}
