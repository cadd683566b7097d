import { cents, date, flag, int, oneOf, orNull, type RowOf, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { LineToMatch, PostedCash, SentAchFile } from '../../domain/cash/bank-matching.ts'
import { cashTypes } from '../../domain/cash/cash.ts'
import { groupBy } from '../../domain/group-by.ts'

interface Candidates {
  readonly posted: readonly PostedCash[]
  readonly achFiles: readonly SentAchFile[]
  /** All that is Posted, also what is only part of an ACH file. */
  readonly postedIds: ReadonlySet<number>
}

type Amount = Pick<LineToMatch, 'amount'>

/** The cash that lines with these amounts may be, locked. */
export async function loadCandidates(tx: Tx, lines: readonly Amount[]): Promise<Candidates> {
  const of = (sign: 1 | -1) => [
    ...new Set(lines.map(({ amount }) => amount * sign).filter((amount) => amount > 0)),
  ]
  const amounts = [of(1), of(-1)]
  const posted = await POSTED.rows(tx, amounts)
  const sent = await SENT.rows(tx, amounts)
  return {
    posted,
    achFiles: [...groupBy(sent, ({ achFileId }) => achFileId).values()].map(fileFromRows),
    postedIds: new Set([...posted, ...sent.filter(({ isPosted }) => isPosted)].map(({ id }) => id)),
  }
}

const POSTED = statement(
  {
    ...{ id: int, type: oneOf(cashTypes), amount: cents, date },
    ...{ checkNumber: orNull(text), reference: orNull(text) },
  },
  `select k.id, k.type, k.amount, k.cash_date as date, k.check_number as "checkNumber", k.reference
   from cash_transaction k
   where k.status = 'Posted' and ((k.type = 'Receipt' and k.amount = any($1::bigint[]))
     or (k.type = 'Payment' and k.amount = any($2::bigint[])))
   order by k.id for update`,
)

const sentColumns = {
  ...{ id: int, type: oneOf(cashTypes), amount: cents, achFileId: int, isPosted: flag, isMatched: flag },
}

const SENT = statement(
  sentColumns,
  `select k.id, k.type, k.amount, f.id as "achFileId", k.status = 'Posted' as "isPosted",
     exists (select 1 from bank_line_cash m where m.cash_transaction_id = k.id) as "isMatched"
   from ach_file f join cash_transaction k on k.ach_file_id = f.id
   where (f.total_debit = any($1::bigint[]) and k.type = 'Receipt')
     or (f.total_credit = any($2::bigint[]) and k.type = 'Payment')
   order by k.id for update of k`,
)

/** A file of which the bank has reported a part already is not reported as a whole any more. */
function fileFromRows(rows: readonly RowOf<typeof sentColumns>[]): SentAchFile {
  const side = (type: string) => {
    const cash = rows.filter((row) => row.type === type)
    return cash.some(({ isMatched }) => isMatched) ? [] : cash
  }
  return { payments: side('Payment'), receipts: side('Receipt') }
}
