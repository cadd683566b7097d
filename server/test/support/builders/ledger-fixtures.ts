import { run, type Tx } from '../../../src/db/database.ts'
import { inTransaction } from '../../../src/db/transaction.ts'
import { type ContractLines, planNewContract } from '../../../src/domain/ledger/contract.ts'
import { planFinalize } from '../../../src/domain/ledger/contract-plans.ts'
import type { PostingDates } from '../../../src/domain/ledger/periods.ts'
import type { LedgerPlan } from '../../../src/domain/ledger/plan.ts'
import type { LedgerRow } from '../../../src/domain/ledger/rows.ts'
import { type Applied, applyPlan, type Writing } from '../../../src/ledger/apply-plan.ts'
import { lockContractLedger } from '../../../src/ledger/load-ledger.ts'
import { accountingDates } from '../../../src/ledger/periods.ts'
import { contractR1 } from '../oracle/earnings/memory-ledger.ts'
import { insertPlainContract } from '../oracle/earnings/plain-contract.ts'
import type { TestService } from '../service/app.ts'
import { holderId, sandboxOf } from '../service/sandbox.ts'

// Contracts in the ledger, written directly with the plans of the domain.

export const writing: Writing = {
  now: new Date('2024-03-15T15:00:00Z'),
  caller: { name: 'test', scopes: [] },
}

/** The account holder of each line of R1 at D1001. */
const accounts = {
  RESERVE: ['DisbursementAccount', 'RESERVE'],
  PREMTAX: ['DisbursementAccount', 'PREMTAX'],
  ADMIN: ['DisbursementAccount', 'ADMIN'],
  CLIP: ['Insurer', 'I100'],
  ROADSIDE: ['DisbursementAccount', 'ROAD'],
  AGENT: ['Agent', 'A100'],
  DLRGRP: ['DealerGroup', 'G100'],
  MARKUP: ['Dealer', 'D1001'],
  SALESTAX: ['DisbursementAccount', 'SALESTAX'],
} as const

export function accountOf(service: TestService, code: keyof typeof accounts): Promise<number> {
  const [type, number] = accounts[code]
  return holderId(service, type, number)
}

/** Sells R1 at D1001 with this contract number. */
export async function sellR1(service: TestService, number: string, date = '2024-03-15'): Promise<number> {
  const { db } = await sandboxOf(service)
  const dealerId = await accountOf(service, 'MARKUP')
  const [customer] = await run<{ id: number }>(db, 'select min(id) as id from customer', [])
  const contractId = await inTransaction(db, (tx) =>
    insertPlainContract(tx, { number, dealer_id: dealerId, customer_id: customer?.id ?? null }),
  )
  const lines = await linesOf(service, contractId)
  await inLedger(service, (_, on) => planNewContract(lines, on(date)))
  return contractId
}

/** The lines of R1, with the accounts of the sandbox. */
export async function linesOf(service: TestService, contractId: number): Promise<ContractLines> {
  const ids = new Map<string, number>()
  for (const code of Object.keys(accounts) as (keyof typeof accounts)[])
    ids.set(code, await accountOf(service, code))
  const idOf = (code: string) => ids.get(code) ?? 0
  return {
    ...contractR1,
    contractId,
    dealerId: idOf('MARKUP'),
    lines: contractR1.lines.map((line) => ({ ...line, accountHolderId: idOf(line.code) })),
    salesTax: contractR1.salesTax && { ...contractR1.salesTax, accountHolderId: idOf('SALESTAX') },
  }
}

/** Sells and finalizes R1. */
export async function finalizeR1(service: TestService, number: string, date = '2024-03-15'): Promise<number> {
  const contractId = await sellR1(service, number, date)
  await onContract(service, contractId, (rows, on) => planFinalize(contractId, rows, on(date)))
  return contractId
}

type On = (date: string) => PostingDates

/** Applies a plan that needs no rows. */
export const inLedger = (
  service: TestService,
  plan: (tx: Tx, on: On) => LedgerPlan | Promise<LedgerPlan>,
): Promise<Applied> =>
  sandboxOf(service).then(({ db }) =>
    inTransaction(db, async (tx) => applyPlan(tx, await plan(tx, await accountingDates(tx)), writing)),
  )

/** Applies a plan to the locked rows of a contract. */
export const onContract = (
  service: TestService,
  contractId: number,
  plan: (rows: readonly LedgerRow[], on: On, tx: Tx) => LedgerPlan | Promise<LedgerPlan>,
): Promise<Applied> =>
  inLedger(service, async (tx, on) => plan(await lockContractLedger(tx, contractId), on, tx))

/** Pays this amount of a row. */
export const pay = (
  service: TestService,
  contractId: number,
  isPaid: (row: LedgerRow) => boolean,
  part = 1,
) =>
  onContract(service, contractId, (rows) => ({
    ...{ insert: [], journal: [], edits: [] },
    update: rows.filter(isPaid).map((row) => ({
      row,
      changes:
        part === 1
          ? { paidAmount: row.amount, status: 'Paid' }
          : { paidAmount: Math.floor(row.amount * part) as LedgerRow['amount'] },
    })),
  }))
