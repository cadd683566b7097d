import type { Answer, Caller } from '../service/api.ts'
import type { TestService } from '../service/app.ts'
import { sandboxOf } from '../service/sandbox.ts'
import { funded } from './cash-paid.ts'
import { claimPaid } from './claims-paid.ts'
import { sellAndFinalize, withKey } from './contracts.ts'
import { setClock } from './held-contracts.ts'

// Cancels over the API, for tests.

/** C1: the cancel of R1 a year and a half later. */
export const c1 = { cancelDate: '2025-09-10', cancelReasonCode: 'CUSTREQ', cancelOdometer: 41_250 }
export const SOLD = '2024-03-15T15:00:00Z'
export const CANCELLED = '2025-09-10T15:00:00Z'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
type Any = any

/** Sells and finalizes R1 on its date, then sets the clock to the date of C1. */
export async function soldR1(service: TestService, changes: object = {}, dealer = 'D1001'): Promise<Any> {
  await setClock(service, SOLD)
  const contract = await sellAndFinalize(service.api.as('sandbox-admin'), changes, dealer)
  await setClock(service, CANCELLED)
  return contract
}

export const cancel = (caller: Caller, contractId: number, changes: object = {}): Promise<Answer> =>
  caller.post(`/contracts/${contractId}/cancels`, { ...c1, ...changes }, withKey())

export const act = (caller: Caller, cancelId: number, body: object): Promise<Answer> =>
  caller.post(`/cancels/${cancelId}`, body, withKey())

/** R1, funded by the dealer, with the claim of the example. */
export async function paidR1(service: TestService, { dealer = 'D1001', claims = 412.35 } = {}): Promise<Any> {
  const contract = await soldR1(service, {}, dealer)
  await funded(service, contract.id)
  if (claims > 0) await claimPaid((await sandboxOf(service)).db, contract.id, claims)
  return contract
}

/** The same, earned up to the day of its cancel, so that later changes of the balances come from the cancel. */
export async function earnedR1(service: TestService, dealer?: string): Promise<Any> {
  const contract = await paidR1(service, dealer ? { dealer } : {})
  const { api } = service
  await api.as('sandbox-admin').post(`/contracts/${contract.id}/syncEarnings`, { asOfDate: c1.cancelDate })
  return { contract, before: await balances(service) }
}

/** C1 executed: 1,364.60 to the lender, due 2025-10-25; at D1002 the dealer passes it on. */
export async function executedC1(service: TestService, dealer?: string, changes: object = {}): Promise<Any> {
  const contract = await paidR1(service, dealer ? { dealer } : {})
  const cancel = await cancelled(service, contract.id, changes)
  return { contract, cancel, payment: cancel.payments[0] }
}

export const contractOf = async ({ api }: TestService, id: number): Promise<Any> =>
  (await api.as('sandbox-admin').get(`/contracts/${id}`)).body

export const paymentsOf = async ({ api }: TestService, cancelId: number): Promise<Any> =>
  (await api.as('sandbox-admin').get(`/cancels/${cancelId}`)).body.payments

/** Cancels a contract, and gives the cancel. */
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
    (row: Any) =>
      `${row.ledgerType} ${row.direction} ${row.disbursementCode} ${row.accountHolder.number} ${row.amount.toFixed(2)} ${row.isMemo ? 'memo' : row.ledgerStatus}${row.waitsFor ? ` ${row.waitsFor}` : ''}`,
  )
}

/** The balances of all accounts over all dates. */
export async function balances(service: TestService): Promise<Readonly<Record<string, number>>> {
  const { body } = await service.api.as('sandbox-accounting').get('/trialBalance?asOfDate=2099-12-31')
  return Object.fromEntries(
    body.accounts.map(({ account, balance }: { account: string; balance: number }) => [account, balance]),
  )
}

/** The changes of the accounts that changed. */
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

/** The net of each account holder: its receivables less its payables. */
export function netOfHolders(all: Readonly<Record<string, number>>): Record<string, number> {
  const net: Record<string, number> = {}
  for (const [account, balance] of Object.entries(all)) {
    const [kind = '', holder] = account.split(':')
    if (holder && ['Receivable', 'Payable', 'Unapplied'].includes(kind))
      net[holder] = Math.round(((net[holder] ?? 0) + balance) * 100) / 100
  }
  return Object.fromEntries(Object.entries(net).filter(([, amount]) => amount !== 0))
}
