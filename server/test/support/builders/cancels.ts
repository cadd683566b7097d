import { run } from '../../../src/db/database.ts'
import { earningFaultsIn } from '../oracle/earnings/earning-books.ts'
import type { Answer, Caller } from '../service/api.ts'
import type { TestService } from '../service/app.ts'
import { sandboxOf } from '../service/sandbox.ts'
import { faultsIn } from './contract-books.ts'
import { sellAndFinalize, withKey } from './contracts.ts'
import { setClock } from './held-contracts.ts'

// Cancels as the desk carries them out, for tests.

/** C1: what the holder of R1 asks for a year and a half later. */
export const c1 = { cancelDate: '2025-09-10', cancelReasonCode: 'CUSTREQ', cancelOdometer: 41_250 }
export const SOLD = '2024-03-15T15:00:00Z'
export const CANCELLED = '2025-09-10T15:00:00Z'

/** Sells R1 on its day and puts it in force; then it is the day of C1. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
export async function soldR1(service: TestService, changes: object = {}, dealer = 'D1001'): Promise<any> {
  await setClock(service, SOLD)
  const contract = await sellAndFinalize(service.api.as('sandbox-admin'), changes, dealer)
  await setClock(service, CANCELLED)
  return contract
}

export const cancel = (caller: Caller, contractId: number, changes: object = {}): Promise<Answer> =>
  caller.post(`/contracts/${contractId}/cancels`, { ...c1, ...changes }, withKey())

export const act = (caller: Caller, cancelId: number, body: object): Promise<Answer> =>
  caller.post(`/cancels/${cancelId}`, body, withKey())

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
type Any = any

/** Cancels a contract; the cancel as it then is. */
export async function cancelled(
  service: TestService,
  contractId: number,
  changes: object = {},
): Promise<Any> {
  const answer = await cancel(service.api.as('sandbox-admin'), contractId, changes)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}

/** The rows of a cancel in the ledger: `Receive MARKUP 995.56 Open`, memo rows with `memo`. */
export async function cancelRows({ api }: TestService, cancelId: number): Promise<string[]> {
  const { body } = await api.as('sandbox-accounting').get(`/ledgers?cancelId=${cancelId}&pageSize=200`)
  return body.map(
    // biome-ignore lint/suspicious/noExplicitAny: a row as it is answered.
    (row: any) =>
      `${row.ledgerType} ${row.direction} ${row.disbursementCode} ${row.accountHolder.number} ${row.amount.toFixed(2)} ${row.isMemo ? 'memo' : row.ledgerStatus}${row.waitsFor ? ` ${row.waitsFor}` : ''}`,
  )
}

/** The balances of all accounts, whenever it was posted. */
export async function balances(service: TestService): Promise<Readonly<Record<string, number>>> {
  const { body } = await service.api.as('sandbox-accounting').get('/trialBalance?asOfDate=2099-12-31')
  return Object.fromEntries(
    body.accounts.map(({ account, balance }: { account: string; balance: number }) => [account, balance]),
  )
}

/** What accounts have changed by, those that did. */
export function changed(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): Record<string, number> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return Object.fromEntries(
    names
      .map((name) => [name, Math.round(((after[name] ?? 0) - (before[name] ?? 0)) * 100) / 100] as const)
      .filter(([, by]) => by !== 0),
  )
}

/** The net of each account holder: what it owes less what it is owed. */
export function netOfHolders(all: Readonly<Record<string, number>>): Record<string, number> {
  const net: Record<string, number> = {}
  for (const [account, balance] of Object.entries(all)) {
    const [kind = '', holder] = account.split(':')
    if (holder && ['Receivable', 'Payable', 'Unapplied'].includes(kind))
      net[holder] = Math.round(((net[holder] ?? 0) + balance) * 100) / 100
  }
  return Object.fromEntries(Object.entries(net).filter(([, amount]) => amount !== 0))
}

/** Something in the sandbox's database that no operation leads to yet. */
export async function inDatabase<Row = unknown>(
  service: TestService,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { db } = await sandboxOf(service)
  return run<Row>(db, text, values)
}

/** Every fault in the books, of contracts, cancels and earnings. */
export async function bookFaults(service: TestService): Promise<unknown[]> {
  const { db } = await sandboxOf(service)
  return [...(await faultsIn(db)), ...(await earningFaultsIn(db))]
}
