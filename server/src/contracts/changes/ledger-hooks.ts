import type { Tx } from '../../db/database.ts'
import { command } from '../../db/statement.ts'
import { fundingStatus } from '../../domain/ledger/funding.ts'
import { amountsByCode } from '../../domain/ledger/lines.ts'
import type { LineEdit } from '../../domain/ledger/plan.ts'
import { sumCents, ZERO } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import type { ContractHooks } from '../../ledger/hooks.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import { postEarnings } from '../earnings/post-earnings.ts'
import { type NewContractEvent, recordEvents } from '../record/events.ts'
import { refuseLeased } from '../record/leases.ts'
import { findAndLockContract, updateContract } from '../record/rows.ts'
import { loadCostLines } from '../record/tables.ts'
import { emitFunding } from './refinalize-contract.ts'

/** Keeps a contract in step when its ledger rows are corrected by hand: its lines, its cost and its funding follow. */
export const contractHooks: ContractHooks = {
  mayChange: (tx, acting, contractId) => refuseLeased(tx, acting, contractId),
  async changed(tx, acting, contractId, edits) {
    await recordEvents(tx, acting, contractId, edits.map(editEvent))
    await followLedger(tx, acting, contractId)
  },
}

const editEvent = (edit: LineEdit): NewContractEvent => ({
  kind: `Ledger${edit.kind}`,
  date: edit.date,
  subjectId: edit.ledgerId,
  details: {
    code: edit.disbursementCode,
    by: edit.by,
    oldAmount: edit.oldAmount,
    newAmount: edit.newAmount,
  },
})

const SET_AMOUNTS = command(`update contract_line set amount = new.amount
  from unnest($2::text[], $3::bigint[]) as new (code, amount)
  where contract_line.contract_id = $1 and contract_line.code = new.code`)

async function followLedger(tx: Tx, acting: Acting, id: number): Promise<void> {
  const [contract, lines, rows] = await Promise.all([
    findAndLockContract(tx, id),
    loadCostLines(tx, id),
    lockContractLedger(tx, id),
  ])
  if (!contract) return
  const amounts = amountsByCode(rows)
  const after = lines.map((line) => ({ ...line, amount: amounts.get(line.code) ?? ZERO }))
  const changed = after.filter(({ amount }, at) => amount !== lines[at]?.amount)
  const funding = fundingStatus(rows)
  if (changed.length === 0 && funding === contract.funding_status) return
  const cost = sumCents(after.filter(({ in_dealer_cost }) => in_dealer_cost).map(({ amount }) => amount))
  if (changed.length > 0)
    await SET_AMOUNTS.run(tx, [id, changed.map(({ code }) => code), changed.map(({ amount }) => amount)])
  await updateContract(tx, acting, id, {
    ...(changed.length > 0 ? { dealer_cost: cost } : {}),
    funding_status: funding,
  })
  if (funding !== contract.funding_status) emitFunding(tx, contract, funding)
  // A contract that has ended has nothing unearned, however its lines change.
  if (contract.status === 'Cancelled' || contract.status === 'Expired')
    await postEarnings(tx, acting, contract, acting.today)
}
