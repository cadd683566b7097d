import { actOnRequest } from '../cancellations/requests/act-on-request.ts'
import { NewCash } from '../cash/transactions/models.ts'
import { type CashServices, createCash } from '../cash/transactions/post-cash.ts'
import { changeClaim } from '../claims/decide/act-on-claim.ts'
import { ClaimPatch } from '../claims/entry/inputs.ts'
import type { ClaimServices } from '../claims/record/read-claim.ts'
import { expireContract } from '../contracts/changes/auto-end.ts'
import type { FormServices } from '../contracts/form/write-form.ts'
import { cents, date, int, json, type RowOf, storedList } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { ClaimStatus } from '../domain/claims/claim.ts'
import { openStatuses } from '../domain/claims/status.ts'
import { addDays } from '../domain/dates.ts'
import { amountOf } from '../domain/money.ts'
import type { Acting } from '../http/caller.ts'
import { runInTurn } from './contracts/in-turn.ts'
import { seedIsAlone } from './contracts/services.ts'
import { LATER } from './seed-claims.ts'

// The contracts with fixed dates end as time goes on. Where the sandbox has a day, those that ended before it are expired,
// each on the day after its end, as the service would have done. What is still open about them is settled first.

interface OpenClaim {
  readonly id: number
  readonly status: ClaimStatus
}

const ended = {
  ...{ id: int, expirationDate: date, requests: json(storedList<number>()) },
  claims: json(storedList<OpenClaim>()),
}

const ENDED = statement(
  ended,
  `select c.id, c.expiration_date as "expirationDate",
     coalesce((select jsonb_agg(q.id order by q.id) from cancel_request q where q.contract_id = c.id
       and q.status in ('Requested', 'NeedsInfo', 'Approved')), '[]') as requests,
     coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'status', m.status) order by m.id) from claim m
       where m.contract_id = c.id and m.status = any($2::text[])), '[]') as claims
   from contract c where c.status = 'Active' and c.expiration_date < $1 order by c.expiration_date, c.id`,
)

/** What a claim asks to be paid. */
const REQUESTED = statement(
  { ledgerId: int, holderId: int, amount: cents },
  `select l.id as "ledgerId", l.account_holder_id as "holderId", l.open_amount as amount from ledger l
   where l.claim_id = $1 and l.direction = 'Pay' and l.status = 'Open' order by l.id`,
)

interface Expiring {
  readonly services: ClaimServices & CashServices
  acting(today: string): Acting
}

/** Expires every contract that ended before the day. */
export async function expireOld(tx: Tx, expiring: Expiring, today: string): Promise<void> {
  const contracts = await ENDED.rows(tx, [today, openStatuses])
  const pieces = contracts.flatMap((contract) => {
    const next = addDays(contract.expirationDate, 1)
    const steps: Step[] = [
      ...settlements(expiring, contract),
      (own) => expireContract(own, expiring.acting(next), contract.id, next),
    ]
    // Claims are paid to account holders that other claims are paid to as well.
    const changes = [`contract ${contract.id}`, ...(contract.claims.length > 0 ? ['payees'] : [])]
    return steps.map((run) => ({ changes, run }))
  })
  await runInTurn(tx, pieces, seedIsAlone)
}

/** Each step is a write of its own, as a request would be. */
type Step = (tx: Tx) => Promise<unknown>

/** Withdraws cancel requests and ends claims, on the last day of the contract. */
function settlements(expiring: Expiring, contract: RowOf<typeof ended>): Step[] {
  const acting = expiring.acting(contract.expirationDate)
  // These services are needed only for letters, and the seed prints none.
  const services = expiring.services as FormServices
  const input = { action: 'Withdraw', note: 'The contract runs to its end.' } as const
  return [
    ...contract.requests.map(
      (id): Step =>
        (tx) =>
          actOnRequest(tx, services, acting, id, input),
    ),
    ...contract.claims.flatMap((claim) => claimEnd(services, acting, claim)),
  ]
}

/** Pays what was requested, closes what was authorized, and denies what was not decided. */
function claimEnd(services: CashServices & ClaimServices, acting: Acting, claim: OpenClaim): Step[] {
  const change =
    (body: object): Step =>
    (tx) =>
      changeClaim(tx, services, acting, claim.id, ClaimPatch.parse(body), LATER)
  const close = change({ action: 'Close', reason: 'Nothing more was sent.' })
  switch (claim.status) {
    case 'PaymentRequested':
      return [(tx) => payClaim(tx, services, acting, claim.id)]
    case 'Authorized':
      return [close]
    case 'OnHold':
      return [change({ action: 'Deny', deniedReasonCode: 'NOTCOV' }), close]
    default:
      return [change({ action: 'Deny', deniedReasonCode: 'NOTCOV' })]
  }
}

async function payClaim(tx: Tx, services: CashServices, acting: Acting, id: number): Promise<void> {
  for (const { ledgerId, holderId, amount } of await REQUESTED.rows(tx, [id])) {
    const paid = { accountHolderId: holderId, date: acting.today, amount: amountOf(amount) }
    const details = [{ ledgerId, amount: paid.amount }]
    await createCash(
      tx,
      services,
      acting,
      NewCash.parse({ type: 'Payment', method: 'Wire', ...paid, details }),
    )
  }
}
