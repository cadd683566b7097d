import type { FormServices } from '../../contracts/form/write-form.ts'
import { readContract } from '../../contracts/record/read-contract.ts'
import { lockRow } from '../../contracts/record/rows.ts'
import { run, type Tx } from '../../db/database.ts'
import type { Acting } from '../../http/caller.ts'

// Lines of payments would tell what dealer cost is made of, and a history is for everybody who sees the contract.
const CANCELS = `
  select x.id, x.number, x.status, coalesce((
    select jsonb_agg(jsonb_build_object('id', p.id, 'payeeName', p.payee_name, 'forPayeeName', p.for_payee_name,
      'amount', p.amount / 100.0, 'method', p.method, 'isVoided', p.is_voided, 'confirmedDate', p.confirmed_date,
      'confirmReference', p.confirm_reference) order by p.id)
    from cancel_payment p where p.cancel_id = x.id), '[]') as payments
  from cancel x where x.contract_id = $1 order by x.id`

/** The contract with its cancels, as the audit compares it: what happens to a refund is part of the contract's history. */
export async function recordedCancels(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  contractId: number,
): Promise<unknown> {
  await lockRow(tx, acting.caller, contractId)
  const [contract, cancels] = await Promise.all([
    readContract(tx, { ...acting, seals: services.seals }, contractId),
    run(tx, CANCELS, [contractId]),
  ])
  return { ...contract, cancels }
}
