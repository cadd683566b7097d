import { date, flag, int, orNull, text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Keys } from '../../db/keys.ts'
import { queueAlert } from '../../db/mail-outbox.ts'
import { command, statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import { addDays, type CalendarDate } from '../../domain/dates.ts'
import type { Acting } from '../../http/caller.ts'
import { notEligible } from '../../http/not-eligible.ts'
import { found } from '../../http/problems.ts'
import { loadSettings } from '../../reference/settings.ts'

// Refunds have a legal deadline. The administrator is warned once before it, and once after it has passed. The penalty itself
// is posted when the refund is paid.

/** The refund `p` with its ledger row `g` and cancel `x` is still to be paid, or a dealer has not confirmed that it paid. */
const IS_OWED = `not p.is_voided and p.confirmed_date is null and x.status = 'Active'
  and (g.status <> 'Paid' or p.for_payee_name is not null)`
const FROM = `cancel_payment p join ledger g on g.id = p.ledger_id join cancel x on x.id = p.cancel_id`

const TO_WARN = statement(
  { id: int },
  `select p.id from ${FROM} where p.id > $1 and ${IS_OWED} and p.refund_due_date <= $3
    and case when p.refund_due_date < $2 then p.warned_late_at is null else p.warned_at is null end
  order by p.id limit $4`,
)

/** The ids of the next refunds that the administrator is to be warned of. */
export async function refundsToWarn(
  db: Db,
  asOf: CalendarDate,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly number[]> {
  const { refundWarningDays } = await loadSettings(db, ['refundWarningDays'])
  const rows = await TO_WARN.rows(db, [after, asOf, warnedUpTo(asOf, refundWarningDays), limit])
  return rows.map(({ id }) => id)
}

/** Keeps the date within the range of PostgreSQL. */
const DAYS_AT_MOST = 10_000
const warnedUpTo = (asOf: CalendarDate, days: number) => addDays(asOf, Math.min(days, DAYS_AT_MOST))

const LOCK = statement(
  {
    ...{ cancelId: int, contractId: int, contractNumber: orNull(text), payeeName: text, dueDate: date },
    ...{ isOwed: flag, isWarned: flag },
  },
  `select p.cancel_id as "cancelId", p.contract_id as "contractId", c.number as "contractNumber",
    coalesce(p.for_payee_name, p.payee_name) as "payeeName", p.refund_due_date as "dueDate", ${IS_OWED} as "isOwed",
    case when p.refund_due_date < $2 then p.warned_late_at is not null else p.warned_at is not null end as "isWarned"
  from ${FROM} join contract c on c.id = p.contract_id where p.id = $1 for no key update of p`,
)
const WARNED = command('update cancel_payment set warned_at = $2 where id = $1')
const WARNED_LATE = command('update cancel_payment set warned_late_at = $2 where id = $1')

/** Warns of one refund: by an event of the contract and by mail. */
export async function warnOfRefund(
  tx: Tx,
  keys: Pick<Keys, 'data'>,
  { now }: Acting,
  id: number,
  asOf: CalendarDate,
): Promise<{ cancelPaymentId: number; cancelId: number; dueDate: CalendarDate; isOverdue: boolean }> {
  const refund = found(await LOCK.first(tx, [id, asOf]), `cancel payment ${id}`)
  const { cancelId, contractId, contractNumber, payeeName, dueDate, isOwed, isWarned } = refund
  const { refundWarningDays } = await loadSettings(tx, ['refundWarningDays'])
  const reasons = [
    ...(isOwed ? [] : [{ code: 'NotOwed', message: 'The refund is paid, confirmed or voided.' }]),
    ...(dueDate <= warnedUpTo(asOf, refundWarningDays)
      ? []
      : [{ code: 'NotDue', message: `The refund is not due before ${dueDate}.` }]),
    ...(isWarned ? [{ code: 'AlreadyWarned', message: 'The warning was given before.' }] : []),
  ]
  if (reasons.length > 0) throw notEligible(reasons)
  const isOverdue = dueDate < asOf
  await (isOverdue ? WARNED_LATE : WARNED).run(tx, [id, now])
  emit(tx, {
    ...{ subject: `contracts/${contractId}`, type: 'contract.refundDue' },
    data: { id: contractId, number: contractNumber, status: 'Cancelled', cancelId, dueDate, isOverdue },
  })
  const contract = contractNumber ?? contractId
  await queueAlert(tx, keys, {
    subject: isOverdue ? `Refund of ${contract} is late` : `Refund of ${contract} is due on ${dueDate}`,
    text: isOverdue
      ? `The refund of contract ${contract} to ${payeeName} was due on ${dueDate} and is not paid or not confirmed. A late refund may owe a penalty.`
      : `The refund of contract ${contract} to ${payeeName} is due on ${dueDate} and is not paid or not confirmed.`,
    now,
  })
  return { cancelPaymentId: id, cancelId, dueDate, isOverdue }
}
