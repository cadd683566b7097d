import { type Db, run } from '../../../src/db/database.ts'

// Inserts claims directly, until there is a use case for them.

let made = 0

const CLAIM = `insert into claim (contract_id, number, claim_type, status, loss_date, reported_date, dealer_id, contract_number,
    vin, created_at, created_by, updated_at, updated_by)
  values ($1, $2, $3, $4, $5::date, $5::date, $6, $7, $8, now(), 'test', now(), 'test') returning id`
const CONTRACT = 'select dealer_id, number, vin from contract where id = $1'
const REQUEST = `insert into claim_payment_request (claim_id, amount, status, created_at, created_by)
  values ($1, $2, $3, now(), 'test')`

export interface Claimed {
  readonly lossDate?: string
  readonly status?: string
  readonly type?: string
}

/** Inserts a claim of a contract and gives its id. */
export async function claimOpen(
  db: Db,
  contractId: number,
  { lossDate = '2025-01-15', status = 'Open', type = 'Repair' }: Claimed = {},
): Promise<number> {
  made += 1
  const number = `CLM-T${String(made).padStart(6, '0')}`
  const [contract] = await run<{ dealer_id: number; number: string; vin: string }>(db, CONTRACT, [contractId])
  const [claim] = await run<{ id: number }>(db, CLAIM, [
    ...[contractId, number, type, status, lossDate],
    ...[contract?.dealer_id, contract?.number, contract?.vin],
  ])
  return claim?.id ?? 0
}

/** Inserts a claim with this paid amount in dollars and gives its id. */
export async function claimPaid(
  db: Db,
  contractId: number,
  amount: number,
  claimed: Claimed = {},
): Promise<number> {
  const id = await claimOpen(db, contractId, { status: 'Paid', ...claimed })
  await run(db, REQUEST, [id, Math.round(amount * 100), 'Paid'])
  return id
}
