import { type Db, run } from '../../../src/db/database.ts'
import { inTransaction } from '../../../src/db/transaction.ts'
import { setRulesVersion } from '../../../src/reference/cancel-rules-cache.ts'
import type { Answer, Caller } from '../service/api.ts'
import type { TestService } from '../service/app.ts'
import { sandboxOf } from '../service/sandbox.ts'
import { c1, soldR1 } from './cancels.ts'
import { funded } from './cash-paid.ts'
import { claimOpen, claimPaid } from './claims-paid.ts'
import { dana, newVin, withKey } from './contracts.ts'
import { setClock } from './held-contracts.ts'
import { type Parameters, rateIn, ratesIn, standingQuote, truck } from './quotes.ts'

// Quotes and requests of cancellations, for tests.

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
type Any = any

/** R1, paid by the dealer, with a claim of 412.35. The clock is set to the date of C1. */
export async function soldC1(service: TestService, claims = 412.35): Promise<Any> {
  const contract = await soldR1(service)
  await funded(service, contract.id)
  const { db } = await sandboxOf(service)
  if (claims > 0) await claimPaid(db, contract.id, claims)
  return contract
}

/** Requests the cancellation of C1, with changes. */
export const requestCancel = (caller: Caller, contractId: number, changes: object = {}): Promise<Answer> =>
  caller.post(`/contracts/${contractId}/cancelrequests`, { ...c1, ...changes })

export const quoteOf = (caller: Caller, contractId: number, changes: object = {}): Promise<Answer> =>
  requestCancel(caller, contractId, { isQuoteOnly: true, ...changes })

/** An accepted request, as it is answered. */
export async function requested(caller: Caller, contractId: number, changes: object = {}): Promise<Any> {
  const answer = await requestCancel(caller, contractId, changes)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}

export const step = (caller: Caller, requestId: number, action: string, more: object = {}): Promise<Answer> =>
  caller.post(`/cancelrequests/${requestId}`, { action, ...more }, withKey())

/** The pointers and codes of the faults of a refusal. */
export const faultsIn = ({ body }: Answer): string[] =>
  body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`)

interface Sale {
  readonly dealer: string
  readonly query: Parameters
  readonly body?: object
  /** The sale date. */
  readonly on: string
  /** The rate, e.g. `GAP125 72 0`. Default: the first rate. */
  readonly rate?: string
}

/** Sells a product of the book and finalizes the contract. */
export async function soldOn(service: TestService, { dealer, query, body, on, rate }: Sale): Promise<Any> {
  await setClock(service, `${on}T15:00:00Z`)
  const staff = service.api.as('sandbox-admin')
  const quoted = await standingQuote(staff, dealer, { ...truck, saleDate: on, ...query })
  const { rateId, suggestedRetail } = rate ? rateIn(quoted, rate) : ratesIn(quoted)[0]
  const sold = await staff.post('/contracts', {
    ...{ rateId, retailPrice: suggestedRetail, customer: dana, vehicle: { vin: newVin() } },
    ...body,
  })
  const answer = await staff.post(`/contracts/${sold.body.id}/finalize`, {}, withKey())
  if (answer.status !== 200) throw new Error(`Not in force: ${sold.text} ${answer.text}`)
  return answer.body
}

const EVENT = `insert into ppm_claim_event (claim_id, contract_id, service_code, service_date, is_authorized, status)
  values ($1, $2, $3, $4, true, $5)`

/** Claims prepaid maintenance services. With a payment requested they are used, otherwise reserved. */
export async function servicesClaimed(
  db: Db,
  contractId: number,
  { code, count, status }: { code: string; count: number; status: 'Requested' | 'Approved' | 'Paid' },
): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const claim = await claimOpen(db, contractId, {
      type: 'PPM',
      status: 'Authorized',
      lossDate: '2024-05-01',
    })
    await run(db, EVENT, [claim, contractId, code, '2024-05-01', status])
  }
}

/** Changes a cancel rule of the sandbox, as another service would that applies a file of rules. */
export async function changeRule(service: TestService, code: string, changes: string): Promise<void> {
  const { db } = await sandboxOf(service)
  await inTransaction(db, async (tx) => {
    await run(tx, `update cancel_rule set ${changes} where code = $1`, [code])
    await setRulesVersion(tx)
  })
}
