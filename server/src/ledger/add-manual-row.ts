import { reachesDealer } from '../access/scope.ts'
import { seesAnyHolder } from '../account-holders/scope.ts'
import { int } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { statement } from '../db/statement.ts'
import { emit } from '../db/unit-of-work.ts'
import { planManualRow } from '../domain/ledger/single.ts'
import { centsOf } from '../domain/money.ts'
import type { Acting, Caller } from '../http/caller.ts'
import { type Fault, Problem } from '../http/problems.ts'
import { applyPlan } from './apply-plan.ts'
import type { ContractHooks } from './hooks.ts'
import { readLedger } from './ledger-view.ts'
import type { LedgerModel, NewLedgerData } from './models.ts'
import { accountingDates } from './periods.ts'

/** Adds a row by hand, for a debt that follows from no contract, claim or cancel. */
export async function addManualRow(
  tx: Tx,
  acting: Acting,
  hooks: ContractHooks,
  data: NewLedgerData,
): Promise<LedgerModel> {
  const { claimId = null, disbursementCode = null, dueDate = null } = data
  const contractId = await requireReferences(tx, acting.caller, data)
  if (contractId !== null) await hooks.mayChange(tx, acting, contractId)
  const datesOf = await accountingDates(tx)
  const plan = planManualRow(
    {
      ...{ accountHolderId: data.accountHolderId, direction: data.direction, reason: data.reason },
      ...{ amount: centsOf(data.amount), contractId, claimId, disbursementCode, dueDate, productId: null },
    },
    datesOf(data.effectiveDate ?? acting.today),
  )
  const { inserted } = await applyPlan(tx, plan, acting)
  const [row] = inserted
  if (!row) throw new Error('No row was added.')
  const { id, status } = row
  emit(tx, { subject: `ledgers/${id}`, type: 'ledger.created', data: { id, status } })
  return readLedger(tx, acting.caller, id)
}

/**
 * Refuses an account holder, contract or claim that the caller does not see, and a claim of another contract. Gives the
 * contract, which is locked: the named one, or that of the claim.
 */
async function requireReferences(
  tx: Tx,
  caller: Caller,
  { accountHolderId, contractId: named, claimId }: NewLedgerData,
): Promise<number | null> {
  const claim = await CLAIM.first(tx, [claimId ?? null])
  const contractId = named ?? claim?.contractId ?? null
  const sees = seesAnyHolder(caller)
  const reaches = reachesDealer(caller, 'c.dealer_id')
  const { rows: holders } = await sql`select from account_holder h
    where h.id = ${accountHolderId} ${sees ? sql`and ${sees}` : sql``}`.execute(tx)
  const { rows: contracts } = await sql`select from contract c
    where c.id = ${contractId} ${reaches ? sql`and ${reaches}` : sql``} for update`.execute(tx)
  const faults: Fault[] = []
  const addFault = (pointer: string, what: string) =>
    faults.push({ pointer, code: 'UnknownReference', message: `There is no ${what}.` })
  if (holders.length === 0) addFault('/accountHolderId', `account holder ${accountHolderId}`)
  const isSeen = contracts.length > 0
  if (typeof named === 'number' && !isSeen) addFault('/contractId', `contract ${named}`)
  if (typeof claimId === 'number' && (!claim || !isSeen || claim.contractId !== contractId))
    addFault('/claimId', `claim ${claimId}`)
  const [first] = faults
  if (first) throw new Problem('UnknownReference', first.message, { errors: faults })
  return contractId
}

const CLAIM = statement({ contractId: int }, 'select contract_id as "contractId" from claim where id = $1')
