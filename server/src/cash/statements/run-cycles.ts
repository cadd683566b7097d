import { int, oneOf, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { saveEvents } from '../../db/outbox.ts'
import { statement } from '../../db/statement.ts'
import type { Tenant } from '../../db/tenants.ts'
import { inTransaction } from '../../db/transaction.ts'
import { lastCycle, statementCycles } from '../../domain/cash/statement-cycle.ts'
import { dateIn } from '../../domain/dates.ts'
import { statementDeliveries } from './models.ts'
import { saveRequest } from './save-request.ts'
import type { StatementWorker } from './services.ts'

/** Who asks for the statements of a cycle. */
const CYCLE = 'statement cycle'

/**
 * Requests the statements of the last month or week for the account holders that get them regularly. Each is requested once,
 * also when this runs again or was late. An account on which nothing happened, and that owes nothing, gets none.
 */
export async function runCycles(
  db: Db,
  tenant: Pick<Tenant, 'id' | 'timeZone'>,
  { worker, now }: { readonly worker: Pick<StatementWorker, 'queue'>; readonly now: Date },
): Promise<number> {
  const today = dateIn(tenant.timeZone, now)
  let requested = 0
  for (const cycle of statementCycles) {
    const range = lastCycle(cycle, today)
    for (const holder of await DUE.rows(db, [cycle, range.fromDate, range.toDate, CYCLE]))
      await inTransaction(db, async (tx) => {
        const asked = { ...range, format: 'Pdf', delivery: holder.delivery, includePaid: true } as const
        const by = { now, caller: { name: CYCLE }, tenantId: tenant.id }
        const made = await saveRequest(tx, worker, by, { holder, asked, skipEmpty: true })
        if (made === undefined) return
        await saveEvents(tx, now)
        requested += 1
      })
  }
  return requested
}

const DUE = statement(
  { id: int, number: text, delivery: oneOf(statementDeliveries) },
  `select h.id, h.number, h.statement_delivery as delivery from account_holder h
  where h.statement_cycle = $1 and not exists (select from statement_request s where s.account_holder_id = h.id
    and s.from_date = $2 and s.to_date = $3 and s.created_by = $4) order by h.id`,
)
