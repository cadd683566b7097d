import { run, type Tx } from '../../db/database.ts'
import { fundingStatus } from '../../domain/ledger/funding.ts'
import { amountsByCode } from '../../domain/ledger/lines.ts'
import type { LedgerEdit } from '../../domain/ledger/plan.ts'
import type { Cents } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import type { ContractHooks } from '../../ledger/hooks.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import { postEarnings } from '../earnings/post-earnings.ts'
import { type NewContractEvent, recordEvents } from '../record/events.ts'
import { refuseLeased } from '../record/leases.ts'
import { type ContractRow, updateContract } from '../record/rows.ts'
import { emitFunding } from './refinalize-contract.ts'

/** What a contract makes of corrections of its rows by hand: its lines and its cost follow, and whether it is funded. */
export const contractHooks: ContractHooks = {
  mayChange: (tx, acting, contractId) => refuseLeased(tx, acting, contractId),
  async changed(tx, acting, contractId, edits) {
    await recordEvents(tx, acting, contractId, edits.map(happening))
    await followLedger(tx, acting, contractId)
  },
}

const happening = (edit: LedgerEdit): NewContractEvent => ({
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

const CONTRACT = 'select * from contract where id = $1 for update'
const LINES = 'select code, amount, in_dealer_cost from contract_line where contract_id = $1'
const SET = `update contract_line set amount = new.amount
  from unnest($2::text[], $3::bigint[]) as new (code, amount)
  where contract_line.contract_id = $1 and contract_line.code = new.code`

interface Line {
  readonly code: string
  readonly amount: Cents
  readonly in_dealer_cost: boolean
}

async function followLedger(tx: Tx, acting: Acting, id: number): Promise<void> {
  const [[contract], lines, rows] = await Promise.all([
    run<ContractRow>(tx, CONTRACT, [id]),
    run<Line>(tx, LINES, [id]),
    lockContractLedger(tx, id),
  ])
  if (!contract) return
  const amounts = amountsByCode(rows)
  const after = lines.map((line) => ({ ...line, amount: amounts.get(line.code) ?? (0 as Cents) }))
  const changed = after.filter(({ amount }, at) => amount !== lines[at]?.amount)
  const funding = fundingStatus(rows)
  if (changed.length === 0 && funding === contract.funding_status) return
  const cost = after
    .filter(({ in_dealer_cost }) => in_dealer_cost)
    .reduce((sum, { amount }) => sum + amount, 0)
  if (changed.length > 0)
    await run(tx, SET, [id, changed.map(({ code }) => code), changed.map(({ amount }) => amount)])
  await updateContract(tx, acting, id, {
    ...(changed.length > 0 ? { dealer_cost: cost as Cents } : {}),
    funding_status: funding,
  })
  if (funding !== contract.funding_status) emitFunding(tx, contract, funding)
  // Of a contract that is over nothing is unearned, whatever becomes of its lines.
  if (contract.status === 'Cancelled' || contract.status === 'Expired')
    await postEarnings(tx, acting, contract, acting.today)
}
