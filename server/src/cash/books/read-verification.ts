import type { Db } from '../../db/database.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { type Check, isWhole } from '../../domain/cash/verification.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { amountOf, minus } from '../../domain/money.ts'
import { loadDifferingRows } from './differing-rows.ts'
import type { BooksVerificationModel } from './models.ts'
import { isVerified, verifyBooks } from './verify-books.ts'

/** All checks of the books as of a day, with the records that do not agree. */
export const readVerification = (
  db: Db,
  asOfDate: CalendarDate,
  today: CalendarDate,
): Promise<BooksVerificationModel> =>
  inSnapshot(db, async (snapshot) => {
    const verification = await verifyBooks(snapshot, asOfDate, today)
    const checks: BooksVerificationModel['checks'] = []
    for (const check of verification.checks) checks.push(await checkAnswer(snapshot, check, asOfDate))
    return { asOfDate, isWhole: isVerified(verification), checks }
  })

async function checkAnswer(
  db: Db,
  check: Check,
  day: CalendarDate,
): Promise<BooksVerificationModel['checks'][number]> {
  const rows = await loadDifferingRows(db, check, day)
  const { code, expected, found } = check
  return {
    code,
    isWhole: isWhole(check),
    expected: amountOf(expected),
    found: amountOf(found),
    difference: amountOf(minus(found, expected)),
    rows: rows.map((row) => ({ ...row, expected: amountOf(row.expected), found: amountOf(row.found) })),
  }
}
