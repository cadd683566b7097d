import { nextNumber } from '../../account-holders/number-series.ts'
import { followClaims } from '../../claims/payments/follow-cash.ts'
import type { ContractServices } from '../../contracts/record/change-state.ts'
import { int, oneOf } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { statement } from '../../db/statement.ts'
import { insertInto } from '../../db/table.ts'
import { emit } from '../../db/unit-of-work.ts'
import { type Application, cashStatuses } from '../../domain/cash/cash.ts'
import { type CashFacts, planApplications, planMoney } from '../../domain/cash/cash-plans.ts'
import type { PostingDates } from '../../domain/ledger/periods.ts'
import { rowsAfter } from '../../domain/ledger/plan.ts'
import type { LedgerRow } from '../../domain/ledger/rows.ts'
import { amountOf, centsOf } from '../../domain/money.ts'
import { type Acting, type Caller, isLimited } from '../../http/caller.ts'
import { type Fault, Problem } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { ownAccounts } from '../../ledger/ledger-view.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { readCash } from './answer.ts'
import { type CashRow, cashTable, DUPLICATE_CHECK } from './cash-table.ts'
import { checkDetails, requireEnough } from './check-details.ts'
import { followFunding, followRefunds } from './follow-contracts.ts'
import type { CashDetails, CashModel, NewCashData } from './models.ts'
import { everyRow, namedRows } from './named-rows.ts'
import { lockRows, settleRows } from './settle-rows.ts'

/** What is needed to enter cash. */
export interface CashServices extends ContractServices {
  /** Answers a change without reading the cash again, for a caller who does not need the answer. */
  readonly answerCash?: (id: number) => Promise<CashModel>
}

/** Enters money that came in or went out, and pays rows with it. */
export async function createCash(
  tx: Tx,
  services: CashServices,
  acting: Acting,
  data: NewCashData,
): Promise<CashModel> {
  const { type, method, accountHolderId, date, details, allowUnapplied } = data
  await requireReferences(tx, acting, data)
  requireNotFuture(date, acting, '/date')
  const { applications, ofContracts } = await lockDetails(
    tx,
    acting.caller,
    accountHolderId,
    details,
    'details',
  )
  const amount = centsOf(data.amount)
  const applied = requireEnough(type, applications, { available: amount, mayBeLess: allowUnapplied })
  if (type === 'Payment' && applications.length === 0)
    throw new Problem('AmountMismatch', 'A payment must pay at least one row.')
  const checkNumber = data.checkNumber ?? null
  if (type === 'Payment' && method === 'Check') await refuseDuplicateCheck(tx, checkNumber, null)
  const id = await postCash(
    tx,
    services,
    acting,
    { applications, ofContracts },
    {
      ...{ type, method, accountHolderId, cashDate: date, amount, applied, checkNumber },
      ...{ reference: data.reference ?? null, memo: data.memo ?? null },
      replacesCashTransactionId: data.replacesCashTransactionId ?? null,
    },
  )
  return services.answerCash?.(id) ?? readCash(tx, acting.caller, id)
}

type NewCashRow = Pick<
  CashRow,
  | 'type'
  | 'method'
  | 'accountHolderId'
  | 'cashDate'
  | 'amount'
  | 'applied'
  | 'checkNumber'
  | 'reference'
  | 'memo'
> &
  Partial<Pick<CashRow, 'replacesCashTransactionId' | 'inProcessCashTransactionId' | 'paymentMethodId'>>

/** Writes cash that was checked, pays the rows, and lets contracts and refunds follow. Answers the id of the cash. */
export async function postCash(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  { applications, ofContracts }: RowsToPay,
  row: NewCashRow,
): Promise<number> {
  const datesOf = await accountingDates(tx)
  const dates = datesOf(row.cashDate)
  const { now, caller } = acting
  const number = await nextNumber(tx, 'CT-')
  const id = await insertInto(tx, cashTable, {
    ...row,
    ...{ number, status: 'Posted', postedDate: dates.accountingDate },
    ...{ created_at: now, created_by: caller.name, updated_at: now, updated_by: caller.name },
  })
  const cash: CashFacts = { ...row, cashTransactionId: id }
  await applyPlan(tx, planMoney(cash, dates), acting)
  const data = { id, number, status: 'Posted', amount: amountOf(row.amount), type: row.type }
  emit(tx, { subject: `cashtransactions/${id}`, type: 'cashTransaction.posted', data })
  await payRows(tx, services, acting, { cash, applications, ofContracts, dates })
  return id
}

