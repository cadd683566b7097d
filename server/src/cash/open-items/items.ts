import { seesCostLines } from '../../access/cost-visibility.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { DEALER_COST } from '../../domain/ledger/cost-visibility.ts'
import type { Caller } from '../../http/caller.ts'
import { ownAccounts } from '../../ledger/ledger-view.ts'

// The rows that are in the books, with what they were worth on a day. A row counts from its accounting date to the day
// on which it was voided. What was booked later is taken off its present figures: corrections and applied cash. So a day
// in the past costs little more than today.

/** The columns that every question about open items is made from. */
const COLUMNS = `l.id, l.account_holder_id, l.contract_id, l.cancel_id, l.product_id, l.ledger_type, l.direction,
  l.disbursement_code, l.effective_date, l.accounting_date, l.due_date, l.is_dealer_cost`

/**
 * Where the unpaid part stands. What a row waited for on an earlier day is not recorded, so a row that is held or waits
 * for funding today counts as such on every day.
 */
const STATE = `case when l.status = 'Held' then 'Held' when l.waits_for = 'Funding' then 'Pending'
  when l.amount = l.paid_amount then 'Paid' else 'Open' end as state`

const IN_BOOKS = `not l.is_memo and l.waits_for is distinct from 'Finalize'`

type Scoped = Pick<Caller, 'scopes'>

/** Which rows: on a day, or as they are now; of one account holder, or of all that the caller sees. */
export interface ItemsAsked {
  readonly asOf: CalendarDate | undefined
  readonly accountHolderId?: number | undefined
}

/**
 * The rows in the books as the caller may see them, called `i`. A limited caller sees its own accounts, and the lines of
 * dealer cost as one row for each contract, type and direction.
 */
export function itemsFor(caller: Scoped, asked: ItemsAsked): Sql {
  const { asOf } = asked
  const isAsked = isVisible(caller, asked)
  const rows = asOf === undefined ? itemsNow(isAsked) : itemsOn(isAsked, asOf)
  return seesCostLines(caller) ? sql`(${rows}) i` : sql`(${withCostMerged(rows)}) i`
}

/** The open ones of them. Few rows of a ledger are open now, and those have an index. */
export function openItemsFor(caller: Scoped, asked: ItemsAsked): Sql {
  const isIndexed = asked.asOf === undefined && seesCostLines(caller)
  const openNow = sql`${isVisible(caller, asked)} and l.status in ('Open', 'InProcess')`
  const items = isIndexed ? sql`(${itemsNow(openNow)}) i` : itemsFor(caller, asked)
  return sql`(
    select i.account_holder_id, i.direction, i.due_date, i.amount - i.paid_amount as open_amount
    from ${items} where i.state = 'Open') i`
}

/**
 * The day to look back to. Today is no such day: whoever names it gets what is answered without a day, with the rows that
 * are booked for a later one. Nothing is known about the future, so a later day shows the rows as they are now, too.
 */
export const pastDay = (asOfDate: CalendarDate | undefined, today: CalendarDate): CalendarDate | undefined =>
  asOfDate !== undefined && asOfDate < today ? asOfDate : undefined

/** The condition of a filter that decides what is added up, before there are rows to filter. */
export const inSums = (): Sql => sql`true`

const isVisible = (caller: Scoped, { accountHolderId }: ItemsAsked): Sql => {
  const sees = seesCostLines(caller) ? sql`true` : ownAccounts(caller, 'l.account_holder_id')
  return accountHolderId === undefined ? sees : sql`${sees} and l.account_holder_id = ${accountHolderId}`
}

const itemsNow = (isAsked: Sql): Sql => sql`
  select ${sql.raw(COLUMNS)}, l.amount, l.paid_amount, ${sql.raw(STATE)}
  from ledger l where ${sql.raw(IN_BOOKS)} and l.status <> 'Voided' and ${isAsked}`

/**
 * The rows on a day. Both rows of a line are corrected together, but not the rows that offset them. A voided row has an
 * offsetting row with the day of the void. If it was voided before the finalize, it was never booked. Cash may be dated
 * before the row that it pays: then it counts from its own day on, as in the journal, when the row has no amount yet.
 * With `offset 0`, PostgreSQL computes amounts once for each row and not once for each sum. Rows that are not in the books
 * are left out after the joins, and what was voided is looked up by index. So the statement is fast whatever PostgreSQL
 * believes about how many rows there are: its statistics are a minute behind, and more after many changes at once.
 */
const itemsOn = (isAsked: Sql, asOf: CalendarDate): Sql => sql`
  select ${sql.raw(COLUMNS)}, l.amount, l.paid_amount, ${sql.raw(STATE)}
  from (
    select ${sql.raw(COLUMNS)}, l.is_memo, l.status, l.waits_for,
      case when l.accounting_date <= ${asOf} and (l.status <> 'Voided' or ${wasVoidedAfter(asOf)})
        then l.amount - coalesce(edited.amount, 0) else 0 end as amount,
      l.paid_amount - coalesce(applied.amount, 0) as paid_amount
    from ledger l
    left join (
      select ledger_id, sum(new_amount - old_amount)::bigint as amount
      from ledger_edit where kind = 'Edit' and accounting_date > ${asOf} group by ledger_id) edited
      on edited.ledger_id = l.line_id and l.offset_of_ledger_id is null
    left join (
      select ledger_id, sum(case when is_reversal then -applied_amount else applied_amount end)::bigint as amount
      from ledger_detail where accounting_date > ${asOf} group by ledger_id) applied on applied.ledger_id = l.id
    where ${isAsked} offset 0) l
  where ${sql.raw(IN_BOOKS)} and (l.amount <> 0 or l.paid_amount <> 0)`

/** Whether a voided row was in the books on a day and was voided since. */
const wasVoidedAfter = (asOf: CalendarDate): Sql => sql`(
  exists (
    select from ledger voiding where voiding.offset_of_ledger_id = l.id
      and voiding.offset_of_ledger_id is not null and voiding.accounting_date > ${asOf})
  and (l.ledger_type <> 'ContractDisbursement' or exists (
    select from journal j where j.ledger_id = l.line_id and j.entry_type = 'Finalize')))`

/** The state of several rows as one: the first of these that one of them has, as a ledger row is answered. */
const MERGED_STATE = `case ${['Open', 'Pending', 'Held']
  .map((one) => `when bool_or(l.state = '${one}') then '${one}'`)
  .join(' ')} else 'Paid' end as state`

const withCostMerged = (rows: Sql): Sql => sql`
  select min(l.id) as id, l.account_holder_id, l.contract_id, max(l.cancel_id) as cancel_id,
    max(l.product_id) as product_id, l.ledger_type, l.direction,
    case when l.is_dealer_cost then '${sql.raw(DEALER_COST)}' else max(l.disbursement_code) end as disbursement_code,
    min(l.effective_date) as effective_date, min(l.accounting_date) as accounting_date, min(l.due_date) as due_date,
    l.is_dealer_cost, sum(l.amount)::bigint as amount, sum(l.paid_amount)::bigint as paid_amount,
    ${sql.raw(MERGED_STATE)}
  from (${rows}) l
  group by case when l.is_dealer_cost then 0 else l.id end, l.account_holder_id, l.contract_id, l.ledger_type, l.direction,
    l.is_dealer_cost`
