import { cents, date, flag, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { amountOf } from '../../domain/money.ts'
import { csvLine } from '../../http/csv.ts'
import { Problem } from '../../http/problems.ts'
import { CHECK_METHOD, PAYEE_NAME } from './load-check.ts'

interface Days {
  readonly from: CalendarDate
  readonly to: CalendarDate
}

/** The checks that a bank may pay, and those that it may not pay any more, as CSV. */
export async function exportPositivePay(db: Db, { from, to }: Days): Promise<string> {
  if (from > to) {
    const message = `The range ends (${to}) before it begins (${from}).`
    throw new Problem('DateRangeInvalid', message, {
      errors: [{ pointer: '?to', code: 'DateRangeInvalid', message }],
    })
  }
  const checks = await POSITIVE_PAY.rows(db, [from, to])
  return [
    csvLine(['checkNumber', 'date', 'amount', 'payee', 'status']),
    ...checks.map(({ checkNumber, date: day, amount, payee, isVoid }) =>
      csvLine([checkNumber, day, amountOf(amount), payee, isVoid ? 'Void' : 'Issued']),
    ),
  ].join('')
}

/** A check of an earlier day that was voided in the range is in it as well: the bank must hear of the void. */
const POSITIVE_PAY = statement(
  { checkNumber: text, date, amount: cents, payee: text, isVoid: flag },
  `select k.check_number as "checkNumber", k.cash_date as date, k.amount, ${PAYEE_NAME} as payee,
     k.status = 'Voided' as "isVoid"
   from cash_transaction k join account_holder h on h.id = k.account_holder_id left join ${CHECK_METHOD}
   where k.type = 'Payment' and k.method = 'Check' and k.check_number is not null
     and (k.cash_date between $1 and $2 or (k.status = 'Voided' and k.voided_date between $1 and $2))
   order by k.cash_date, k.id`,
)
