import { int, oneOf, text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { lastCycle, type StatementCycle, statementCycles } from '../../domain/cash/statement-cycle.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { Acting } from '../../http/caller.ts'
import { notEligible } from '../../http/not-eligible.ts'
import { found } from '../../http/problems.ts'
import { statementDeliveries } from './models.ts'
import { saveRequest } from './save-request.ts'
import type { StatementWorker } from './services.ts'

/** Who asks for the statements of a cycle. */
const CYCLE = 'statement cycle'

/** The ids of the next account holders that get a statement regularly and do not have the one of the last month or week. */
export async function holdersDueStatement(
  db: Db,
  today: CalendarDate,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly number[]> {
  const [monthly, weekly] = [lastCycle('Monthly', today), lastCycle('Weekly', today)]
  const ranges = [monthly.fromDate, monthly.toDate, weekly.fromDate, weekly.toDate]
  return (await DUE.rows(db, [after, limit, CYCLE, ...ranges])).map(({ id }) => id)
}

const isDue = (cycle: StatementCycle, from: string, to: string) => `(h.statement_cycle = '${cycle}'
  and not exists (select from statement_request s where s.account_holder_id = h.id
    and s.from_date = ${from} and s.to_date = ${to} and s.created_by = $3))`

const DUE = statement(
  { id: int },
  `select h.id from account_holder h where h.id > $1 and h.statement_cycle <> 'None'
    and (${isDue('Monthly', '$4', '$5')} or ${isDue('Weekly', '$6', '$7')}) order by h.id limit $2`,
)

const LOCK = statement(
  { id: int, number: text, cycle: oneOf(['None', ...statementCycles]), delivery: oneOf(statementDeliveries) },
  `select id, number, statement_cycle as cycle, statement_delivery as delivery from account_holder
   where id = $1 for no key update`,
)

const REQUESTED = statement(
  { id: int },
  `select id from statement_request where account_holder_id = $1 and from_date = $2 and to_date = $3 and created_by = $4`,
)

/**
 * Requests the statement of the last month or week for an account holder, once. An account on which nothing happened, and
 * that owes nothing, gets none.
 */
export async function requestCycleStatement(
  tx: Tx,
  worker: Pick<StatementWorker, 'queue'>,
  { caller, now }: Pick<Acting, 'caller' | 'now'>,
  accountHolderId: number,
  today: CalendarDate,
): Promise<{ statementRequestId: number; fromDate: string; toDate: string }> {
  const holder = found(await LOCK.first(tx, [accountHolderId]), `account holder ${accountHolderId}`)
  if (holder.cycle === 'None')
    throw notEligible([{ code: 'NoCycle', message: 'The account holder gets no statements regularly.' }])
  const range = lastCycle(holder.cycle, today)
  if (await REQUESTED.first(tx, [accountHolderId, range.fromDate, range.toDate, CYCLE]))
    throw notEligible([{ code: 'AlreadyRequested', message: 'The statement was requested before.' }])
  const asked = { ...range, format: 'Pdf', delivery: holder.delivery, includePaid: true } as const
  const by = { now, caller: { name: CYCLE }, tenantId: caller.tenant.id }
  const id = await saveRequest(tx, worker, by, { holder, asked, skipEmpty: true })
  if (id === undefined)
    throw notEligible([{ code: 'NothingHappened', message: 'Nothing happened, and nothing is owed.' }])
  return { statementRequestId: id, ...range }
}
