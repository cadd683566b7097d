import { settleLatePenalty } from '../../cancellations/cancels/settle-penalty.ts'
import { finalizeContract } from '../../contracts/changes/finalize-contract.ts'
import { emitFunding } from '../../contracts/changes/refinalize-contract.ts'
import { resolveHold } from '../../contracts/holds/resolve-hold.ts'
import { payablesHolds } from '../../contracts/holds/rows.ts'
import type { ContractServices } from '../../contracts/record/change-state.ts'
import { contractTable, forgetRow } from '../../contracts/record/rows.ts'
import { flag, int, orNull, texts } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { listColumns } from '../../db/table.ts'
import type { Application } from '../../domain/cash/cash.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { groupBy } from '../../domain/group-by.ts'
import { type FundingStatus, fundingStatus } from '../../domain/ledger/funding.ts'
import { planPayablesHold } from '../../domain/ledger/holds.ts'
import type { LedgerRow } from '../../domain/ledger/rows.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import { loadSettings } from '../../reference/settings.ts'

// What follows for contracts and cancels when their rows are paid, or no longer are.

const contractColumns = contractTable.pick('id', 'number', 'status', 'funding_status')
const FIND = statement(
  contractColumns,
  `select ${listColumns(contractColumns)} from contract where id = any($1::bigint[]) order by id`,
)
const SAVE_FUNDING = command(`
  update contract set funding_status = new.funding, updated_at = $1, updated_by = $2, row_version = row_version + 1
  from unnest($3::bigint[], $4::text[]) as new (id, funding) where contract.id = new.id`)

/** The funding of contracts follows their rows. `rows` are all rows of the contracts, as they are now. */
export async function followFunding(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  rows: readonly LedgerRow[],
): Promise<void> {
  const byContract = groupBy(rows, ({ contractId }) => contractId ?? 0)
  const contracts = await FIND.rows(tx, [[...byContract.keys()]])
  const changed = contracts.flatMap((contract) => {
    const funding = fundingStatus(byContract.get(contract.id) ?? [])
    return funding === contract.funding_status ? [] : [{ contract, funding }]
  })
  if (changed.length === 0) return
  await SAVE_FUNDING.run(tx, [
    ...[acting.now, acting.caller.name, changed.map(({ contract }) => contract.id)],
    changed.map(({ funding }) => funding satisfies FundingStatus),
  ])
  for (const { contract, funding } of changed) emitFunding(tx, contract, funding)
  const funded = changed.filter(({ funding }) => funding === 'Funded').map(({ contract }) => contract)
  if (funded.length > 0) await followFunded(tx, services, acting, funded)
}

const OPEN_HOLDS = statement(
  { id: int, contract_id: int },
  `select h.id, h.contract_id from contract_hold h join reference_value r on r.id = h.reason_id
   where h.contract_id = any($1::bigint[]) and h.status = 'Open' and r.details ->> 'autoResolve' = 'true' order by h.id`,
)

/** Money that arrived ends the holds that waited for it, and puts contracts in force where the administrator wants that. */
async function followFunded(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  contracts: readonly { readonly id: number; readonly status: string }[],
): Promise<void> {
  const ids = contracts.map(({ id }) => id)
  const [holds, { autoFinalizeWhenFunded }] = await Promise.all([
    OPEN_HOLDS.rows(tx, [ids]),
    loadSettings(tx, ['autoFinalizeWhenFunded']),
  ])
  for (const { id: holdId, contract_id: contractId } of holds) {
    // The hold before it may have extended the contract, and this one extends it further.
    forgetRow(tx, contractId)
    await unlessRefused(() =>
      resolveHold(tx, services, acting, { contractId, holdId }, { resolution: 'Cleared' }),
    )
  }
  if (!autoFinalizeWhenFunded) return
  for (const { id } of contracts) {
    // A hold that was just resolved has changed the contract.
    forgetRow(tx, id)
    await unlessRefused(() => finalizeContract(tx, services, acting, id, {}))
  }
}

/** What follows by itself must not refuse the money. A refusal comes before anything is written. */
export async function unlessRefused(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

const FREEZING_HOLDS = statement(
  { id: int, contract_id: int, codes: orNull(texts), freezes_payables: flag },
  `select id, contract_id, codes, freezes_payables from contract_hold
   where contract_id = any($1::bigint[]) and status = 'Open' and freezes_payables order by id`,
)

/** Payables that leave a batch, or that are open again, are held if their contract was put on hold meanwhile. */
export async function followHolds(tx: Tx, acting: Acting, contractIds: readonly number[]): Promise<void> {
  const holds = await FREEZING_HOLDS.rows(tx, [contractIds])
  for (const hold of holds) {
    const [payables] = payablesHolds([hold])
    if (!payables) continue
    const rows = await lockContractLedger(tx, hold.contract_id)
    await applyPlan(tx, planPayablesHold(rows, payables), acting)
  }
}

const REFUNDS = statement(
  { id: int },
  `select id from cancel_payment
   where contract_id = any($1::bigint[]) and ledger_id = any($2::bigint[]) and not is_voided order by id`,
)

/** Refunds that were paid too late owe a penalty, until the money is taken back. */
export async function followRefunds(
  tx: Tx,
  acting: Acting,
  applications: readonly Application[],
  date: CalendarDate,
): Promise<void> {
  const ofCancels = applications.filter(({ row }) => row.cancelId !== null)
  if (ofCancels.length === 0) return
  const refunds = await REFUNDS.rows(tx, [
    ofCancels.map(({ row }) => row.contractId),
    ofCancels.map(({ row }) => row.id),
  ])
  for (const { id } of refunds) await settleLatePenalty(tx, acting, id, date)
}