/** Rows that details name, with all rows of their contracts: locked, and all of them can be paid. */
export async function lockDetails(
  tx: Tx,
  caller: Caller,
  accountHolderId: number,
  details: CashDetails,
  member: 'details' | 'applyDetails',
): Promise<RowsToPay> {
  const ids = details.map(({ ledgerId }) => ledgerId)
  const named = await namedRows(tx, caller, ids)
  const { rows, ofContracts } = await lockRows(tx, everyRow(named))
  return { applications: checkDetails(accountHolderId, details, { named, rows }, member), ofContracts }
}

interface RowsToPay {
  readonly applications: readonly Application[]
  /** All rows of the contracts that the paid rows belong to. */
  readonly ofContracts: readonly LedgerRow[]
}

/** Pays rows with cash, and lets contracts and refunds follow. */
export async function payRows(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  paying: RowsToPay & { readonly cash: CashFacts; readonly dates: PostingDates },
): Promise<void> {
  const { cash, applications, ofContracts, dates } = paying
  const plan = planApplications(cash, applications, ofContracts, dates)
  await settleRows(tx, acting, plan, {
    ...{ cashTransactionId: cash.cashTransactionId, applications, isReversal: false },
    accountingDate: dates.accountingDate,
  })
  await followFunding(tx, services, acting, rowsAfter(ofContracts, plan))
  await followClaims(
    tx,
    services,
    acting,
    applications.map(({ row }) => row.id),
  )
  await followRefunds(tx, acting, applications, dates.effectiveDate)
}

export function requireNotFuture(date: string, { today }: Acting, pointer: string): void {
  if (date <= today) return
  const message = `The date must be today (${today}) or earlier.`
  throw new Problem('DateInFuture', message, { errors: [{ pointer, code: 'DateInFuture', message }] })
}

const SAME_CHECK = statement(
  { id: int },
  `select id from cash_transaction where lower(check_number) = lower($1) and type = 'Payment' and method = 'Check'
     and status <> 'Voided' and id is distinct from $2`,
)

/** A check number of ours is used once, unless the first check was voided. */
export async function refuseDuplicateCheck(
  tx: Tx,
  checkNumber: string | null,
  ownId: number | null,
): Promise<void> {
  const other = checkNumber === null ? undefined : await SAME_CHECK.first(tx, [checkNumber, ownId])
  if (!other) return
  const errors = [
    { pointer: '/checkNumber', code: 'DuplicateCheckNumber' as const, message: DUPLICATE_CHECK },
  ]
  throw new Problem('DuplicateCheckNumber', DUPLICATE_CHECK, {
    errors,
    members: { cashTransactionId: other.id },
  })
}

/** Whether there is this account holder. A limited caller moves money of its own accounts only, whomever else it sees. */
export async function holderExists(tx: Tx, caller: Caller, id: number): Promise<boolean> {
  const sees = isLimited(caller) ? ownAccounts(caller, 'h.id') : undefined
  const { rows } = await sql`select from account_holder h
    where h.id = ${id} ${sees ? sql`and ${sees}` : sql``}`.execute(tx)
  return rows.length > 0
}

const REPLACED = statement(
  { status: oneOf(cashStatuses), accountHolderId: int },
  `select status, account_holder_id as "accountHolderId" from cash_transaction where id = $1 for update`,
)

async function requireReferences(
  tx: Tx,
  { caller }: Acting,
  { accountHolderId, replacesCashTransactionId: replaced }: NewCashData,
): Promise<void> {
  const faults: Fault[] = []
  const unknown = (pointer: string, message: string) =>
    faults.push({ pointer, code: 'UnknownReference', message })
  if (!(await holderExists(tx, caller, accountHolderId)))
    unknown('/accountHolderId', `There is no account holder ${accountHolderId}.`)
  const old = typeof replaced === 'number' ? await REPLACED.first(tx, [replaced]) : undefined
  if (typeof replaced === 'number' && old?.accountHolderId !== accountHolderId)
    unknown(
      '/replacesCashTransactionId',
      `There is no cash transaction ${replaced} of account holder ${accountHolderId}.`,
    )
  const [first] = faults
  if (first) throw new Problem('UnknownReference', first.message, { errors: faults })
  if (old && old.status !== 'Voided' && old.status !== 'Returned')
    throw new Problem('InvalidTransition', 'The payment to issue again must be voided or returned first.', {
      members: { from: old.status, to: 'Voided' },
    })
}
