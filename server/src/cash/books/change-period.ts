import { findUnpostedContracts } from '../../contracts/earnings/find-unposted.ts'
import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { closingReasons, lastDayOfPeriod } from '../../domain/cash/closing.ts'
import { isWhole } from '../../domain/cash/verification.ts'
import { addMonths } from '../../domain/dates.ts'
import { type Period, type PeriodStatus, periodFromDate } from '../../domain/ledger/periods.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { addUpJournal } from '../../ledger/add-up-journal.ts'
import type { AccountingPeriodModel } from '../../ledger/models.ts'
import { mayChangePeriod, readPeriod, savePeriod } from '../../ledger/periods.ts'
import { verifyBooks } from './verify-books.ts'

/** Closes or opens a month. The months are locked, so nothing is posted meanwhile. */
export async function changePeriod(
  tx: Tx,
  acting: Acting,
  period: Period,
  wanted: PeriodStatus,
): Promise<AccountingPeriodModel> {
  if (await mayChangePeriod(tx, acting, period, wanted)) {
    if (wanted === 'Closed') await requireReady(tx, acting, period)
    await savePeriod(tx, acting, period, wanted)
  }
  return readPeriod(tx, period)
}

/** A month is closed when its books agree, its batches are processed, and its earnings are posted. */
async function requireReady(tx: Tx, { today }: Acting, period: Period): Promise<void> {
  await LONGER.run(tx, [])
  await addUpJournal(tx)
  const lastDay = lastDayOfPeriod(period)
  const { checks } = await verifyBooks(tx, lastDay, today)
  const batches = await WAITING_BATCHES.rows(tx, [lastDay])
  // Every earlier month is closed.
  const closedThrough = periodFromDate(addMonths(`${period}-01`, -1))
  const reasons = closingReasons({
    lastDay,
    differing: checks.filter((check) => !isWhole(check)).map(({ code }) => code),
    batches: batches.map(({ id }) => id),
    unposted: await findUnpostedContracts(tx, lastDay, closedThrough),
  })
  if (reasons.length > 0) throw new Problem('PeriodNotReady', reasons.join(' '), { members: { reasons } })
}

/** Verifying the books reads all of them. */
const LONGER = command(`set local statement_timeout = '300s'`)

const WAITING_BATCHES = statement(
  { id: int },
  `select id from in_process_cash_transaction
  where status = 'Ready' and coalesce(scheduled_date, created_date) <= $1 order by id limit 100`,
)
