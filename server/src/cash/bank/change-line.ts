import { cents, flag, int, oneOf, orNull, type RowOf } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { statement } from '../../db/statement.ts'
import { updateIn } from '../../db/table.ts'
import {
  isSameMoney,
  type LineToMatch,
  mayBecomeLine,
  type SentCash,
} from '../../domain/cash/bank-matching.ts'
import { cashStatuses, cashTypes, mayBecome } from '../../domain/cash/cash.ts'
import { amountOf, centsOf } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { lockTraces } from '../ach/make-file.ts'
import { clearCash, unclearCash } from '../transactions/clear-cash.ts'
import { refuseTransition } from '../transactions/reverse-cash.ts'
import { bankFiles, bankLines, readBankLine } from './bank-files.ts'
import { saveMatches } from './import-file.ts'
import { loadCandidates } from './load-candidates.ts'
import type { BankLineAnswer, BankLinePatchData } from './models.ts'

/** The line, after everyone who matches has been waited for. */
export async function lockBankLine(tx: Tx, bankFileId: number, id: number): Promise<BankLineAnswer> {
  await lockTraces(tx)
  return readBankLine(tx, bankFileId, id)
}

/** Says by hand what a line is: a cash transaction, nothing that we enter, or not known after all. */
export async function changeBankLine(
  tx: Tx,
  acting: Acting,
  { bankFileId, lineId }: { readonly bankFileId: number; readonly lineId: number },
  { cashTransactionId, unmatch, reason }: BankLinePatchData,
): Promise<BankLineAnswer> {
  const line = await lockBankLine(tx, bankFileId, lineId)
  const next = unmatch ? 'Unmatched' : cashTransactionId === undefined ? 'Ignored' : 'Matched'
  if (!mayBecomeLine(line.status, next))
    throw new Problem('InvalidTransition', `A line that is ${line.status} cannot become ${next}.`, {
      members: { from: line.status, to: next },
    })
  if (cashTransactionId !== undefined) {
    const matched = await chooseCash(tx, { amount: centsOf(line.amount) }, cashTransactionId)
    const ofLine = matched.map(({ id, isPosted }) => ({ id, isPosted, lineId, date: line.date }))
    await saveMatches(tx, ofLine)
    await clearCash(
      tx,
      acting,
      ofLine.filter(({ isPosted }) => isPosted),
    )
  }
  if (unmatch) await unclearCash(tx, acting, await releaseCash(tx, lineId))
  await updateIn(tx, bankLines, lineId, { status: next, reason: reason ?? null, suggestions: [] })
  const { now, caller } = acting
  await updateIn(tx, bankFiles, bankFileId, {
    ...{ updated_at: now, updated_by: caller.name, row_version: sql`row_version + 1` },
  })
  return readBankLine(tx, bankFileId, lineId)
}

/** Forgets which cash a line was, and gives the cash that is Cleared by it. */
async function releaseCash(tx: Tx, lineId: number): Promise<readonly number[]> {
  const released = await RELEASE_CASH.rows(tx, [lineId])
  return released.flatMap(({ id, hasCleared }) => (hasCleared ? [id] : []))
}

const RELEASE_CASH = statement(
  { id: int, hasCleared: flag },
  `delete from bank_line_cash where bank_line_id = $1
   returning cash_transaction_id as id, has_cleared as "hasCleared"`,
)

/** The cash with this id if it has the money of the line, or else all of the ACH file that it is in. */
async function chooseCash(
  tx: Tx,
  line: Pick<LineToMatch, 'amount'>,
  id: number,
): Promise<readonly Pick<SentCash, 'id' | 'isPosted'>[]> {
  const cash = await LOCK_CASH.first(tx, [id])
  if (!cash) throw refuseCash('UnknownReference', `There is no cash transaction ${id}.`)
  if (cash.isMatched)
    throw new Problem('InvalidTransition', `Cash transaction ${id} is matched with another line.`, {
      members: { from: cash.status, to: 'Cleared' },
    })
  const whole = await wholeFile(tx, line, cash)
  if (whole) return whole
  if (!mayBecome(cash.status, 'Cleared')) throw refuseTransition(cash.status, 'Cleared')
  if (!isSameMoney(line, cash)) {
    const [wanted, has] = [line.amount, cash.amount].map((amount) => Math.abs(amountOf(amount)).toFixed(2))
    throw refuseCash(
      'AmountMismatch',
      `The line is a ${line.amount > 0 ? 'receipt' : 'payment'} of ${wanted}; cash transaction ${id} is a ${cash.type.toLowerCase()} of ${has}.`,
    )
  }
  return [{ id, isPosted: true }]
}

async function wholeFile(
  tx: Tx,
  line: Pick<LineToMatch, 'amount'>,
  { id, achFileId, type }: RowOf<typeof cashColumns>,
): Promise<readonly SentCash[] | undefined> {
  if (achFileId === null || (type === 'Receipt') !== line.amount > 0) return undefined
  const { achFiles } = await loadCandidates(tx, [line])
  return achFiles
    .map(({ payments, receipts }) => (type === 'Receipt' ? receipts : payments))
    .find((side) => side.some((cash) => cash.id === id) && side.some(({ isPosted }) => isPosted))
}

const refuseCash = (code: 'UnknownReference' | 'AmountMismatch', message: string) =>
  new Problem(code, message, { errors: [{ pointer: '/cashTransactionId', code, message }] })

const cashColumns = {
  ...{ id: int, type: oneOf(cashTypes), amount: cents, status: oneOf(cashStatuses) },
  ...{ achFileId: orNull(int), isMatched: flag },
}

const LOCK_CASH = statement(
  cashColumns,
  `select k.id, k.type, k.amount, k.status, k.ach_file_id as "achFileId",
     exists (select 1 from bank_line_cash m where m.cash_transaction_id = k.id) as "isMatched"
   from cash_transaction k where k.id = $1 for update`,
)
