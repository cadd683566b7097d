import type { ContractServices } from '../../contracts/record/change-state.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { updateIn } from '../../db/table.ts'
import { emit } from '../../db/unit-of-work.ts'
import { mayBecome } from '../../domain/cash/cash.ts'
import { amountOf, minus, plus } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { readCash } from './answer.ts'
import { type CashRow, cashTable, lockCash } from './cash-table.ts'
import { requireEnough } from './check-details.ts'
import { emitCleared } from './clear-cash.ts'
import type { CashDetails, CashModel, CashPatchData } from './models.ts'
import { lockDetails, payRows, refuseDuplicateCheck, requireNotFuture } from './post-cash.ts'
import { refuseTransition, reverseCash } from './reverse-cash.ts'

/** Changes what may change of a cash transaction: its words, that the bank saw it, what it pays, and its end. */
export async function changeCash(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  patch: CashPatchData,
): Promise<CashModel> {
  const cash = await lockCash(tx, id)
  const { reference, memo, checkNumber, clearedDate, applyDetails, status } = patch
  if (checkNumber !== undefined) await requireCheckNumber(tx, cash, checkNumber)
  if (clearedDate !== undefined) requireCleared(cash, acting, clearedDate)
  await updateIn(tx, cashTable, id, {
    ...(reference === undefined ? {} : { reference }),
    ...(memo === undefined ? {} : { memo }),
    ...(checkNumber === undefined ? {} : { checkNumber }),
    ...(clearedDate === undefined ? {} : { clearedDate, status: 'Cleared' }),
    ...{ updated_at: acting.now, updated_by: acting.caller.name, row_version: sql`row_version + 1` },
  })
  if (reference !== undefined || memo !== undefined || checkNumber !== undefined) emitUpdated(tx, cash)
  if (clearedDate !== undefined) emitCleared(tx, cash)
  if (applyDetails !== undefined) await applyCash(tx, services, acting, cash, applyDetails)
  if (status !== undefined) {
    const { reason = '', returnCode = null, chargeNsfFee, placeHold } = patch
    await reverseCash(tx, services, acting, id, { status, reason, returnCode, chargeNsfFee, placeHold })
  }
  return readCash(tx, acting.caller, id)
}

/** Counts a change of what belongs to the cash, such as its custom fields. */
export async function touchCash(tx: Tx, { now, caller }: Acting, id: number): Promise<void> {
  const cash = await lockCash(tx, id)
  await updateIn(tx, cashTable, id, {
    ...{ updated_at: now, updated_by: caller.name, row_version: sql`row_version + 1` },
  })
  emitUpdated(tx, cash)
}

function emitUpdated(tx: Tx, { id, number, status }: CashRow): void {
  emit(tx, {
    ...{ subject: `cashtransactions/${id}`, type: 'cashTransaction.updated' },
    data: { id, number, status },
  })
}

async function requireCheckNumber(tx: Tx, cash: CashRow, checkNumber: string | null): Promise<void> {
  if (cash.status !== 'Posted')
    throw new Problem(
      'NotEditable',
      `The check number can be changed while Posted; this one is ${cash.status}.`,
    )
  if (cash.type === 'Payment' && cash.method === 'Check') await refuseDuplicateCheck(tx, checkNumber, cash.id)
}

function requireCleared({ status, cashDate: date }: CashRow, acting: Acting, clearedDate: string): void {
  if (!mayBecome(status, 'Cleared')) throw refuseTransition(status, 'Cleared')
  requireNotFuture(clearedDate, acting, '/clearedDate')
  if (clearedDate >= date) return
  const message = `The bank cannot have seen it before its date: clearedDate must be ${date} or later.`
  throw new Problem('ClearedBeforeCash', message, {
    errors: [{ pointer: '/clearedDate', code: 'ClearedBeforeCash', message }],
  })
}

/** Pays rows with what is unapplied, today. */
async function applyCash(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  cash: CashRow,
  details: CashDetails,
): Promise<void> {
  if (cash.status !== 'Posted' && cash.status !== 'Cleared')
    throw new Problem('InvalidTransition', `Cash that is ${cash.status} cannot pay rows.`, {
      members: { from: cash.status, to: cash.status },
    })
  const { id, type, accountHolderId } = cash
  const { applications, ofContracts } = await lockDetails(
    tx,
    acting.caller,
    accountHolderId,
    details,
    'applyDetails',
  )
  const available = minus(cash.amount, cash.applied)
  const applied = requireEnough(type, applications, { available, mayBeLess: true })
  const datesOf = await accountingDates(tx)
  const facts = { ...cash, cashTransactionId: id }
  await updateIn(tx, cashTable, id, { applied: plus(cash.applied, applied) })
  emit(tx, {
    subject: `cashtransactions/${id}`,
    type: 'cashTransaction.applied',
    data: { id, number: cash.number, status: cash.status, amount: amountOf(applied) },
  })
  await payRows(tx, services, acting, {
    ...{ cash: facts, applications, ofContracts, dates: datesOf(acting.today) },
  })
}
