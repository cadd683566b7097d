import { run, type Tx } from '../../../src/db/database.ts'
import { inTransaction } from '../../../src/db/transaction.ts'
import { fundingStatus, planFunding } from '../../../src/domain/ledger/funding.ts'
import { only, payable, posting, receivable, unapplied } from '../../../src/domain/ledger/journal.ts'
import { ledgerPlan } from '../../../src/domain/ledger/plan.ts'
import { type LedgerRow, openAmount } from '../../../src/domain/ledger/rows.ts'
import type { Cents } from '../../../src/domain/money.ts'
import { applyPlan } from '../../../src/ledger/apply-plan.ts'
import { lockContractLedger } from '../../../src/ledger/load-ledger.ts'
import type { TestService } from '../service/app.ts'
import { sandboxOf } from '../service/sandbox.ts'
import { writing } from './ledger-fixtures.ts'

// Processes cash directly, until there is a use case for it.

export interface Paid {
  readonly date?: string
  /** The amount to pay of each row. Default: all. */
  readonly part?: Cents
  readonly checkNumber?: string
}

/** Pays rows of a contract, each with its own cash transaction. Rows that wait for funding open. */
export async function rowsPaid(
  service: TestService,
  contractId: number,
  isPaid: (row: LedgerRow) => boolean,
  { date = '2024-04-12', part, checkNumber }: Paid = {},
): Promise<void> {
  const { db } = await sandboxOf(service)
  await inTransaction(db, async (tx) => {
    const rows = await lockContractLedger(tx, contractId)
    for (const row of rows.filter((one) => isPaid(one) && openAmount(one) > 0))
      await payRow(tx, row, { date, amount: part ?? openAmount(row), checkNumber: checkNumber ?? null })
    const paid = await lockContractLedger(tx, contractId)
    await applyPlan(tx, planFunding(paid), writing)
    await run(tx, 'update contract set funding_status = $2 where id = $1', [contractId, fundingStatus(paid)])
  })
}

/** The dealer pays everything it owes for the contract. */
export const funded = (service: TestService, contractId: number, paid: Paid = {}) =>
  rowsPaid(service, contractId, ({ isDealerCost }) => isDealerCost, paid)

const CASH = `insert into cash_transaction (number, type, method, status, account_holder_id, cash_date, posted_date,
    amount, applied, check_number, created_at, created_by, updated_at, updated_by)
  values ($7, $1, 'Check', 'Posted', $2, $3::date, $3::date, $4::bigint, $4::bigint, $5,
    $6::timestamptz, 'test', $6::timestamptz, 'test')
  returning id`
const COUNT = 'select count(*) as count from cash_transaction'
const DETAIL = `insert into ledger_detail (ledger_id, cash_transaction_id, applied_amount, applied_at, accounting_date,
    is_reversal)
  values ($1, $2, $3, $4, $5, $6)`

async function payRow(
  tx: Tx,
  row: LedgerRow,
  cash: { readonly date: string; readonly amount: Cents; readonly checkNumber: string | null },
): Promise<void> {
  const { date, amount, checkNumber } = cash
  const isIn = row.direction === 'Receive'
  const own = row.accountHolderId
  const [before] = await run<{ count: number }>(tx, COUNT, [])
  const number = `CASH-${Number(before?.count) + 1}`
  const [transaction] = await run<{ id: number }>(tx, CASH, [
    ...[isIn ? 'Receipt' : 'Payment', own, date, amount, checkNumber, writing.now, number],
  ])
  await run(tx, DETAIL, [row.id, transaction?.id, amount, writing.now, date, false])
  const paidAmount = (row.paidAmount + amount) as Cents
  const status = paidAmount === row.amount ? 'Paid' : 'Open'
  const postings = isIn
    ? [
        posting(only('Cash'), unapplied(own), amount, null),
        posting(unapplied(own), receivable(own), amount, row.id),
      ]
    : [
        posting(unapplied(own), only('Cash'), amount, null),
        posting(payable(own), unapplied(own), amount, row.id),
      ]
  const dates = { effectiveDate: date, accountingDate: date }
  const cashTransactionId = transaction?.id ?? 0
  const entry = {
    entryType: 'Cash',
    ...dates,
    contractId: row.contractId,
    cashTransactionId,
    postings,
  } as const
  const changes = { paidAmount, status, waitsFor: null } as const
  await applyPlan(tx, ledgerPlan({ update: [{ row, changes }], journal: [entry] }), writing)
}

/** Reverses the payment of a row, as voided cash does. */
export async function rowUnpaid(service: TestService, contractId: number, ledgerId: number): Promise<void> {
  const { db } = await sandboxOf(service)
  await inTransaction(db, async (tx) => {
    const row = (await lockContractLedger(tx, contractId)).find(({ id }) => id === ledgerId)
    if (!row) throw new Error(`There is no row ${ledgerId}.`)
    const [last] = await run<{ cash_transaction_id: number; applied_amount: Cents }>(
      tx,
      'select cash_transaction_id, applied_amount from ledger_detail where ledger_id = $1 order by id desc limit 1',
      [ledgerId],
    )
    if (!last) throw new Error(`Nothing was paid of row ${ledgerId}.`)
    const { cash_transaction_id: id, applied_amount: amount } = last
    await run(tx, DETAIL, [ledgerId, id, amount, writing.now, row.accountingDate, true])
    await run(
      tx,
      `update cash_transaction set status = 'Voided', applied = 0, voided_date = $2, voided_at = $3 where id = $1`,
      [id, row.accountingDate, writing.now],
    )
    const own = row.accountHolderId
    const postings = [
      posting(only('Cash'), unapplied(own), amount, null),
      posting(unapplied(own), payable(own), amount, ledgerId),
    ]
    const dates = { effectiveDate: row.effectiveDate, accountingDate: row.accountingDate }
    const entry = { entryType: 'Cash', ...dates, contractId, cashTransactionId: id, postings } as const
    const changes = { paidAmount: (row.paidAmount - amount) as Cents, status: 'Open' } as const
    await applyPlan(tx, ledgerPlan({ update: [{ row, changes }], journal: [entry] }), writing)
  })
}
