import type { FormServices } from '../../contracts/form/write-form.ts'
import { readContract } from '../../contracts/record/read-contract.ts'
import { lockRow } from '../../contracts/record/rows.ts'
import { anyJson, int, oneOf, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { statement } from '../../db/statement.ts'
import { together } from '../../db/together.ts'
import { type UnitOfWork, unitOf } from '../../db/unit-of-work.ts'
import type { Acting } from '../../http/caller.ts'
import { cancelStatuses } from '../decide/models.ts'

// The lines of payments are left out: everyone who sees the contract sees its history, and they show parts of dealer cost.
const CANCELS = statement(
  { id: int, number: text, status: oneOf(cancelStatuses), payments: anyJson },
  `
  select x.id, x.number, x.status, coalesce((
    select jsonb_agg(jsonb_build_object('id', p.id, 'payeeName', p.payee_name, 'forPayeeName', p.for_payee_name,
      'amount', p.amount / 100.0, 'method', p.method, 'isVoided', p.is_voided, 'confirmedDate', p.confirmed_date,
      'confirmReference', p.confirm_reference) order by p.id)
    from cancel_payment p where p.cancel_id = x.id), '[]') as payments
  from cancel x where x.contract_id = $1 order by x.id`,
)

/** The contract with its cancels, for the audit record: refunds are part of the contract's history. */
export async function recordedCancels(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  contractId: number,
): Promise<unknown> {
  const unit = unitOf(tx)
  const ahead = readAhead.get(unit)
  readAhead.delete(unit)
  if (ahead) return ahead
  await lockRow(tx, acting.caller, contractId)
  return together(tx, (own) => readRecorded(own, services, acting, contractId))
}

/** What was read for the next audit record of a transaction, together with something else. */
const readAhead = new WeakMap<UnitOfWork, Promise<unknown>>()

/** Reads the contract with its cancels before `recordedCancels` is called, which then waits for nothing. */
export function readRecordedAhead(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  contractId: number,
): Promise<unknown> {
  const reading = readRecorded(tx, services, acting, contractId)
  readAhead.set(unitOf(tx), reading)
  return reading
}

async function readRecorded(tx: Tx, services: FormServices, acting: Acting, contractId: number) {
  const [contract, cancels] = await runAll([
    readContract(tx, { ...acting, seals: services.seals }, contractId),
    CANCELS.rows(tx, [contractId]),
  ])
  return { ...contract, cancels }
}
